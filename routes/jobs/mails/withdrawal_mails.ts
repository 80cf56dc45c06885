/** Mails about withdrawing: the link to the second step, and the acknowledgment with its date and time. */
import { datesFor, formatCents } from "../../../i18n/format.ts";
import { type User, userById, zoneOf } from "../../../kv/accounts/users.ts";
import { type Payment, paymentById } from "../../../kv/credits/payments/payments.ts";
import {
  askedWithdrawal,
  withdrawalKeyOf,
  withdrawalLinkSeconds,
} from "../../../kv/credits/payments/withdrawal_asks.ts";
import { partsOfWithdrawal, withdrawalOf, type WithdrawalPart } from "../../../kv/credits/payments/withdrawals.ts";
import type { Job, WithdrawalJob } from "../../../kv/store/jobs/work.ts";
import { paperNumber } from "../../credits/payment_number.ts";
import type { Dependencies } from "../../http/env.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { link, type MailLetter, text } from "./mail_layout.tsx";

/** To the owner of the account, suspended or not: the law asks for it. Sends nothing if address and number are nobody's. */
export async function sendWithdrawalMail(deps: Dependencies, job: Job & WithdrawalJob): Promise<void> {
  const { store } = deps;
  if (job.kind === "withdrawal_link_mail") {
    const asked = await askedWithdrawal(store, job.askId);
    const user = asked && await userById(store, asked.payment.manId);
    if (!user) return;
    const write = (words: Words) => linkMail(words, asked.payment, job.askId, withdrawalKeyOf(store, job.askId));
    return await sendMail(deps, { to: user.email, locale: user.locale, write }, job);
  }
  const [withdrawal, payment] = await Promise.all([
    withdrawalOf(store, job.paymentId),
    paymentById(store, job.paymentId),
  ]);
  const user = withdrawal && await userById(store, withdrawal.manId);
  if (!user || !payment) return;
  const part = partsOfWithdrawal(withdrawal).find(({ id }) => id === job.partId) ?? withdrawal;
  const write = (words: Words) => acknowledgment(words, user, payment, part);
  await sendMail(deps, { to: user.email, locale: user.locale, write }, job);
}

function linkMail({ t, brand, linkTo }: Words, payment: Payment, askId: string, key: string): MailLetter {
  return {
    subject: t("withdrawal:link.subject", { brand }),
    blocks: [
      text(t("withdrawal:link.lead", { brand, number: paperNumber(payment) })),
      link(t("withdrawal:link.open"), linkTo("withdraw", askId, key), true),
      text(t("withdrawal:link.valid", { hours: withdrawalLinkSeconds / 3600 })),
      text(t("withdrawal:link.ignore")),
    ],
  };
}

function acknowledgment({ t }: Words, user: User, payment: Payment, part: WithdrawalPart): MailLetter {
  const { locale } = user;
  const date = datesFor({ locale, zone: zoneOf(user) });
  const number = paperNumber(payment);
  const { quote, paidAt } = payment;
  const credits = (count: number) => t("common:credits", { count });
  const money = (cents: number) => formatCents(locale, cents, quote.currency);
  const total = { credits: credits(quote.totalCredits), total: money(quote.totalCents) };
  return {
    subject: t("withdrawal:receipt.subject", { number }),
    blocks: [
      text(t("mails:hello", { name: user.firstname })),
      text(t("withdrawal:receipt.lead", { date: date(part.at, "moment") })),
      text(t("withdrawal:receipt.payment", { number, date: date(paidAt!, "day"), ...total })),
      text(
        t("withdrawal:receipt.unused", { credits: credits(part.credits), amount: money(part.cents) }),
      ),
      ...(part.usedCredits > 0 ? [text(t("withdrawal:receipt.used", { credits: credits(part.usedCredits) }))] : []),
      text(t("withdrawal:receipt.keep")),
    ],
  };
}
