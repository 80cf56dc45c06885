/** One contract for both storages: files in a folder, and a bucket of a real S3 server. */
import { expect } from "expect";
import { patience } from "../../tests/patience.ts";
import { startS3Server } from "../../tests/servers/s3_server.ts";
import { startSilentServer } from "../../tests/servers/silent_server.ts";
import { fileStorage, namesBelow } from "./files.ts";
import { s3Storage } from "./s3.ts";
import { type Storage, StorageUnavailable, type StoredFile } from "./storage.ts";

interface Opened {
  storage: Storage;
  close: () => Promise<void>;
}

/** A wait that goes on after its test fails it. */
const leavesNothing = { sanitizeOps: true, sanitizeResources: true };

const kinds: Record<string, () => Promise<Opened>> = {
  async files() {
    const folder = await Deno.makeTempDir();
    const storage = await fileStorage(`${folder}/uploads`);
    return { storage, close: () => Deno.remove(folder, { recursive: true }) };
  },
  async s3() {
    const server = await startS3Server();
    return { storage: s3Storage(server.config), close: server.stop };
  },
};

const bytesOf = async (file: StoredFile | null): Promise<number[] | null> =>
  file && [...new Uint8Array(await new Response(file.body).arrayBuffer())];

/** 300,000 bytes, each different from its neighbours. */
const large = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31 + (at >> 8)) & 255);
const small = new Uint8Array([1, 2, 3, 4, 5]);

for (const [kind, open] of Object.entries(kinds)) {
  const test = (name: string, run: (storage: Storage) => Promise<void>) =>
    Deno.test(`${kind}: ${name}`, async () => {
      const { storage, close } = await open();
      try {
        await run(storage);
      } finally {
        await close();
      }
    });

  test("what is put is there, byte for byte, with its size", async (storage) => {
    await storage.put("letters/aB_-9/full.webp", large, "image/webp");
    const file = await storage.get("letters/aB_-9/full.webp");
    expect(file!.sizeBytes).toBe(large.length);
    expect(new Uint8Array(await new Response(file!.body).arrayBuffer())).toEqual(large);
  });

  test("a part is exactly the bytes that were asked for, both ends included", async (storage) => {
    await storage.put("letters/part", large, "image/webp");
    for (const [start, end] of [[0, 9], [1, 3], [65_530, 131_080], [299_999, 299_999]] as const) {
      const file = await storage.get("letters/part", { start, end });
      expect(file!.sizeBytes).toBe(large.length);
      expect(new Uint8Array(await new Response(file!.body).arrayBuffer())).toEqual(large.slice(start, end + 1));
    }
  });

  test("what was never put, or was deleted, is null; deleting twice is no fault", async (storage) => {
    expect(await storage.get("letters/nothing")).toBeNull();
    expect(await storage.get("letters/nothing", { start: 0, end: 1 })).toBeNull();
    await storage.put("letters/gone", small, "image/webp");
    await storage.delete("letters/gone");
    await storage.delete("letters/gone");
    expect(await storage.get("letters/gone")).toBeNull();
  });

  test("a second put replaces the first", async (storage) => {
    await storage.put("letters/twice", large, "image/webp");
    await storage.put("letters/twice", small, "image/webp");
    expect(await bytesOf(await storage.get("letters/twice"))).toEqual([...small]);
  });

  test("the list names every file once", async (storage) => {
    const names = ["letters/a/full.webp", "letters/a/thumb.webp", "letters/b", "photos/c.jpg"];
    for (const name of names) await storage.put(name, small, "image/webp");
    await storage.delete("letters/b");
    expect((await Array.fromAsync(storage.list())).sort()).toEqual(names.filter((name) => name !== "letters/b"));
  });

  test("a name can never lead out of its place", async (storage) => {
    const names = [
      "../outside",
      "letters/../../outside",
      "letters/..",
      "/etc/passwd",
      "letters//a",
      "letters/a\0b",
      "letters/a%2e%2e",
      "letters\\..\\outside",
      "letters/a/b/c",
      ".writing/a",
      "letters/.hidden",
      "letters",
      "",
      "letters/a?x=1",
      "letters/ä",
    ];
    for (const name of names) {
      await expect(storage.put(name, small, "image/webp")).rejects.toThrow("not a name");
      await expect(storage.get(name)).rejects.toThrow("not a name");
      await expect(storage.delete(name)).rejects.toThrow("not a name");
    }
    expect(await Array.fromAsync(storage.list())).toEqual([]);
  });

  test("whoever stops reading leaves nothing open", async (storage) => {
    await storage.put("letters/long", large, "image/webp");
    const unread = await storage.get("letters/long");
    await unread!.body.cancel();
    const begun = await storage.get("letters/long");
    const reader = begun!.body.getReader();
    await reader.read();
    await reader.cancel();
  });

  test("fifty put and read at once", async (storage) => {
    const names = Array.from({ length: 50 }, (_, n) => `letters/many-${n}`);
    await Promise.all(names.map((name, n) => storage.put(name, new Uint8Array([n]), "image/webp")));
    const read = await Promise.all(names.map(async (name) => await bytesOf(await storage.get(name))));
    expect(read).toEqual(names.map((_, n) => [n]));
  });
}

