/** A newsletter as a mail to one of its readers, or as a trial to its writer. */
import { userById } from "../../../kv/accounts/users.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { isReaderOf, newsletterById, newsletterWordsFor } from "../../../kv/writing/newsletters.ts";
import type { Dependencies } from "../../http/env.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, text } from "./mail_layout.tsx";
import { segmentsOf } from "./mail_links.ts";
import { unsubscribingOf } from "./unsubscribing.ts";

/**
 * Sends nothing to a reader who wishes none any more, or if it was stopped or deleted meanwhile. Throws when it must be
 * tried again.
 */
export async function sendNewsletterMail(deps: Dependencies, job: Job & { kind: "newsletter_mail" }): Promise<void> {
  const { store } = deps;
  const [newsletter, user] = await Promise.all([newsletterById(store, job.newsletterId), userById(store, job.userId)]);
  if (!newsletter || !user) return;
  const isMeant = job.isTrial ?? (newsletter.sending && !newsletter.sending.isStopped && isReaderOf(newsletter, user));
  if (!isMeant) return;
  const { texts, path } = newsletter;
  const { subject, body } = newsletterWordsFor(texts, user.locale);
  const { href, headers } = unsubscribingOf(store, user.id, "newsletters");
  await sendMail(deps, {
    to: user.email,
    locale: user.locale,
    write: (words) => {
      const { t, brand, linkTo } = words;
      return {
        subject,
        blocks: [
          text(t("mails:hello", { name: user.firstname })),
          ...body.split(/\n\s*\n/).map((paragraph) => text(paragraph.trim())),
          ...path === null ? [] : [link(t("mails:newsletter.link", { brand }), linkTo(...segmentsOf(path)), true)],
          link(t("mails:newsletter.off"), href(words)),
        ],
        reason: t("mails:newsletter.reason", { brand }),
      };
    },
    headers,
  }, job);
}
