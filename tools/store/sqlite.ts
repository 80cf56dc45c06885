/** The store as an SQLite file: copies it while it is written to, checks it, and compacts it. Knows no keys. */
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { asDamage, askAboutDisk } from "../../kv/store/health/unusable.ts";
import { Fault } from "./fault.ts";

export const storeFile = "kv.sqlite3";

/** The store's file and what SQLite keeps beside it while it is open. */
export const isStoreFile = (name: string): boolean => name.startsWith(storeFile);

/**
 * Copies the store as it was at one moment: everything that was acknowledged before, nothing half done.
 * It reads beside the server, whose writes neither wait nor are refused; only SQLite's log grows meanwhile.
 */
export function copyStore(file: string, target: string): void {
  told(`${file} cannot be copied`, () => {
    using database = open(file);
    database.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  });
}

/** What is wrong with a file as a store; null if nothing is. Throws Fault if nobody can tell: what is not read may be whole. */
export function faultOfStore(file: string): string | null {
  try {
    using database = open(file);
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name IN ('kv', 'data_version')");
    if (tables.get()?.count !== 2) return "it is no store of this site";
    const [first] = database.prepare("PRAGMA integrity_check(1)").all();
    const found = String(first?.integrity_check).replace(/^\*\*\* in database main \*\*\*\n/, "");
    return found === "ok" ? null : found;
  } catch (error) {
    if (asDamage(error)) return (error as Error).message;
    throw unknown(`${file} cannot be checked`, error);
  }
}

/** Gives unused space back. Nobody else may have the store open. Throws when the disk has no room for a second copy. */
export function compactStore(file: string): void {
  told(`${file} cannot be compacted, and is as it was`, () => {
    using database = open(file);
    database.exec("VACUUM");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

/** Throws errors of `work` as Fault. */
function told(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const damage = asDamage(error, "it");
    throw damage ? new Fault(`${what}: ${damage.message}`) : unknown(what, error);
  }
}

/** Of a full disk, or of a file of another owner, SQLite says only "disk I/O error" or the like: the operator is asked. */
const unknown = (what: string, error: unknown): Fault =>
  new Fault(`${what}: ${(error as Error).message}; ${askAboutDisk}`);

/** Not read-only: the last to use a store must be able to clear its log away, or a log of another owner would stay. */
function open(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  // A file that is gone must not be created anew, empty.
  url.searchParams.set("mode", "rw");
  return new DatabaseSync(url, { timeout: 10_000 });
}
