/** The server and the operator's tasks say in a sentence what they cannot use; what they write is their owner's alone. */
import { expect } from "expect";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { prepareFolder } from "./ops/correspondence.ts";
import { runCommand, saidByMain, startServer } from "./ops/processes.ts";

const root = new URL("../", import.meta.url);
const isRootOnLinux = Deno.build.os === "linux" && Deno.uid() === 0;

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "refused-starts-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a server says when it does not start. */
const refusalOf = (dataDir: string): Promise<string> =>
  startServer(dataDir).then(() => "it serves", (error) => error.message.replace("the server ended: ", ""));

const page = 4096;
function noise(bytes: Uint8Array<ArrayBuffer>): void {
  for (let at = 0; at < bytes.length; at += page) crypto.getRandomValues(bytes.subarray(at, at + page));
}

/** A store with people in it, some bytes of which are damaged. */
async function damagedFolder(dataDir: string, damage: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  await prepareFolder(dataDir, 1);
  const bytes = await Deno.readFile(`${dataDir}/kv.sqlite3`);
  damage(bytes);
  await Deno.writeFile(`${dataDir}/kv.sqlite3`, bytes);
}

const damages: [what: string, damage: (bytes: Uint8Array<ArrayBuffer>) => void][] = [
  ["whose first page is noise", (bytes) => noise(bytes.subarray(0, page))],
  ["whose schema is noise", (bytes) => noise(bytes.subarray(100, page))],
  ["whose words are another format's", (bytes) => {
    // The first bytes that V8 writes of every value.
    for (let at = 0; at < bytes.length - 2; at++) {
      if (bytes[at] === 0xff && (bytes[at + 1] === 0x0f || bytes[at + 1] === 0x10)) bytes[at] = 0x7f;
    }
  }],
];

for (const [what, damage] of damages) {
  Deno.test(`a store ${what}: the server, the audit and the backup say so, without a stack`, () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      await damagedFolder(data, damage);
      const said = await refusalOf(data);
      expect(said).toMatch(/^Cannot start: the store .*is damaged \(.*\); restore a backup\.\n1$/);
      for (const [name, ...args] of [["audit"], ["backup", `${folder}/a.tar`]] as [string, ...string[]][]) {
        const { code, said } = await runCommand(data, name, ...args);
        // A backup copies what SQLite can read; the audit says whether that means anything.
        if (name === "backup" && code === 0) continue;
        expect([name, code, said]).toEqual([name, 1, expect.stringMatching(/damaged \(.*\); restore a backup/)]);
        expect(said).not.toMatch(/\n\s+at /);
        expect(said).not.toMatch(/room on the disk/);
      }
    }));
}

Deno.test("a store whose inner pages are noise, over which Deno itself ends: who started it says why", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    await damagedFolder(data, (bytes) => noise(bytes.subarray(3 * page)));
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tools/start.ts"],
      cwd: root,
      env: {
        DATA_DIR: data,
        PORT: "0",
        HOST: "127.0.0.1",
        SECRET: "a secret that only tests may know",
        ENGLISH_URL: "http://vesna.test",
        SMTP_URL: "smtp://127.0.0.1:9",
        MAIL_FROM: "letters@vesna.test",
      },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    expect(code).not.toBe(0);
    const last = new TextDecoder().decode(stderr).trim().split("\n").filter((line) => line.startsWith("The store"));
    expect(last).toEqual([expect.stringMatching(/kv\.sqlite3 is damaged: /)]);
  }));

/** Speaks HTTP/2 as a remote store does, and answers everything with one status. */
async function answering(status: number): Promise<{ url: string; [Symbol.asyncDispose]: () => Promise<void> }> {
  const server = createServer((_, answer) => {
    answer.writeHead(status);
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

Deno.test("a store elsewhere that is no address, away, foreign, or does not take the token: a sentence each, no stack", async () => {
  await using strict = await answering(401);
  await using foreign = await answering(404);
  const cases: [env: Record<string, string>, sentence: RegExp][] = [
    [{ KV_URL: "kv.example.com:4512" }, /^Cannot start: KV_URL must be an http or https address like \S+\.$/],
    [{ KV_URL: strict.url, DENO_KV_ACCESS_TOKEN: "" }, /^Cannot start: DENO_KV_ACCESS_TOKEN must be set: .+\.$/],
    [
      { KV_URL: "http://127.0.0.1:9" },
      /^Cannot start: the store at \S+ cannot be opened: nobody answers there \(.+\)\.$/,
    ],
    [
      { KV_URL: strict.url },
      /^Cannot start: the store at \S+ .+: it does not take DENO_KV_ACCESS_TOKEN \(status 401\)\.$/,
    ],
    [
      { KV_URL: foreign.url },
      /^Cannot start: the store at \S+ .+: what answers there is no Deno KV \(status 404 .+\)\.$/,
    ],
  ];
  for (const [env, sentence] of cases) {
    expect(await saidByMain(env)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  }
});

Deno.test("Deno Deploy without a database of its own: it says so, whatever store the runtime would give it instead", async () => {
  const bucket = { S3_ENDPOINT: "http://127.0.0.1:9", S3_BUCKET: "letters", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "b" };
  for (
    const [runtime, sentence] of [
      [{ DENO_KV_DB_MODE: "memory" }, /no KV database is assigned/],
      [{ DENO_KV_DB_MODE: "disk" }, /no KV database is assigned/],
    ] as const
  ) {
    const { code, said } = await saidByMain({ DENO_DEPLOY: "true", ...bucket, ...runtime });
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
    expect(said).not.toMatch(/\n/);
  }
});

Deno.test("a task whose store is named wrongly ends with that, and opens no other", () =>
  inFolder(async (folder) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "tools/audit.ts"],
      cwd: root,
      env: { DATA_DIR: folder, KV_URL: "kv.example.com:4512", NO_COLOR: "1" },
      stdout: "null",
      stderr: "piped",
    }).output();
    expect([code, new TextDecoder().decode(stderr).trim()]).toEqual([
      1,
      "audit: KV_URL must be an http or https address like https://kv.example.com",
    ]);
    expect([...Deno.readDirSync(folder)]).toEqual([]);
  }));

