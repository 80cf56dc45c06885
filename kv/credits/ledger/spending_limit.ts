/**
 * The most that a man lets himself spend in a UTC day. Lowering it acts at once; raising or removing it only a day
 * later, so that the wish of one evening does not decide. What it forbids is refused by the ledger, in its own commit.
 */
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";

export const spendingLimitMax = 100_000;
/** How long a higher limit, or none, waits before it holds. */
export const raiseDelayMs = dayMs;

export interface SpendingLimit {
  /** Credits a UTC day; null is no limit. */
  limitCredits: number | null;
  /** A higher limit that was asked for, and the moment from which it holds (ms since the epoch). */
  pending: { limitCredits: number | null; from: number } | null;
}

export type LimitEntry = Deno.KvEntryMaybe<SpendingLimit>;

const none: SpendingLimit = { limitCredits: null, pending: null };

/** What holds at a moment, and what is still to come; pure. */
export function limitAt(limit: SpendingLimit | null, atMs: number): SpendingLimit {
  const { limitCredits, pending } = limit ?? none;
  if (!pending) return { limitCredits, pending: null };
  return atMs >= pending.from ? { limitCredits: pending.limitCredits, pending: null } : { limitCredits, pending };
}

/** A man's limit as it stands now. */
export async function spendingLimitOf(store: Store, manId: number): Promise<SpendingLimit> {
  return limitAt((await limitEntryOf(store, manId)).value, store.now());
}

/** The limit with its versionstamp, for a commit that depends on it. */
export const limitEntryOf = (store: Store, manId: number): Promise<LimitEntry> =>
  store.memory.recall(limitSubject(manId), () => readLimitEntry(store, manId));

export const readLimitEntry = (store: Store, manId: number): Promise<LimitEntry> =>
  store.kv.get<SpendingLimit>(keys.spendingLimit(manId));

export const limitSubject = (manId: number) => ["spending_limit", manId] as const;

/**
 * Sets the most credits for a UTC day, or removes the limit (null). A lower limit holds at once and cancels a pending
 * higher one. Refuses `invalid` for anything but a whole number from 0 to 100,000.
 */
export async function setSpendingLimit(
  store: Store,
  manId: number,
  wanted: number | null,
): Promise<Result<{ limit: SpendingLimit }>> {
  const isPossible = wanted === null || (Number.isSafeInteger(wanted) && wanted >= 0 && wanted <= spendingLimitMax);
  if (!isPossible) return refuse("invalid", { fields: { limit: "wrong_value" } });
  return await change(store, manId, (now) => afterWish(now, wanted, store.now()));
}

/**
 * Cancels a pending higher limit, if there is one. `shown` is the limit that he meant to keep: if the higher one has
 * begun to hold meanwhile, `shown` holds again.
 */
export async function keepSpendingLimit(
  store: Store,
  manId: number,
  shown: number | null = null,
): Promise<Result<{ limit: SpendingLimit }>> {
  return await change(store, manId, ({ limitCredits }) => ({
    limitCredits: isHigher(limitCredits, shown) ? shown : limitCredits,
    pending: null,
  }));
}

/** The limit once `wanted` was asked for; pure. */
export function afterWish(now: SpendingLimit, wanted: number | null, nowMs: number): SpendingLimit {
  if (!isHigher(wanted, now.limitCredits)) return { limitCredits: wanted, pending: null };
  const { pending } = now;
  // Asking again, or for less than was asked for, does not begin the day anew.
  const from = pending && !isHigher(wanted, pending.limitCredits) ? pending.from : nowMs + raiseDelayMs;
  return { limitCredits: now.limitCredits, pending: { limitCredits: wanted, from } };
}

const isHigher = (one: number | null, other: number | null): boolean => (one ?? Infinity) > (other ?? Infinity);

/** Runs in the queue of the man's ledger, whose commits check the limit that they obeyed. */
async function change(
  store: Store,
  manId: number,
  next: (now: SpendingLimit) => SpendingLimit,
): Promise<Result<{ limit: SpendingLimit }>> {
  return await store.mutexes.run(`ledger:${manId}`, () =>
    transact<Result<{ limit: SpendingLimit }>>(async () => {
      const current = await readLimitEntry(store, manId);
      const limit = next(limitAt(current.value, store.now()));
      return { commit: store.kv.atomic().check(current).set(current.key, limit), result: { ok: true, limit } };
    }));
}
