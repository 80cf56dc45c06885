/**
 * Visits: that a man has looked at a lady's profile, one record for the two, kept for 30 days. Ladies are told of visits,
 * and men are told that ladies hear of them.
 */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { dayMs, isRecent } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { placesRemembered } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";

export const visitsKeptMs = 30 * dayMs;
/** Looking again soon after is the same visit; it also spares the store a write on every click. */
const sameVisitMs = 3600_000;

export interface Visit {
  manId: number;
  /** The latest one, ms since the epoch. */
  at: number;
}

/** Notes that a man has looked at a lady's profile just now. */
export function noteVisit(store: Store, manId: number, ladyId: number): Promise<void> {
  return transact<void>(async () => {
    const last = await store.kv.get<number>(keys.visit(ladyId, manId));
    const at = store.now();
    if (last.value !== null && isRecent(at, last.value, sameVisitMs)) return { done: undefined };
    const kept = { expireIn: visitsKeptMs };
    const op = store.kv.atomic().check(last);
    if (last.value !== null) op.delete(keys.recentVisit(ladyId, last.value, manId));
    op.set(last.key, at, kept).set(keys.recentVisit(ladyId, at, manId), null, kept);
    return { commit: op, result: undefined };
  });
}

/** The men who visited a lady in the last 30 days, newest first. */
export async function* visitsOf(store: Store, ladyId: number): AsyncGenerator<Visit> {
  const since = store.now() - visitsKeptMs;
  for await (const { id, at } of placesRemembered(store, prefixes.visitsOf(ladyId))) {
    // The store deletes expired keys some time late, so older visits may still be here.
    if (at < since) return;
    yield { manId: id, at };
  }
}
