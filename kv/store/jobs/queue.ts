/** Work that must happen after a commit: written with it, leased while it runs, deleted when it is done (lane_runner.ts). */
import { keys } from "../keys.ts";
import type { BareStore } from "../open.ts";
import { LaneRunner, type LaneWork } from "./lane_runner.ts";
import { laneNames, laneOf } from "./lanes.ts";
import type { Job, Work } from "./work.ts";

/**
 * Adds a job to a commit; one whose id can be told again can be taken back. Nothing where the site has nobody who could
 * do it (`without` of kv/store/open.ts). Throws for a kind without a lane.
 */
export function addJob(
  store: BareStore,
  op: Deno.AtomicOperation,
  work: Work,
  dueAt = store.now(),
  id = store.randomToken(),
): void {
  const key = keys.job(laneOf(work.kind), dueAt, id);
  if (store.without.has(work.kind)) return;
  op.set(key, { ...work, id, attempts: 0, leasedUntil: 0, writtenAt: store.now() } satisfies Job);
}

/**
 * Does the jobs that are due, each lane beside the others, and answers how many were done. What throws is tried again
 * later with growing pauses. Rejects where the store fails.
 */
export async function runDueJobs(
  store: BareStore,
  run: LaneWork["run"],
  onFailure: LaneWork["onFailure"],
): Promise<number> {
  const done = await Promise.all(laneNames.map((lane) => new LaneRunner(store, lane, { run, onFailure }).runDue()));
  return done.reduce((sum, count) => sum + count, 0);
}
