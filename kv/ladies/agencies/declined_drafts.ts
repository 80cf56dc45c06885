/**
 * What ladies said no to: for 30 days an agency may not draft for a mailbox again whose owner declined its draft. Only a
 * keyed hash is kept, from which nobody reads an address.
 */
import { mailboxOf } from "../../accounts/mailboxes.ts";
import type { Store } from "../../open.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";

export const declinedDays = 30;

interface Asked {
  agencyId: number;
  /** Normalised. */
  email: string;
}

export interface DeclinedDraft {
  /** Ms since the epoch. */
  at: number;
}

const keyOf = (store: Store, agencyId: number, address: string): Deno.KvKey =>
  keys.declinedDraft(store.sign(`declined-draft:${JSON.stringify([agencyId, address])}`));

/**
 * Where her no may stand; whoever commits a draft checks each. The first is the mailbox; under an address that is written
 * otherwise lies a no from before mailboxes were told apart.
 */
export const declinedKeys = (store: Store, { agencyId, email }: Asked): Deno.KvKey[] =>
  [...new Set([mailboxOf(email), email])].map((address) => keyOf(store, agencyId, address));

/** Adds her no to a commit. */
export function putDeclined(store: Store, op: Deno.AtomicOperation, { agencyId, email }: Asked): void {
  const declined: DeclinedDraft = { at: store.now() };
  op.set(keyOf(store, agencyId, mailboxOf(email)), declined, { expireIn: declinedDays * dayMs });
}

/** Whether that is a no which still holds. */
export const isDeclined = (declined: DeclinedDraft | null, nowMs: number): boolean =>
  declined !== null && nowMs < declined.at + declinedDays * dayMs;
