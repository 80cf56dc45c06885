/**
 * The last mail to who has left, once everything is erased: what was, and what stays for how long. Until it is sent, or given
 * up after half a day, the address lies in its job, encrypted; nowhere else.
 */
import type { Store } from "../open.ts";
import { decrypt, encrypt } from "../store/encryption.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { FarewellJob } from "../store/jobs/work.ts";
import type { User } from "./users.ts";

/** What a deletion still says of somebody. */
interface Leaver {
  userId: number;
  groupId: User["groupId"];
  /** When the account ended, ms since the epoch. */
  at: number;
  email: string | null;
  locale?: User["locale"];
}

/** Adds the mail to the commit that ends an erasure; nothing for who was told before. */
export async function addFarewell(store: Store, op: Deno.AtomicOperation, leaver: Leaver): Promise<void> {
  const { userId, groupId, at: leftAt, email, locale } = leaver;
  if (!email || !locale) return;
  const sealedEmail = await encrypt(store, purpose, new TextEncoder().encode(email));
  addJob(store, op, { kind: "farewell_mail", sealedEmail, locale, groupId, leftAt }, store.now(), `farewell-${userId}`);
}

/** Where the mail goes; null where it was written under another secret of the site. */
export async function emailOfFarewell(store: Store, { sealedEmail }: FarewellJob): Promise<string | null> {
  const opened = await decrypt(store, purpose, sealedEmail);
  return opened && new TextDecoder().decode(opened);
}

const purpose = "farewell";
