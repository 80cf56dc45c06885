/**
 * A consistent copy of a store that may be in use, and of the files it refers to, in one file.
 * The order makes it whole: files are staged before the store is copied, so that none that is removed meanwhile is
 * missing, and once more afterwards, so that none that the copy refers to is missing.
 */
import { assertFileNotNewer } from "../../kv/store/open.ts";
import { noteBackup } from "../../services/last_backup.ts";
import { namesBelow } from "../../services/storage/files.ts";
import { isArchive, writeArchive } from "./archive.ts";
import { Fault } from "./fault.ts";
import { presentStore } from "./presence.ts";
import { copyStore, storeFile } from "./sqlite.ts";
import { ignoreMissing, workFolder } from "./work_folder.ts";

export interface BackupDone {
  bytes: number;
  uploads: number;
}

/**
 * Backs a folder up into a file, gzipped if its name ends in gz, and notes the backup in the folder. The file appears whole
 * or not at all.
 * Throws Fault if there is no store, if the file exists and is no backup, and if another backup writes it;
 * FormatUnknown for the store of a later build, which may keep files that this one does not know.
 */
export async function backup(dataDir: string, target: string, createdAt: number): Promise<BackupDone> {
  const store = await presentStore(dataDir);
  await assertReplaceable(target);
  await using work = await workFolder(dataDir);
  const staged = new Set<string>();
  await stageUploads(dataDir, work.path, staged);
  copyStore(store.file, `${work.path}/${storeFile}`);
  await assertFileNotNewer(`${work.path}/${storeFile}`);
  await Deno.chmod(`${work.path}/${storeFile}`, store.mode);
  await stageUploads(dataDir, work.path, staged);
  await store.assertSame();
  const names = [storeFile, ...[...staged].sort()];
  const bytes = await writeWhole(target, writeArchive(work.path, names, createdAt));
  await noteBackup(dataDir, createdAt);
  return { bytes, uploads: staged.size };
}

/** A slip of the hand must not replace the store, or anything else, by a backup. */
async function assertReplaceable(target: string): Promise<void> {
  const there = await Deno.stat(target).catch(ignoreMissing);
  if (!there || (there.isFile && (there.size === 0 || await isArchive(target)))) return;
  throw new Fault(`${target} exists and is no backup; it is left as it is`);
}

/** Links every upload under a second name, which stays whatever happens to the first one. */
async function stageUploads(dataDir: string, folder: string, staged: Set<string>): Promise<void> {
  const made = new Set<string>();
  for await (const name of namesBelow(`${dataDir}/uploads`, "")) {
    const part = `uploads/${name}`;
    if (staged.has(part)) continue;
    const place = `${folder}/${part}`;
    const parent = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(parent)) await Deno.mkdir(parent, { recursive: true });
    made.add(parent);
    if (await linkOrCopy(`${dataDir}/${part}`, place)) staged.add(part);
  }
}

/** False if the file was removed meanwhile. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await Deno.link(from, to);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    // The uploads may be a link to another disk, or the disk may have no hard links.
    const copied = await Deno.copyFile(from, to).then(() => true, ignoreMissing);
    return copied !== null;
  }
  return true;
}

async function writeWhole(target: string, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<number> {
  const partial = `${target}.partial`;
  // Readable by its owner alone: it holds everybody's letters.
  const file = await Deno.open(partial, { write: true, create: true, mode: 0o600 });
  try {
    // Does not wait for the lock: once another backup is done, this file would be its finished one.
    if (!await file.tryLock(true) || !await isSame(file, partial)) {
      throw new Fault(`another backup is writing ${target}`);
    }
    await file.truncate();
    try {
      const plain = ReadableStream.from(chunks);
      const stream = target.endsWith("gz") ? plain.pipeThrough(new CompressionStream("gzip")) : plain;
      for await (const chunk of stream) {
        for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
      }
      await file.sync();
      const { size } = await file.stat();
      await Deno.rename(partial, target);
      await syncFolder(target.slice(0, target.lastIndexOf("/")) || "/");
      return size;
    } catch (error) {
      await Deno.remove(partial).catch(ignoreMissing);
      throw error;
    }
  } finally {
    file.close();
  }
}

async function isSame(file: Deno.FsFile, path: string): Promise<boolean> {
  const [held, there] = [await file.stat(), await Deno.stat(path).catch(ignoreMissing)];
  return held.ino === there?.ino && held.dev === there?.dev;
}

/** Syncs a folder, because a new name must reach the disk as well. */
export async function syncFolder(path: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using folder = await Deno.open(path);
  await folder.sync();
}
