/**
 * Notices: what the site has to tell one person, on the site until it was read, and by a mail that is sent once. A
 * notice holds ids and numbers; its words are made where it is read, in the reader's language.
 */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { deleteUnder } from "../store/deleting.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";

export type NoticeAbout =
  /** A lady turned out to be a fraud: what a man had paid for letters with her has gone back. */
  | {
    kind: "fraud";
    ladyId: number;
    refundedCredits: number;
    refundedEntries: number;
    /** When a letter or a message last went between the two; absent in older notices. */
    lastContactAt?: number;
    /** Which case it tells of, as `Case` of fraud_cases.ts; absent in older notices. */
    openedAt?: number;
  }
  /** The site has answered a report. */
  | { kind: "report_answered"; reportId: number }
  /** A lady's profile is shown now, for the first time or again, whatever the last step to it was. */
  | { kind: "published" }
  /** The site says what must not happen again, in its own words (warnings.ts). */
  | { kind: "warned"; words: string; decisionId?: number }
  /** A man in the United States shows a lady his background and asks for her consent (background/consents.ts). */
  | { kind: "background_shown"; manId: number }
  /** The registry was searched for a man's statement: he may show it. */
  | { kind: "background_searched" }
  /** What a lady answered him. */
  | { kind: "background_answered"; ladyId: number; isConsent: boolean }
  /** Somebody has looked again at a decision that was objected to (appeals.ts). */
  | { kind: "appeal_answered"; decisionId: number };

export type Notice = NoticeAbout & {
  /** Names what it tells of, so that nobody is told twice. */
  id: string;
  userId: number;
  /** Ms since the epoch. */
  at: number;
  readAt: number | null;
};

/**
 * Adds a notice to the commit of what it tells of, with its mail, which goes out at `mailAtMs`. It takes the place of
 * those that it `replaces`.
 */
export function addNotice(
  store: Store,
  op: Deno.AtomicOperation,
  userId: number,
  id: string,
  about: NoticeAbout,
  { mailAtMs = store.now(), origin, replaces = [] }: {
    mailAtMs?: number;
    origin?: string;
    replaces?: readonly Notice[];
  } = {},
): void {
  for (const earlier of replaces) op.delete(keys.notice(userId, earlier.id));
  const notice: Notice = { ...about, id, userId, at: store.now(), readAt: null };
  op.set(keys.notice(userId, id), notice);
  addNoticeMail(store, op, notice, mailAtMs, origin);
}

/** Adds the mail of a notice to a commit, once for each moment at which it is to go out. */
export function addNoticeMail(
  store: Store,
  op: Deno.AtomicOperation,
  { kind: about, userId, id: noticeId }: Pick<Notice, "kind" | "userId" | "id">,
  mailAtMs: number,
  origin?: string,
): void {
  const kind = about === "fraud" ? "fraud_mail" as const : "notice_mail" as const;
  const mail = { kind, userId, noticeId, ...(origin && { origin }) };
  // If two commits write the same notice at once, they use the same key.
  addJob(store, op, mail, mailAtMs, `notice:${userId}:${noticeId}`);
}

/** Deletes somebody's notices of a kind, read or not, in the commit that makes them untrue. */
export async function takeNoticesBack(
  store: Store,
  op: Deno.AtomicOperation,
  userId: number,
  kind: NoticeAbout["kind"],
): Promise<void> {
  for await (const { key, value } of store.kv.list<Notice>({ prefix: prefixes.notices(userId) })) {
    if (value.kind === kind) op.delete(key);
  }
}

export const noticeById = async (store: Store, userId: number, id: string): Promise<Notice | null> =>
  (await store.kv.get<Notice>(keys.notice(userId, id))).value;

/** All that somebody was told, newest first. */
export const noticesOf = (store: Store, userId: number): Promise<Notice[]> =>
  store.memory.recall(["notice", userId], async () => {
    const found: Notice[] = [];
    for await (const { value } of store.kv.list<Notice>({ prefix: prefixes.notices(userId) })) found.push(value);
    return found.sort((one, other) => other.at - one.at);
  });

/** What somebody was told and has not put away, newest first. */
export const unreadNotices = async (store: Store, userId: number): Promise<Notice[]> =>
  (await noticesOf(store, userId)).filter(({ readAt }) => readAt === null);

/** Notes that somebody has read a notice; does nothing if it is not there, or was read before. */
export function readNotice(store: Store, userId: number, id: string): Promise<void> {
  return transact<void>(async () => {
    const entry = await store.kv.get<Notice>(keys.notice(userId, id));
    if (!entry.value || entry.value.readAt !== null) return { done: undefined };
    const op = store.kv.atomic().check(entry).set(entry.key, { ...entry.value, readAt: store.now() });
    return { commit: op, result: undefined };
  });
}

/** Deletes all notices of somebody whose account ends. */
export const deleteNoticesOf = (store: Store, userId: number): Promise<void> =>
  deleteUnder(store, prefixes.notices(userId));
