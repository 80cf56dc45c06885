/** Backups that are taken amid the storm, and what is in them afterwards. */
import { runTask, Site } from "./site.ts";
import { judge } from "./verdict/judge.ts";
import { until, type World } from "./world.ts";

export interface Backup {
  file: string;
  /** The place in the book's order when the backup began: what was acknowledged before must be in it. */
  mark: number;
}

/** Takes one backup at each planned moment. */
export async function takeBackups(world: World, folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const moment of world.options.backups) {
    if (!await until(world, moment)) break;
    const backup = await takeBackup(world, `${folder}/backup-${backups.length + 1}.tar`);
    if (backup) backups.push(backup);
  }
  return backups;
}

export async function takeBackup({ site, book, options }: World, file: string): Promise<Backup | null> {
  const mark = book.now;
  const { code, said } = await runTask(site.env, "backup", file);
  options.say(said);
  if (code === 0) return { file, mark };
  book.fault(`a backup failed: ${said}`);
  return null;
}

/** Restores a backup into a folder of its own. */
export async function restoreBackup({ site, book }: World, { file }: Backup): Promise<string> {
  const dataDir = file.replace(/\.tar$/, "");
  const { code, said } = await runTask({ ...site.env, DATA_DIR: dataDir }, "restore", file);
  if (code !== 0) book.fault(`${file} cannot be restored: ${said}`);
  return dataDir;
}

/** Restores a backup, audits it, serves it, and holds it against the book as it was when the backup began. */
export async function judgeBackup(world: World, backup: Backup): Promise<string[]> {
  const { site, book, options, providers } = world;
  const dataDir = await restoreBackup(world, backup);
  const audited = await runTask({ ...site.env, DATA_DIR: dataDir }, "audit", "--ours");
  const faults = audited.code === 0 ? [] : [`its audit says: ${audited.said}`];
  const { clockRate } = options;
  const restored = new Site({ dataDir, clockRate, env: providers.env, logFile: `${dataDir}.log` });
  await restored.start();
  faults.push(...await judge(restored, book, [...world.men, ...world.ladies], backup.mark));
  if (await restored.stop() !== 0) faults.push("its server did not end well");
  await Deno.remove(dataDir, { recursive: true });
  return faults.map((fault) => `${backup.file.split("/").at(-1)}: ${fault}`);
}
