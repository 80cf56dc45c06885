/**
 * Who holds DATA_DIR: one process at a time may change the store's file, because two of them would lose writes to each
 * other. The system lets go of the hold when the process ends, however it ends; a file left behind holds nothing.
 */

/** The lock's file: in DATA_DIR, because the hold must reach whoever names the folder in another way. */
export const lockFile = ".lock";
/** A verified restore that is being put into place; while it is there the store is neither the old nor the new one. */
export const restoreFolder = ".restore-verified";

/** The folder cannot be had now; the message says why, for the operator. */
export class DataDirUnavailable extends Error {}

export interface DataDirHold extends Disposable {
  release: () => void;
}

/**
 * Takes the hold on a folder, which must exist, until `release`; waits for a holder that may be about to end.
 * Throws DataDirUnavailable where another process has it after so long, and where a restore was interrupted (unless
 * `duringRestore`).
 */
export async function holdDataDir(
  dataDir: string,
  { duringRestore = false, patienceMs = 0 } = {},
): Promise<DataDirHold> {
  const file = await Deno.open(`${dataDir}/${lockFile}`, { read: true, write: true, create: true, mode: 0o644 });
  try {
    await giveToOwner(dataDir);
    if (!await lockWithin(file, patienceMs)) throw new DataDirUnavailable(await whoHolds(dataDir));
    if (!duringRestore && await isThere(`${dataDir}/${restoreFolder}`)) {
      throw new DataDirUnavailable(
        `a restore into ${dataDir} was interrupted; run "deno task restore FILE" again, which finishes it`,
      );
    }
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
    // Closing alone would not let go while a program that is just being started still has a copy of the open file.
    file.unlockSync();
    file.close();
  };
  return { release, [Symbol.dispose]: release };
}

async function lockWithin(file: Deno.FsFile, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (!await file.tryLock(true)) {
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** Where root looks after a folder, the server must still be able to take the hold. */
async function giveToOwner(dataDir: string): Promise<void> {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return;
  const { uid, gid } = await Deno.stat(dataDir);
  if (uid) await Deno.chown(`${dataDir}/${lockFile}`, uid, gid);
}

async function whoHolds(dataDir: string): Promise<string> {
  const pid = await Deno.readTextFile(`${dataDir}/${lockFile}`).then((text) => text.trim(), () => "");
  const name = /^\d+$/.test(pid) ? ` (${pid})` : "";
  return `another process${name} uses ${dataDir}; two processes may never share one store`;
}

const isThere = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
