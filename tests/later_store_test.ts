/** The server and every task of this build refuse the store of a later one, each in a sentence. */
import { expect } from "expect";
import { openStore, type Store } from "../kv/open.ts";
import { currentFormat } from "../kv/store/format/format.ts";
import { keys } from "../kv/store/keys.ts";
import { writeArchive } from "../tools/store/archive.ts";
import { backup } from "../tools/store/backup.ts";
import { prepareFolder } from "./ops/correspondence.ts";
import { runCommand, startServer } from "./ops/processes.ts";

async function onStore(dataDir: string, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ location: `${dataDir}/kv.sqlite3`, secret: "a secret that only tests may know" });
  await work(store);
  store.close();
}

const stampAs = (dataDir: string, format: number): Promise<void> =>
  onStore(dataDir, (store) => store.kv.set(keys.format(), format));

Deno.test("the server and every task refuse the store of a later build in a sentence, and change nothing", async () => {
  const folder = await Deno.makeTempDir({ prefix: "later-" });
  try {
    const data = `${folder}/data`;
    await prepareFolder(data, 1);
    await stampAs(data, currentFormat + 1);
    const before = await Deno.readFile(`${data}/kv.sqlite3`);
    const sentence = new RegExp(`the store has format ${currentFormat + 1} and this build knows ${currentFormat}`);
    const refusal = { code: 1, said: expect.stringMatching(sentence) };
    await expect(startServer(data)).rejects.toThrow(new RegExp(`Cannot start: ${sentence.source}`));
    const commands = [["audit"], ["backup", `${folder}/a.tar`], ["compact"], ["staff"], ["approve"], ["seed"]];
    for (const [name, ...args] of commands as [string, ...string[]][]) {
      const { code, said } = await runCommand(data, name, ...args);
      expect([name, { code, said }]).toEqual([name, refusal]);
      expect(said).not.toMatch(/\n\s+at /);
    }
    expect(await Deno.readFile(`${data}/kv.sqlite3`)).toEqual(before);
    expect(await Deno.stat(`${folder}/a.tar`).catch(() => null)).toBeNull();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a backup carries the format, and one of a later build is not restored", async () => {
  const folder = await Deno.makeTempDir({ prefix: "later-" });
  try {
    const [data, file] = [`${folder}/data`, `${folder}/a.tar`];
    await prepareFolder(data, 1);
    await backup(data, file, 0);
    expect(await runCommand(`${folder}/new`, "restore", file)).toMatchObject({ code: 0 });
    await onStore(`${folder}/new`, async ({ kv }) => expect((await kv.get(keys.format())).value).toBe(currentFormat));
    const later = `${folder}/later.tar`;
    await stampAs(data, currentFormat + 1);
    await writeLater(data, later);
    const { code, said } = await runCommand(`${folder}/other`, "restore", later);
    expect([code, said]).toEqual([1, expect.stringMatching("run the build that wrote it, or a later one")]);
    expect([...Deno.readDirSync(`${folder}/other`)].map(({ name }) => name)).toEqual([".lock"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function writeLater(dataDir: string, target: string): Promise<void> {
  const chunks = writeArchive(dataDir, ["kv.sqlite3"], 0);
  await Deno.writeFile(target, ReadableStream.from(chunks));
}
