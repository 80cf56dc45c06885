/** The journal of a month and the report of a quarter as files: every receipt and credit note, and their sums. */
import { documentNumber } from "../../../../kv/credits/tax/tax.ts";
import { documentsOfMonth, type TaxDocument } from "../../../../kv/credits/tax/tax_documents.ts";
import { signOf, taxReportOf, type TaxReportRow } from "../../../../kv/credits/tax/tax_report.ts";
import { receiptNumber } from "../../../credits/payment_number.ts";
import { type Cell, lineOf } from "../../../http/csv.ts";
import type { AppContext } from "../../../http/env.ts";

const journalColumns = [
  ...["date", "number", "kind", "corrects", "country", "net", "rate", "tax", "gross", "currency"],
  ...["provider", "providerNumber", "payment", "chosen", "said"],
];

const reportColumns = [
  ...["quarter", "concerns", "country", "rate", "net", "tax", "gross", "currency"],
  ...["receipts", "creditNotes", "disagreements"],
];

const headOf = (c: AppContext, columns: string[]): string =>
  lineOf(columns.map((column) => c.var.facts.t(`shop:tax.column.${column}`)));

/** Money in units of the currency of its row: a plain number, which a spreadsheet adds up. */
const unitsOf = (cents: number): number => cents / 100;
const percentOf = (ratePermille: number | null): Cell => ratePermille === null ? "" : ratePermille / 10;

export async function* journalLines(c: AppContext, month: string): AsyncGenerator<string> {
  yield headOf(c, journalColumns);
  for await (const document of documentsOfMonth(c.var.deps.store, month)) yield journalLine(c, document);
}

function journalLine(c: AppContext, document: TaxDocument): string {
  const { at, kind, corrects, country, ratePermille, netCents, taxCents, grossCents } = document;
  const sign = signOf(document);
  return lineOf([
    new Date(at).toISOString(),
    documentNumber(document),
    c.var.facts.t(`shop:tax.${kind}`),
    corrects ? documentNumber(corrects.receipt) : "",
    country,
    unitsOf(sign * netCents),
    percentOf(ratePermille),
    unitsOf(sign * taxCents),
    unitsOf(sign * grossCents),
    document.currency,
    document.provider,
    document.providerMoneyId,
    receiptNumber(document.paymentNumber),
    document.chosenCountry,
    document.providerCountry ?? "",
  ]);
}

export async function* reportLines(c: AppContext, quarter: string): AsyncGenerator<string> {
  yield headOf(c, reportColumns);
  for (const row of await taxReportOf(c.var.deps.store, quarter)) yield reportLine(quarter, row);
}

function reportLine(quarter: string, row: TaxReportRow): string {
  return lineOf([
    quarter,
    row.concerns,
    row.country,
    percentOf(row.ratePermille),
    unitsOf(row.netCents),
    unitsOf(row.taxCents),
    unitsOf(row.grossCents),
    row.currency,
    row.receipts,
    row.creditNotes,
    row.disagreements,
  ]);
}
