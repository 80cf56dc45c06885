import { expect } from "expect";
import { attachmentFile } from "../../kv/letters/attachments.ts";
import { keys } from "../../kv/store/keys.ts";
import { holdDataDir } from "../../services/data_dir.ts";
import { auditFolder } from "./audit_folder.ts";
import { compact } from "./compact.ts";
import { storeFile } from "./sqlite.ts";
import { inFolder, livedInFolder } from "./testing/world.ts";
import { workFolder } from "./work_folder.ts";

const auditOf = (dataDir: string) => auditFolder({ dataDir, secret: "a secret that only tests may know", s3: null });

Deno.test("compaction gives back what deleted records took, and keeps the rest", () =>
  inFolder(async (folder) => {
    const { store } = await livedInFolder(folder);
    const many = Array.from({ length: 60 }, (_, number) => ["bulk", number]);
    for (const key of many) await store.kv.set(key, new Uint8Array(60_000));
    for (const key of many) await store.kv.delete(key);
    store.close();
    const { beforeBytes, afterBytes } = await compact(folder);
    expect(beforeBytes).toBeGreaterThan(3_000_000);
    expect(afterBytes).toBeLessThan(500_000);
    expect(afterBytes).toBe((await Deno.stat(`${folder}/${storeFile}`)).size);
    expect(await auditOf(folder)).toEqual([]);
  }));

Deno.test("a store in use, a missing one and a damaged one are not compacted", () =>
  inFolder(async (folder) => {
    await expect(compact(folder)).rejects.toThrow("there is no store");
    (await livedInFolder(folder)).store.close();
    const server = await holdDataDir(folder);
    await expect(compact(folder)).rejects.toThrow("another process");
    server.release();
    const file = await Deno.open(`${folder}/${storeFile}`, { write: true });
    await file.seek(8192, Deno.SeekMode.Start);
    await file.write(new Uint8Array(20_000).fill(7));
    file.close();
    await expect(compact(folder)).rejects.toThrow("is broken");
  }));

Deno.test("the audit of a folder in use finds nothing, and the picture that a letter misses", () =>
  inFolder(async (folder) => {
    const { store, picture } = await livedInFolder(folder);
    using _server = await holdDataDir(folder);
    expect(await auditOf(folder)).toEqual([]);
    await Deno.remove(`${folder}/uploads/${attachmentFile(picture.id, "thumb")}`);
    await store.kv.delete(keys.userIdByEmail("wei@demo.test"));
    expect(await auditOf(folder)).toEqual([
      expect.stringMatching(/^user \d+ has an address that leads to nobody$/),
      expect.stringMatching(/^letter \d+ encloses letters\/.*\/thumb.webp, which is not among the uploads$/),
    ]);
    store.close();
    expect((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort())
      .toEqual([".lock", "kv.sqlite3", "uploads"]);
  }));

Deno.test("what a killed command left behind is cleared away by the next, and what is alive is not", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/.work-dead`);
    await Deno.writeTextFile(`${folder}/.work-dead/.lock`, "");
    await using alive = await workFolder(folder);
    await using other = await workFolder(folder);
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => `${folder}/${name}`);
    expect(names.sort()).toEqual([alive.path, other.path].sort());
  }));
