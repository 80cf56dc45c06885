/** What stands on a receipt and on a credit note, wherever they are shown: a page, a file, the desk. */
import { datesFor, formatCents } from "../../i18n/format.ts";
import { fullNameOf } from "../../i18n/names.ts";
import type { User } from "../../kv/accounts/users.ts";
import { disputedCents } from "../../kv/credits/payments/payment_changes.ts";
import type { Payment } from "../../kv/credits/payments/payments.ts";
import { documentNumber } from "../../kv/credits/tax/tax.ts";
import type { TaxDocument } from "../../kv/credits/tax/tax_documents.ts";
import { countryName, countryNameByIso } from "../account/country_names.ts";
import type { AppContext } from "../http/env.ts";
import { sellerLines } from "../http/seller_lines.ts";
import { receiptNumber } from "./payment_number.ts";
import { less, type QuoteRow, quoteRows } from "./quote_rows.ts";
import { netAndTaxRows } from "./tax_rows.ts";

interface Fact {
  label: string;
  value: string;
}

export interface Paper {
  kind: "receipt" | "credit-note";
  title: string;
  number: string;
  facts: Fact[];
  seller: string[];
  buyer: string[];
  lines: QuoteRow[];
  /** What was refunded later; the receipt itself is never changed. */
  after: Fact[];
  fine: string;
}

/** A payment whose money came, and its tax documents: the receipt first; none if no tax was charged. */
export interface Paid {
  payment: Payment & { number: number; paidAt: number };
  documents: TaxDocument[];
  /** Null if the account is deleted. */
  user: User | null;
}

/** The payment, if its money came; null for any other. */
export function asPaid(payment: Payment | null): Paid["payment"] | null {
  const isPaid = payment !== null && payment.number !== null && payment.paidAt !== null;
  return isPaid ? payment as Paid["payment"] : null;
}

/** The receipt of a payment. */
export function receiptOf(c: AppContext, { payment, documents: [receipt], user }: Paid): Paper {
  const { facts, facts: { t, locale } } = c.var;
  // Without a time zone: a document says the same wherever it is read.
  const date = datesFor({ locale });
  const number = receiptNumber(payment.number);
  return {
    kind: "receipt",
    title: t("balance:receipt.title"),
    number: receipt ? documentNumber(receipt) : number,
    facts: [
      { label: t("balance:receipt.receiptNumber"), value: receipt ? documentNumber(receipt) : number },
      { label: t("balance:receipt.date"), value: date(receipt?.at ?? payment.paidAt, "moment") },
      { label: t("balance:receipt.paidBy"), value: t(`balance:method.${payment.method}`) },
      { label: t("balance:receipt.payment"), value: receipt ? `${number} · ${payment.id}` : payment.id },
      ...(payment.consent ? [{ label: t("balance:receipt.consent"), value: date(payment.consent.at, "moment") }] : []),
    ],
    lines: quoteRows(facts, payment.quote, { tax: receipt ? netAndTaxRows(facts, receipt) : [], credits: "received" }),
    after: whatWentBack(c, payment),
    ...peopleOf(c, user, receipt),
  };
}

/** A credit note, by its place among those of a payment, from 1; null where there is none. */
export function creditNoteOf(c: AppContext, { payment, documents, user }: Paid, position: number): Paper | null {
  const { facts, facts: { t, locale } } = c.var;
  const [receipt] = documents;
  const note = documents[position];
  if (!receipt || !note?.corrects || position < 1) return null;
  const date = datesFor({ locale });
  const total = formatCents(locale, note.grossCents, note.currency);
  return {
    kind: "credit-note",
    title: t("balance:receipt.creditNote"),
    number: documentNumber(note),
    facts: [
      { label: t("balance:receipt.number"), value: documentNumber(note) },
      { label: t("balance:receipt.date"), value: date(note.at, "moment") },
      { label: t("balance:receipt.corrects"), value: `${documentNumber(receipt)} · ${date(receipt.at, "day")}` },
      { label: t("balance:receipt.why"), value: t(`balance:receipt.reason.${note.corrects.reason}`) },
      { label: t("balance:receipt.payment"), value: `${receiptNumber(payment.number)} · ${payment.id}` },
    ],
    lines: [
      ...netAndTaxRows(facts, note),
      { label: t("balance:receipt.creditTotal"), price: total, isTotal: true },
    ],
    after: [],
    ...peopleOf(c, user, receipt),
  };
}

/** With tax, the seller stands as he was then, and the buyer lives in the country whose tax was charged. */
function peopleOf(c: AppContext, user: User | null, receipt?: TaxDocument): Pick<Paper, "seller" | "buyer" | "fine"> {
  const { facts: { t, locale, brand }, deps: { config } } = c.var;
  const place = user ? [user.zipCode, user.city].filter(Boolean).join(" ") : "";
  const ownCountry = user ? countryName(locale, user.countryId) : "";
  const country = receipt ? countryNameByIso(locale, receipt.country) : ownCountry;
  const sells = sellerLines(receipt?.seller ?? config.selling.seller, t);
  return {
    seller: [...sells, brand.brand, brand.contactEmail, config.contactPhone].filter(Boolean),
    buyer: [user && fullNameOf(user), user?.address, place, country, user?.email]
      .filter((line): line is string => Boolean(line)),
    fine: t("balance:receipt.fine", { brand: brand.brand }),
  };
}

function whatWentBack(c: AppContext, payment: Payment): Fact[] {
  const { t, locale } = c.var.facts;
  const { quote, refundedCents, reversedCredits } = payment;
  const disputed = formatCents(locale, disputedCents(payment), quote.currency);
  return [
    ...(refundedCents > 0
      ? [{ label: t("balance:receipt.refunded"), value: less({ t, locale }, quote, refundedCents) }]
      : []),
    ...(reversedCredits > 0
      ? [{ label: t("balance:receipt.reversed"), value: `−${t("common:credits", { count: reversedCredits })}` }]
      : []),
    ...(payment.state === "disputed" ? [{ label: t("balance:payment.disputed.title"), value: disputed }] : []),
  ];
}
