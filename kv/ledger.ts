/**
 * The append-only ledger of each man: the only place where credits move (design, section 5).
 * The balance is the last entry's; a mistake is repaired by a further entry, never by an edit.
 */
import { type Attempt, transact } from "./commit.ts";
import { keys, prefixes } from "./keys.ts";
import type { Store } from "./open.ts";
import { type Refusal, refuse, type Result } from "./refusals.ts";

export const operations = [
  "opened_letter",
  "refill",
  "sent_letter",
  "video_chat",
  "video",
  "chat_session",
  "sign_up_bonus",
  "refund",
  "adjustment",
] as const;
export type Operation = typeof operations[number];

/** What an entry paid for; enough to link to it, nothing that names a person. */
export interface Reference {
  letterId?: number;
  partnerId?: number;
  paymentId?: string;
  note?: string;
}

export interface Entry {
  seq: number;
  /** Ms since the epoch. */
  at: number;
  operation: Operation;
  deltaCredits: number;
  balanceAfter: number;
  /** Credits owed after a refunded payment; settled before anything else. */
  owedAfter: number;
  reference: Reference;
  idempotencyKey: string;
}

export interface Posting {
  manId: number;
  operation: Operation;
  deltaCredits: number;
  reference: Reference;
  /** Names the thing that is paid for ("letter-open:4711"); the same key never moves credits twice. */
  idempotencyKey: string;
  /** Only for reversed payments: what the balance cannot cover is recorded as owed. */
  mayOwe?: boolean;
}

/** What the credits pay for, committed together with them. */
export interface PaidFor<Read> {
  /** Reads what the commit depends on; runs anew in each attempt, beside the ledger's own reads. */
  read: () => Promise<Read>;
  /** Adds writes and checks; a refusal leaves everything untouched. */
  add: (op: Deno.AtomicOperation, entry: Entry, read: Read) => Refusal | void;
}

export type Posted = Result<{ entry: Entry; isRepeat: boolean }>;

const nothing: PaidFor<void> = { read: () => Promise.resolve(), add: () => {} };

/** Moves credits that pay for nothing else: a refill, a refund. */
export function post(store: Store, posting: Posting): Promise<Posted>;
/**
 * Moves credits and commits what they pay for in the same commit.
 * A key that was used answers its first entry with `isRepeat` and writes nothing.
 * Refuses `insufficient_credits` below zero and `credits_owed` while a debt stands. (design, section 5)
 */
export function post<Read>(store: Store, posting: Posting, paidFor: PaidFor<Read>): Promise<Posted>;
export function post<Read>(
  store: Store,
  posting: Posting,
  paidFor: PaidFor<Read> = nothing as unknown as PaidFor<Read>,
): Promise<Posted> {
  if (!Number.isSafeInteger(posting.deltaCredits)) throw new Error("credits are integers");
  return store.mutexes.run(`ledger:${posting.manId}`, async () => {
    const posted = await transact<Posted>((tries) => attempt(store, posting, paidFor, tries));
    // Only what surely stands may be guessed from later: a guess ahead of the truth would leave a gap.
    if (posted.ok && !posted.isRepeat) store.memory.note(["entry", posting.manId], posted.entry);
    return posted;
  });
}

/**
 * One attempt. The first guesses the last entry from memory and that the key is unused: the checks of the commit find
 * out, and then everything is read. A refusal is never guessed.
 */
async function attempt<Read>(
  store: Store,
  posting: Posting,
  paidFor: PaidFor<Read>,
  tries: number,
): Promise<Attempt<Posted>> {
  const { manId, idempotencyKey } = posting;
  const guessed = tries === 0 ? store.memory.peek<Entry | null>(["entry", manId]) : undefined;
  const isGuess = guessed ? !("ok" in nextEntry(guessed, posting, store.now())) : false;
  const [earlier, last, read] = await Promise.all([
    isGuess ? null : entryByKey(store, manId, idempotencyKey),
    isGuess ? guessed! : readLastEntry(store, manId),
    paidFor.read(),
  ]);
  if (earlier) return { done: { ok: true, entry: earlier, isRepeat: true } };
  const next = nextEntry(last, posting, store.now());
  if ("ok" in next) return { done: next };

  const op = store.kv.atomic();
  const refusal = paidFor.add(op, next, read);
  if (refusal && isGuess) return await attempt(store, posting, paidFor, 1);
  if (refusal) return { done: refusal };
  // The two checks are the whole guard between processes: the seat is free, and the key is unused.
  op.check({ key: keys.entry(manId, next.seq), versionstamp: null })
    .check({ key: keys.entrySeqByIdempotencyKey(manId, idempotencyKey), versionstamp: null })
    .set(keys.entry(manId, next.seq), next)
    .set(keys.entrySeqByIdempotencyKey(manId, idempotencyKey), next.seq);
  return { commit: op, result: { ok: true, entry: next, isRepeat: false } };
}

/** The entry that would follow, or the refusal; pure. */
export function nextEntry(last: Entry | null, posting: Posting, nowMs: number): Entry | Refusal {
  let balance = last?.balanceAfter ?? 0;
  let owed = last?.owedAfter ?? 0;
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
  return {
    seq: (last?.seq ?? 0) + 1,
    // A clock that jumped back must not reorder what happened.
    at: Math.max(nowMs, last?.at ?? 0),
    operation: posting.operation,
    deltaCredits: delta,
    balanceAfter: balance,
    owedAfter: owed,
    reference: posting.reference,
    idempotencyKey: posting.idempotencyKey,
  };
}

/** A man's credits now: the last entry's balance, 0 before the first. */
export async function balanceOf(store: Store, manId: number): Promise<number> {
  return (await lastEntry(store, manId))?.balanceAfter ?? 0;
}

/** The newest entry of a man, or null. */
export function lastEntry(store: Store, manId: number): Promise<Entry | null> {
  return store.memory.recall(["entry", manId], () => readLastEntry(store, manId));
}

async function readLastEntry(store: Store, manId: number): Promise<Entry | null> {
  const newest = store.kv.list<Entry>({ prefix: prefixes.entries(manId) }, { reverse: true, limit: 1, batchSize: 1 });
  for await (const entry of newest) return entry.value;
  return null;
}

/** Entries newest first; entries are numbered without gaps from 1, so a page is a range and the total is the last number. */
export async function history(
  store: Store,
  manId: number,
  paging: { page: number; limit: number },
): Promise<{ entries: Entry[]; totalCount: number }> {
  const totalCount = (await lastEntry(store, manId))?.seq ?? 0;
  const newestSeq = totalCount - (paging.page - 1) * paging.limit;
  if (newestSeq < 1) return { entries: [], totalCount };
  const oldestSeq = Math.max(1, newestSeq - paging.limit + 1);
  const range = store.kv.list<Entry>(
    { start: keys.entry(manId, oldestSeq), end: keys.entry(manId, newestSeq + 1) },
    { reverse: true },
  );
  return { entries: (await Array.fromAsync(range)).map((entry) => entry.value), totalCount };
}

async function entryByKey(store: Store, manId: number, idempotencyKey: string): Promise<Entry | null> {
  const seq = (await store.kv.get<number>(keys.entrySeqByIdempotencyKey(manId, idempotencyKey))).value;
  if (seq === null) return null;
  return (await store.kv.get<Entry>(keys.entry(manId, seq))).value;
}
