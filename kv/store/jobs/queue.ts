/** Work that must happen after a commit: written with it, leased while it runs, deleted when it is done (lane_runner.ts). */
import { keys } from "../keys.ts";
import type { BareStore } from "../open.ts";
import { LaneRunner, type LaneWork } from "./lane_runner.ts";
import { laneNames, laneOf } from "./lanes.ts";
import type { Job, Work } from "./work.ts";

/**
 * Adds a job to a commit. With an `id` that the caller can name again, the job can be taken back. Adds nothing for a kind
 * that is not configured (`without` of kv/store/open.ts). Throws for a kind without a lane.
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
 * Does the due jobs, each lane beside the others, and returns how many were done. A job that throws is tried again later,
 * with growing pauses. Rejects if the store fails.
 */
export async function runDueJobs(
  store: BareStore,
  run: LaneWork["run"],
  onFailure: LaneWork["onFailure"],
): Promise<number> {
  const done = await Promise.all(laneNames.map((lane) => new LaneRunner(store, lane, { run, onFailure }).runDue()));
  return done.reduce((sum, count) => sum + count, 0);
}
