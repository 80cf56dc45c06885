/**
 * What ladies said no to: for 30 days an agency may not draft for an address again whose owner declined its draft. Only a
 * keyed hash is kept, from which nobody reads an address.
 */
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

/** Where her no stands; whoever commits a draft checks it. */
export const declinedKey = (store: Store, { agencyId, email }: Asked): Deno.KvKey =>
  keys.declinedDraft(store.sign(`declined-draft:${JSON.stringify([agencyId, email])}`));

/** Adds her no to a commit. */
export function putDeclined(store: Store, op: Deno.AtomicOperation, draft: Asked): void {
  op.set(declinedKey(store, draft), { at: store.now() } satisfies DeclinedDraft, { expireIn: declinedDays * dayMs });
}

/** Whether that is a no which still holds. */
export const isDeclined = (declined: DeclinedDraft | null, nowMs: number): boolean =>
  declined !== null && nowMs < declined.at + declinedDays * dayMs;
