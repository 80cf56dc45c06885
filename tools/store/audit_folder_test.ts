/** What the audit of a folder says while accounts are leaving, and of a store that nobody has served for long. */
import { expect } from "expect";
import { deleteAccount } from "../../kv/accounts/deletions.ts";
import { eraseAll } from "../../kv/testing/deletions.ts";
import { testPassword, type TestStore } from "../../kv/testing/store.ts";
import { eraseMember } from "../../kv/records/own_data/erase.ts";
import { openStore } from "../../kv/open.ts";
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
    // Called first between the copy of the store and the look at the files.
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
