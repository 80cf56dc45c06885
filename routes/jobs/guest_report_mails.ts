/** Mails to who reported without an account: that it came in, and what became of it; in the language of the page then. */
import type { GuestReportJob, Job } from "../../kv/store/jobs/work.ts";
import { type Report, reportById } from "../../kv/safety/reports.ts";
import type { Dependencies } from "../http/env.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailBlock, type MailLetter, text } from "./mail_layout.tsx";

/** Nothing where nobody said who it was, or where the address was erased in the meantime. */
export async function sendGuestReportMail(deps: Dependencies, job: Job & GuestReportJob): Promise<void> {
  const report = await reportById(deps.store, job.reportId);
  const { email, locale } = report?.guest ?? {};
  if (!report || !email || !locale) return;
  const write = (words: Words) => job.isAnswer ? answerMail(words, report) : receivedMail(words, report);
  await sendMail(deps, { to: email, locale, write }, job);
}

/** No word that was typed stands here: whoever typed somebody else's address sends them nothing of their own. */
function receivedMail(words: Words, report: Report): MailLetter {
  const { t, brand } = words;
  return {
    subject: t("guestReports:mail.received.subject", { brand, id: report.id }),
    blocks: [
      text(t("guestReports:mail.received.lead", { brand, id: report.id })),
      aboutWhat(words, report),
      text(t("guestReports:mail.received.later")),
    ],
    reason: t("guestReports:mail.reason", { brand }),
  };
}

function answerMail(words: Words, report: Report): MailLetter {
  const { t, brand, linkTo } = words;
  return {
    subject: t("guestReports:mail.answer.subject", { brand, id: report.id }),
    blocks: [
      text(t(`safety:outcome.${report.outcome}`)),
      aboutWhat(words, report),
      ...(report.words ?? "").split(/\n{2,}/).filter(Boolean).map(text),
      text(t("guestReports:mail.answer.person")),
      text(t("guestReports:mail.answer.object")),
      link(t("safety:mail.contact"), linkTo("contact-us")),
    ],
    reason: t("guestReports:mail.reason", { brand }),
  };
}

const aboutWhat = ({ t }: Words, { subject, category }: Report): MailBlock =>
  text(
    t("guestReports:mail.about", { subject: provenPart(subject ?? ""), category: t(`safety:category.${category}`) }),
  );

/** Of a file's address whose it is: whatever stands behind that was typed, and looked up by nobody. */
const provenPart = (subject: string): string => subject.split("/", 3).join("/");
