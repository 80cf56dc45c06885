/** Mails of the site about safety: that somebody is kept out or let back in, with the reasons, and what a notice tells. */
import { datesFor } from "../../../i18n/format.ts";
import { isSuspended, type User, userById, zoneOf } from "../../../kv/accounts/users.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../kv/ladies/record.ts";
import type { Store } from "../../../kv/open.ts";
import { appealEndsAt } from "../../../kv/safety/appeals.ts";
import { statementFor } from "../../../kv/safety/background/consents.ts";
import { type Decision, decisionOf, reportAnswer } from "../../../kv/safety/decisions.ts";
import { beginFraudMail, type FraudNotice } from "../../../kv/safety/fraud_mails.ts";
import { type Notice, noticeById } from "../../../kv/safety/notices.ts";
import { type Report, reportById } from "../../../kv/safety/reports.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { safetyPathOf } from "../../account/sides.ts";
import type { Dependencies } from "../../http/env.ts";
import { ladyBackgroundPath, manBackgroundPath } from "../../safety/background_links.ts";
import { againWords, decisionPath } from "../../safety/statement.ts";
import type { Words } from "./account_mails.ts";
import { decisionBlocks } from "./decision_blocks.ts";
import { nameBeforeWords } from "./letter_mail.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailLetter, text } from "./mail_layout.tsx";
import { segmentsOf } from "./mail_links.ts";

type SafetyMailJob = Job & { kind: "suspension_mail" | "notice_mail" | "fraud_mail" };

/** Sends it if it is still true. A suspended person is told only of the suspension and of the answer to an appeal. */
export async function sendSafetyMail(deps: Dependencies, job: SafetyMailJob): Promise<void> {
  const user = await userById(deps.store, job.userId);
  if (!user) return;
  const write = job.kind === "suspension_mail"
    ? await suspensionMail(deps.store, user, job.isOver)
    : await noticeMail(deps, user, job);
  if (write) await sendMail(deps, { to: user.email, locale: user.locale, write }, job);
}

type Write = (words: Words) => MailLetter;

/** Null if it is no longer true: the next mail says what is. */
async function suspensionMail(store: Store, user: User, isOver: boolean): Promise<Write | null> {
  if (isSuspended(user) === isOver) return null;
  if (isOver) {
    const lead = (await ladyById(store, user.id))?.isPublished === false ? "leadHidden" : "lead";
    return ({ t, brand, linkTo }) => ({
      subject: t("safety:mail.reinstated.subject", { brand }),
      blocks: [
        text(t("mails:hello", { name: user.firstname })),
        text(t(`safety:mail.reinstated.${lead}`, { brand })),
        link(t("safety:mail.reinstated.link"), linkTo("auth", "sign-in"), true),
      ],
    });
  }
  const { kind, decisionId = NaN } = user.suspension!;
  const decision = await decisionOf(store, user.id, decisionId);
  return (words) => {
    const { t, brand, linkTo } = words;
    return {
      subject: t("safety:mail.suspended.subject", { brand }),
      blocks: [
        text(t("mails:hello", { name: user.firstname })),
        text(t(`safety:mail.suspended.${kind}`, { brand })),
        ...(decision ? decisionBlocks(words, user, decision) : [text(t("safety:mail.suspended.object"))]),
        text(t("safety:mail.suspended.means")),
        link(t("safety:mail.contact"), linkTo("contact-us"), !decision),
      ],
    };
  };
}

async function noticeMail(
  { store }: Dependencies,
  user: User,
  { noticeId, origin }: SafetyMailJob & { noticeId: string },
): Promise<Write | null> {
  const notice = await noticeById(store, user.id, noticeId);
  if (notice?.kind === "appeal_answered") return await appealMail(store, user, notice.decisionId);
  if (isSuspended(user)) return null;
  if (notice?.kind === "fraud") {
    return await beginFraudMail(store, notice, origin) ? await fraudMail(store, user, notice) : null;
  }
  if (notice?.kind === "warned") return await warningMail(store, user, notice);
  if (notice?.kind === "published") return publishedMail(user);
  if (notice?.kind === "background_shown") {
    // The link leads to nothing while he is kept from her.
    if (!await statementFor(store, user.id, notice.manId)) return null;
    return backgroundMail(user, "shown", "background:mail.shownLead", ladyBackgroundPath(notice.manId));
  }
  if (notice?.kind === "background_searched") {
    return backgroundMail(user, "searched", "background:notice.searched", manBackgroundPath);
  }
  if (notice?.kind === "background_answered") {
    return backgroundMail(user, "answered", "background:mail.answeredLead", manBackgroundPath);
  }
  const report = notice && await reportById(store, notice.reportId);
  if (!report?.words) return null;
  return answerMail(user, report, await decisionOf(store, user.id, report.decisionId ?? NaN));
}

