/**
 * The last mail to a person who left, once everything is erased: what was erased, what is kept for how long, and what
 * money is paid back. Until
 * the mail is sent, or given up after half a day, only its job holds the address, encrypted.
 */
import type { Currency } from "../credits/prices/currencies.ts";
import type { Store } from "../open.ts";
import { decrypt, encrypt } from "../store/encryption.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { FarewellJob } from "../store/jobs/account_work.ts";
import type { User } from "./users.ts";

/** What a deletion still tells about a person. */
export interface Leaver {
  userId: number;
  groupId: User["groupId"];
  /** When the account ended, ms since the epoch. */
  at: number;
  email: string | null;
  locale?: User["locale"];
  /** Whether the account was suspended then, of which something stays (lasting_suspensions.ts). */
  wasSuspended?: true;
  /** What is paid back for unused credits. */
  owed: { paymentId: string; cents: number; currency?: Currency }[];
  /** The bought credits that were given up. */
  forgoneCredits: number;
}

/** Adds the mail to the commit that ends an erasure; adds nothing for a person who was told before. */
export async function addFarewell(store: Store, op: Deno.AtomicOperation, leaver: Leaver): Promise<void> {
  const { userId, groupId, at: leftAt, email, locale, wasSuspended, owed, forgoneCredits } = leaver;
  if (!email || !locale) return;
  const sealedEmail = await encrypt(store, purpose, new TextEncoder().encode(email));
  const told = {
    locale,
    groupId,
    leftAt,
    ...(wasSuspended && { wasSuspended }),
    ...(owed.length > 0 && { owed }),
    ...(forgoneCredits > 0 && { forgoneCredits }),
  };
  addJob(store, op, { kind: "farewell_mail", sealedEmail, ...told }, store.now(), `farewell-${userId}`);
}

/** The address that the mail goes to; null if it was encrypted with another secret of the site. */
export async function emailOfFarewell(store: Store, { sealedEmail }: FarewellJob): Promise<string | null> {
  const opened = await decrypt(store, purpose, sealedEmail);
  return opened && new TextDecoder().decode(opened);
}

const purpose = "farewell";
