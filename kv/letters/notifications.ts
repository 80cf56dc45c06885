/**
 * News of a letter: what its recipient is told when it comes, once for open pages, once by mail, once on each device.
 * Mails are held to one per person, partner and hour; a mail stands for every letter that had come when it was sent.
 */
import { type User, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { clocksDifferMs } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { authorIdOf, deletedAtFor, type Letter, recipientIdOf } from "./letter.ts";
import { letterById } from "./letters.ts";
import { whyParted } from "./parted.ts";

/** Whoever reads within this time needs no mail. It goes out even if a page is open: perhaps nobody sits before it. */
export const letterMailAfterMs = 3_000;
/** Between two mails about letters of the same partner. */
export const letterMailEveryMs = 60 * 60_000;
/** A letter that waited longer, because the site or its mail was down, is no longer news. */
const notifiesForMs = dayMs;
/** How long the last mail is remembered: after that, no letter that it may have told of is news any more. */
const keptForMs = notifiesForMs + letterMailEveryMs;

/** The topic of a person's letters: published when one came, was read or was put away. */
export const lettersTopic = (userId: number): string => `letters:${userId}`;

/** To be called after the commit in which letters of these people came, were read or were put away. */
export const publishLetters = (store: Store, userIds: readonly number[]): void =>
  store.pubsub.publish(userIds.map(lettersTopic));

/** Adds mail and device notification of a letter to the commit that delivers it; `origin` as in kv/store/jobs/queue.ts. */
export function addLetterNotification(store: Store, op: Deno.AtomicOperation, letter: Letter, origin?: string): void {
  const about = { letterId: letter.id, ...(origin && { origin }) };
  addJob(store, op, { kind: "letter_mail", ...about }, store.now() + letterMailAfterMs);
  addJob(store, op, { kind: "letter_push", ...about });
}

export interface LetterNotification {
  letter: Letter;
  author: User;
  recipient: User;
}

/** The letter and its two people; null once it is no news: read, put away, older than a day, or the two are parted. */
export async function letterNotificationOf(store: Store, letterId: number): Promise<LetterNotification | null> {
  const letter = await letterById(store, letterId);
  if (!letter || letter.deliveredAt === null || store.now() - letter.deliveredAt > notifiesForMs) return null;
  const recipientId = recipientIdOf(letter);
  if (letter.readAt !== null || deletedAtFor(letter, recipientId) !== null) return null;
  const [author, recipient] = [await userById(store, authorIdOf(letter)), await userById(store, recipientId)];
  if (!author || !recipient || await whyParted(store, letter)) return null;
  return { letter, author, recipient };
}

/** When somebody was last mailed, or was about to be, about a partner's letters, and by which attempt of which job. */
interface LastMail {
  at: number;
  jobId: string;
  attempts: number;
  /** False while it is being sent, if it failed, and if nobody knows. */
  isSent: boolean;
}

/**
 * Whether this attempt of a job is to send its mail now. If so, the hour is taken, and the caller says with
 * `noteLetterMailSent` that the mail was sent. False if a mail that was sent tells of the letter already, if an earlier
 * attempt broke off, if one of the two has left, or if the job was put off until the hour is over.
 */
export function claimLetterMail(
  store: Store,
  letter: Letter,
  job: { id: string; attempts: number; origin?: string },
): Promise<boolean> {
  const key = keys.letterMail(recipientIdOf(letter), authorIdOf(letter));
  return transact<boolean>(async () => {
    const [last, ...people] = await store.kv.getMany<[LastMail, User, User]>([
      key,
      keys.user(recipientIdOf(letter)),
      keys.user(authorIdOf(letter)),
    ]);
    // Nothing may be noted any more about people who have left.
    if (people.some(({ value }) => value === null)) return { done: false };
    const now = store.now();
    // Only a failed attempt may be followed by another: after one that broke off nobody knows whether its mail went out.
    const isRetry = last.value?.jobId === job.id && last.value.attempts < job.attempts;
    // A mail that lies ahead was noted by a clock that was: it keeps back no other.
    if (last.value && last.value.at <= now + clocksDifferMs && !isRetry) {
      const isToldOf = last.value.isSent && letter.deliveredAt! <= last.value.at;
      if (isToldOf || last.value.jobId === job.id) return { done: false };
      const freeAt = last.value.at + letterMailEveryMs;
      if (now < freeAt) {
        const later = store.groupCommits.atomic().check(last);
        const about = { letterId: letter.id, ...(job.origin && { origin: job.origin }) };
        addJob(store, later, { kind: "letter_mail", ...about }, freeAt);
        return { commit: later, result: false };
      }
    }
    const mine: LastMail = { at: now, jobId: job.id, attempts: job.attempts, isSent: false };
    const op = store.groupCommits.atomic().check(last, ...people).set(key, mine, { expireIn: keptForMs });
    return { commit: op, result: true };
  });
}

/** Notes that the claimed mail was sent: it tells of all letters that had come by then. */
export function noteLetterMailSent(store: Store, letter: Letter, job: { id: string }): Promise<void> {
  const key = keys.letterMail(recipientIdOf(letter), authorIdOf(letter));
  return transact<void>(async () => {
    const last = await store.kv.get<LastMail>(key);
    if (last.value?.jobId !== job.id) return { done: undefined };
    const op = store.groupCommits.atomic().check(last)
      .set(key, { ...last.value, isSent: true }, { expireIn: keptForMs });
    return { commit: op, result: undefined };
  });
}
