/**
 * Newsletters: what the site writes to those who wished for news, once to each, some people at a time. A draft may be
 * changed; what was begun stays as it was sent.
 */
import { canBeSeen } from "../../chat/shared/text.ts";
import type { AccountLocale } from "../accounts/languages.ts";
import { wishesMail } from "../accounts/mail_wishes.ts";
import { isSuspended, lady, man, type User } from "../accounts/users.ts";
import { wordLocaleOf, wordLocales } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord, commitNow, transact } from "../store/commit.ts";
import { laneOf } from "../store/jobs/lanes.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isAsSeen, nextChangeOf } from "../store/seen_changes.ts";

export const newsletterReaders = ["everybody", "men", "ladies"] as const;
export type NewsletterReaders = typeof newsletterReaders[number];

export interface NewsletterWords {
  subject: string;
  /** Paragraphs, with empty lines between them. */
  body: string;
}

/** Complete in the languages that the site publishes in; readers of another have the English words if theirs are missing. */
export type NewsletterTexts = Partial<Record<AccountLocale, NewsletterWords>>;

export interface Newsletter {
  id: number;
  readers: NewsletterReaders;
  texts: NewsletterTexts;
  /** The page of the site that it leads to, without its locale: "/blog/12"; null for none. */
  path: string | null;
  changedAt: number;
  /** Absent for a draft. */
  sending?: Sending;
}

/** How far a newsletter has come. */
export interface Sending {
  beganAt: number;
  /** Accounts up to this id were looked at. */
  untilId: number;
  /** For how many a mail was made; once stopped, without those whose mail still waited. */
  people: number;
  /** When everybody was looked at, or it was stopped; null until then. */
  endedAt: number | null;
  /** Somebody stopped it; mails that waited are not sent. */
  isStopped?: true;
}

export type NewsletterState = "draft" | "under_way" | "sent" | "stopped";

export function newsletterStateOf({ sending }: Pick<Newsletter, "sending">): NewsletterState {
  if (!sending) return "draft";
  if (sending.isStopped) return "stopped";
  return sending.endedAt === null ? "under_way" : "sent";
}

export const newsletterSubjectLengthMax = 120;
/** A value of the store holds 64 KiB: six languages, three bytes a Chinese character. */
export const newsletterBodyLengthMax = 3000;
const pathLengthMax = 200;
/** Accounts that one part looks at. */
const accountsAtOnce = 100;
/** Between two parts that write to somebody: no mail server is flooded, and a newsletter begun by mistake can be stopped. */
const partEveryMs = 10_000;

export interface NewsletterWish extends Pick<Newsletter, "readers" | "texts" | "path"> {
  /** Absent for a new one. */
  id?: number;
  /** When the draft was changed last, as the editor saw it: a newer change is not overwritten. */
  seenChangedAt?: number;
  actorId: number;
}

/**
 * Writes a draft, new or changed. Refuses `invalid` with the fields at fault ("en.subject"), `not_found` for an unknown
 * id, and `conflict` if somebody has changed it since it was seen, or it was begun.
 */
export async function saveNewsletter(store: Store, wish: NewsletterWish): Promise<Result<{ newsletter: Newsletter }>> {
  const fields = faultsOf(wish);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const id = wish.id ?? await store.ids.next("newsletter");
  return await transact<Result<{ newsletter: Newsletter }>>(async () => {
    const before = await store.kv.get<Newsletter>(keys.newsletter(id));
    if (wish.id !== undefined && !before.value) return { done: refuse("not_found") };
    if (!isAsSeen(before.value, wish.seenChangedAt) || before.value?.sending) return { done: refuse("conflict") };
    const { readers, texts, path, actorId } = wish;
    const changedAt = nextChangeOf(before.value, store.now());
    const newsletter: Newsletter = { id, readers, texts, path, changedAt };
    const op = store.kv.atomic().check(before).set(before.key, newsletter);
    note(store, op, before.value ? "newsletter_changed" : "newsletter_written", actorId, newsletter);
    return { commit: op, result: { ok: true, newsletter } };
  });
}

