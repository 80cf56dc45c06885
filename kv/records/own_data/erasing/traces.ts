/** Erases what tells of somebody in passing: counted tries, waiting jobs, kept answers, messages to the site, sign-ups. */
import type { Deletion } from "../../../accounts/deletions.ts";
import { mailboxOf } from "../../../accounts/mailboxes.ts";
import { confirmationById } from "../../../accounts/sign_up.ts";
import type { AgencyDraft } from "../../../ladies/agencies/agencies.ts";
import type { Store } from "../../../open.ts";
import { type ContactMessage, isMessageOf } from "../../../safety/contact_messages.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseTraces: Step = async ({ store, deletion: { userId, email, at } }) => {
  await deleteUnder(store, prefixes.idempotentCallsOf(userId));
  for (const prefix of [prefixes.jobs(), prefixes.jobsWithoutLane()]) {
    await deleteUnder<Job>(store, prefix, ({ value }) => isAbout(value, { userId, email, at }));
  }
  await deleteUnder(store, prefixes.allLimits(), ({ key }) => isOf(String(key[2]), userId, email));
  // By the address only what is from before the deletion: the address is free since, and may be used anew at once.
  await deleteUnder<ContactMessage>(
    store,
    prefixes.allContactMessages(),
    ({ value }) => isMessageOf(value, { id: userId, email }) && (value.userId !== null || value.at <= at),
  );
  if (email === null) return;
  await deleteUnder<AgencyDraft>(
    store,
    prefixes.allAgencyDrafts(),
    ({ value }) => value.email === email && value.createdAt <= at,
    ({ value }) => [
      keys.draftOfAgency(value.agencyId, value.id),
    ],
  );
  await eraseSignUps(store, email, at);
};

async function eraseSignUps(store: Store, email: string, untilMs: number): Promise<void> {
  for await (const { key } of store.kv.list({ prefix: prefixes.confirmationsOfEmail(email) })) {
    const confirmation = await confirmationById(store, String(key[2]));
    if (confirmation && confirmation.sentAt > untilMs) continue;
    await deleteKeys(store, [keys.confirmation(String(key[2])), key]);
  }
}

/**
 * Whether a job is about somebody who left and can be dropped, by the address only one from before. Jobs that clear things
 * away or move credits must still be done.
 */
function isAbout(job: Job, { userId, email, at }: Pick<Deletion, "userId" | "email" | "at">): boolean {
  if (job.kind === "erase_member") return false;
  if ("to" in job && job.to === email && (job.writtenAt ?? 0) <= at) return true;
  return "userId" in job && job.userId === userId;
}

/** Whether a limit counts somebody: by the id, perhaps with more behind it, or by e-mail or mailbox, beside an address. */
const isOf = (subject: string, userId: number, email: string | null): boolean =>
  subject === String(userId) || subject.startsWith(`${userId}:`) ||
  (email !== null && subject.split(" ").some((part) => part === email || part === mailboxOf(email)));
