/**
 * The append-only ledger of each man: the only place where credits move (design, section 5).
 * The balance is the last entry's; a mistake is repaired by a further entry, never by an edit.
 */
import type { Store } from "../../open.ts";
import { type Attempt, transact } from "../../store/commit.ts";
import { noteOnDay } from "../../store/daily/day_index.ts";
import { utcDayOf } from "../../store/days.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import type { Entry, Operation, Reference } from "./entry.ts";
import { chained } from "./ledger_chain.ts";
import { refundKeyOf } from "./refund_key.ts";
import { limitAt, type LimitEntry, limitEntryOf, limitSubject, readLimitEntry } from "./spending_limit.ts";

export interface Posting {
  manId: number;
  operation: Operation;
  deltaCredits: number;
  reference: Reference;
  /** Names what is paid for ("letter-open:4711") or given back (refund_key.ts); a key never moves credits twice. */
  idempotencyKey: string;
  /** Only for reversed payments: what the balance cannot cover is recorded as owed. */
  mayOwe?: boolean;
  /** The key of the charge that this posting gives back; on the day of the charge, that also makes room under the limit. */
  reversesKey?: string;
}

/** What the credits pay for, committed together with them. */
export interface PaidFor<Read> {
  /** Reads what the commit depends on; runs anew in each attempt, beside the ledger's own reads. */
  read: () => Promise<Read>;
  /** Adds writes and checks; a refusal leaves everything untouched. */
  add: (op: Deno.AtomicOperation, entry: Entry, read: Read) => Refusal | void;
}

export type Posted = Result<{ entry: Entry; isRepeat: boolean }>;

export const creditsKind = "credits";
/** The topic of a man's credits: published after each commit in which they moved. */
export const creditsTopic = (manId: number): string => `${creditsKind}:${manId}`;

const nothing: PaidFor<void> = { read: () => Promise.resolve(), add: () => {} };

/** Moves credits that pay for nothing else: a refill, a refund. */
export function post(store: Store, posting: Posting): Promise<Posted>;
/**
 * Moves credits and commits what they pay for in the same commit. A key that was used before returns its first entry with
 * `isRepeat` and writes nothing. Refuses `insufficient_credits` if the balance would fall below zero, `credits_owed`
 * while a debt stands, and `spending_limit_reached` above the man's own limit of the day. (design, section 5)
 */
export function post<Read>(store: Store, posting: Posting, paidFor: PaidFor<Read>): Promise<Posted>;
export function post<Read>(
  store: Store,
  posting: Posting,
  paidFor: PaidFor<Read> = nothing as unknown as PaidFor<Read>,
): Promise<Posted> {
  if (!Number.isSafeInteger(posting.deltaCredits)) throw new Error("credits are integers");
  const tell = () => store.pubsub.publish([creditsTopic(posting.manId)]);
  return store.mutexes.run(`ledger:${posting.manId}`, async () => {
    const posted = await alsoIfLate(transact<Posted>((tries) => attempt(store, posting, paidFor, tries)), tell);
    // Only remember what is certainly committed: a guess from an entry that does not exist would leave a gap.
    if (posted.ok && !posted.isRepeat) store.memory.note(["entry", posting.manId], posted.entry);
    if (posted.ok) tell();
    return posted;
  });
}

/**
 * One attempt. The first takes the last entry and the limit from memory, and assumes that the key is unused. If that is
 * wrong, the checks of the commit fail, and the next attempt reads everything. A refusal is never based on a guess.
 */
async function attempt<Read>(
  store: Store,
  posting: Posting,
  paidFor: PaidFor<Read>,
  tries: number,
): Promise<Attempt<Posted>> {
  const { manId, idempotencyKey } = posting;
  const guessed = tries === 0 ? guess(store, posting) : null;
  const [earlier, facts, read] = await Promise.all([
    guessed ? null : entryByKey(store, manId, idempotencyKey),
    guessed ?? readFacts(store, posting, tries),
    paidFor.read(),
  ]);
  if (earlier) return { done: repeated(store, earlier) };
  const following = nextEntry(facts.last, posting, store.now(), facts);
  if ("ok" in following) return { done: await refusedUnlessMade(store, posting, following) };
  const next = chained(store, manId, facts.last, following);

  const op = store.kv.atomic();
  const refusal = paidFor.add(op, next, read);
  if (refusal && guessed) return await attempt(store, posting, paidFor, 1);
  if (refusal) return { done: await refusedUnlessMade(store, posting, refusal) };
  // These two checks are all that guards against other processes: the entry's number is free, and the key is unused.
  op.check({ key: keys.entry(manId, next.seq), versionstamp: null })
    .check({ key: keys.entrySeqByIdempotencyKey(manId, idempotencyKey), versionstamp: null })
    .set(keys.entry(manId, next.seq), next)
    .set(keys.entrySeqByIdempotencyKey(manId, idempotencyKey), next.seq);
  noteMovement(op, manId, next);
  // Spending obeys the limit that still stands at the moment of the commit.
  if (isSpending(posting)) op.check(facts.limit);
  return { commit: op, result: { ok: true, entry: next, isRepeat: false } };
}

/** Returns the earlier entry as a repeat, and forgets what this request has read: another process may have made it. */
function repeated(store: Store, entry: Entry): Posted {
  store.memory.forgetAsked();
  return { ok: true, entry, isRepeat: true };
}

/** Returns the refusal, unless the key is used by now: it may be due to another process that made this very posting. */
async function refusedUnlessMade(store: Store, { manId, idempotencyKey }: Posting, refusal: Refusal): Promise<Posted> {
  const made = await entryByKey(store, manId, idempotencyKey);
  return made ? repeated(store, made) : refusal;
}

