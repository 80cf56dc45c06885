/** A real server whose disk fills up, whose folder goes, whose store hangs: nothing is acknowledged that is not kept. */
import { expect } from "expect";
import { DatabaseSync } from "node:sqlite";
import { type Couple, missingIn, prepareFolder, type Told } from "./ops/correspondence.ts";
import { runCommand, type Server, startServer } from "./ops/processes.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "store-faults-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Mounts a disk of so many MB on a folder; false if nobody may mount one here. */
async function mount(folder: string, megabytes: number): Promise<boolean> {
  await Deno.mkdir(folder);
  const args = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
  return await new Deno.Command("mount", { args, stderr: "null" }).output().then(({ success }) => success, () => false);
}

const unmount = (folder: string) => new Deno.Command("umount", { args: ["--lazy", folder] }).output();

/** James writes to Olena; what is acknowledged is noted. */
async function write(server: Server, { james, olena, jamesToken }: Couple, told: Told[], length = 20) {
  const body = `${told.length} `.padEnd(length, "x");
  const answer = await fetch(`${server.origin}/api/mail`, {
    method: "POST",
    headers: { authorization: `Bearer ${jamesToken}`, "content-type": "application/json" },
    body: JSON.stringify({ recipientId: olena.id, body }),
  });
  const answered = await answer.json();
  const seen = { status: answer.status, code: answered.code, retryAfter: answer.headers.get("retry-after") };
  if (!answer.ok) return seen;
  told.push({ letterId: answered.letter.id, body, authorId: james.id, pictures: 0, isOpened: false });
  return seen;
}

const refused = { status: 503, code: "store_unavailable", retryAfter: "10" };

async function health({ origin }: Server): Promise<string> {
  const answer = await fetch(`${origin}/healthz`);
  const { status, store } = await answer.json();
  return `${answer.status} ${status}${store ? ` ${store}` : ""}`;
}

/** The faults of the store that the metrics tell. */
async function faults({ origin }: Server): Promise<string[]> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return [...metrics.matchAll(/^vesna_store_fault\{kind="(\w+)"\} 1$/gm)].map(([, kind]) => kind!);
}

/** Waits until the server reports this health. */
async function becomes(server: Server, wanted: string): Promise<void> {
  for (let tries = 0; await health(server) !== wanted; tries++) {
    if (tries > 1200) throw new Error(`the server never became "${wanted}", but is "${await health(server)}"`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function pageStatus({ origin }: Server, path: string, token: string): Promise<number> {
  const answer = await fetch(origin + path, { headers: { cookie: `slsid=${token}` } });
  await answer.body?.cancel();
  return answer.status;
}

const timesIn = (text: string, words: string): number => text.split(words).length - 1;

Deno.test("a folder that goes under the server: no letter is acknowledged any more, and health says so at once", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 0);
    const server = await startServer(data);
    const told: Told[] = [];
    expect(await write(server, couple, told)).toMatchObject({ status: 200 });
    await Deno.remove(data, { recursive: true });
    for (let tries = 0; tries < 3; tries++) expect(await write(server, couple, told)).toEqual(refused);
    expect(await health(server)).toBe("503 unavailable gone");
    expect(await pageStatus(server, "/en/faq", couple.jamesToken)).toBe(200);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(timesIn(server.said(), "the store's file is gone")).toBe(1);
    expect(server.said()).not.toMatch(/\n\s+at /);
  }));

Deno.test("a folder that is moved away and back: an idle server notices by itself, and goes on where it was", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 0);
    const server = await startServer(data);
    const told: Told[] = [];
    expect(await write(server, couple, told)).toMatchObject({ status: 200 });
    await Deno.rename(data, `${folder}/elsewhere`);
    await becomes(server, "503 unavailable gone");
    expect(await write(server, couple, told)).toEqual(refused);
    await Deno.rename(`${folder}/elsewhere`, data);
    await becomes(server, "200 ok");
    expect(await write(server, couple, told)).toMatchObject({ status: 200 });
    await server.end("SIGKILL");
    expect(told.length).toBe(2);
    expect(await missingIn(data, told)).toEqual([]);
    expect(timesIn(server.said(), "the store is well again")).toBe(1);
  }));

