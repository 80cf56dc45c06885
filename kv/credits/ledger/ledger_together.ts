/** Several entries of one man in one commit, such as a refund together with the charge in its place. */
import type { Store } from "../../open.ts";
import { type Attempt, transact } from "../../store/commit.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { keys } from "../../store/keys.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import type { Entry } from "./entry.ts";
import {
  creditsTopic,
  entryByKey,
  isSpending,
  nextEntry,
  noteMovement,
  type Posting,
  readLastEntry,
} from "./ledger.ts";
import { chained } from "./ledger_chain.ts";
import { readLimitEntry } from "./spending_limit.ts";

export type PostedTogether = Result<{ entries: Entry[] }>;

/** What the entries pay for, committed with them; like PaidFor of the ledger. */
export interface TogetherFor<Read> {
  read: () => Promise<Read>;
  add: (op: Deno.AtomicOperation, read: Read) => Refusal | void;
  /** Creates the atomic operation, if the commit may be batched with those of other men (group_commit.ts). */
  begin?: () => Deno.AtomicOperation;
}

/**
 * Moves credits in the order of the postings, all or none; at most four, so that a commit has no more than nine checks.
 * Refuses what `post` of the ledger refuses, and `conflict` where one of the keys was used before.
 */
export function postTogether<Read>(
  store: Store,
  manId: number,
  postings: Posting[],
  paidFor: TogetherFor<Read>,
): Promise<PostedTogether> {
  if (postings.length === 0 || postings.length > 4) throw new Error(`${postings.length} entries in one commit`);
  if (postings.some((posting) => posting.manId !== manId)) throw new Error("entries of two men in one commit");
  const tell = () => store.pubsub.publish([creditsTopic(manId)]);
  return store.mutexes.run(`ledger:${manId}`, async () => {
    const posted = await alsoIfLate(transact<PostedTogether>(() => attempt(store, manId, postings, paidFor)), tell);
    if (posted.ok) {
      store.memory.note(["entry", manId], posted.entries.at(-1)!);
      tell();
    }
    return posted;
  });
}

async function attempt<Read>(
  store: Store,
  manId: number,
  postings: Posting[],
  paidFor: TogetherFor<Read>,
): Promise<Attempt<PostedTogether>> {
  const [last, limit, earlier, reversed, read] = await Promise.all([
    readLastEntry(store, manId),
    readLimitEntry(store, manId),
    Promise.all(postings.map(({ idempotencyKey }) => entryByKey(store, manId, idempotencyKey))),
    Promise.all(postings.map(({ reversesKey }) => reversesKey ? entryByKey(store, manId, reversesKey) : null)),
    paidFor.read(),
  ]);
  if (earlier.some((entry) => entry !== null)) return { done: refuse("conflict") };
  const entries: Entry[] = [];
  for (const [at, posting] of postings.entries()) {
    if (posting.reversesKey && !reversed[at]) throw new Error(`nothing was charged under ${posting.reversesKey}`);
    const before = entries.at(-1) ?? last;
    const next = nextEntry(before, posting, store.now(), { limit, reversed: reversed[at] ?? null });
    if ("ok" in next) return { done: next };
    entries.push(chained(store, manId, before, next));
  }
  const op = paidFor.begin?.() ?? store.kv.atomic();
  const refusal = paidFor.add(op, read);
  if (refusal) return { done: refusal };
  for (const entry of entries) noteMovement(op, manId, entry);
  // Numbers have no gaps: if the first one is free, so are those after it.
  op.check({ key: keys.entry(manId, entries[0]!.seq), versionstamp: null });
  for (const entry of entries) {
    const key = keys.entrySeqByIdempotencyKey(manId, entry.idempotencyKey);
    op.check({ key, versionstamp: null }).set(key, entry.seq).set(keys.entry(manId, entry.seq), entry);
  }
  if (postings.some(isSpending)) op.check(limit);
  return { commit: op, result: { ok: true, entries } };
}
