/**
 * Receipts and credit notes of a seller who charges tax: numbered without gaps in each year, written in the commit of the
 * payment's own change, never changed. They name the man by his number alone, so that they can stay when he goes.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { prefixes } from "../../store/prefixes.ts";
import { goneCents } from "../payments/payment_changes.ts";
import type { Payment, ProviderName } from "../payments/payments.ts";
import {
  type Amounts,
  amountsOf,
  amountsOfPart,
  type DocumentName,
  type PaymentTax,
  ratePermilleFor,
  ruling,
  type TaxEvidence,
  type TaxingSeller,
} from "./tax.ts";

export type DocumentKind = DocumentName["kind"];
export const documentKinds: readonly DocumentKind[] = ["receipt", "credit_note"];

export interface TaxDocument extends DocumentName, Amounts, TaxEvidence {
  /** Ms since the epoch; never before the document with the previous number. */
  at: number;
  paymentId: string;
  paymentNumber: number;
  manId: number;
  provider: ProviderName;
  /** What the provider calls the money. */
  providerMoneyId: string;
  seller: TaxingSeller;
  /** The country whose tax applies, and its rate; the rate is null outside the scope of the seller's tax. */
  country: string;
  ratePermille: number | null;
  /** Only of a credit note, whose amounts are what goes back: the receipt that it corrects, and why. */
  corrects?: { receipt: DocumentName; reason: CreditNoteReason };
}

export type CreditNoteReason =
  | "refund"
  | "withdrawal"
  | "dispute"
  | "refund_failed"
  | "dispute_lowered"
  | "dispute_won";

/** Whether a credit note with this reason reverses earlier ones, with amounts below zero. */
export const takesBack = (reason: CreditNoteReason | undefined): boolean =>
  reason === "refund_failed" || reason === "dispute_lowered" || reason === "dispute_won";

/** The last number of a kind and a year, and when it was given. */
export interface NumberRow {
  seq: number;
  at: number;
}

const readDocument = async (store: Store, name: DocumentName): Promise<TaxDocument | null> =>
  (await store.kv.get<TaxDocument>(keys.taxDocument(name))).value;

/** A payment's receipt and its credit notes, in the order in which they were written; none without tax. */
export async function documentsOf(store: Store, { tax }: Payment): Promise<TaxDocument[]> {
  if (!tax?.receipt) return [];
  const found = await getAll<TaxDocument>(store, [tax.receipt, ...tax.creditNotes].map(keys.taxDocument));
  return found.filter((document) => document !== null);
}

/** The documents of a month, "YYYY-MM": its receipts by their numbers, then its credit notes. */
export async function* documentsOfMonth(store: Store, month: string): AsyncGenerator<TaxDocument> {
  for (const kind of documentKinds) yield* documentsOfKind(store, month, kind);
}

export async function* documentsOfKind(store: Store, month: string, kind: DocumentKind): AsyncGenerator<TaxDocument> {
  const prefix = prefixes.taxDocumentsOf(month, kind);
  for await (const { value } of store.kv.list<TaxDocument>({ prefix }, { batchSize: 500 })) yield value;
}

// ── writing them ──────────────────────────────────────────────────────────

/** What a commit needs to number documents. */
export interface Numbering {
  now: number;
  rows: Record<DocumentKind, Deno.KvEntryMaybe<NumberRow>>;
  /** The receipt of this payment, where it has one. */
  receipt: TaxDocument | null;
}

/** Whether this payment, as it is to be written, lacks a receipt or a credit note. */
export const lacksDocuments = (payment: Payment): boolean =>
  payment.tax !== undefined && payment.paidAt !== null &&
  (payment.tax.receipt === null || goneCents(payment) !== payment.tax.creditedCents);