Deno.test({
  name: "a disk that can only be read: one sentence",
  ignore: !isRootOnLinux,
  fn: () =>
    inFolder(async (folder) => {
      const disk = `${folder}/disk`;
      await Deno.mkdir(disk);
      const mount = (...args: string[]) => new Deno.Command("mount", { args, stderr: "null" }).output();
      if (!(await mount("-t", "tmpfs", "tmpfs", disk)).success) return console.log("no disk can be mounted here");
      try {
        await prepareFolder(`${disk}/data`, 0);
        await mount("-o", "remount,ro", disk);
        expect(await refusalOf(`${disk}/data`)).toMatch(/^Cannot start: .*data cannot be written: .*Read-only.*\n1$/);
        expect(await refusalOf(`${disk}/new`)).toMatch(/^Cannot start: .*new cannot be made: .*Read-only.*\n1$/);
        const { code, said } = await runCommand(`${disk}/data`, "backup", `${folder}/a.tar`);
        expect([code, said]).toEqual([1, expect.stringMatching(/^backup: .*Read-only/)]);
      } finally {
        await new Deno.Command("umount", { args: ["--lazy", disk] }).output();
      }
    }),
});

Deno.test("a port that another process has: one sentence", () =>
  inFolder(async (folder) => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr as Deno.NetAddr;
    const started = startServer(`${folder}/data`, { PORT: String(port) });
    await expect(started).rejects.toThrow(
      `Cannot start: nobody can listen on 127.0.0.1:${port}: another process does already.`,
    );
  }));

/** The permissions of a folder and of everything below it. */
async function modesIn(path: string): Promise<[path: string, mode: string][]> {
  const { mode, isDirectory } = await Deno.stat(path);
  const own: [string, string][] = [[path, (mode! & 0o777).toString(8)]];
  if (!isDirectory) return own;
  for await (const { name } of Deno.readDir(path)) own.push(...await modesIn(`${path}/${name}`));
  return own;
}

Deno.test({
  name: "what the server and a restore write is their owner's alone, and what was readable before is no more",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      const former = Deno.umask(0o022);
      const { jamesToken, olena } = await prepareFolder(data, 0).finally(() => Deno.umask(former));
      await Deno.chmod(data, 0o755);
      await Deno.chmod(`${data}/kv.sqlite3`, 0o644);
      const server = await startServer(data);
      const letter = new FormData();
      letter.set("recipientId", String(olena.id));
      letter.set("body", "Dear Olena");
      const answer = await fetch(`${server.origin}/api/mail`, {
        method: "POST",
        headers: { authorization: `Bearer ${jamesToken}` },
        body: letter,
      });
      expect(await answer.json()).toMatchObject({ letter: { body: "Dear Olena" } });
      const modes = await modesIn(data);
      expect(modes.map(([path]) => path)).toEqual(expect.arrayContaining([
        `${data}/kv.sqlite3`,
        `${data}/kv.sqlite3-wal`,
        `${data}/kv.sqlite3-shm`,
        `${data}/outbox`,
        `${data}/uploads`,
      ]));
      expect(modes.filter(([, mode]) => mode !== "600" && mode !== "700")).toEqual([]);
      await server.end("SIGTERM");

      expect((await runCommand(data, "backup", `${folder}/a.tar`)).code).toBe(0);
      expect((await runCommand(`${folder}/new`, "restore", `${folder}/a.tar`)).code).toBe(0);
      const written = [...await modesIn(`${folder}/a.tar`), ...await modesIn(`${folder}/new`)];
      expect(written.filter(([, mode]) => mode !== "600" && mode !== "700")).toEqual([]);
    }),
});