Deno.test("another store in its place is not taken for the old one", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 0);
    const server = await startServer(data);
    await Deno.rename(data, `${folder}/elsewhere`);
    await prepareFolder(data, 0);
    expect(await write(server, couple, [])).toEqual(refused);
    await server.end("SIGKILL");
  }));

Deno.test({
  name: "a full disk: writes are refused in a sentence, pages go on, and with room everything goes on by itself",
  ignore: Deno.build.os !== "linux" || Deno.uid() !== 0,
  fn: () =>
    inFolder(async (folder) => {
      const disk = `${folder}/disk`;
      if (!await mount(disk, 64)) return console.log("no disk can be mounted here: a full one is not tried");
      try {
        const data = `${disk}/data`;
        const couple = await prepareFolder(data, 0);
        const server = await startServer(data);
        const told: Told[] = [];
        expect(await write(server, couple, told)).toMatchObject({ status: 200 });
        await Deno.writeFile(`${disk}/filler`, endless()).catch(() => {});
        // SQLite has room in its log for some letters, and for short ones when there is none for long ones.
        let seen = { status: 200 };
        for (const length of [6000, 20]) {
          do seen = await write(server, couple, told, length); while (seen.status === 200);
        }
        expect(seen).toEqual(refused);
        expect([await health(server), await faults(server)]).toEqual(["503 unavailable full", ["full"]]);
        const add = await runCommand(data, "staff", "add", "ada@house.test", "--group=admin", "--name=Ada");
        expect(add).toEqual({
          code: 1,
          said: expect.stringMatching(/cannot do it now: the disk of its store is full$/),
        });
        // Her page notes his visit, her dialogue that she has read his letter: both are left out.
        const { james, jamesToken, olena, olenaToken } = couple;
        const letter = told[0]!.letterId;
        for (
          const [path, token] of [
            ["/en", jamesToken],
            [`/en/girl/Olena-${olena.id}`, jamesToken],
            [`/en/lady/mail/inbox/conversation/${james.id}/${letter}`, olenaToken],
          ] as const
        ) expect([path, await pageStatus(server, path, token)]).toEqual([path, 200]);
        await Deno.remove(`${disk}/filler`);
        await becomes(server, "200 ok");
        expect(await faults(server)).toEqual([]);
        expect(await write(server, couple, told)).toMatchObject({ status: 200 });
        await server.end("SIGKILL");
        expect(await missingIn(data, told)).toEqual([]);
        expect(await runCommand(data, "audit")).toEqual({ code: 0, said: "every invariant holds" });
        expect(timesIn(server.said(), "the disk of the store is full")).toBe(1);
        expect(timesIn(server.said(), "the store is well again")).toBe(1);
        expect(server.said()).not.toMatch(/\n\s+at /);
      } finally {
        await unmount(disk);
      }
    }),
});

Deno.test("a store that does not answer: health does, and is well when the store is", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 0);
    const server = await startServer(data);
    const told: Told[] = [];
    {
      using other = new DatabaseSync(`${data}/kv.sqlite3`, { timeout: 60_000 });
      other.exec("BEGIN IMMEDIATE");
      await becomes(server, "503 unavailable silent");
      other.exec("ROLLBACK");
    }
    await becomes(server, "200 ok");
    expect(await write(server, couple, told)).toMatchObject({ status: 200 });
    await server.end("SIGKILL");
    expect(await missingIn(data, told)).toEqual([]);
  }));

function endless(): ReadableStream<Uint8Array> {
  const some = new Uint8Array(65_536);
  return new ReadableStream({ pull: (controller) => controller.enqueue(some) });
}
