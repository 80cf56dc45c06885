/**
 * News of a letter: what its recipient is told when it comes, once for open pages, once by mail, once on each device.
 * Mails are held to one per person, partner and hour; a mail stands for every letter that had come when it was sent.
 */
import { type User, userById } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { authorIdOf, deletedAtFor, type Letter, recipientIdOf } from "./letter.ts";
import { letterById } from "./letters.ts";
import { whyParted } from "./parted.ts";

/** Who reads within this time needs no mail. It goes out whether or not a page stands open: nobody may sit before it. */
export const letterMailAfterMs = 3_000;
/** Between two mails about letters of the same partner. */
export const letterMailEveryMs = 60 * 60_000;
/** What waited longer, because the site or its mail was away, is news no more. */
const notifiesForMs = 24 * 60 * 60_000;
/** After it no letter is news any more of which the last mail might have told. */
const keptForMs = notifiesForMs + letterMailEveryMs;

/** The topic of a person's letters: published when one came, was read or was put away. */
export const lettersTopic = (userId: number): string => `letters:${userId}`;

/** To be called after the commit in which letters of these people came, were read or were put away. */
export const publishLetters = (store: Store, userIds: readonly number[]): void =>
  store.pubsub.publish(userIds.map(lettersTopic));

/** Adds the telling of a delivered letter to the commit that delivers it; `origin` as in kv/store/jobs/queue.ts. */
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

/** The letter and its two people while it is news: not when it was read or put away, not for days, and not once they are parted. */
export async function letterNotificationOf(store: Store, letterId: number): Promise<LetterNotification | null> {
  const letter = await letterById(store, letterId);
  if (!letter || letter.deliveredAt === null || store.now() - letter.deliveredAt > notifiesForMs) return null;
  const recipientId = recipientIdOf(letter);
  if (letter.readAt !== null || deletedAtFor(letter, recipientId) !== null) return null;
  const [author, recipient] = [await userById(store, authorIdOf(letter)), await userById(store, recipientId)];
  if (!author || !recipient || await whyParted(store, letter)) return null;
  return { letter, author, recipient };
}

/** When, and by which attempt of which job, somebody was last mailed about a partner's letters, or was about to be. */
interface LastMail {
  at: number;
  jobId: string;
  attempts: number;
  /** False while it is being sent, when it failed, and when nobody knows. */
  isSent: boolean;
}

/**
 * Whether this attempt of a job is to send its mail now; when it answers true, the hour is taken, and whoever has sent
 * it says so with `noteLetterMailSent`. False where a mail that was sent stands for the letter already, where one of the
 * two has left, or where the job was put off until the hour is over.
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
    // Of who has left meanwhile nothing may be noted any more.
    if (people.some(({ value }) => value === null)) return { done: false };
    const now = store.now();
    // Only a failed attempt may be followed by another: after one that broke off nobody knows whether its mail went out.
    const isRetry = last.value?.jobId === job.id && last.value.attempts < job.attempts;
    if (last.value && !isRetry) {
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

/** The mail that was claimed has been sent: it stands for all letters that had come by then. */
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
