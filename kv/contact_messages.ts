/** What people write to the house by the contact form: kept for half a year, and mailed by a job of the same commit. */
import { transact } from "./commit.ts";
import { addJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import { limits, takeAttempt } from "./limits.ts";
import type { Store } from "./open.ts";
import type { Result } from "./refusals.ts";

export const contactTopics = ["question", "payment", "safety", "technical", "data", "other"] as const;
export type ContactTopic = typeof contactTopics[number];

export const contactMessageLengthMax = 4000;
export const contactKeptDays = 180;

export interface ContactMessage {
  id: string;
  at: number;
  name: string;
  email: string;
  topic: ContactTopic;
  body: string;
  /** Of the page it was written on: it decides who gets the mail and in which language. */
  locale: "en" | "zh-Hant" | "zh-Hans";
  /** Who was signed in; null for guests. */
  userId: number | null;
}

export interface ContactWish extends Omit<ContactMessage, "id" | "at"> {
  /** The sender's address on the network, which is counted and not kept. */
  address: string;
  origin?: string;
}

/**
 * Keeps a message and has it mailed. The same words of the same sender are one message, so that pressing twice sends
 * once. Refuses `too_many_requests` by network address and by sender.
 */
export async function keepContactMessage(
  store: Store,
  wish: ContactWish,
): Promise<Result<{ id: string; isNew: boolean }>> {
  const { address, origin, ...words } = wish;
  const id = store.sign(`contact:${words.email.toLowerCase()}:${words.topic}:${words.body}`).slice(0, 32);
  const key = keys.contactMessage(id);
  if ((await store.kv.get(key)).value) return { ok: true, id, isNew: false };
  const byAddress = await takeAttempt(store, limits.contactAddress, address);
  if (!byAddress.ok) return byAddress;
  const bySender = await takeAttempt(store, limits.contactSender, words.email.toLowerCase());
  if (!bySender.ok) return bySender;
  return await transact<Result<{ id: string; isNew: boolean }>>(async () => {
    const known = await store.kv.get(key);
    if (known.value) return { done: { ok: true, id, isNew: false } };
    const message: ContactMessage = { ...words, id, at: store.now() };
    const op = store.kv.atomic().check(known).set(key, message, { expireIn: contactKeptDays * 24 * 3600_000 });
    addJob(store, op, { kind: "contact_mail", messageId: id, origin });
    return { commit: op, result: { ok: true, id, isNew: true } };
  });
}

export async function contactMessageById(store: Store, id: string): Promise<ContactMessage | null> {
  return (await store.kv.get<ContactMessage>(keys.contactMessage(id))).value;
}
