/** What the audit of a folder says while accounts are deleted, and of a store that was not served for long. */
import { expect } from "expect";
import { deleteAccount } from "../../kv/accounts/deletions.ts";
import { openStore } from "../../kv/open.ts";
import { eraseMember } from "../../kv/records/own_data/erase.ts";
import { fullLives } from "../../kv/records/own_data/testing/full_lives.ts";
import { eraseAll } from "../../kv/testing/deletions.ts";
import { testPassword, type TestStore, testStore } from "../../kv/testing/store.ts";
import { photoFile, photosOf, type UploadedPicture } from "../../kv/vetting/photos.ts";
import { fileStorage } from "../../services/storage/files.ts";
import { auditFolder } from "./audit_folder.ts";
import { storeFile } from "./sqlite.ts";
import { inFolder, livedInFolder } from "./testing/world.ts";

const secret = "a secret that only tests may know";
const auditOf = (dataDir: string) => auditFolder({ dataDir, secret, s3: null });

async function leave(store: TestStore, userId: number): Promise<void> {
  const left = await deleteAccount(store, userId, { password: testPassword, wantsRefund: false });
  if (!left.ok) throw new Error(left.reason);
}

Deno.test("pictures of whoever is leaving are not missing, though their records are still there", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(folder);
    await leave(store, picture.ownerId);
    let removed = 0;
    const removeFile = async (name: string) => {
      await Deno.remove(`${folder}/uploads/${name}`);
      if (++removed === 2) throw new Error("the server died");
    };
    await expect(eraseMember(store, picture.ownerId, removeFile)).rejects.toThrow("the server died");
    expect(await auditOf(folder)).toEqual([]);
    await store.close();
  }));

Deno.test("pictures of whoever left since the store was copied are not missing", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(folder);
    const stat = Deno.stat;
    let hasLeft = false;
    // The first of these calls comes after the store is copied and before its files are looked at.
    Deno.stat = async (path) => {
      if (!hasLeft && String(path).includes("/uploads/")) {
        hasLeft = true;
        await leave(store, picture.ownerId);
        await eraseAll(store, (name) => Deno.remove(`${folder}/uploads/${name}`).catch(() => {}));
      }
      return await stat(path);
    };
    try {
      expect(await auditOf(folder)).toEqual([]);
    } finally {
      Deno.stat = stat;
    }
    expect(hasLeft).toBe(true);
    await store.close();
  }));

Deno.test("a store at rest is judged by when it was last served, whichever tools have opened it since", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(folder);
    await leave(store, picture.ownerId);
    await store.close();
    const asTool = await openStore({ location: `${folder}/${storeFile}`, secret, isVisitor: true });
    await asTool.close();
    expect(await auditOf(folder)).toEqual([]);
  }));

Deno.test("what a server had a day for and did not erase is said, also of a store at rest", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(folder);
    await leave(store, picture.ownerId);
    store.clock.advance({ hours: 25 });
    await store.health.look();
    await store.close();
    expect(await auditOf(folder)).toEqual([`user ${picture.ownerId}, who was deleted, is still not erased`]);
  }));

Deno.test("a photo, a video that men pay for and a live check without their files are named", () =>
  inFolder(async (folder) => {
    using store = await testStore({ location: `${folder}/${storeFile}`, now: Date.now() - 2 * 3600_000 });
    const storage = await fileStorage(`${folder}/uploads`);
    const files: string[] = [];
    const { her } = await fullLives(store, async (name, bytes) => {
      files.push(name);
      await storage.put(name, bytes, "image/webp");
    });
    expect(await auditOf(folder)).toEqual([]);
    const { picture } = (await photosOf(store, her))[0]!;
    const photo = photoFile(picture as UploadedPicture, "quad");
    const video = files.find((name) => name.startsWith("video/"))!;
    const live = files.find((name) => name.startsWith("live/"))!;
    for (const name of [photo, video, live]) await Deno.remove(`${folder}/uploads/${name}`);
    expect((await auditOf(folder)).toSorted()).toEqual([
      `the live check of lady ${her.id} has ${live}, which is not among the uploads`,
      `user ${her.id} has ${photo}, which is not among the uploads`,
      `video 1 has ${video}, which is not among the uploads`,
    ]);
  }));

Deno.test("damage of the disk is named also where no record lies", () =>
  inFolder(async (folder) => {
    const { store } = await livedInFolder(folder);
    const names = Array.from({ length: 20 }, (_, n) => ["removed", n]);
    for (const key of names) await store.kv.set(key, new Uint8Array(60_000));
    for (const key of names) await store.kv.delete(key);
    await store.close();
    expect(await auditOf(folder)).toEqual([]);
    using file = await Deno.open(`${folder}/${storeFile}`, { read: true, write: true });
    const head = new Uint8Array(100);
    await file.read(head);
    const [pageBytes, firstFreePage] = [
      new DataView(head.buffer).getUint16(16),
      new DataView(head.buffer).getUint32(32),
    ];
    await file.seek((firstFreePage - 1) * pageBytes, Deno.SeekMode.Start);
    await file.write(new Uint8Array(400).fill(0xa5));
    expect((await auditOf(folder)).join()).toMatch(/^the store is damaged \(.+\); restore a backup$/);
  }));
