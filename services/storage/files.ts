/** Uploads as files of a folder: written aside and moved into place, so that a file is there whole or not at all. */
import { assertSafeName, isSafeName, type Storage, StorageUnavailable } from "./storage.ts";

const chunkBytes = 64 * 1024;

/** Nobody writes one file for so long. */
const writingMsMax = 3600_000;

/** Opens the folder, making it where it is missing, and clears away what a crash left half written. */
export async function fileStorage(root: string): Promise<Storage> {
  const aside = `${root}/.writing`;
  await Deno.mkdir(aside, { recursive: true });
  await clearAway(aside, Date.now());
  const placeOf = (name: string): string => {
    assertSafeName(name);
    return `${root}/${name}`;
  };
  /** A file that is missing with the whole folder, such as a disk that is no longer mounted, may be there again later. */
  const nothingThere = async (error: unknown): Promise<null> => {
    ignoreMissing(error);
    if (await Deno.stat(aside).catch(ignoreMissing)) return null;
    throw new StorageUnavailable("the folder of uploads is not there", { cause: error });
  };
  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const temporary = `${aside}/${crypto.randomUUID()}`;
      const folder = place.slice(0, place.lastIndexOf("/"));
      try {
        await writeSynced(temporary, bytes);
        await Deno.mkdir(folder, { recursive: true });
        await Deno.rename(temporary, place);
      } catch (error) {
        await Deno.remove(temporary).catch(ignoreMissing);
        if (error instanceof Deno.errors.NotFound) await nothingThere(error);
        throw asUnavailable(error);
      }
      await syncFolder(folder);
    },
    async get(name, range) {
      const file = await Deno.open(placeOf(name)).catch(nothingThere);
      if (!file) return null;
      try {
        const { size, isFile } = await file.stat();
        if (!isFile) throw new Error("not a stored file");
        const { start, end } = range ?? { start: 0, end: size - 1 };
        if (start > 0) await file.seek(start, Deno.SeekMode.Start);
        return { sizeBytes: size, body: streamOf(file, end - start + 1) };
      } catch (error) {
        file.close();
        throw error;
      }
    },
    async delete(name) {
      const place = placeOf(name);
      await Deno.remove(place).catch(nothingThere);
      // The folder of a file's parts goes with the last of them; one that holds more cannot be removed.
      if (name.split("/").length === 3) await Deno.remove(place.slice(0, place.lastIndexOf("/"))).catch(() => {});
    },
    list: () => namesBelow(root, ""),
  };
}

/**
 * Removes what a crash left. Younger files may be another instance's, whose folder this is, too. By the clock of the
 * files, not the site's.
 */
async function clearAway(aside: string, nowMs: number): Promise<void> {
  for await (const { name } of Deno.readDir(aside)) {
    const path = `${aside}/${name}`;
    const writtenAt = (await Deno.stat(path).catch(ignoreMissing))?.mtime?.getTime() ?? nowMs;
    if (nowMs - writtenAt > writingMsMax) await Deno.remove(path).catch(ignoreMissing);
  }
}

/** A disk without room, or that takes nothing any more (ENOSPC, EDQUOT, EROFS). */
function asUnavailable(error: unknown): unknown {
  const isFull = error instanceof Error && /os error (28|122|30)\b/.test(error.message);
  return isFull ? new StorageUnavailable("no file can be written to the disk", { cause: error }) : error;
}

/** Reads so many bytes and closes the file, even if nobody wants the rest. */
function streamOf(file: Deno.FsFile, bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = bytes;
  return new ReadableStream({
    async pull(controller) {
      try {
        const buffer = new Uint8Array(Math.min(chunkBytes, left));
        const count = left > 0 ? await file.read(buffer) : null;
        if (count !== null) {
          left -= count;
          controller.enqueue(buffer.subarray(0, count));
        }
        if (count !== null && left > 0) return;
        file.close();
        // A length was promised: an end before it must not look like the whole.
        if (left > 0) controller.error(new Error("a stored file is shorter than it was"));
        else controller.close();
      } catch (error) {
        file.close();
        throw error;
      }
    },
    cancel: () => file.close(),
  }, { highWaterMark: 0 });
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  for (let from = 0; from < bytes.length;) from += await file.write(bytes.subarray(from));
  await file.sync();
}

/** After a rename the folder must reach the disk as well. */
async function syncFolder(folder: string): Promise<void> {
  // On Windows a folder cannot be opened like a file.
  if (Deno.build.os === "windows") return;
  using opened = await Deno.open(folder);
  await opened.sync();
}

/**
 * The names of the files below a folder; changes nothing, so that another process may look as well. A folder that is
 * not there, or went since its parent was read, has none.
 */
export async function* namesBelow(root: string, folder: string): AsyncIterable<string> {
  const entries = await Array.fromAsync(Deno.readDir(`${root}/${folder}`)).catch(ignoreMissing) ?? [];
  for (const { name, isDirectory } of entries) {
    const path = folder + name;
    if (isDirectory) {
      if (path !== ".writing") yield* namesBelow(root, `${path}/`);
    } else if (isSafeName(path)) yield path;
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}
