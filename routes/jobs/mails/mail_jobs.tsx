/** Mails as jobs: reads what a mail is about, renders it for its recipient, and hands it to the mailer. */
import { translatorFor } from "../../../i18n/translate.ts";
import { emailChangeKeyOf, emailChangeOf } from "../../../kv/accounts/email_change.ts";
import { passwordResetById, recoveryKeyOf } from "../../../kv/accounts/signing_in/password_reset.ts";
import { ownerOfTicket, tokenOf } from "../../../kv/accounts/signing_in/sign_in_tickets.ts";
import { activationKeyOf, codeOf, codeSeconds, confirmationToMail } from "../../../kv/accounts/sign_up.ts";
import { bonusAhead } from "../../../kv/accounts/sign_up_bonus.ts";
import { isStaff, isSuspended, type User, userById } from "../../../kv/accounts/users.ts";
import { pricesAt } from "../../../kv/credits/prices/tariffs.ts";
import { decisionOf } from "../../../kv/safety/decisions.ts";
import type { Job, MailJob } from "../../../kv/store/jobs/work.ts";
import type { Dependencies } from "../../http/env.ts";
import {
  alreadyRegisteredMail,
  approvalMail,
  confirmationMail,
  emailChangeMail,
  emailChangeNoticeMail,
  passwordChangedMail,
  passwordResetMail,
  signInLinkMail,
} from "./account_mails.ts";
import type { Addressed } from "./addressed.ts";
import { draftMailFor, verificationMailFor } from "./lady_mails.ts";
import { mailHtml, mailText } from "./mail_layout.tsx";
import { linksFor } from "./mail_links.ts";
import { handOver, mayBeMailed } from "./mail_reach.ts";
import { sellerLines } from "../../http/seller_lines.ts";
import { homeOf } from "../../middleware/locale.ts";

/** Sends the mail of a job, unless its subject is gone in the meantime. Throws when it must be tried again. */
export async function sendMailJob(deps: Dependencies, job: Job & MailJob): Promise<void> {
  const mail = await addressed(deps, job);
  if (mail) await sendMail(deps, mail, job);
}

/**
 * Renders a mail for its recipient and hands it to the mailer; throws if it was not accepted. Each try of a job sends
 * it under the same id: a server may have taken it although its answer was lost.
 */
export async function sendMail(
  deps: Dependencies,
  mail: Addressed,
  { id, kind, origin }: Pick<Job & MailJob, "id" | "origin"> & Pick<Job, "kind">,
): Promise<void> {
  const { to, locale } = mail;
  if (!await mayBeMailed(deps, to, kind)) return;
  const t = translatorFor(locale);
  const { brand, contactEmail } = homeOf(deps.config, locale);
  const words = { t, brand, linkTo: linksFor(deps.config, locale, origin) };
  const letter = mail.write(words);
  const frame = {
    locale,
    brand,
    homeHref: words.linkTo(""),
    seller: sellerLines(deps.config.selling.seller, t),
    contact: { email: contactEmail, phone: deps.config.contactPhone },
    reason: letter.reason ?? t("mails:reason", { brand }),
  };
  await handOver(deps, {
    id: deps.store.sign(`mail:${id}`),
    to,
    subject: letter.subject,
    text: mailText(letter, frame),
    html: mailHtml(letter, frame),
    // So that no machine answers, for example with an out-of-office note.
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers?.(words) },
  }, { kind, awaitedUntil: mail.awaitedUntil });
}

/** To whom the mail goes and what it says, read now: a retry never sends what is no longer true. */
async function addressed({ store }: Dependencies, job: MailJob): Promise<Addressed | null> {
  if (job.kind === "confirmation_mail") {
    const confirmation = await confirmationToMail(store, job.confirmationId);
    if (!confirmation) return null;
    const { email, sentAt, signUp: { groupId, locale } } = confirmation;
    const facts = {
      email,
      groupId,
      code: codeOf(store, confirmation),
      activationKey: activationKeyOf(store, confirmation),
      letterCredits: (await pricesAt(store, store.now())).sendLetter,
      bonus: await bonusAhead(store, email),
    };
    const awaitedUntil = sentAt + codeSeconds * 1000;
    return { to: email, locale, awaitedUntil, write: (words) => confirmationMail(words, facts) };
  }
  if (job.kind === "password_reset_mail") {
    const reset = await passwordResetById(store, job.resetId);
    const user = reset && await userById(store, reset.userId);
    if (!user || !isWritten(user, job.kind)) return null;
    return toUser(user, (words) => passwordResetMail(words, user, recoveryKeyOf(store, reset)));
  }
  if (job.kind === "sign_in_link_mail") {
    const token = tokenOf(store, job.ticketId);
    const user = await ownerOfTicket(store, token);
    return user && toUser(user, (words) => signInLinkMail(words, user, token));
  }
  if (job.kind === "agency_draft_mail") return await draftMailFor(store, job);
  const user = await userById(store, job.userId);
  if (!user || !isWritten(user, job.kind)) return null;
  if (job.kind === "email_change_mail") {
    const change = await emailChangeOf(store, user.id);
    if (change?.id !== job.changeId) return null;
    const key = emailChangeKeyOf(store, change);
    return { to: change.email, locale: user.locale, write: (words) => emailChangeMail(words, user, key) };
  }
  if (job.kind === "email_change_notice_mail") {
    return { to: job.to, locale: user.locale, write: (words) => emailChangeNoticeMail(words, user, job.isDone) };
  }
  if (job.kind === "verification_mail") {
    return await verificationMailFor(store, user, job.notice);
  }
  if (job.kind === "approval_mail") {
    const decision = await decisionOf(store, user.id, job.decisionId ?? NaN);
    return toUser(user, (words) => approvalMail(words, user, { ...job, decision }));
  }
  const write = job.kind === "password_changed_mail" ? passwordChangedMail : alreadyRegisteredMail;
  return toUser(user, (words) => write(words, user));
}

/**
 * Whether this person gets this mail. Suspended people are told of the suspension (safety_mails.ts), and suspended members
 * also of what concerns signing in: signed in, they can read the reasons, object, and take or delete their data, which
 * nobody else may do.
 */
const isWritten = (user: User, kind: MailJob["kind"]): boolean =>
  !isSuspended(user) || (!isStaff(user) && aboutTheWayIn.has(kind));

const aboutTheWayIn: ReadonlySet<MailJob["kind"]> = new Set([
  "password_reset_mail",
  "password_changed_mail",
  "email_change_notice_mail",
  "already_registered_mail",
]);

const toUser = ({ email, locale }: User, write: Addressed["write"]): Addressed => ({ to: email, locale, write });