function faultsOf({ texts, path }: NewsletterWish): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const locale of wordLocales) {
    if (!canBeSeen(texts[locale]?.subject ?? "")) fields[`${locale}.subject`] = "required";
    if (!canBeSeen(texts[locale]?.body ?? "")) fields[`${locale}.body`] = "required";
  }
  for (const [locale, { subject, body }] of Object.entries(texts)) {
    if (!canBeSeen(subject)) fields[`${locale}.subject`] = "required";
    if (!canBeSeen(body)) fields[`${locale}.body`] = "required";
    if (subject.length > newsletterSubjectLengthMax) fields[`${locale}.subject`] = "too_long";
    if (body.length > newsletterBodyLengthMax) fields[`${locale}.body`] = "too_long";
  }
  if (path !== null && !/^\/(?!\/)[\w./~-]*$/.test(path)) fields.path = "wrong_value";
  if ((path?.length ?? 0) > pathLengthMax) fields.path = "too_long";
  return fields;
}

function note(
  store: Store,
  op: Deno.AtomicOperation,
  action: string,
  actorId: number,
  { id, readers, sending }: Newsletter,
): void {
  const details = { readers, people: sending?.people ?? 0 };
  putAuditRecord(store, op, { action, actorId, subject: `newsletter:${id}`, details });
}

/** All newsletters, the last changed first; for staff. */
export async function newsletters(store: Store): Promise<Newsletter[]> {
  const found = await Array.fromAsync(store.kv.list<Newsletter>({ prefix: prefixes.newsletters() }));
  return found.map(({ value }) => value).sort((one, other) => other.changedAt - one.changedAt || other.id - one.id);
}

export async function newsletterById(store: Store, id: number): Promise<Newsletter | null> {
  return Number.isSafeInteger(id) ? (await store.kv.get<Newsletter>(keys.newsletter(id))).value : null;
}

/** The words for somebody who reads a language, and the language that they are in. */
export function newsletterWordsFor(texts: NewsletterTexts, reads: AccountLocale) {
  const locale = texts[reads] ? reads : wordLocaleOf(reads);
  return { ...texts[locale]!, locale };
}

