/** When DATA_DIR was last backed up, as the backup itself notes there, so that the server can tell its operator. */
import { giveToOwner } from "./folder_owner.ts";

/** The note's file, in DATA_DIR; a restore leaves it as it is. */
export const backupNote = ".last-backup";

/** Notes a backup that has ended; `at` in ms since the epoch. */
export async function noteBackup(dataDir: string, at: number): Promise<void> {
  const name = `${backupNote}.partial`;
  const partial = `${dataDir}/${name}`;
  await Deno.writeTextFile(partial, `${new Date(at).toISOString()}\n`, { mode: 0o600 });
  giveToOwner(dataDir, name);
  // The next backup may run as another user: renaming needs no right to the former file.
  await Deno.rename(partial, `${dataDir}/${backupNote}`);
}

/** Ms since the epoch; null where no backup was noted, or the note is not for this process to read. */
export async function lastBackupAt(dataDir: string): Promise<number | null> {
  try {
    const at = Date.parse((await Deno.readTextFile(`${dataDir}/${backupNote}`)).trim());
    return Number.isNaN(at) ? null : at;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return null;
    throw error;
  }
}

/** A night's backup that is older than this is missing. */
const lateMs = 36 * 3600_000;

/** Whether a site should have been backed up since. */
export const isBackupLate = (lastAt: number | null, nowMs: number): boolean =>
  lastAt === null || nowMs - lastAt > lateMs;