/** Reads what the numbering of a payment's documents needs; null if there is nothing to number. */
export async function readNumbering(store: Store, payment: Payment): Promise<Numbering | null> {
  const { tax } = payment;
  if (!tax || !lacksDocuments(payment)) return null;
  const now = store.now();
  const year = yearOf(now);
  const [receipts, creditNotes, receipt] = await Promise.all([
    store.kv.get<NumberRow>(keys.taxDocumentNumbers(year, "receipt")),
    store.kv.get<NumberRow>(keys.taxDocumentNumbers(year, "credit_note")),
    tax.receipt && readDocument(store, tax.receipt),
  ]);
  return { now, rows: { receipt: receipts, credit_note: creditNotes }, receipt };
}

const yearOf = (atMs: number): number => new Date(atMs).getUTCFullYear();

/**
 * Adds to the commit that writes a payment the receipt and the credit note that it lacks, and returns the payment with
 * their names. Adds at most two checks: if another commit has taken a number meanwhile, this one fails.
 */
export function addDocuments(
  op: Deno.AtomicOperation,
  numbering: Numbering | null,
  payment: Payment,
  isOfDispute = false,
): Payment {
  const { tax } = payment;
  if (!numbering || !tax) return payment;
  const receipt = numbering.receipt ?? put(op, numbering, receiptOf(payment, tax, numbering.now));
  const untilCents = goneCents(payment);
  const next: PaymentTax = { ...tax, receipt: nameOf(receipt) };
  if (untilCents === tax.creditedCents) return { ...payment, tax: next };
  const amounts = amountsOfPart(receipt, tax.creditedCents, untilCents);
  const corrects = { receipt: nameOf(receipt), reason: reasonOf(payment, untilCents, isOfDispute) };
  const note = put(op, numbering, { ...receipt, ...amounts, kind: "credit_note", at: numbering.now, corrects });
  const creditNotes = [...tax.creditNotes, nameOf(note)];
  return { ...payment, tax: { ...next, creditNotes, creditedCents: untilCents } };
}

type Unnumbered = Omit<TaxDocument, "month" | "seq">;

function put(op: Deno.AtomicOperation, { now, rows }: Numbering, unnumbered: Unnumbered): TaxDocument {
  const row = rows[unnumbered.kind];
  // Another instance's clock may be ahead: a document is not dated before the one with the previous number.
  const at = Math.max(now, row.value?.at ?? 0);
  const seq = (row.value?.seq ?? 0) + 1;
  const document: TaxDocument = { ...unnumbered, at, month: new Date(at).toISOString().slice(0, 7), seq };
  op.check(row).set(row.key, { seq, at } satisfies NumberRow).set(keys.taxDocument(document), document);
  return document;
}

function receiptOf(payment: Payment, tax: PaymentTax, at: number): Unnumbered {
  const { seller, chosenCountry, providerCountry } = tax;
  const country = ruling(tax);
  const ratePermille = ratePermilleFor(seller, country, at);
  return {
    kind: "receipt",
    at,
    paymentId: payment.id,
    paymentNumber: payment.number!,
    manId: payment.manId,
    provider: payment.provider,
    providerMoneyId: payment.providerMoneyId!,
    seller,
    chosenCountry,
    providerCountry,
    country,
    ratePermille,
    ...amountsOf({ cents: payment.quote.totalCents, currency: payment.quote.currency }, ratePermille),
  };
}

/** Why a credit note is written. What goes back within the part that he withdrew from belongs to the withdrawal. */
function reasonOf(
  { withdrawn, refundedCents, tax }: Payment,
  untilCents: number,
  isOfDispute: boolean,
): CreditNoteReason {
  // Above what was refunded, money is gone by a dispute: a lost one that costs less now, or another one.
  const isGoneByDispute = untilCents > refundedCents;
  if (untilCents < tax!.creditedCents) {
    if (!isOfDispute) return "refund_failed";
    return isGoneByDispute ? "dispute_lowered" : "dispute_won";
  }
  if (isGoneByDispute) return "dispute";
  const isWithdrawn = withdrawn && tax!.creditedCents >= withdrawn.lostBeforeCents &&
    untilCents <= withdrawn.lostBeforeCents + withdrawn.cents;
  return isWithdrawn ? "withdrawal" : "refund";
}

const nameOf = ({ kind, month, seq }: DocumentName): DocumentName => ({ kind, month, seq });
