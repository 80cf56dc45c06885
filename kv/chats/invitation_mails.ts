/**
 * Mails to people whom an invitation did not reach: only if they asked for such mails, at most one a day about the same
 * person, and never if one of the two blocked the other.
 */
import { wishesMail } from "../accounts/mail_wishes.ts";
import { isSuspended, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { dayMs, isRecent } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { InvitationMailJob, Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";

/** Between two mails about the same person. */
const invitationMailEveryMs = dayMs;
/** A mail that waited longer, because the site or its mail server was away, is not sent any more. */
const newsForMs = dayMs;

/** When, and by which attempt of which job, a person was last mailed about another, or was about to be. */
interface LastMail {
  at: number;
  jobId: string;
  attempts: number;
}

type Two = Pick<InvitationMailJob, "askerId" | "toId">;

/**
 * Queues the mail to a person who cannot be reached now, about the one who asked. False if such mails are not wanted, or
 * one was sent within the last day.
 */
export function mailAbout(store: Store, two: Two): Promise<boolean> {
  return takeTheDay(store, two, (last, op) => {
    if (last) return false;
    const jobId = store.randomToken();
    addJob(store, op, { kind: "invitation_mail", ...two, at: store.now() }, store.now(), jobId);
    // So that the job's own first attempt, number 0, counts as a later one.
    return { jobId, attempts: -1 };
  });
}

/** Whether this attempt of a job may send its mail now; if so, the day is taken. */
export async function claimInvitationMail(store: Store, job: Job & InvitationMailJob): Promise<boolean> {
  if (store.now() - job.at > newsForMs) return false;
  return await takeTheDay(store, job, (last) => {
    // Only a failed attempt is tried again: after one that was cut off, nobody knows whether its mail was sent.
    const isRetry = last?.jobId === job.id && last.attempts < job.attempts;
    return !last || isRetry ? { jobId: job.id, attempts: job.attempts } : false;
  });
}

/** Takes the day for the mail that `take` returns. `take` is given the mail that has taken the day already, or null. */
async function takeTheDay(
  store: Store,
  { askerId, toId }: Two,
  take: (last: LastMail | null, op: Deno.AtomicOperation) => Omit<LastMail, "at"> | false,
): Promise<boolean> {
  if (await isBlockedBetween(store, askerId, toId)) return false;
  return await transact<boolean>(async () => {
    const [last, to, asker] = await store.kv.getMany<[LastMail, User, User]>([
      keys.invitationMail(toId, askerId),
      keys.user(toId),
      keys.user(askerId),
    ]);
    if (!to.value || !asker.value || isSuspended(to.value) || isSuspended(asker.value)) return { done: false };
    if (!wishesMail(to.value, "invitations")) return { done: false };
    const now = store.now();
    const isToday = last.value !== null && isRecent(now, last.value.at, invitationMailEveryMs);
    const op = store.kv.atomic().check(last, to, asker);
    const taken = take(isToday ? last.value : null, op);
    if (!taken) return { done: false };
    op.set(last.key, { at: now, ...taken } satisfies LastMail, { expireIn: invitationMailEveryMs });
    return { commit: op, result: true };
  });
}
