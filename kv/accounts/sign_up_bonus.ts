/**
 * The credits for joining: a mailbox gets them once. That it had them is kept for a year under a keyed hash of the mailbox,
 * with nothing else, and for another year from when an account that had them is deleted.
 */
import type { Entry } from "../credits/ledger/entry.ts";
import { entryByKey, nextEntry, noteMovement } from "../credits/ledger/ledger.ts";
import { chained } from "../credits/ledger/ledger_chain.ts";
import { signUpBonusCredits } from "../credits/prices/prices.ts";
import type { Store } from "../open.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { mailboxOf } from "./mailboxes.ts";
import type { User } from "./users.ts";

export const bonusMarkDays = 365;

/** That a mailbox had the credits. */
export interface BonusMark {
  /** When they were given, or when the account that had them was deleted, ms since the epoch. */
  at: number;
}

const bonusKey = "sign-up-bonus";

const markKeyOf = (store: Pick<BareStore, "sign">, email: string): Deno.KvKey =>
  keys.bonusMark(store.sign(`bonus-mailbox:${mailboxOf(email)}`));

const holds = (store: Store, mark: BonusMark | null): boolean =>
  mark !== null && mark.at + bonusMarkDays * dayMs > store.now();

/** Whether an account that begins now with this address would get the credits, if it is a man's. */
export const awaitsBonus = async (store: Store, email: string): Promise<boolean> =>
  !holds(store, (await store.kv.get<BonusMark>(markKeyOf(store, email))).value);

/** Whether this man's account began with the credits. */
export const hasHadBonus = async (store: Store, manId: number): Promise<boolean> =>
  await entryByKey(store, manId, bonusKey) !== null;

/** Adds the credits to the commit that begins a man's account, with two checks; with one, if his mailbox had them already. */
export async function addBonus(store: Store, op: Deno.AtomicOperation, { id, email }: User): Promise<void> {
  const mark = await store.kv.get<BonusMark>(markKeyOf(store, email));
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

/** Adds to the commit that deletes an account that its mailbox had the credits; nothing if it had none. */
export async function keepBonusMark(store: Store, op: Deno.AtomicOperation, { id, email }: User): Promise<void> {
  if (await hasHadBonus(store, id)) op.set(markKeyOf(store, email), { at: store.now() } satisfies BonusMark);
}
