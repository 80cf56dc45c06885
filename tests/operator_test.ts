/** The operator's tasks against a real server that is written to, and against being killed. */
import { expect } from "expect";
import { Correspondence, missingIn, prepareFolder, type Told } from "./ops/correspondence.ts";
import { killCommand, runCommand, runOnFullDisk, startServer } from "./ops/processes.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "operator-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const namesIn = (folder: string): string[] => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("letters are sent while a server is backed up and audited: none is refused, none is lost", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 30);
    const server = await startServer(data);
    const people = new Correspondence(couple);
    people.begin(server.origin);
    while (people.told.length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    const backups: { file: string; toldBefore: Told[] }[] = [];
    let kills = 0;
    for (let round = 0; round < 8; round++) {
      const file = `${folder}/${round}.tar${round % 2 ? ".gz" : ""}`;
      if (round % 4 === 3) {
        if (await killCommand(data, 100 + Math.random() * 400, "backup", file)) kills++;
        expect(namesIn(folder).filter((name) => name === `${round}.tar.gz`).length).toBeLessThanOrEqual(1);
        continue;
      }
      const toldBefore = people.told.map((told) => ({ ...told }));
      if (round % 4 === 2) expect(await runCommand(data, "audit")).toEqual({ code: 0, said: "every invariant holds" });
      else {
        expect((await runCommand(data, "backup", file)).code).toBe(0);
        backups.push({ file, toldBefore });
      }
    }
    await people.end();
    expect(people.refused).toEqual([]);
    await server.end("SIGKILL");
    expect(await runCommand(data, "audit")).toEqual({ code: 0, said: "every invariant holds" });
    expect(await missingIn(data, people.told)).toEqual([]);
    expect(namesIn(data)).toEqual([".last-backup", ".lock", ".operator", "kv.sqlite3", "outbox", "uploads"]);

    for (const { file, toldBefore } of backups) {
      const restored = `${folder}/restored`;
      expect(await runCommand(restored, "restore", file)).toMatchObject({ code: 0 });
      expect(await runCommand(restored, "audit")).toEqual({ code: 0, said: "every invariant holds" });
      expect(await missingIn(restored, toldBefore)).toEqual([]);
      await Deno.remove(restored, { recursive: true });
    }
    const pictures = people.told.filter((told) => told.pictures > 0).length;
    console.log(
      `${people.told.length} letters, ${pictures} with pictures; ${
        backups.map(({ toldBefore }) => toldBefore.length)
      }` +
        ` of them before each backup; ${kills} backups killed`,
    );
    expect(people.told.length).toBeGreaterThan(50);
    expect(pictures).toBeGreaterThan(5);
  }));

Deno.test("a folder has one server; after a kill the next one starts, and what was restored is served", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const couple = await prepareFolder(data, 1);
    const first = await startServer(data);
    await expect(startServer(data)).rejects.toThrow(/Cannot start: another process \(\d+\) uses .*\n1$/);
    const inUse = expect.stringContaining("another process");
    expect(await runCommand(data, "compact")).toEqual({ code: 1, said: inUse });
    expect(await runCommand(data, "seed")).toEqual({ code: 1, said: inUse });
    expect((await runCommand(data, "backup", `${folder}/a.tar`)).code).toBe(0);
    expect(await runCommand(data, "restore", `${folder}/a.tar`, "--force")).toEqual({ code: 1, said: inUse });
    await first.end("SIGKILL");

    const second = await startServer(data);
    await second.end("SIGTERM");
    expect(await runCommand(data, "compact")).toMatchObject({
      code: 0,
      said: expect.stringMatching(/before, .* after/),
    });
    expect((await runCommand(data, "restore", `${folder}/a.tar`, "--force")).code).toBe(0);
    const third = await startServer(data);
    const people = new Correspondence(couple);
    people.begin(third.origin);
    while (people.told.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    await people.end();
    await third.end("SIGTERM");
    expect(people.refused).toEqual([]);
    expect(await missingIn(data, people.told)).toEqual([]);
  }));

Deno.test("a restore that is killed leaves what was there or what was restored, and never something between", () =>
  inFolder(async (folder) => {
    const [data, file] = [`${folder}/data`, `${folder}/a.tar`];
    await prepareFolder(data, 20);
    expect((await runCommand(data, "backup", file)).code).toBe(0);
    let kills = 0;
    for (let round = 0; round < 8; round++) {
      if (await killCommand(data, 60 + round * 40 + Math.random() * 40, "restore", file, "--force")) kills++;
      // The audit may fail only if the next restore finishes the broken one.
      const audited = await runCommand(data, "audit");
      if (audited.code !== 0) {
        expect((await runCommand(data, "restore", file)).said).toMatch("was finished");
        expect(await runCommand(data, "audit")).toEqual({ code: 0, said: "every invariant holds" });
      }
      const server = await startServer(data);
      await server.end("SIGKILL");
    }
    expect(kills).toBeGreaterThan(0);
    expect((await runCommand(data, "restore", file, "--force")).code).toBe(0);
    expect(namesIn(data).filter((name) => !/^(before-restore|\.work)-/.test(name))).toEqual([
      ".last-backup",
      ".lock",
      "kv.sqlite3",
      "uploads",
    ]);
  }));

Deno.test({
  name: "a full disk is said so, and leaves everything as it was",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const [data, file] = [`${folder}/data`, `${folder}/a.tar`];
      await prepareFolder(data, 4);
      const picture = `${data}/uploads/letters/a-picture`;
      await Deno.mkdir(picture, { recursive: true });
      await Deno.writeFile(`${picture}/full.webp`, new Uint8Array(2_000_000));
      const before = namesIn(data);
      for (
        const [kib, name, args] of [[1000, "backup", [file]], [5000, "backup", [file]], [1000, "audit", []]] as const
      ) {
        const { code, said } = await runOnFullDisk(data, kib, name, ...args);
        expect([code, said]).toEqual([1, expect.stringMatching(/room on the disk|os error/)]);
        expect(said).not.toMatch(/\n\s+at /);
        expect(namesIn(data)).toEqual(before);
        expect(namesIn(folder)).toEqual(["data"]);
      }
      expect((await runOnFullDisk(data, 1000, "compact")).said).toMatch("is as it was");
      expect((await runCommand(data, "backup", file)).code).toBe(0);
      const refused = await runOnFullDisk(`${folder}/new`, 1000, "restore", file);
      expect(refused).toEqual({ code: 1, said: expect.stringMatching("os error") });
      expect(namesIn(`${folder}/new`)).toEqual([".lock"]);
      expect(await runCommand(data, "audit")).toEqual({ code: 0, said: "every invariant holds" });
    }),
});

Deno.test({
  name: "a store that a full disk keeps from being checked is not called damaged",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      await prepareFolder(folder, 0);
      await (await startServer(folder)).end("SIGKILL");
      // SQLite has to make this file anew, and there is no room.
      await Deno.remove(`${folder}/kv.sqlite3-shm`);
      const { code, said } = await runOnFullDisk(folder, 0, "audit");
      expect([code, said]).toEqual([1, expect.stringMatching(/^audit: \S+ cannot be checked: .+; is there room/)]);
      expect(said).not.toMatch(/damaged|backup/);
      expect(await runCommand(folder, "audit")).toEqual({ code: 0, said: "every invariant holds" });
    }),
});
