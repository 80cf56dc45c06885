import { expect } from "expect";
import type { LetterText } from "../../kv/letters/letter.ts";
import { openStore } from "../../kv/open.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { holdDataDir } from "../../services/data_dir.ts";
import { backupNote, lastBackupAt } from "../../services/last_backup.ts";
import { writeArchive } from "./archive.ts";
import { auditFolder } from "./audit_folder.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";
import { copyStore, storeFile } from "./sqlite.ts";
import { contentOf, inFolder, livedInFolder } from "./testing/world.ts";

const at = Date.UTC(2026, 2, 1, 12);
const gentle = { force: false, at };
const secret = "a secret that only tests may know";
const auditOf = (dataDir: string) => auditFolder({ dataDir, secret, s3: null });

async function lettersIn(dataDir: string): Promise<string[]> {
  const store = await openStore({ location: `${dataDir}/${storeFile}`, secret });
  const texts = await Array.fromAsync(store.kv.list<LetterText>({ prefix: prefixes.allLetterTexts() }));
  store.close();
  return texts.map(({ value }) => value.body);
}

/** Makes a lived-in folder and backs it up to `name`; returns the path of the backup. */
async function backedUp(folder: string, name = "a.tar"): Promise<string> {
  const { store } = await livedInFolder(`${folder}/data`);
  await backup(`${folder}/data`, `${folder}/${name}`, at);
  store.close();
  return `${folder}/${name}`;
}

for (const name of ["a.tar", "a.tar.gz"]) {
  Deno.test(`what ${name} saved of a store in use comes back, pictures and all, and nothing is broken`, () =>
    inFolder(async (folder) => {
      const { store } = await livedInFolder(`${folder}/data`);
      const { uploads } = await backup(`${folder}/data`, `${folder}/${name}`, at);
      expect(uploads).toBe(2);
      expect((await Deno.stat(`${folder}/${name}`)).mode! & 0o777).toBe(0o600);
      await store.kv.set(["after"], 1);
      store.close();
      const done = await restore(`${folder}/new`, `${folder}/${name}`, gentle);
      expect(done).toEqual({ createdAt: "2026-03-01T12:00:00.000Z", uploads: 2, aside: null });
      expect(await lettersIn(`${folder}/new`)).toEqual(["Dear Olena", "My garden"]);
      expect(await auditOf(`${folder}/new`)).toEqual([]);
      const [old, restored] = [await contentOf(`${folder}/data/uploads`), await contentOf(`${folder}/new/uploads`)];
      expect(restored).toEqual(old);
      expect((await Array.fromAsync(Deno.readDir(`${folder}/data`))).map((entry) => entry.name).sort())
        .toEqual([backupNote, "kv.sqlite3", "uploads"]);
    }));
}

Deno.test("a backup that has ended is noted in the folder, one that failed is not, and a restore leaves the note", () =>
  inFolder(async (folder) => {
    const dataDir = `${folder}/data`;
    const { store } = await livedInFolder(dataDir);
    store.close();
    await expect(backup(dataDir, `${folder}/none/a.tar`, at)).rejects.toThrow();
    expect(await lastBackupAt(dataDir)).toBeNull();
    await backup(dataDir, `${folder}/a.tar`, at);
    expect(await lastBackupAt(dataDir)).toBe(at);
    await restore(dataDir, `${folder}/a.tar`, { force: true, at });
    expect(await lastBackupAt(dataDir)).toBe(at);
  }));

Deno.test("files that come or go while the store is copied are in the backup", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(`${folder}/data`);
    const [gone, come] = [`letters/${picture.id}/full.webp`, "letters/another/full.webp"];
    // Called between the copy of the store and the second look at the files.
    const chmod = Deno.chmod;
    Deno.chmod = async (...args) => {
      await Deno.mkdir(`${folder}/data/uploads/letters/another`);
      await Deno.rename(`${folder}/data/uploads/${gone}`, `${folder}/data/uploads/${come}`);
      await chmod(...args);
    };
    try {
      await backup(`${folder}/data`, `${folder}/a.tar`, at);
    } finally {
      Deno.chmod = chmod;
      store.close();
    }
    await restore(`${folder}/new`, `${folder}/a.tar`, gentle);
    expect(Object.keys(await contentOf(`${folder}/new/uploads`))).toEqual(expect.arrayContaining([gone, come]));
  }));

Deno.test("files come back as their owner's alone, whatever their modes were", () =>
  inFolder(async (folder) => {
    const { store } = await livedInFolder(`${folder}/data`);
    await Deno.chmod(`${folder}/data/${storeFile}`, 0o4667);
    const [upload] = Object.keys(await contentOf(`${folder}/data/uploads`));
    await Deno.chmod(`${folder}/data/uploads/${upload}`, 0o400);
    await backup(`${folder}/data`, `${folder}/a.tar`, at);
    store.close();
    await restore(`${folder}/new`, `${folder}/a.tar`, gentle);
    expect((await Deno.stat(`${folder}/new/${storeFile}`)).mode! & 0o7777).toBe(0o600);
    expect((await Deno.stat(`${folder}/new/uploads/${upload}`)).mode! & 0o7777).toBe(0o600);
  }));

