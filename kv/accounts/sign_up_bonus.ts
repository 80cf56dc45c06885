/**
 * The credits for joining: a mailbox gets them once. That it had them is kept for a year under a keyed hash of the mailbox,
 * with nothing else, and for another year from when an account that had them there is deleted, whatever its address is then.
 */
import type { Entry } from "../credits/ledger/entry.ts";
import { entryByKey, nextEntry, noteMovement } from "../credits/ledger/ledger.ts";
import { chained } from "../credits/ledger/ledger_chain.ts";
import { signUpBonusCredits } from "../credits/prices/prices.ts";
import type { Store } from "../open.ts";
import { isKeptOut } from "../safety/lasting_suspensions.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { mailboxOf } from "./mailboxes.ts";
import type { User } from "./users.ts";

export const bonusMarkDays = 365;

/** That a mailbox had the credits. */
export interface BonusMark {
  /** When they were given, or when the account that had them was deleted, ms since the epoch. */
  at: number;
}

const bonusKey = "sign-up-bonus";

const hashOf = (store: Pick<BareStore, "sign">, email: string): string =>
  store.sign(`bonus-mailbox:${mailboxOf(email)}`);

const markAt = (store: Store, email: string): Promise<Deno.KvEntryMaybe<BonusMark>> =>
  store.kv.get<BonusMark>(keys.bonusMark(hashOf(store, email)));

const holds = (store: Store, mark: BonusMark | null): boolean =>
  mark !== null && mark.at + bonusMarkDays * dayMs > store.now();

/**
 * What becomes of the credits if an account begins now with this address, and is a man's: they come; the mailbox `had` them;
 * or the mailbox is kept `out`, and the account begins suspended without them.
 */
export type BonusAhead = "comes" | "had" | "out";

export async function bonusAhead(store: Store, email: string): Promise<BonusAhead> {
  const [mark, isOut] = await Promise.all([markAt(store, email), isKeptOut(store, email)]);
  if (isOut) return "out";
  return holds(store, mark.value) ? "had" : "comes";
}

/** Whether this man's account began with the credits. */
export const hasHadBonus = async (store: Store, manId: number): Promise<boolean> =>
  await entryByKey(store, manId, bonusKey) !== null;

/** Adds the credits to the commit that begins a man's account, with two checks; with one, if his mailbox had them already. */
export async function addBonus(store: Store, op: Deno.AtomicOperation, { id, email }: User): Promise<void> {
  const mark = await markAt(store, email);
  op.check(mark);
  if (holds(store, mark.value)) return;
  op.set(mark.key, { at: store.now() } satisfies BonusMark);
  addEntry(store, op, id);
}

/** The first entry of a new man's ledger; nobody else can write there before the account exists. */
function addEntry(store: Store, op: Deno.AtomicOperation, manId: number): void {
  const first = nextEntry(null, {
    manId,
    operation: "sign_up_bonus",
    deltaCredits: signUpBonusCredits,
    reference: {},
    idempotencyKey: bonusKey,
  }, store.now()) as Entry;
  const bonus = chained(store, manId, null, first);
  noteMovement(op, manId, bonus);
  op.check({ key: keys.entry(manId, bonus.seq), versionstamp: null })
    .set(keys.entry(manId, bonus.seq), bonus)
    .set(keys.entrySeqByIdempotencyKey(manId, bonus.idempotencyKey), bonus.seq);
}

/** A person's account with its next address; it goes on knowing which mailbox had the credits. */
export async function withBonusMailbox(store: Store, user: User, email: string): Promise<User> {
  const moved = { ...user, email };
  if (user.bonusMailbox || hashOf(store, email) === hashOf(store, user.email)) return moved;
  return await hasHadBonus(store, user.id) ? { ...moved, bonusMailbox: hashOf(store, user.email) } : moved;
}

const hadBonusAs = (store: Store, { bonusMailbox, email }: User): string => bonusMailbox ?? hashOf(store, email);

/** Adds to the commit that deletes an account that a mailbox had the credits with it; nothing if it had none. */
export async function keepBonusMark(store: Store, op: Deno.AtomicOperation, user: User): Promise<void> {
  if (!await hasHadBonus(store, user.id)) return;
  op.set(keys.bonusMark(hadBonusAs(store, user)), { at: store.now() } satisfies BonusMark);
}

/** A mark, with the hash of its mailbox. */
export type BonusEntry = [mailboxHash: string, mark: BonusMark];

/** The marks whose account is deleted. Walks all accounts. */
export async function marksOfDeleted(store: Store): Promise<BonusEntry[]> {
  const marks = new Map<string, BonusMark>();
  for await (const { key, value } of store.kv.list<BonusMark>({ prefix: prefixes.bonusMarks() })) {
    marks.set(String(key[1]), value);
  }
  for await (const { value: user } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    const mailboxHash = hadBonusAs(store, user);
    if (marks.has(mailboxHash) && await hasHadBonus(store, user.id)) marks.delete(mailboxHash);
  }
  return [...marks];
}

/** Puts back one that an older backup does not know, or knows as older. */
export async function putMarkAgain(store: Store, [mailboxHash, mark]: BonusEntry): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<BonusMark>(keys.bonusMark(mailboxHash));
    if (entry.value && entry.value.at >= mark.at) return { done: undefined };
    return { commit: store.kv.atomic().check(entry).set(entry.key, mark), result: undefined };
  });
}
