/**
 * Who holds DATA_DIR: one process at a time may change the store's file, because two of them would lose writes to each
 * other. The system lets go of the hold when the process ends, however it ends; a file left behind holds nothing.
 */

import { giveToOwner } from "./folder_owner.ts";
import { backupNote } from "./last_backup.ts";

/** The lock file: in DATA_DIR, because the hold must also bind a process that names the folder in another way. */
export const lockFile = ".lock";
/** A verified restore that is being put into place; while it is there the store is neither the old nor the new one. */
export const restoreFolder = ".restore-verified";

/** The folder cannot be had now; the message says why, for the operator. */
export class DataDirUnavailable extends Error {}

/**
 * Makes the folder if it is missing. Whatever the process writes from now on (letters, hashes, pictures, mails) only
 * its owner can read. Throws DataDirUnavailable if the folder cannot be made.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  closeUmask();
  await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new DataDirUnavailable(`${dataDir} cannot be made: ${error.message}`, { cause: error });
  });
}

/** The server's few permissions do not allow this: tools/start.ts has done it for the server. */
function closeUmask(): void {
  if (Deno.build.os === "windows") return;
  try {
    Deno.umask(0o077);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
}

export interface DataDirHold extends Disposable {
  release: () => void;
}

/**
 * Takes the hold on a folder, which must exist, until `release`; waits up to `patienceMs` for a holder that may be
 * about to end. Throws DataDirUnavailable if nobody may write there, if another process still has the hold, and if a
 * restore was interrupted (unless `duringRestore`).
 */
export async function holdDataDir(
  dataDir: string,
  { duringRestore = false, patienceMs = 0 } = {},
): Promise<DataDirHold> {
  const file = await Deno.open(`${dataDir}/${lockFile}`, { read: true, write: true, create: true, mode: 0o600 })
    .catch((error) => {
      throw new DataDirUnavailable(`${dataDir} cannot be written: ${error.message}`, { cause: error });
    });
  try {
    closeUmask();
    giveToOwner(dataDir, lockFile);
    if (!await lockWithin(file, patienceMs)) throw new DataDirUnavailable(await whoHolds(dataDir));
    if (!duringRestore && await isThere(`${dataDir}/${restoreFolder}`)) {
      throw new DataDirUnavailable(
        `a restore into ${dataDir} was interrupted; run "deno task restore FILE" again, which finishes it`,
      );
    }
    giveStore(dataDir);
    await closeToOthers(dataDir);
    await file.truncate();
    await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
  } catch (error) {
    file.close();
    throw error;
  }
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    giveStore(dataDir);
    // Closing alone would not let go while a program that is just being started still has a copy of the open file.
    file.unlockSync();
    file.close();
  };
  return { release, [Symbol.dispose]: release };
}

/**
 * Closes to other users what an earlier version let them read. A folder that holds other things is left as it is, and
 * so is what somebody else owns.
 */
async function closeToOthers(dataDir: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  const names = (await Array.fromAsync(Deno.readDir(dataDir))).map(({ name }) => name);
  const close = (path: string, mode: number) => Deno.chmod(path, mode).catch(() => {});
  if (names.some(isOfStore) || names.every((name) => name.startsWith("."))) await close(dataDir, 0o700);
  for (const name of names) if (isOfStore(name) || name === backupNote) await close(`${dataDir}/${name}`, 0o600);
  for (const name of ["uploads", "outbox"]) if (names.includes(name)) await close(`${dataDir}/${name}`, 0o700);
}

async function lockWithin(file: Deno.FsFile, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (!await file.tryLock(true)) {
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** Gives the store's files to the folder's owner: root may have made them under this hold, or under one that was cut off. */
function giveStore(dataDir: string): void {
  try {
    giveToOwner(dataDir, ...Array.from(Deno.readDirSync(dataDir), ({ name }) => name).filter(isOfStore));
  } catch (error) {
    // The folder, or a log of SQLite, has gone meanwhile.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function whoHolds(dataDir: string): Promise<string> {
  const pid = await Deno.readTextFile(`${dataDir}/${lockFile}`).then((text) => text.trim(), () => "");
  const name = /^\d+$/.test(pid) ? ` (${pid})` : "";
  return `another process${name} uses ${dataDir}; two processes may never share one store`;
}

const isOfStore = (name: string): boolean => name.startsWith("kv.sqlite3");

const isThere = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