Deno.test("a later backup replaces an earlier one, and nothing else that stands under its name", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    await backup(`${folder}/data`, file, at);
    const before = await contentOf(`${folder}/data`);
    await expect(backup(`${folder}/data`, `${folder}/data/${storeFile}`, at)).rejects.toThrow("is no backup");
    await expect(backup(`${folder}/data`, folder, at)).rejects.toThrow("is no backup");
    await expect(backup(`${folder}/nothing`, file, at)).rejects.toThrow("there is no store");
    expect(await contentOf(`${folder}/data`)).toEqual(before);
  }));

Deno.test("two backups into one file: one of them is refused", () =>
  inFolder(async (folder) => {
    const { store } = await livedInFolder(`${folder}/data`);
    const both = await Promise.allSettled([1, 2].map(() => backup(`${folder}/data`, `${folder}/a.tar.gz`, at)));
    store.close();
    const refused = both.filter((one) => one.status === "rejected").map(({ reason }) => reason.message);
    expect(refused.every((message) => /another backup is writing/.test(message))).toBe(true);
    expect(refused.length).toBeLessThan(2);
    await restore(`${folder}/new`, `${folder}/a.tar.gz`, gentle);
  }));

Deno.test("a folder that is not empty is left alone; with force its content is moved aside and kept", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    await Deno.mkdir(`${folder}/data/outbox`);
    await Deno.writeTextFile(`${folder}/data/outbox/1.eml`, "mail");
    const before = await contentOf(`${folder}/data`);
    const { [backupNote]: _note, ...moved } = before;
    await expect(restore(`${folder}/data`, file, gentle)).rejects.toThrow("is not empty (kv.sqlite3, outbox, uploads)");
    expect(await contentOf(`${folder}/data`)).toEqual(before);

    const first = await restore(`${folder}/data`, file, { force: true, at });
    expect(first.aside).toBe(`${folder}/data/before-restore-20260301T120000Z`);
    expect(await contentOf(first.aside!)).toEqual(moved);
    const second = await restore(`${folder}/data`, file, { force: true, at });
    expect(second.aside).toBe(`${first.aside}-2`);
    expect(await contentOf(first.aside!)).toEqual(moved);
    expect(await lettersIn(`${folder}/data`)).toEqual(["Dear Olena", "My garden"]);
  }));

Deno.test("a backup that lies in the folder itself stays where it is; one among the uploads is refused", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    await Deno.mkdir(`${folder}/data/backups`);
    await Deno.rename(file, `${folder}/data/backups/a.tar`);
    await restore(`${folder}/data`, `${folder}/data/backups/a.tar`, { force: true, at });
    expect(await lettersIn(`${folder}/data`)).toEqual(["Dear Olena", "My garden"]);
    await Deno.rename(`${folder}/data/backups/a.tar`, `${folder}/data/uploads/a.tar`);
    await expect(restore(`${folder}/data`, `${folder}/data/uploads/a.tar`, { force: true, at })).rejects.toThrow(
      "move it elsewhere",
    );
  }));

Deno.test("a folder in use is not restored into, whatever is wished", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    using _server = await holdDataDir(`${folder}/data`);
    const before = await contentOf(`${folder}/data`);
    await expect(restore(`${folder}/data`, file, { force: true, at })).rejects.toThrow("another process");
    expect(await contentOf(`${folder}/data`)).toEqual(before);
  }));

