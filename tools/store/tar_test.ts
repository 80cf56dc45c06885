import { expect } from "expect";
import { readTar, tarEnd, type TarFile, tarHeader, tarPadding } from "./tar.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const encode = (text: string): Bytes => new TextEncoder().encode(text);

async function tarOf(files: Record<string, string>): Promise<Bytes> {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const bytes = encode(text);
    return [tarHeader({ name, sizeBytes: bytes.length, mode: 0o640 }, 0), bytes, tarPadding(bytes.length)];
  });
  return await new Blob([...parts, tarEnd()]).bytes();
}

/** The bytes in portions that do not heed the blocks of the format. */
const streamOf = (bytes: Bytes, portion: number): ReadableStream<Bytes> =>
  ReadableStream.from((function* () {
    for (let at = 0; at < bytes.length; at += portion) yield bytes.slice(at, at + portion);
  })());

async function read(bytes: Bytes, portion = 700): Promise<(TarFile & { text: string })[]> {
  const files = [];
  for await (const { body, ...file } of readTar(streamOf(bytes, portion))) {
    const chunks = await Array.fromAsync(body());
    files.push({ ...file, text: await new Blob(chunks).text() });
  }
  return files;
}

const long = `uploads/letters/${"n".repeat(100)}/${"春".repeat(20)}.webp`;
const files = { "empty": "", "one": "x", "block": "b".repeat(512), "more": "m".repeat(5000), [long]: "long" };

Deno.test("what was written is read: empty, to the byte, over blocks, with a long name, in any portions", async () => {
  const bytes = await tarOf(files);
  for (const portion of [1, 511, 512, 513, 100_000]) {
    const found = await read(bytes, portion);
    expect(found.map(({ name, text }) => [name, text])).toEqual(Object.entries(files));
    expect(found.every(({ mode }) => mode === 0o640)).toBe(true);
  }
});

Deno.test("every tar program reads it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "tar-" });
  try {
    await Deno.writeFile(`${folder}/a.tar`, await tarOf(files));
    const { stdout, success } = await new Deno.Command("tar", { args: ["-xvf", "a.tar"], cwd: folder }).output();
    expect(success).toBe(true);
    expect(new TextDecoder().decode(stdout).split("\n")).toContain("more");
    for (const [name, text] of Object.entries(files)) expect(await Deno.readTextFile(`${folder}/${name}`)).toBe(text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a size beyond eleven octal digits is told", async () => {
  const sizeBytes = 20 * 1024 ** 3;
  const entries = readTar(streamOf(tarHeader({ name: "big", sizeBytes, mode: 0o600 }, 0), 512));
  expect((await entries.next()).value).toMatchObject({ name: "big", sizeBytes });
  await entries.return(undefined);
});

Deno.test("an end that comes too early is a fault, wherever it comes", async () => {
  const bytes = await tarOf(files);
  for (let end = 0; end < bytes.length; end += 97) {
    await expect(read(bytes.slice(0, end))).rejects.toThrow("it ends too early");
  }
});

Deno.test("a damaged header, a link and a file left unread are faults", async () => {
  const bytes = await tarOf(files);
  const damaged = bytes.slice();
  damaged[3]! ^= 4;
  await expect(read(damaged)).rejects.toThrow("a header is damaged");
  const link = bytes.slice();
  link[156] = "2".charCodeAt(0);
  const sum = parseInt(new TextDecoder().decode(link.subarray(148, 154)), 8) + 2;
  link.set(encode(sum.toString(8).padStart(6, "0")), 148);
  await expect(read(link)).rejects.toThrow("no plain file: empty");
  await expect(read(encode("x".repeat(2000)))).rejects.toThrow("a header is damaged");
  const entries = readTar(streamOf(await tarOf({ one: "x" }), 512));
  await entries.next();
  await expect(entries.next()).rejects.toThrow("one was not read");
});