/** An answer from before objections were possible has no decision. */
function answerMail(user: User, { outcome, words: answer }: Report, decision: Decision | null): Write {
  const date = datesFor({ locale: user.locale, zone: zoneOf(user) });
  return ({ t, brand, linkTo }) => ({
    subject: t("safety:mail.answer.subject", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t(`safety:outcome.${outcome}`)),
      text(answer ?? ""),
      ...decision
        ? [
          text(t("guestReports:appeal.redress", { date: date(appealEndsAt(decision)) })),
          link(t("guestReports:mail.object"), linkTo(...segmentsOf(decisionPath(decision.id))), true),
        ]
        : [link(t("safety:mail.answer.link"), linkTo(...segmentsOf(safetyPathOf(user.groupId))), true)],
    ],
  });
}

const publishedMail = (user: User): Write => ({ t, linkTo }) => ({
  subject: t("safety:published.title"),
  blocks: [
    text(t("mails:hello", { name: user.firstname })),
    text(t("safety:published.lead")),
    link(t("safety:published.link"), linkTo("lady", "mail", "inbox"), true),
  ],
});

/** It names nobody: what was stated, and who answered what, is read on the site. */
const backgroundMail = (user: User, kind: "shown" | "searched" | "answered", lead: string, path: string): Write =>
(
  { t, brand, linkTo },
) => ({
  subject: t(`background:mail.${kind}`, { brand }),
  blocks: [
    text(t("mails:hello", { name: user.firstname })),
    text(t(lead)),
    link(t(kind === "shown" ? "background:notice.toShown" : "background:toPage"), linkTo(...segmentsOf(path)), true),
  ],
});

async function warningMail(store: Store, user: User, notice: Notice & { kind: "warned" }): Promise<Write> {
  const decision = await decisionOf(store, user.id, notice.decisionId ?? NaN);
  return (words) => {
    const { t, brand, linkTo } = words;
    return {
      subject: t("safety:warned.subject", { brand }),
      blocks: [
        text(t("mails:hello", { name: user.firstname })),
        text(t("safety:warned.lead")),
        ...(decision ? decisionBlocks(words, user, decision) : [text(notice.words)]),
        link(t("safety:warned.link"), linkTo(...segmentsOf(safetyPathOf(user.groupId))), true),
      ],
    };
  };
}

/** Sent also to a person who is still kept out: the page opens all the same. */
async function appealMail(store: Store, user: User, decisionId: number): Promise<Write | null> {
  const decision = await decisionOf(store, user.id, decisionId);
  const { state, words: answer } = decision?.appeal ?? {};
  if (!decision || !answer) return null;
  const isAnswer = decision.kind === reportAnswer;
  const isStillOut = decision.kind === "suspension" && state === "reversed" && isSuspended(user);
  const lines = (t: Words["t"]) => [
    ...isAnswer ? [] : [t(`decisions:kind.${decision.kind}`)],
    t(`${isAnswer ? "guestReports" : "decisions"}:appeal.state.${state}`),
    ...isStillOut ? [t("decisions:appeal.stillOut")] : [],
    state === "reversed" ? againWords(t, decision) : null,
    answer,
  ];
  return ({ t, brand, linkTo }) => ({
    subject: t("decisions:mail.answered", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      ...lines(t).filter((line) => line !== null).map(text),
      link(
        t(isAnswer ? "guestReports:mail.open" : "decisions:open"),
        linkTo(...segmentsOf(decisionPath(decisionId))),
        true,
      ),
    ],
  });
}

async function fraudMail(store: Store, user: User, notice: FraudNotice): Promise<Write> {
  const profile = await ladyById(store, notice.ladyId);
  const known = profile ? wordsOf(profile, user.locale).firstname : "";
  // A mail program might make a link of anything else.
  const isName = /^[\p{L}\p{M}'’·\- ]{1,40}$/u.test(known);
  const name = isName ? nameBeforeWords(user.locale, known) : null;
  const { refundedCredits, lastContactAt } = notice;
  const date = datesFor({ locale: user.locale, zone: zoneOf(user) });
  return ({ t, brand, linkTo }) => ({
    subject: name ? t("safety:mail.fraud.subject", { name }) : t("safety:mail.fraud.subjectUnnamed", { brand }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(name ? t("safety:fraud.lead", { name }) : t("safety:fraud.leadUnnamed")),
      ...(lastContactAt === undefined ? [] : [text(t("safety:fraud.lastContact", { date: date(lastContactAt) }))]),
      text(
        refundedCredits > 0
          ? t("safety:fraud.refunded", { credits: t("common:credits", { count: refundedCredits }) })
          : t("safety:fraud.nothing"),
      ),
      text(t("safety:fraud.advice")),
      link(t("safety:fraud.history"), linkTo("man", "balance", "history"), true),
      link(t("safety:fraud.guide"), linkTo("anti-scam-guide")),
      link(t("safety:mail.contact"), linkTo("contact-us")),
    ],
  });
}
