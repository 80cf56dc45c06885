/**
 * Mails to a person who reported without an account: that the report came in, how it was answered, and the same for an
 * objection to the answer; in the language of the page on which it was reported.
 */
import { datesFor } from "../../../i18n/format.ts";
import { appealEndsAt } from "../../../kv/safety/appeals.ts";
import { type AnsweredReport, reportByLink, reportKeyOf } from "../../../kv/safety/guest_appeals.ts";
import type { GuestReportJob, Job } from "../../../kv/store/jobs/work.ts";
import { type Report, reportById } from "../../../kv/safety/reports.ts";
import type { Dependencies } from "../../http/env.ts";
import { subjectTold } from "../../safety/told_subject.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailBlock, type MailLetter, text } from "./mail_layout.tsx";

/** Sends nothing if the report came without an address, or if the address has been erased since. */
export async function sendGuestReportMail(deps: Dependencies, job: Job & GuestReportJob): Promise<void> {
  const { store } = deps;
  const report = await reportById(store, job.reportId);
  const { email, locale } = report?.guest ?? {};
  if (!report || !email || !locale) return;
  const key = reportKeyOf(store, report.id);
  const answered = await reportByLink(store, report.id, key);
  const write = writerOf(job, report, answered, key);
  if (write) await sendMail(deps, { to: email, locale, write }, job);
}

type Write = (words: Words) => MailLetter;

/** Null if the objection no longer exists. */
function writerOf(
  { kind, isAnswer }: GuestReportJob,
  report: Report,
  answered: AnsweredReport | null,
  key: string,
): Write | null {
  const open: Open = ({ t, linkTo }, name) =>
    link(t(`guestReports:mail.${name}`), linkTo("report", String(report.id), key), true);
  if (kind === "guest_report_mail") {
    return (words) => isAnswer ? answerMail(words, report, answered, open) : receivedMail(words, report);
  }
  return answered &&
    ((words) => isAnswer ? verdictMail(words, answered, open) : objectionMail(words, report, open));
}

/** Makes the link to the page of the report; `name` is the key of its words. */
type Open = (words: Words, name: "object" | "open") => MailBlock;

/** No word that was typed stands here: a person who types somebody else's address cannot send them words of their own. */
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

/** An answer from before objections were possible (`answered` is null) offers none. */
function answerMail(words: Words, report: Report, answered: AnsweredReport | null, open: Open): MailLetter {
  const { t, brand, linkTo } = words;
  return {
    subject: t("guestReports:mail.answer.subject", { brand, id: report.id }),
    blocks: [
      text(t(`safety:outcome.${report.outcome}`)),
      aboutWhat(words, report),
      ...paragraphs(report.words),
      text(t("guestReports:mail.answer.person")),
      ...answered
        ? [
          text(t("guestReports:appeal.redress", { date: dateFor(report)(appealEndsAt(answered.decision)) })),
          open(words, "object"),
        ]
        : [],
      link(t("safety:mail.contact"), linkTo("contact-us")),
    ],
    reason: t("guestReports:mail.reason", { brand }),
  };
}

/** Like the receipt of the report itself, it contains no word that was typed. */
function objectionMail(words: Words, report: Report, open: Open): MailLetter {
  const { t, brand } = words;
  const { id } = report;
  return {
    subject: t("guestReports:mail.objection.subject", { id }),
    blocks: [text(t("guestReports:mail.objection.lead", { id })), aboutWhat(words, report), open(words, "open")],
    reason: t("guestReports:mail.reason", { brand }),
  };
}

function verdictMail(words: Words, { report, decision }: AnsweredReport, open: Open): MailLetter {
  const { t, brand } = words;
  const { state, words: answer } = decision.appeal ?? {};
  return {
    subject: t("guestReports:mail.verdict.subject", { id: report.id }),
    blocks: [
      text(t(`guestReports:appeal.state.${state}`)),
      aboutWhat(words, report),
      ...paragraphs(answer),
      open(words, "open"),
    ],
    reason: t("guestReports:mail.reason", { brand }),
  };
}

const paragraphs = (words: string | null = ""): MailBlock[] => (words ?? "").split(/\n{2,}/).filter(Boolean).map(text);

/** Without a time zone: a guest's is not known. */
const dateFor = ({ guest }: Report) => datesFor({ locale: guest!.locale });

const aboutWhat = ({ t }: Words, { subject, category }: Report): MailBlock =>
  text(
    t("guestReports:mail.about", {
      subject: subjectTold(t, provenPart(subject ?? "")),
      category: t(`safety:category.${category}`),
    }),
  );

/** The part of an address that was looked up: of a file's, its root and id. What follows was only typed. */
const provenPart = (subject: string): string => subject.split("/", 3).join("/");
