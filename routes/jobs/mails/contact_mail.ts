/** The mail that brings a message of the contact form to the site. A reply goes to the writer of the message. */
import { type ContactMessage, contactMessageById } from "../../../kv/safety/contact_messages.ts";
import type { ContactJob, Job } from "../../../kv/store/jobs/work.ts";
import type { Dependencies } from "../../http/env.ts";
import { siteAddress } from "../../http/imprint.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { type MailLetter, text } from "./mail_layout.tsx";

/** Throws when it must be tried again. */
export async function sendContactMail(deps: Dependencies, job: Job & ContactJob): Promise<void> {
  const message = await contactMessageById(deps.store, job.messageId);
  const to = message && siteAddress(deps, message.locale);
  if (!message || !to) return;
  await sendMail(deps, {
    to,
    locale: message.locale,
    write: (words) => contactMail(words, message),
    // A bare address without spaces, angle brackets or line breaks: the form's schema lets no other in.
    headers: () => ({ "Reply-To": message.email }),
  }, job);
}

/** The subject holds nothing that a stranger typed. */
function contactMail({ t, brand }: Words, message: ContactMessage): MailLetter {
  const sender = message.userId === null
    ? t("contact:mail.from", { name: message.name, email: message.email })
    : t("contact:mail.fromMember", { name: message.name, email: message.email, id: message.userId });
  return {
    subject: t("contact:mail.subject", { brand, topic: t(`contact:topic.${message.topic}`) }),
    blocks: [text(sender), ...message.body.split(/\n{2,}/).map(text)],
    reason: t("contact:mail.reason", { brand }),
  };
}