/** Removes a draft. Refuses `not_found`, and `conflict` if it was begun, or if somebody has changed it since it was seen. */
export const removeNewsletter = (
  store: Store,
  id: number,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<object>> =>
  changeRecord<Newsletter>(store, keys.newsletter(id), (newsletter, op) => {
    if (newsletter.sending || !isAsSeen(newsletter, seenChangedAt)) return refuse("conflict");
    note(store, op, "newsletter_removed", actorId, newsletter);
    return null;
  });

/** Mails a newsletter, as it was saved last, to the person who writes it. Refuses `not_found`. */
export async function tryNewsletter(store: Store, id: number, actorId: number): Promise<Result<object>> {
  if (!await newsletterById(store, id)) return refuse("not_found");
  const op = store.kv.atomic();
  addJob(store, op, { kind: "newsletter_mail", newsletterId: id, userId: actorId, isTrial: true });
  await commitNow(op);
  return { ok: true };
}

/** Begins to send a newsletter, once. Refuses `not_found`, and `conflict` if it was changed since it was seen. */
export const beginNewsletter = (
  store: Store,
  id: number,
  { actorId, seenChangedAt }: { actorId: number; seenChangedAt: number },
): Promise<Result<object>> =>
  changeRecord<Newsletter>(store, keys.newsletter(id), (newsletter, op) => {
    if (!isAsSeen(newsletter, seenChangedAt)) return refuse("conflict");
    if (newsletter.sending) return newsletter;
    const begun = { ...newsletter, sending: { beganAt: store.now(), untilId: 0, people: 0, endedAt: null } };
    note(store, op, "newsletter_begun", actorId, begun);
    addJob(store, op, { kind: "newsletter_part", newsletterId: id, afterId: 0 });
    return begun;
  });

/**
 * Stops a newsletter: nobody else is written to, and mails that wait are not sent. Refuses `not_found`, and `conflict` if
 * there is nothing left to stop.
 */
export async function stopNewsletter(store: Store, id: number, actorId: number): Promise<Result<object>> {
  const waiting = (await mailsWaiting(store)).get(id) ?? 0;
  return await changeRecord<Newsletter>(store, keys.newsletter(id), (newsletter, op) => {
    const { sending } = newsletter;
    if (sending?.isStopped) return newsletter;
    if (!sending || (sending.endedAt !== null && waiting === 0)) return refuse("conflict");
    const stopped = {
      ...newsletter,
      sending: {
        ...sending,
        people: writtenTo(sending, waiting),
        endedAt: store.now(),
        isStopped: true as const,
      },
    };
    note(store, op, "newsletter_stopped", actorId, stopped);
    return stopped;
  });
}

const writtenTo = ({ people }: Sending, waiting: number): number => Math.max(0, people - waiting);

/** How far a newsletter has come, and how many were written to. */
export interface NewsletterProgress {
  state: NewsletterState;
  people: number;
}

/** How far newsletters have come, by their ids: one that was begun is under way as long as one of its mails waits. */
export async function newsletterProgress(
  store: Store,
  all: readonly Pick<Newsletter, "id" | "sending">[],
): Promise<Map<number, NewsletterProgress>> {
  const mayWait = all.some(({ sending }) => sending && !sending.isStopped);
  const waiting = mayWait ? await mailsWaiting(store) : new Map<number, number>();
  return new Map(all.map(({ id, sending }) => {
    const state = newsletterStateOf({ sending });
    if (!sending || sending.isStopped) return [id, { state, people: sending?.people ?? 0 }];
    const waits = waiting.get(id) ?? 0;
    return [id, { state: waits > 0 ? "under_way" : state, people: writtenTo(sending, waits) }];
  }));
}

/**
 * How many mails still wait to be sent, by newsletter, which they may long after everybody was looked at. Trials do not
 * count. It walks the waiting mails of all newsletters.
 */
async function mailsWaiting(store: Store): Promise<Map<number, number>> {
  const lane = laneOf("newsletter_mail");
  const range = { start: keys.job(lane, 0, ""), end: keys.job(lane, Infinity, "") };
  const counts = new Map<number, number>();
  for await (const { value } of store.kv.list<Job>(range, { batchSize: 500 })) {
    if (value.kind !== "newsletter_mail" || value.isTrial) continue;
    counts.set(value.newsletterId, (counts.get(value.newsletterId) ?? 0) + 1);
  }
  return counts;
}

/** Whether a newsletter would be sent to somebody now. */
export const isReaderOf = ({ readers }: Pick<Newsletter, "readers">, user: User): boolean =>
  ((user.groupId === man && readers !== "ladies") || (user.groupId === lady && readers !== "men")) &&
  !isSuspended(user) && wishesMail(user, "newsletters");

/** How many would be written to now. It walks all accounts. */
export async function readersOf(store: Store, newsletter: Pick<Newsletter, "readers">): Promise<number> {
  let count = 0;
  for await (const { value } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    if (isReaderOf(newsletter, value)) count++;
  }
  return count;
}

/**
 * Sends a newsletter to the next accounts. Their mails, the progress and the job of the next part are one commit, and a
 * repeat of this part finds the progress and does nothing. So everybody is written to once, whatever breaks off in between.
 */
export async function sendNewsletterPart(store: Store, id: number, afterId: number): Promise<void> {
  const range = { start: keys.user(afterId + 1), end: [...prefixes.users(), Infinity] };
  const accounts = await Array.fromAsync(
    store.kv.list<User>(range, { limit: accountsAtOnce, batchSize: accountsAtOnce }),
    ({ value }) => value,
  );
  const untilId = accounts.at(-1)?.id ?? afterId;
  const isLast = accounts.length < accountsAtOnce;
  await changeRecord<Newsletter>(store, keys.newsletter(id), (newsletter, op) => {
    const { sending } = newsletter;
    if (!sending || sending.endedAt !== null || sending.untilId !== afterId) return newsletter;
    const readers = accounts.filter((user) => isReaderOf(newsletter, user));
    for (const { id: userId } of readers) addJob(store, op, { kind: "newsletter_mail", newsletterId: id, userId });
    const nextAt = store.now() + (readers.length > 0 ? partEveryMs : 0);
    if (!isLast) addJob(store, op, { kind: "newsletter_part", newsletterId: id, afterId: untilId }, nextAt);
    const people = sending.people + readers.length;
    return { ...newsletter, sending: { ...sending, untilId, people, endedAt: isLast ? store.now() : null } };
  });
}
