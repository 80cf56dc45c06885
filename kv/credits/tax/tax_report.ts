/**
 * What a seller declares for a quarter: net, tax and counts by country, rate and currency, summed up from its receipts
 * and credit notes. Corrections of an earlier quarter have rows of their own, as the one-stop shop requires.
 */
import type { Store } from "../../open.ts";
import { currencies, type Currency } from "../prices/currencies.ts";
import { doDisagree } from "./tax.ts";
import { documentKinds, documentsOfKind, type TaxDocument } from "./tax_documents.ts";

/** "2026-Q4", by UTC. */
export type Quarter = string;

export interface TaxReportRow {
  country: string;
  /** Null outside the scope of the tax. */
  ratePermille: number | null;
  /** The quarter of the receipts: an earlier one only where credit notes correct it. */
  concerns: Quarter;
  /** Of all amounts of the row: nothing is converted. */
  currency: Currency;
  netCents: number;
  taxCents: number;
  grossCents: number;
  receipts: number;
  creditNotes: number;
  /** Receipts for which buyer and provider name different countries. */
  disagreements: number;
}

/** The quarter of a month "YYYY-MM". */
export const quarterOf = (month: string): Quarter => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;

/** The three months of a quarter. */
export const monthsOf = (quarter: Quarter): string[] => {
  const first = Number(quarter.at(-1)) * 3 - 2;
  return [0, 1, 2].map((further) => `${quarter.slice(0, 4)}-${String(first + further).padStart(2, "0")}`);
};

/** The sign with which a document enters sums: a credit note is subtracted. */
export const signOf = ({ kind }: Pick<TaxDocument, "kind">): 1 | -1 => kind === "receipt" ? 1 : -1;

/** The rows of a quarter, by currency, country, rate and what they concern; those in euros first. */
export async function taxReportOf(store: Store, quarter: Quarter): Promise<TaxReportRow[]> {
  const rows = new Map<string, TaxReportRow>();
  const lists = monthsOf(quarter).flatMap((month) => documentKinds.map((kind) => documentsOfKind(store, month, kind)));
  await Promise.all(lists.map(async (list) => {
    for await (const document of list) add(rows, document);
  }));
  return [...rows].sort(([one], [other]) => one < other ? -1 : 1).map(([, row]) => row);
}

function add(rows: Map<string, TaxReportRow>, document: TaxDocument): void {
  const { country, ratePermille, corrects, month, currency } = document;
  const concerns = quarterOf(corrects?.receipt.month ?? month);
  const name = [currencies.indexOf(currency), country, String(ratePermille ?? 0).padStart(4, "0"), concerns].join(" ");
  const row = rows.get(name) ?? { ...empty, country, ratePermille, concerns, currency };
  const sign = signOf(document);
  rows.set(name, {
    ...row,
    netCents: row.netCents + sign * document.netCents,
    taxCents: row.taxCents + sign * document.taxCents,
    grossCents: row.grossCents + sign * document.grossCents,
    receipts: row.receipts + (sign > 0 ? 1 : 0),
    creditNotes: row.creditNotes + (sign < 0 ? 1 : 0),
    disagreements: row.disagreements + (sign > 0 && doDisagree(document) ? 1 : 0),
  });
}

const empty = { netCents: 0, taxCents: 0, grossCents: 0, receipts: 0, creditNotes: 0, disagreements: 0 };
