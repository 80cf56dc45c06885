/**
 * Votes: each man has one for each UTC day. The vote and the lady's sum are one commit, and the index that orders the
 * Top 50 follows at once.
 */
import { dateOf, secondsLeftOfDay, utcDayOf } from "../store/days.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { changeLady } from "./profile/changing.ts";
import { isShown, type LadyRecord } from "./record.ts";

export interface Vote {
  ladyId: number;
  /** Ms since the epoch. */
  at: number;
}

export const voteDayOf = dateOf;

/**
 * Gives a lady the man's vote of the day. Refuses `too_many_requests` beyond 30 tries an hour, `already_voted` with the
 * seconds until the next day, `blocked`, and `not_found` for a lady who is not shown.
 */
export async function castVote(store: Store, manId: number, ladyId: number): Promise<Result<{ record: LadyRecord }>> {
  const attempt = await takeAttempt(store, limits.votes, String(manId));
  if (!attempt.ok) return attempt;
  if (await isBlockedBetween(store, manId, ladyId)) return refuse("blocked");
  return await changeLady(store, ladyId, async (lady, op) => {
    if (!isShown(lady)) return refuse("not_found");
    const at = store.now();
    const vote = await store.kv.get<Vote>(keys.vote(manId, voteDayOf(at)));
    if (vote.value) return refuse("already_voted", { retryAfterSeconds: secondsLeftOfDay(at) });
    op.check(vote).set(vote.key, { ladyId, at } satisfies Vote);
    return { ...lady, votes: lady.votes + 1 };
  });
}

/** Whom a man has voted for today, or null. */
export async function voteOfToday(store: Store, manId: number): Promise<Vote | null> {
  return (await store.kv.get<Vote>(keys.vote(manId, voteDayOf(store.now())))).value;
}

/** Three rows of four. */
const ballotSize = 12;

/** The ladies on the ballot of the day: `size` each day, all of them in turn, however new or well known they are. */
export function ballotOfDay(store: Store, size = ballotSize): number[] {
  const page = (wanted: number) => store.ladies.search({ sort: "new", page: wanted, limit: size }, store.now());
  const { ids: first, total } = page(1);
  if (total <= size) return first;
  const day = utcDayOf(store.now());
  const { ids } = page(day % Math.ceil(total / size) + 1);
  return [...ids, ...first].slice(0, size);
}
