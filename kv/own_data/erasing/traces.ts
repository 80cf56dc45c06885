/** Erases what tells of somebody in passing: counted tries, waiting work, kept answers, messages to the house. */
import type { AgencyDraft } from "../../agencies.ts";
import type { ContactMessage } from "../../contact_messages.ts";
import type { Job } from "../../jobs.ts";
import { keys, prefixes } from "../../keys.ts";
import { deleteUnder, type Step } from "./step.ts";

export const eraseTraces: Step = async ({ store, deletion: { userId, email } }) => {
  await deleteUnder(store, prefixes.idempotentCallsOf(userId));
  await deleteUnder<Job>(store, prefixes.jobs(), ({ value }) => isAbout(value, userId, email));
  await deleteUnder(store, prefixes.allLimits(), ({ key }) => isOf(String(key[2]), userId, email));
  await deleteUnder<ContactMessage>(
    store,
    prefixes.allContactMessages(),
    ({ value }) => value.userId === userId || value.email.trim().toLowerCase() === email,
  );
  if (email === null) return;
  await deleteUnder<AgencyDraft>(
    store,
    prefixes.allAgencyDrafts(),
    ({ value }) => value.email === email,
    ({ value }) => [
      keys.draftOfAgency(value.agencyId, value.id),
    ],
  );
  await deleteUnder(store, prefixes.confirmationsOfEmail(email), undefined, ({ key }) => [
    keys.confirmation(String(key[2])),
  ]);
};

/** Work that clears away, or that moves credits, is still to be done. */
function isAbout(job: Job, userId: number, email: string | null): boolean {
  if (job.kind === "erase_member") return false;
  if ("to" in job && job.to === email) return true;
  return "userId" in job && job.userId === userId;
}

/** What a limit counts by: a number, perhaps with more behind it; or an address of a mailbox beside one of the network. */
const isOf = (subject: string, userId: number, email: string | null): boolean =>
  subject === String(userId) || subject.startsWith(`${userId}:`) ||
  (email !== null && subject.split(" ").includes(email));
