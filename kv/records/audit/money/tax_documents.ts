/**
 * The audit of receipts and credit notes with tax: numbered without gaps, right to the cent, and exactly those that their
 * payments call for.
 */
import { goneCents } from "../../../credits/payments/payment_changes.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import {
  amountsOf,
  amountsOfPart,
  type DocumentName,
  documentNumber,
  ratePermilleFor,
  ruling,
} from "../../../credits/tax/tax.ts";
import { type NumberRow, takesBack, type TaxDocument } from "../../../credits/tax/tax_documents.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditTaxDocuments(reader: Reader, report: Report): Promise<void> {
  await auditNumbers(reader, report);
  await reader.walk<TaxDocument>(prefixes.allTaxDocuments(), async (document) => {
    const { kind, paymentId, netCents, taxCents, grossCents, corrects } = document;
    const fault: Report = (sentence) => report(`the ${titleOf(document)} ${sentence}`);
    const sign = takesBack(corrects?.reason) ? -1 : 1;
    if (netCents + taxCents !== grossCents || sign * grossCents < 1 || sign * taxCents < 0 || sign * netCents < 0) {
      fault(`has ${netCents} + ${taxCents} cents, which are not ${grossCents}`);
    }
    const payment = await reader.valueAt<Payment>(keys.payment(paymentId));
    const { tax } = payment ?? {};
    const names = kind === "receipt" ? [tax?.receipt] : tax?.creditNotes ?? [];
    if (!names.some((name) => name && isSame(name, document))) fault(`is of payment ${paymentId}, which has another`);
    if (payment?.manId !== document.manId) fault(`names man ${document.manId}, whose payment ${paymentId} is not`);
  });
  await reader.walk<Payment>(prefixes.allPayments(), async (payment) => {
    if (payment.tax) await auditPayment(reader, payment, (sentence) => report(`payment ${payment.id} ${sentence}`));
  });
}

const titleOf = (name: DocumentName): string => `${name.kind.replace("_", " ")} ${documentNumber(name)}`;

const isSame = (one: DocumentName, other: DocumentName): boolean =>
  one.kind === other.kind && one.month === other.month && one.seq === other.seq;

/** The documents come in the order of their keys, month after month, so that each number must follow the one before. */
async function auditNumbers(reader: Reader, report: Report): Promise<void> {
  const rows = new Map<string, { last: DocumentName; at: number }>();
  await reader.walkAll<TaxDocument>(prefixes.allTaxDocuments(), ({ kind, month, seq, at }, key) => {
    const name = { kind, month, seq };
    const isAtHome = key[1] === month && key[2] === kind && key[3] === seq;
    if (!isAtHome || new Date(at).toISOString().slice(0, 7) !== month) report(`the ${titleOf(name)} lies elsewhere`);
    const row = `${month.slice(0, 4)} ${kind}`;
    const before = rows.get(row);
    if (seq !== (before?.last.seq ?? 0) + 1) report(`the ${titleOf(name)} does not follow the one before`);
    if (before && at < before.at) report(`the ${titleOf(name)} is older than the one before`);
    rows.set(row, { last: name, at });
  });
  await reader.walkAll<NumberRow>(prefixes.allTaxDocumentNumbers(), ({ seq }, [, year, kind]) => {
    const last = rows.get(`${String(year)} ${String(kind)}`)?.last.seq ?? 0;
    if (seq !== last) report(`the last ${String(kind).replace("_", " ")} of ${String(year)} is ${last}, not ${seq}`);
    rows.delete(`${String(year)} ${String(kind)}`);
  });
  for (const { last } of rows.values()) report(`nobody has counted the ${titleOf(last)}`);
}

async function auditPayment(reader: Reader, payment: Payment, fault: Report): Promise<void> {
  const tax = payment.tax!;
  const isPaid = payment.paidAt !== null;
  if (isPaid !== (tax.receipt !== null)) {
    return fault(isPaid ? "was paid and has no receipt with tax" : "has a receipt with tax and was not paid");
  }
  if (!tax.receipt) return;
  const [receipt, ...notes] = await Promise.all(
    [tax.receipt, ...tax.creditNotes].map((name) => reader.valueAt<TaxDocument>(keys.taxDocument(name))),
  );
  if (!receipt) return fault(`has the ${titleOf(tax.receipt)}, which is not there`);
  auditReceipt(payment, receipt, fault);
  let creditedCents = 0;
  for (const [position, note] of notes.entries()) {
    if (!note) return fault(`has the ${titleOf(tax.creditNotes[position]!)}, which is not there`);
    const untilCents = creditedCents + note.grossCents;
    const wanted = amountsOfPart(receipt, creditedCents, untilCents);
    if (note.taxCents !== wanted.taxCents) {
      fault(`has the ${titleOf(note)} of ${note.taxCents} cents of tax instead of ${wanted.taxCents}`);
    }
    if (!note.corrects || !isSame(note.corrects.receipt, receipt)) fault(`has the ${titleOf(note)} of another receipt`);
    creditedCents = untilCents;
  }
  if (creditedCents !== tax.creditedCents || creditedCents !== goneCents(payment)) {
    fault(`gave ${goneCents(payment)} cents back, but its credit notes say ${creditedCents}`);
  }
}

function auditReceipt({ quote, tax }: Payment, receipt: TaxDocument, fault: Report): void {
  const { country, ratePermille, seller, at, taxCents, currency } = receipt;
  if (currency !== quote.currency) fault(`is in ${quote.currency}, but its receipt in ${currency}`);
  if (receipt.grossCents !== quote.totalCents) {
    fault(`costs ${quote.totalCents} cents, but its receipt says ${receipt.grossCents}`);
  }
  const wanted = ratePermilleFor(seller, country, at);
  if (country !== ruling(tax!) || ratePermille !== wanted) {
    fault(`is taxed as of ${country} at ${ratePermille} permille`);
  }
  const due = amountsOf({ cents: receipt.grossCents, currency }, ratePermille).taxCents;
  if (taxCents !== due) fault(`has ${taxCents} cents of tax on its receipt instead of ${due}`);
}
