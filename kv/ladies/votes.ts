/**
 * Votes: one a man and UTC day. The vote and the lady's sum are one commit, and the index that orders the Top 50
 * follows at once.
 */
import { dateOf, dayMs } from "../store/days.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { reindex } from "./ladies.ts";
import { isShown, type LadyRecord } from "./record.ts";

export interface Vote {
  ladyId: number;
  /** Ms since the epoch. */
  at: number;
}

export const voteDayOf = dateOf;

/**
 * Gives a lady the man's vote of the day. Refuses `too_many_requests` beyond 30 tries an hour, `already_voted` with the
 * seconds until the next day, `blocked`, and `not_found` for who is not published.
 */
export async function castVote(store: Store, manId: number, ladyId: number): Promise<Result<{ record: LadyRecord }>> {
  const attempt = await takeAttempt(store, limits.votes, String(manId));
  if (!attempt.ok) return attempt;
  if (await isBlockedBetween(store, manId, ladyId)) return refuse("blocked");
  return await store.mutexes.run(`lady:${ladyId}`, async () => {
    const result = await transact<Result<{ record: LadyRecord }>>(async () => {
      const at = store.now();
      const [vote, lady] = await store.kv.getMany<[Vote, LadyRecord]>([
        keys.vote(manId, voteDayOf(at)),
        keys.lady(ladyId),
      ]);
      if (!lady.value || !isShown(lady.value)) return { done: refuse("not_found") };
      if (vote.value) return { done: refuse("already_voted", { retryAfterSeconds: secondsUntilNextVote(store) }) };
      const record = { ...lady.value, votes: lady.value.votes + 1 };
      const op = store.kv.atomic().check(vote, lady)
        .set(vote.key, { ladyId, at } satisfies Vote)
        .set(lady.key, record);
      return { commit: op, result: { ok: true, record } };
    });
    if (result.ok) reindex(store, result.record);
    return result;
  });
}

/** Whom a man has voted for today, or null. */
export async function voteOfToday(store: Store, manId: number): Promise<Vote | null> {
  return (await store.kv.get<Vote>(keys.vote(manId, voteDayOf(store.now())))).value;
}

export const secondsUntilNextVote = (store: Store): number => Math.ceil((dayMs - store.now() % dayMs) / 1000);

/** The ladies who stand on the ballot of the day: all in turn, so many each day, whoever is newest or best known. */
export function ballotOfDay(store: Store, size: number): number[] {
  const page = (wanted: number) => store.ladies.search({ sort: "new", page: wanted, limit: size }, store.now());
  const { ids: first, total } = page(1);
  if (total <= size) return first;
  const day = Math.floor(store.now() / dayMs);
  const { ids } = page(day % Math.ceil(total / size) + 1);
  return [...ids, ...first].slice(0, size);
}