/** What the next entry is computed from. */
interface Facts {
  last: Entry | null;
  limit: LimitEntry;
  reversed: Entry | null;
}

function guess(store: Store, posting: Posting): Facts | null {
  const last = store.memory.peek<Entry | null>(["entry", posting.manId]);
  const limit = store.memory.peek<LimitEntry>(limitSubject(posting.manId));
  if (!last || !limit || posting.reversesKey !== undefined) return null;
  const facts = { last, limit, reversed: null };
  return "ok" in nextEntry(last, posting, store.now(), facts) ? null : facts;
}

async function readFacts(store: Store, posting: Posting, tries: number): Promise<Facts> {
  const { manId, reversesKey } = posting;
  const [last, limit, reversed] = await Promise.all([
    readLastEntry(store, manId),
    tries === 0 ? limitEntryOf(store, manId) : readLimitEntry(store, manId),
    reversesKey === undefined ? null : entryByKey(store, manId, reversesKey),
  ]);
  if (reversesKey !== undefined && !reversed) throw new Error(`nothing was charged under ${reversesKey}`);
  return { last, limit, reversed };
}

/** Whether the man himself spends these credits, as opposed to a payment that went back or a correction by staff. */
export const isSpending = ({ deltaCredits, operation }: Pick<Entry, "deltaCredits" | "operation">): boolean =>
  deltaCredits < 0 && operation !== "refund" && operation !== "adjustment";

/** The entry that would follow, not yet chained to the last, or the refusal; pure. */
export function nextEntry(
  last: Entry | null,
  posting: Posting,
  nowMs: number,
  { limit, reversed }: Partial<Omit<Facts, "last">> = {},
): Entry | Refusal {
  if (reversed && posting.idempotencyKey !== refundKeyOf(reversed.idempotencyKey)) {
    throw new Error(`${posting.idempotencyKey} cannot give ${reversed.idempotencyKey} back`);
  }
  let balance = last?.balanceAfter ?? 0;
  let owed = last?.owedAfter ?? 0;
  // A clock that jumped back must not reorder what happened.
  const at = Math.max(nowMs, last?.at ?? 0);
  const delta = posting.deltaCredits;
  if (delta >= 0) {
    const settled = Math.min(owed, delta);
    owed -= settled;
    balance += delta - settled;
  } else if (posting.mayOwe) {
    const covered = Math.min(balance, -delta);
    balance -= covered;
    owed += -delta - covered;
  } else {
    if (owed > 0) return refuse("credits_owed");
    if (balance + delta < 0) return refuse("insufficient_credits");
    balance += delta;
  }
  const spentOfDay = spentAfter(last, posting, at, reversed?.at);
  // By the clock itself: a raise must not begin early after a clock that was ahead.
  const { limitCredits } = limitAt(limit?.value ?? null, nowMs);
  if (isSpending(posting) && limitCredits !== null && spentOfDay > limitCredits) {
    return refuse("spending_limit_reached");
  }
  return {
    seq: (last?.seq ?? 0) + 1,
    at,
    operation: posting.operation,
    deltaCredits: delta,
    balanceAfter: balance,
    owedAfter: owed,
    spentOfDay,
    ...(reversed && { reversesSeq: reversed.seq }),
    reference: posting.reference,
    idempotencyKey: posting.idempotencyKey,
  };
}

function spentAfter(last: Entry | null, posting: Posting, at: number, reversedAt: number | undefined): number {
  const before = spentOn(last, at);
  const counts = isSpending(posting) || (reversedAt !== undefined && utcDayOf(reversedAt) === utcDayOf(at));
  return counts ? before - posting.deltaCredits : before;
}

/** Credits spent on the UTC day of a moment, by the last entry. */
export const spentOn = (last: Entry | null, atMs: number): number =>
  last && utcDayOf(last.at) === utcDayOf(atMs) ? last.spentOfDay : 0;

/**
 * Notes that a man's credits moved on a day, so that the day can be counted without reading every ledger. Every
 * movement writes the note, under the same key: a clock that is behind may date a movement on a day that is counted
 * already and whose notes are deleted.
 */
export function noteMovement(op: Deno.AtomicOperation, manId: number, { at }: Entry): void {
  noteOnDay(op, "ledger", at, manId);
}

export { utcDayOf };

/** A man's credits now: the last entry's balance, 0 before the first. */
export async function balanceOf(store: Store, manId: number): Promise<number> {
  return (await lastEntry(store, manId))?.balanceAfter ?? 0;
}

/** A man's credits now, with the number of his last entry: of two balances, the one with the higher number is newer. */
export async function balanceNow(store: Store, manId: number): Promise<{ balance: number; seq: number }> {
  const last = await lastEntry(store, manId);
  return { balance: last?.balanceAfter ?? 0, seq: last?.seq ?? 0 };
}

/** The newest entry of a man, or null. */
export function lastEntry(store: Store, manId: number): Promise<Entry | null> {
  return store.memory.recall(["entry", manId], () => readLastEntry(store, manId));
}

export async function readLastEntry(store: Store, manId: number): Promise<Entry | null> {
  const newest = store.kv.list<Entry>({ prefix: prefixes.entries(manId) }, { reverse: true, limit: 1, batchSize: 1 });
  for await (const entry of newest) return entry.value;
  return null;
}

export async function entryByKey(store: Store, manId: number, idempotencyKey: string): Promise<Entry | null> {
  const seq = (await store.kv.get<number>(keys.entrySeqByIdempotencyKey(manId, idempotencyKey))).value;
  if (seq === null) return null;
  return (await store.kv.get<Entry>(keys.entry(manId, seq))).value;
}
