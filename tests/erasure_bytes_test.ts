/**
 * When erasure is done: after a deletion and a compaction there is no byte of the person in the store's file, beside it, or
 * among the uploads; neither of texts in UTF-8 or UTF-16, nor of pictures.
 */
import { expect } from "expect";
import { Buffer } from "node:buffer";
import { deleteAccount } from "../kv/accounts/deletions.ts";
import { wordsOf } from "../kv/records/own_data/testing/cast.ts";
import { fullLives } from "../kv/records/own_data/testing/full_lives.ts";
import { eraseAll } from "../kv/testing/deletions.ts";
import { testPassword, testStore } from "../kv/testing/store.ts";
import { fileStorage } from "../services/storage/files.ts";
import { auditFolder } from "../tools/store/audit_folder.ts";
import { compact } from "../tools/store/compact.ts";
import { storeFile } from "../tools/store/sqlite.ts";
import { inFolder } from "../tools/store/testing/world.ts";

for (const [side, who] of [["man", "him"], ["lady", "her"]] as const) {
  Deno.test(`no byte of a deleted ${side} is left after compaction`, () =>
    inFolder(async (folder) => {
      // The audit of a folder goes by the real clock.
      const store = await testStore({ location: `${folder}/${storeFile}`, now: Date.now() - 2 * 3600_000 });
      const storage = await fileStorage(`${folder}/uploads`);
      const { pictures, ...lives } = await fullLives(store, (name, bytes) => storage.put(name, bytes, "image/webp"));
      const sought = [...wordsOf[side].flatMap(inBothForms), ...pictures[side].map((bytes) => Buffer.from(bytes))];
      expect((await found(folder, sought)).length).toBeGreaterThan(pictures[side].length + 10);

      const { id } = lives[who];
      const deleted = await deleteAccount(store, id, { password: testPassword, wantsRefund: true });
      expect(deleted.ok).toBe(true);
      await eraseAll(store, (name) => storage.delete(name));
      store.close();
      await compact(folder);
      expect(await found(folder, sought)).toEqual([]);

      // The other's pictures are all there still.
      const others = pictures[side === "man" ? "lady" : "man"].map((bytes) => Buffer.from(bytes));
      expect((await found(folder, others)).length).toBe(others.length);
      expect(await auditFolder({ dataDir: folder, secret: "a secret that only tests may know", s3: null })).toEqual([]);
    }));
}

const inBothForms = (word: string): Buffer[] => [Buffer.from(word, "utf8"), Buffer.from(word, "utf16le")];

/** Which of the sought bytes stand in any file of the folder, by their beginnings. */
async function found(folder: string, sought: Buffer[]): Promise<string[]> {
  const here = new Set<string>();
  for await (const path of filesBelow(folder)) {
    const bytes = Buffer.from(await Deno.readFile(path));
    for (const each of sought) {
      if (bytes.includes(each)) here.add(each.subarray(0, 60).toString("latin1"));
    }
  }
  return [...here];
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