Deno.test("what is no backup, or only a part of one, is refused in words, and nothing changes", () =>
  inFolder(async (folder) => {
    const whole = await Deno.readFile(await backedUp(folder));
    const packed = await new Response(new Blob([whole]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
    const before = await contentOf(`${folder}/data`);
    const attempt = async (bytes: Uint8Array, words: RegExp) => {
      await Deno.writeFile(`${folder}/bad`, bytes);
      await expect(restore(`${folder}/data`, `${folder}/bad`, { force: true, at })).rejects.toThrow(words);
      expect(await contentOf(`${folder}/data`)).toEqual(before);
    };
    await attempt(new Uint8Array(), /is no backup of this site/);
    await attempt(new TextEncoder().encode("Dear Olena,\n".repeat(500)), /is no backup of this site/);
    await attempt(await Deno.readFile(`${folder}/data/${storeFile}`), /is no backup of this site/);
    await attempt(packed.subarray(0, 8), /is damaged|is no backup/);
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      await attempt(whole.subarray(0, Math.floor(whole.length * share)), /damaged or cut off|no backup/);
      await attempt(packed.subarray(0, Math.floor(packed.length * share)), /damaged or cut off|no backup/);
    }
    await attempt(whole.subarray(0, whole.length - 1024 - 1024), /damaged or cut off/);
    await expect(restore(`${folder}/data`, `${folder}/missing`, { force: true, at })).rejects.toThrow(
      "there is no file",
    );
  }));

Deno.test("one flipped bit anywhere is refused, or was in what nobody reads", () =>
  inFolder(async (folder) => {
    const whole = await Deno.readFile(await backedUp(folder));
    await restore(`${folder}/good`, `${folder}/a.tar`, gentle);
    const good = await contentOf(`${folder}/good`);
    let refused = 0;
    for (let round = 0; round < 150; round++) {
      const flipped = whole.slice();
      // Every second flip is in the headers and the list of parts, which are small.
      const byte = Math.floor(Math.random() * (round % 2 ? whole.length : 2048));
      flipped[byte]! ^= 1 << (round % 8);
      await Deno.writeFile(`${folder}/bad`, flipped);
      const dataDir = `${folder}/restored`;
      try {
        await restore(dataDir, `${folder}/bad`, gentle);
        expect([byte, await contentOf(dataDir)]).toEqual([byte, good]);
        await Deno.remove(dataDir, { recursive: true });
      } catch (error) {
        expect((error as Error).message).toMatch(/damaged|no backup/);
        expect(await contentOf(dataDir)).toEqual({});
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(75);
  }));

Deno.test("a list of parts that leads out of the folder, or names one twice, is refused", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/parts/uploads/letters`, { recursive: true });
    await Deno.writeTextFile(`${folder}/parts/${storeFile}`, "no store");
    await Deno.writeTextFile(`${folder}/evil`, "evil");
    for (const names of [[storeFile, "../evil"], [storeFile, storeFile], [storeFile, "../parts/kv.sqlite3"]]) {
      const chunks = await Array.fromAsync(writeArchive(`${folder}/parts`, names, at));
      await Deno.writeFile(`${folder}/bad.tar`, await new Blob(chunks).bytes());
      await expect(restore(`${folder}/new/data`, `${folder}/bad.tar`, gentle)).rejects.toThrow("no backup that");
    }
    const chunks = await Array.fromAsync(writeArchive(`${folder}/parts`, [storeFile], at));
    await Deno.writeFile(`${folder}/bad.tar`, await new Blob(chunks).bytes());
    await expect(restore(`${folder}/new/data`, `${folder}/bad.tar`, gentle)).rejects.toThrow("is broken");
    expect(await contentOf(`${folder}/new`)).toEqual({});
  }));

Deno.test("a restore that comes during a backup or an audit is noticed: no copy of two stores", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    const data = `${folder}/data`;
    const chmod = Deno.chmod;
    Deno.chmod = async (...args) => {
      Deno.chmod = chmod;
      await restore(data, file, { force: true, at });
      await chmod(...args);
    };
    try {
      await expect(backup(data, `${folder}/b.tar`, at)).rejects.toThrow("a restore has replaced");
    } finally {
      Deno.chmod = chmod;
    }
    await Deno.mkdir(`${data}/.restore-verified`);
    await expect(backup(data, `${folder}/b.tar`, at)).rejects.toThrow("has not ended");
    await expect(auditOf(data)).rejects.toThrow("has not ended");
  }));

Deno.test("a store that is gone when it is to be copied is not made anew", () =>
  inFolder(async (folder) => {
    expect(() => copyStore(`${folder}/${storeFile}`, `${folder}/copy`)).toThrow("cannot be copied");
    expect(await contentOf(folder)).toEqual({});
  }));

Deno.test("a restore that is cut off after any step leaves what was there, or is finished by the next call", () =>
  inFolder(async (folder) => {
    const file = await backedUp(folder);
    await restore(`${folder}/good`, file, gentle);
    const good = await contentOf(`${folder}/good`);
    const rename = Deno.rename;
    const outcomes: string[] = [];
    for (let steps = 0; outcomes.at(-1) !== "done"; steps++) {
      const dataDir = `${folder}/cut-${steps}`;
      (await livedInFolder(dataDir)).store.close();
      const before = await contentOf(dataDir);
      let left = steps;
      Deno.rename = (...paths) => left-- > 0 ? rename(...paths) : Promise.reject(new Error("cut off"));
      const isDone = await restore(dataDir, file, { force: true, at }).then(() => true, () => false);
      Deno.rename = rename;
      const isBetween = await holdDataDir(dataDir).then((hold) => hold.release(), () => "between");
      outcomes.push(isDone ? "done" : isBetween ?? "as before");
      if (outcomes.at(-1) === "as before") {
        expect(await contentOf(dataDir)).toEqual(before);
        await restore(dataDir, file, { force: true, at });
      } else if (!isDone) {
        await expect(restore(dataDir, `${folder}/anything`, gentle)).rejects.toThrow("was finished");
      }
      const aside = "before-restore-20260301T120000Z";
      const content = await contentOf(dataDir);
      const ours = Object.entries(content).filter(([path]) => !path.startsWith(aside));
      expect(Object.fromEntries(ours)).toEqual(good);
      expect(await contentOf(`${dataDir}/${aside}`)).toEqual(before);
    }
    expect([...new Set(outcomes)]).toEqual(["as before", "between", "done"]);
  }));
