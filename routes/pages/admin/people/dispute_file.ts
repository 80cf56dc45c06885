/** What a bank is shown of a disputed payment, as a ZIP of tables: made while it is sent, and recorded in the audit log. */
import { makeZip } from "client-zip";
import { type User, userById } from "../../../../kv/accounts/users.ts";
import { toldDisputes } from "../../../../kv/credits/payments/payment_changes.ts";
import { paymentById } from "../../../../kv/credits/payments/payments.ts";
import { disputeTables, disputeTime, type PaidPayment } from "../../../../kv/records/dispute_file.ts";
import { addAuditRecord } from "../../../../kv/store/audit_log.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import { fullNameOf } from "../../../../i18n/names.ts";
import { countryName } from "../../../account/country_names.ts";
import { paymentNumber } from "../../../credits/payment_number.ts";
import { lineOf } from "../../../http/csv.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { gathered } from "../../../own_data/running_exports.ts";
import { paymentsPath } from "../paths.ts";

export const disputeFileName = "dispute.zip";

export const disputeFilePage: PageDefinition = {
  paths: [`${paymentsPath}/:paymentId/${disputeFileName}`],
  access: "admins",
  async get(c) {
    const { store } = c.var.deps;
    const payment = await paymentById(store, c.req.param("paymentId") ?? "");
    if (!payment || payment.paidAt === null) return await answerRefusal(c, refuse("not_found"));
    const paid = { ...payment, paidAt: payment.paidAt };
    const user = await userById(store, payment.manId);
    await addAuditRecord(store, {
      action: "dispute_file_made",
      actorId: c.var.signedIn!.user.id,
      subject: `payment:${payment.id}`,
      details: { manId: payment.manId },
    });
    c.header("content-type", "application/zip");
    c.header("content-disposition", `attachment; filename="dispute-${paymentNumber(payment)}.zip"`);
    c.header("cache-control", "private, no-store");
    return c.body(makeZip(filesOf(c, paid, user)));
  },
};

async function* filesOf(c: AppContext, payment: PaidPayment, user: User | null) {
  const { store } = c.var.deps;
  const lastModified = new Date(store.now());
  yield { name: "README.txt", lastModified, input: about };
  yield { name: "payment.csv", lastModified, input: paymentLines(payment, user).map(lineOf).join("") };
  for (const [name, { columns, rows }] of Object.entries(disputeTables)) {
    const lines = async function* () {
      yield lineOf(columns);
      for await (const row of rows(store, payment)) yield lineOf(row);
    };
    yield { name: `${name}.csv`, lastModified, input: gathered(lines()) };
  }
}

/** The facts of a payment as rows of a table, in English, for a bank. */
export function paymentLines(payment: PaidPayment, user: User | null): [string, string | number][] {
  const { id, manId, quote, provider, providerMoneyId, paidAt, consent, refundedCents } = payment;
  return [
    ["receipt", paymentNumber(payment)],
    ["payment", id],
    ["provider", provider],
    ["provider_id", providerMoneyId ?? ""],
    ["paid", disputeTime(paidAt)],
    ["amount", (quote.totalCents / 100).toFixed(2)],
    ["currency", quote.currency],
    ["package", quote.rateName],
    ["credits", quote.totalCredits],
    ["refunded", (refundedCents / 100).toFixed(2)],
    ["agreed_to_begin_at_once", disputeTime(consent?.at ?? null)],
    ["terms_of_that_agreement", consent?.version ?? ""],
    ["disputes", toldDisputes(payment).map((dispute) => `${dispute.id} (${dispute.outcome})`).join(", ")],
    ["account", manId],
    ...(user
      ? [
        ["account_since", disputeTime(user.createdAt)],
        ["name", fullNameOf(user)],
        ["email", user.email],
        ["country", countryName("en", user.countryId)],
      ] satisfies [string, string | number][]
      : []),
  ];
}

/** What every reader of the tables must know, and what a reader of the table of chats must know as well. */
export const aboutTables =
  "Times are in UTC. No letter and no message is quoted; the people written to stand here by number.";
export const aboutOpenChat = "A chat that was open at the payment stands here whole, with the minutes before it.";

const about = `What the credits of one payment were used for.

payment.csv   what was bought, by whom, and what was agreed to
ledger.csv    every movement of credits since, newest first
sign_ins.csv  when the buyer signed in, from a day before the payment on
letters.csv   letters sent and opened since, by number and time
chats.csv     paid chats since, with the minutes in which both people were connected

${aboutTables}
${aboutOpenChat}
`;