Deno.test("files: what a crash left half written is cleared away and never listed", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/.writing`);
  await Deno.writeFile(`${folder}/.writing/half`, small);
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  await Deno.utime(`${folder}/.writing/half`, hourAgo, hourAgo);
  await Deno.writeFile(`${folder}/.writing/another instance's`, small);
  const storage = await fileStorage(folder);
  expect(await Array.fromAsync(storage.list())).toEqual([]);
  const left = [...Deno.readDirSync(`${folder}/.writing`)].map(({ name }) => name);
  expect(left).toEqual(["another instance's"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("files: the folder of a file's parts goes with the last of them", async () => {
  const folder = await Deno.makeTempDir();
  const storage = await fileStorage(folder);
  for (const part of ["full.webp", "thumb.webp"]) await storage.put(`letters/a/${part}`, small, "image/webp");
  await storage.delete("letters/a/full.webp");
  expect(await bytesOf(await storage.get("letters/a/thumb.webp"))).toEqual([...small]);
  await storage.delete("letters/a/thumb.webp");
  expect([...Deno.readDirSync(`${folder}/letters`)]).toEqual([]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("files: a put that fails leaves the old file and nothing beside it", async () => {
  const folder = await Deno.makeTempDir();
  const storage = await fileStorage(folder);
  await storage.put("letters/kept", small, "image/webp");
  // A folder stands in the place of the file, and no file can replace it.
  await Deno.mkdir(`${folder}/letters/busy/inside`, { recursive: true });
  await expect(storage.put("letters/busy", small, "image/webp")).rejects.toThrow();
  expect([...Deno.readDirSync(`${folder}/.writing`)]).toEqual([]);
  expect(await bytesOf(await storage.get("letters/kept"))).toEqual([...small]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("s3: a wrong secret is refused by the server, and nothing of it stands in the error", async () => {
  const server = await startS3Server();
  const storage = s3Storage({ ...server.config, secretKey: "a wrong secret" });
  const failed = await storage.put("letters/a", small, "image/webp").catch((error: Error) => error.message);
  expect(failed).toBe("the storage service refused to put: 403 SignatureDoesNotMatch");
  await expect(storage.get("letters/a")).rejects.toThrow("403");
  expect(server.requests).toEqual([]);
  await server.stop();
});

Deno.test("s3: a service that fails is an error and not a missing file", async () => {
  const server = await startS3Server();
  const storage = s3Storage(server.config);
  server.failWith = 503;
  // At the same time, because each waits a while and tries again.
  await Promise.all([
    expect(storage.get("letters/a")).rejects.toThrow("503"),
    expect(storage.delete("letters/a")).rejects.toThrow("503"),
    expect(Array.fromAsync(storage.list())).rejects.toThrow("503"),
  ]);
  await server.stop();
});

Deno.test("s3: a bucket that is gone is no word that a file is", async () => {
  const server = await startS3Server();
  const storage = s3Storage(server.config);
  await server.loseBucket();
  const unavailable = (what: string) =>
    new StorageUnavailable(`the storage service refused to ${what}: 404 NoSuchBucket`);
  await expect(storage.delete("photos/a/full.webp")).rejects.toThrow(unavailable("delete"));
  await expect(storage.get("photos/a/full.webp")).rejects.toThrow(unavailable("get"));
  await expect(storage.get("photos/a/full.webp", { start: 0, end: 1 })).rejects.toThrow(unavailable("get"));
  await server.stop();
});

Deno.test("s3: nor is a proxy that has lost the service, but a service that names a file that it never had is one", async () => {
  let said = "404 page not found\n";
  const proxy = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(said, { status: 404 }),
  );
  const endpoint = `http://127.0.0.1:${proxy.addr.port}`;
  const storage = s3Storage({ endpoint, bucket: "uploads", accessKey: "key", secretKey: "secret", region: "here" });
  await expect(storage.delete("letters/a")).rejects.toThrow(StorageUnavailable);
  await expect(storage.get("letters/a")).rejects.toThrow("refused to get: 404 no reason");
  said = `<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>`;
  await storage.delete("letters/a");
  expect(await storage.get("letters/a")).toBeNull();
  await proxy.shutdown();
});

Deno.test("files: a folder that is gone as a whole, such as a disk that is not mounted, is no word that a file is", async () => {
  const folder = await Deno.makeTempDir();
  const storage = await fileStorage(`${folder}/uploads`);
  await storage.put("letters/a", small, "image/webp");
  await Deno.rename(`${folder}/uploads`, `${folder}/elsewhere`);
  const gone = "the folder of uploads is not there";
  await expect(storage.delete("letters/a")).rejects.toThrow(gone);
  await expect(storage.get("letters/a")).rejects.toThrow(gone);
  await expect(storage.put("letters/b", small, "image/webp")).rejects.toThrow(gone);
  await Deno.rename(`${folder}/elsewhere`, `${folder}/uploads`);
  expect(await bytesOf(await storage.get("letters/a"))).toEqual([...small]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("s3: a service that says nothing, or stops in the middle, is given up in its time", async () => {
  const silent = startSilentServer();
  const { config, stop } = await startS3Server();
  const storage = s3Storage({ ...config, endpoint: `http://${silent.host}` }, 200);
  const unavailable = "the storage service did not answer: no answer within 0.2 s";
  for (
    const ask of [
      () => storage.put("letters/a", small, "image/webp"),
      () => storage.get("letters/a"),
      () => storage.delete("letters/a"),
      () => Array.fromAsync(storage.list()),
    ]
  ) {
    await expect(ask()).rejects.toThrow(new StorageUnavailable(unavailable));
  }
  await silent.stop();
  const halves = startSilentServer("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nfive.");
  const half = await s3Storage({ ...config, endpoint: `http://${halves.host}` }, 1000).get("letters/a");
  expect(half!.sizeBytes).toBe(10);
  await expect(new Response(half!.body).arrayBuffer()).rejects.toThrow("no answer within");
  await halves.stop();
  await stop();
});

Deno.test("s3: a call whose time is over waits for no further try", leavesNothing, async () => {
  let asked = 0;
  const failing = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    asked++;
    return new Response(null, { status: 503 });
  });
  const endpoint = `http://127.0.0.1:${failing.addr.port}`;
  const config = { endpoint, bucket: "uploads", accessKey: "key", secretKey: "secret", region: "here" };
  // The first answer comes long before that, the second try would come long after it.
  await expect(s3Storage(config, 150).delete("letters/a")).rejects.toThrow("no answer within 0.15 s");
  await failing.shutdown();
  expect(asked).toBeLessThan(2);
});

Deno.test("s3: nothing of an address stands in what is said of a connection that failed", async () => {
  const { config, stop } = await startS3Server();
  await stop();
  const failed = await s3Storage(config).get("letters/a").catch((error: Error) => `${error}`);
  expect(failed).toBe("StorageUnavailable: the storage service did not answer: the connection failed");
});

Deno.test("files: the first byte alone", async () => {
  const folder = await Deno.makeTempDir();
  const storage = await fileStorage(folder);
  await storage.put("letters/a", small, "image/webp");
  expect(await bytesOf(await storage.get("letters/a", { start: 0, end: 0 }))).toEqual([1]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("s3: another part than the one asked for is refused", async () => {
  const server = await startS3Server();
  const storage = s3Storage(server.config);
  await storage.put("letters/a", small, "image/webp");
  // The test server takes "0-0" for the whole file, which no real S3 server does.
  await expect(storage.get("letters/a", { start: 0, end: 0 })).rejects.toThrow("something else");
  await server.stop();
});

Deno.test("s3: more than a thousand files are listed page after page", async () => {
  const server = await startS3Server();
  // Patient, because the test server looks at a thousand files for each page.
  const storage = s3Storage(server.config, patience(10));
  const names = Array.from({ length: 1003 }, (_, n) => `letters/n-${n}`);
  for (let from = 0; from < names.length; from += 50) {
    await Promise.all(names.slice(from, from + 50).map((name) => storage.put(name, small, "image/webp")));
  }
  expect(new Set(await Array.fromAsync(storage.list()))).toEqual(new Set(names));
  expect(server.requests.filter((request) => request.startsWith("GET /vesna-uploads?marker=")).length).toBe(2);
  await server.stop();
});

Deno.test("a folder that goes while the names are read costs its own names alone", async () => {
  const root = await Deno.makeTempDir();
  const folders = ["one", "two", "three", "four", "five", "six"];
  for (const folder of folders) {
    await Deno.mkdir(`${root}/photos/${folder}`, { recursive: true });
    await Deno.writeFile(`${root}/photos/${folder}/full.webp`, new Uint8Array([1]));
  }
  const names: string[] = [];
  for await (const name of namesBelow(root, "")) {
    names.push(name);
    const gone = folders.find((folder) => !names.some((each) => each.includes(folder)));
    if (names.length === 1) await Deno.remove(`${root}/photos/${gone}`, { recursive: true });
  }
  expect(names.length).toBe(folders.length - 1);
  await Deno.remove(root, { recursive: true });
  expect(await Array.fromAsync(namesBelow(root, ""))).toEqual([]);
});
