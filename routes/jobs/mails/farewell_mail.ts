/**
 * The last mail to a person who has left: what was erased and what is kept for how long, mostly in the words of the deletion
 * page, and what money is paid back or was given up: nothing else tells that in writing.
 */
import { datesFor, formatCents, formatDate, formatList } from "../../../i18n/format.ts";
import { emailOfFarewell } from "../../../kv/accounts/farewells.ts";
import { type Payment, paymentById } from "../../../kv/credits/payments/payments.ts";
import { moneyOfPart } from "../../../kv/credits/payments/unused_credits.ts";
import { moneyDueAt } from "../../../kv/credits/payments/withdrawals.ts";
import { type Money, sumsOf } from "../../../kv/credits/prices/currencies.ts";
import type { FarewellJob } from "../../../kv/store/jobs/account_work.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { paperNumber } from "../../credits/payment_number.ts";
import type { Dependencies } from "../../http/env.ts";
import { goesOf, staysOf } from "../../own_data/told.ts";
import type { Words } from "./account_mails.ts";
import { sendMail } from "./mail_jobs.tsx";
import { type MailBlock, type MailLetter, text } from "./mail_layout.tsx";

/** Throws when it must be tried again. */
export async function sendFarewell(deps: Dependencies, job: Job & FarewellJob): Promise<void> {
  const to = await emailOfFarewell(deps.store, job);
  if (!to) return;
  const owed = await Promise.all((job.owed ?? []).map(async (part): Promise<Owed> => ({
    // Payments are never deleted.
    payment: (await paymentById(deps.store, part.paymentId))!,
    money: moneyOfPart(part),
  })));
  await sendMail(deps, { to, locale: job.locale, write: (words) => farewell(words, job, owed) }, job);
}

/** What is paid back of one payment. */
interface Owed {
  payment: Payment;
  money: Money;
}

/** What the page says will happen and has happened by now. */
const inPast: Record<string, string> = {
  "goes.chats": "mails:farewell.gone.chats",
  "goes.opened": "mails:farewell.gone.opened",
};

function farewell({ t, brand }: Words, job: FarewellJob, owed: Owed[]): MailLetter {
  const { locale, groupId, leftAt, wasSuspended, forgoneCredits } = job;
  const day = datesFor({ locale, zone: null })(leftAt, "day");
  const listed = (names: readonly string[]) =>
    names.map((name) => text(`• ${t(inPast[name] ?? `ownData:delete.${name}`)}`));
  return {
    subject: t("mails:farewell.subject", { brand }),
    blocks: [
      text(t("mails:farewell.lead", { brand, day })),
      ...owed.length > 0 ? refund(t, job, owed) : [],
      ...forgoneCredits
        ? [text(t("mails:farewell.forgone", { credits: t("common:credits", { count: forgoneCredits }) }))]
        : [],
      text(t("mails:farewell.goes")),
      ...listed(goesOf(groupId)),
      text(t("mails:farewell.stays")),
      text(`• ${t("mails:farewell.mark")}`),
      ...listed(staysOf(groupId, wasSuspended === true)),
      text(t("mails:farewell.end")),
    ],
    reason: t("mails:farewell.reason", { brand }),
  };
}

function refund(t: Words["t"], { locale, leftAt }: FarewellJob, owed: Owed[]): MailBlock[] {
  const date = datesFor({ locale, zone: null });
  const written = ({ cents, currency }: Money) => formatCents(locale, cents, currency);
  const money = formatList(locale, sumsOf(owed.map((each) => each.money)).map(written));
  return [
    text(t("mails:farewell.refund", { money, due: formatDate(locale, moneyDueAt(leftAt)) })),
    ...owed.map(({ payment, money }) => {
      const facts = { number: paperNumber(payment), date: date(payment.paidAt!, "day"), amount: written(money) };
      return text(`• ${t("mails:farewell.refundPart", facts)}`);
    }),
    text(t("mails:farewell.refundKeep")),
  ];
}
