/** The verdict at the end of a storm: on the site, on what is left in its store, and on every backup. */
import { type Backup, judgeBackup, restoreBackup, takeBackup } from "../backups.ts";
import { runTask } from "../site.ts";
import { pause, type World } from "../world.ts";
import { judgeBytes, judgeDoor } from "./gone.ts";
import { judge } from "./judge.ts";

/** Looks again after these pauses if something disagrees: jobs may be under way, but what is lost never comes. */
const pausesMs = [3000, 8000, 20_000, 60_000, 120_000];

/** What disagrees, as sentences; the site is stopped in the course of it. */
export async function judgeEverything(world: World, folder: string, backups: Backup[]): Promise<string[]> {
  const { site, book, options } = world;
  const faults = [...await judgeSite(world, folder), ...await judgeDoor(world)];
  const audited = await runTask(site.env, "audit", "--ours");
  if (audited.code !== 0) faults.push(`the audit says: ${audited.said}`);
  if (await site.stop() !== 0) faults.push("the server did not end well");
  const atRest = await runTask(site.env, "audit", "--ours");
  if (atRest.code !== 0) faults.push(`the audit of the stopped site says: ${atRest.said}`);
  for (const backup of backups) {
    const found = await judgeBackup(world, backup);
    options.say(`${backup.file}: ${found.length} disagree`);
    faults.push(...found);
  }
  return [...book.faults, ...faults];
}

async function judgeSite(world: World, folder: string): Promise<string[]> {
  const { site, book, options } = world;
  const people = [...world.men, ...world.ladies];
  let found: string[] = [];
  for (const [look, pauseMs] of pausesMs.entries()) {
    await pause(pauseMs);
    found = await judge(site, book, people, Infinity);
    const copy = await takeBackup(world, `${folder}/look-${look + 1}.tar`);
    if (copy) {
      const restored = await restoreBackup(world, copy);
      found.push(...await judgeBytes(`${restored}/kv.sqlite3`, book, people));
      await Deno.remove(restored, { recursive: true });
    }
    options.say(`look ${look + 1}: ${found.length} disagree`);
    if (found.length === 0) break;
  }
  return found;
}
