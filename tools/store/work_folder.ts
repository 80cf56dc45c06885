/** Folders inside DATA_DIR for work in progress: swept when their process is gone, and never part of a backup. */

const start = ".work-";

export const isWorkFolder = (name: string): boolean => name.startsWith(start);

export interface WorkFolder extends AsyncDisposable {
  path: string;
}

/** Makes a folder that is removed when it is disposed, and clears away those whose process is gone. */
export async function workFolder(dataDir: string): Promise<WorkFolder> {
  await sweepWorkFolders(dataDir);
  const { path, lock } = await lockedFolder(dataDir);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true }).catch(ignoreMissing);
      lock.close();
    },
  };
}

/** Makes a folder and locks it: while its process holds the lock, others leave the folder alone. */
async function lockedFolder(dataDir: string): Promise<{ path: string; lock: Deno.FsFile }> {
  for (;;) {
    const path = newWorkPath(dataDir);
    await Deno.mkdir(path, { mode: 0o700 });
    const lock = await Deno.open(`${path}/.lock`, { write: true, create: true });
    await lock.lock(true);
    // Before it was locked, another process may have swept the folder away.
    if (await Deno.stat(path).catch(ignoreMissing)) return { path, lock };
    lock.close();
  }
}

/** A name that is free, for a folder of this kind. */
export const newWorkPath = (dataDir: string): string => `${dataDir}/${start}${crypto.randomUUID()}`;

/** Removes the folders whose processes are gone. Those that root left are left to root. */
export async function sweepWorkFolders(dataDir: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(dataDir)) {
    if (isDirectory && isWorkFolder(name)) await sweep(`${dataDir}/${name}`).catch(ignoreForbidden);
  }
}

async function sweep(path: string): Promise<void> {
  // A folder that was made just now may not have its lock yet.
  using lock = await Deno.open(`${path}/.lock`, { write: true }).catch(ignoreMissing);
  if (lock ? !await lock.tryLock(true) : await isYoung(path)) return;
  await Deno.remove(path, { recursive: true }).catch(ignoreMissing);
}

async function isYoung(path: string): Promise<boolean> {
  const facts = await Deno.stat(path).catch(ignoreMissing);
  return facts !== null && Date.now() - (facts.mtime?.getTime() ?? 0) < 60_000;
}

export function ignoreMissing(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}

function ignoreForbidden(error: unknown): void {
  if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
}
