/**
 * Puts a backup in the place of a store: unpacks and checks it beside that first, then moves it in. Nothing that was there
 * is deleted. An interruption leaves either what was there, or a verified restore that the next call finishes; until then
 * nobody can start on the folder.
 */
import { assertFileNotNewer } from "../../kv/store/open.ts";
import { holdDataDir, lockFile, makeDataDir, restoreFolder } from "../../services/data_dir.ts";
import { give, giveToOwner, type Owner, ownerToGiveTo } from "../../services/folder_owner.ts";
import { backupNote } from "../../services/last_backup.ts";
import { type Manifest, readArchive } from "./archive.ts";
import { syncFolder } from "./backup.ts";
import { Fault } from "./fault.ts";
import { faultOfStore, isStoreFile, storeFile } from "./sqlite.ts";
import { ignoreMissing, isWorkFolder, newWorkPath, workFolder } from "./work_folder.ts";

export interface RestoreDone {
  createdAt: string;
  uploads: number;
  /** Where the former content lies; null where there was none. */
  aside: string | null;
}

/** How a verified restore goes on; kept in its folder. */
interface Plan {
  manifest: Manifest;
  /** The folder in DATA_DIR for what was there. */
  aside: string;
  /** What else stays in DATA_DIR, besides what this module knows: the backup itself, if it lies there. */
  keep: string[];
}

const planFile = "plan.json";
const asideStart = "before-restore-";

/**
 * Restores a backup into a folder; with `force`, what is there is moved aside first.
 * Throws Fault for a file that is not whole or not ours, and for a folder that is not empty;
 * DataDirUnavailable for a folder in use; FormatUnknown for what a later build has backed up.
 */
export async function restore(
  dataDir: string,
  source: string,
  { force, at }: { force: boolean; at: number },
): Promise<RestoreDone> {
  await makeDataDir(dataDir);
  using _hold = await holdDataDir(dataDir, { duringRestore: true });
  if (await isThere(`${dataDir}/${restoreFolder}`)) {
    const { createdAt } = await finish(dataDir);
    throw new Fault(
      `an interrupted restore was finished: ${dataDir} is as of ${createdAt}; to restore something else, call again`,
    );
  }
  const keep = [await entryHolding(dataDir, source)].filter((name) => name !== null);
  if (keep.some((name) => isStoreFile(name) || name === "uploads")) {
    throw new Fault(`${source} lies where it would be restored to; move it elsewhere first`);
  }
  const inTheWay = await contentOf(dataDir, keep);
  if (inTheWay.length > 0 && !force) {
    throw new Fault(`${dataDir} is not empty (${inTheWay.join(", ")}); --force moves what is there aside`);
  }
  await assertMovable(dataDir, inTheWay);
  await stage(dataDir, source, { keep, aside: await freeName(dataDir, at) });
  return await finish(dataDir);
}

/** Throws Fault for a disk of its own, which cannot be moved aside; better known before than halfway. */
async function assertMovable(dataDir: string, names: string[]): Promise<void> {
  const { dev } = await Deno.stat(dataDir);
  for (const name of names) {
    if ((await Deno.lstat(`${dataDir}/${name}`)).dev === dev) continue;
    throw new Fault(`${dataDir}/${name} is a disk of its own and cannot be moved aside; empty or unmount it first`);
  }
}

/** A name under which nothing was ever moved aside. */
async function freeName(dataDir: string, at: number): Promise<string> {
  const name = asideStart + new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
  for (let number = 1;; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!await isThere(`${dataDir}/${free}`)) return free;
  }
}

/** Unpacks in a work folder; only if all of it is right does it become the restore that will be finished. */
async function stage(dataDir: string, source: string, plan: Omit<Plan, "manifest">): Promise<void> {
  await using work = await workFolder(dataDir);
  const folder = `${work.path}/restore`;
  await Deno.mkdir(`${folder}/uploads`, { recursive: true, mode: 0o700 });
  const manifest = await readArchive(source, (part, _mode, body) => unpack(folder, part.name, body));
  const fault = faultOfStore(`${folder}/${storeFile}`);
  if (fault) throw new Fault(`the store in ${source} is broken: ${fault}`);
  await assertFileNotNewer(`${folder}/${storeFile}`);
  await Deno.writeTextFile(`${folder}/${planFile}`, JSON.stringify({ ...plan, manifest } satisfies Plan));
  await settle(folder, ownerToGiveTo(dataDir));
  await Deno.rename(folder, `${dataDir}/${restoreFolder}`);
  await syncFolder(dataDir);
}

async function unpack(folder: string, name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const path = `${folder}/${name}`;
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
  // Readable by its owner alone, whatever the backup says.
  const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
    }
    await file.sync();
  } finally {
    file.close();
  }
}

/** Syncs every folder to the disk, and gives everything to `owner` if there is one. */
async function settle(folder: string, owner: Owner | null): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await settle(`${folder}/${name}`, owner);
    else if (owner) give(`${folder}/${name}`, owner);
  }
  if (owner) give(folder, owner);
  await syncFolder(folder);
}

/** Moves a verified restore into place. May be cut off anywhere and called again: it sees what is done already. */
async function finish(dataDir: string): Promise<RestoreDone> {
  const staging = `${dataDir}/${restoreFolder}`;
  const plan = await readPlan(staging);
  const aside = `${dataDir}/${plan.aside}`;
  const isPlaced = async (name: string) => !await isThere(`${staging}/${isStoreFile(name) ? storeFile : name}`);
  for (const name of await contentOf(dataDir, plan.keep)) {
    const isOurs = isStoreFile(name) || name === "uploads";
    if (isOurs && await isPlaced(name)) continue;
    await Deno.mkdir(aside, { recursive: true, mode: 0o700 });
    giveToOwner(dataDir, plan.aside);
    await Deno.rename(`${dataDir}/${name}`, `${aside}/${name}`);
  }
  // The store last: its presence is what makes the folder a site's.
  for (const name of ["uploads", storeFile]) {
    if (!await isPlaced(name)) await Deno.rename(`${staging}/${name}`, `${dataDir}/${name}`);
  }
  await syncFolder(dataDir);
  // Under another name first: a folder that is half removed must not look like a restore.
  const done = newWorkPath(dataDir);
  await Deno.rename(staging, done);
  await Deno.remove(done, { recursive: true });
  return {
    createdAt: plan.manifest.createdAt,
    uploads: plan.manifest.parts.length - 1,
    aside: await isThere(aside) ? aside : null,
  };
}

async function readPlan(staging: string): Promise<Plan> {
  return JSON.parse(await Deno.readTextFile(`${staging}/${planFile}`)) as Plan;
}

/** What a restore would have to move: everything but what belongs to the folder itself. */
async function contentOf(dataDir: string, keep: string[]): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(dataDir));
  const stays = (name: string) =>
    [lockFile, restoreFolder, backupNote, "lost+found", ...keep].includes(name) || isWorkFolder(name) ||
    name.startsWith(asideStart);
  return entries.map(({ name }) => name).filter((name) => !stays(name)).sort();
}

/** The entry of `dataDir` in which a file lies; null if it lies elsewhere. */
async function entryHolding(dataDir: string, path: string): Promise<string | null> {
  const folder = await Deno.realPath(dataDir) + "/";
  const place = await Deno.realPath(path).catch(ignoreMissing);
  return place?.startsWith(folder) ? place.slice(folder.length).split("/")[0]! : null;
}

const isThere = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);
