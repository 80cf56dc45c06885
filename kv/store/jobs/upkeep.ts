/** Moves jobs that lie where nobody would find them soon: into their lanes, and back to their time. */
import { checksAtMost } from "../handles/own_repeats.ts";
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";
import { kinds, type Lane, laneNames } from "./lanes.ts";
import { clocksDifferMs, type Job } from "./work.ts";

/** How many jobs are moved in one commit, each with one check. */
const movesInCommit = checksAtMost;
type JobEntry = Deno.KvEntry<Job>;
interface Move {
  from: JobEntry;
  to: Deno.KvKey;
  job: Job;
}

/** Moves jobs that were written before there were lanes into their lanes. A repeat changes nothing. */
export async function moveJobsIntoLanes(kv: Deno.Kv): Promise<void> {
  await moveAll(kv, { prefix: prefixes.jobsWithoutLane() }, (from) => {
    const { kind, id } = from.value;
    const [lane] = kinds[kind] ?? [];
    // A job of an unknown kind stays where it is.
    return lane ? { from, to: keys.job(lane, Number(from.key[1]), id), job: from.value } : null;
  });
}

/**
 * Brings back jobs that were written by a clock that was ahead and has been put right since: each is due as long after
 * `now` (ms) as it was due after it was written. Jobs that are due on a `date` keep it, and jobs that are being done, as
 * `isInHand` tells, stay.
 */
export async function bringJobsBack(
  kv: Deno.Kv,
  now: number,
  isInHand: (lane: Lane, key: Deno.KvKey) => boolean,
): Promise<void> {
  for (const lane of laneNames) {
    const later = { start: keys.job(lane, now + 1, ""), end: keys.job(lane, Infinity, "") };
    await moveAll(kv, later, (from) => {
      const { kind, id, writtenAt = 0 } = from.value;
      if (kinds[kind]?.[1] !== "soon" || writtenAt <= now + clocksDifferMs || isInHand(lane, from.key)) return null;
      const dueAt = now + Math.max(0, Number(from.key[2]) - writtenAt);
      return { from, to: keys.job(lane, dueAt, id), job: { ...from.value, writtenAt: now } };
    });
  }
}

async function moveAll(
  kv: Deno.Kv,
  listed: Deno.KvListSelector,
  moveOf: (from: JobEntry) => Move | null,
): Promise<void> {
  let moves: Move[] = [];
  for await (const entry of kv.list<Job>(listed, { batchSize: 500 })) {
    const move = moveOf(entry);
    if (!move || moves.push(move) < movesInCommit) continue;
    await commitMoves(kv, moves);
    moves = [];
  }
  await commitMoves(kv, moves);
}

/** Commits some moves together; a job that somebody else has changed or moved in the meantime stays as it is. */
async function commitMoves(kv: Deno.Kv, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  const op = kv.atomic();
  for (const { from, to, job } of moves) op.check(from).delete(from.key).set(to, job);
  const { ok } = await op.commit();
  if (!ok && moves.length > 1) { for (const move of moves) await commitMoves(kv, [move]); }
}
