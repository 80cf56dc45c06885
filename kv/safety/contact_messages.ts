/** What people write to the site by the contact form: kept for half a year, and mailed by a job of the same commit. */
import type { AccountLocale } from "../accounts/languages.ts";
import { checkActingAdmin, normaliseEmail } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { pageOf, type Paging } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";

export const contactTopics = ["question", "payment", "safety", "technical", "data", "other"] as const;
export type ContactTopic = typeof contactTopics[number];

export const contactMessageLengthMax = 4000;
export const contactKeptDays = 180;
const contactKeptMs = contactKeptDays * dayMs;

export interface ContactMessage {
  id: string;
  at: number;
  name: string;
  email: string;
  topic: ContactTopic;
  body: string;
  /** Of the page it was written on: it decides who gets the mail and in which language. */
  locale: AccountLocale;
  /** Who was signed in; null for guests. */
  userId: number | null;
  /** When a staff member said that it is answered, and who; absent until then. */
  answeredAt?: number;
  answeredBy?: number;
}

/**
 * Whether a message is somebody's: one that was sent while signed in is that account's, whatever address was typed.
 * `email` is null for an account without one.
 */
export const isMessageOf = (message: ContactMessage, { id, email }: { id: number; email: string | null }): boolean =>
  message.userId === null ? normaliseEmail(message.email) === email : message.userId === id;

export interface ContactWish extends Omit<ContactMessage, "id" | "at" | "answeredAt" | "answeredBy"> {
  /** The sender's address on the network, which is counted and not kept. */
  address: string;
  origin?: string;
}

/**
 * Keeps a message and has it mailed. While it waits, the same words from the same sender are the same message, so that
 * pressing twice sends one; after its answer they are a new one in its place. Refuses `too_many_requests` by network
 * address and by sender.
 */
export async function keepContactMessage(
  store: Store,
  wish: ContactWish,
): Promise<Result<{ id: string; isNew: boolean }>> {
  const { address, origin, ...words } = wish;
  const id = store.sign(`contact:${normaliseEmail(words.email)}:${words.topic}:${words.body}`).slice(0, 32);
  const key = keys.contactMessage(id);
  if (isWaiting((await store.kv.get<ContactMessage>(key)).value)) return { ok: true, id, isNew: false };
  const byAddress = await takeAttempt(store, limits.contactAddress, address);
  if (!byAddress.ok) return byAddress;
  const bySender = await takeAttempt(store, limits.contactSender, normaliseEmail(words.email));
  if (!bySender.ok) return bySender;
  return await transact<Result<{ id: string; isNew: boolean }>>(async () => {
    const known = await store.kv.get<ContactMessage>(key);
    if (isWaiting(known.value)) return { done: { ok: true, id, isNew: false } };
    const message: ContactMessage = { ...words, id, at: store.now() };
    const op = store.kv.atomic().check(known).set(key, message, { expireIn: contactKeptMs });
    addJob(store, op, { kind: "contact_mail", messageId: id, origin });
    return { commit: op, result: { ok: true, id, isNew: true } };
  });
}

const isWaiting = (message: ContactMessage | null): boolean => message !== null && message.answeredAt === undefined;

export async function contactMessageById(store: Store, id: string): Promise<ContactMessage | null> {
  return (await store.kv.get<ContactMessage>(keys.contactMessage(id))).value;
}

export interface ContactMessages {
  messages: ContactMessage[];
  totalCount: number;
}

/** The messages that wait, the longest wait first; or those that were answered, the latest first. */
export async function contactMessages(store: Store, isAnswered: boolean, paging: Paging): Promise<ContactMessages> {
  const found: ContactMessage[] = [];
  const all = store.kv.list<ContactMessage>({ prefix: prefixes.allContactMessages() }, { batchSize: 200 });
  for await (const { value } of all) {
    if ((value.answeredAt !== undefined) === isAnswered) found.push(value);
  }
  found.sort((one, other) => isAnswered ? other.answeredAt! - one.answeredAt! : one.at - other.at);
  return { messages: pageOf(found, paging), totalCount: found.length };
}

/**
 * Notes that a message was answered, or that it waits again. Refuses `not_found`, `conflict` where somebody else was
 * quicker, and `wrong_role` if the actor is no acting admin.
 */
export async function setContactAnswered(
  store: Store,
  { messageId, isAnswered, actorId }: { messageId: string; isAnswered: boolean; actorId: number },
): Promise<Result<{ message: ContactMessage }>> {
  return await transact<Result<{ message: ContactMessage }>>(async () => {
    const entry = await store.kv.get<ContactMessage>(keys.contactMessage(messageId));
    if (!entry.value) return { done: refuse("not_found") };
    const { answeredAt, answeredBy: _, ...rest } = entry.value;
    if ((answeredAt !== undefined) === isAnswered) return { done: refuse("conflict") };
    const now = store.now();
    const message: ContactMessage = isAnswered ? { ...rest, answeredAt: now, answeredBy: actorId } : rest;
    const op = store.kv.atomic().check(entry)
      .set(entry.key, message, { expireIn: Math.max(1, rest.at + contactKeptMs - now) });
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return { done: noAdmin };
    const action = isAnswered ? "message_answered" : "message_reopened";
    putAuditRecord(store, op, { action, actorId, subject: `message:${messageId}`, details: { userId: rest.userId } });
    return { commit: op, result: { ok: true, message } };
  });
}
