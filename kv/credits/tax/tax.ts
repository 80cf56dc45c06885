/**
 * Value added tax on what men pay, who are consumers: which tax a seller charges, by the number under which he is
 * registered, and how much of a price it is. Pure; prices hold the tax already, money is integer cents.
 */
import { type Currency, type Money, stepCentsOf } from "../prices/currencies.ts";
import { kingdomRates, rateAtMoment, unionRates } from "./tax_rates.ts";

/** Where a seller charges tax. */
export type TaxArea = "EU" | "GB";

/** Who sells, as it stands on receipts; they keep it as it was. */
export interface TaxingSeller {
  name: string;
  addressLines: string[];
  vatId: string;
  register: string | null;
}

const rates = { EU: unionRates, GB: kingdomRates } as const;

/** Countries that belong to another one's territory for this tax. */
const partOf: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** The country whose tax is due in a country. */
const taxCountryOf = (country: string): string => partOf[country] ?? country;

/**
 * Where the holder of a number charges tax; null where the number shows no registration whose rates we know.
 * "EU" begins the numbers of the one-stop shop for sellers from outside; Northern Ireland (XI) is the Union's for goods
 * alone.
 */
export function taxAreaOf(vatId: string): TaxArea | null {
  const prefix = vatId.slice(0, 2).toUpperCase();
  if (prefix === "GB" || prefix === "XI") return "GB";
  return prefix === "EU" || prefix === "EL" || prefix in unionRates ? "EU" : null;
}

/** The seller where he charges tax; null where he does not, or nobody has said who sells. */
export function taxingSeller(seller: Omit<TaxingSeller, "vatId"> & { vatId: string | null } | null) {
  const vatId = seller?.vatId ?? null;
  if (!seller || vatId === null || taxAreaOf(vatId) === null) return null;
  return { ...seller, vatId } satisfies TaxingSeller;
}

/** The rate of a buyer's country at a moment; null where it lies outside the scope of the seller's tax. */
export function ratePermilleFor({ vatId }: TaxingSeller, country: string, atMs: number): number | null {
  const area = taxAreaOf(vatId);
  const ofCountry = area && rates[area][taxCountryOf(country)];
  return ofCountry ? rateAtMoment(ofCountry, atMs) : null;
}

/** Of one currency. */
export interface Amounts {
  currency: Currency;
  grossCents: number;
  netCents: number;
  taxCents: number;
}

/** What of a price is tax, to the nearest amount that can be paid, halves upwards; the rest is net. */
export function amountsOf({ cents, currency }: Money, ratePermille: number | null): Amounts {
  return withTax({ cents, currency }, part(cents, ratePermille ?? 0, 1000 + (ratePermille ?? 0), currency));
}

/**
 * What goes back of an amount, from one sum of cents up to another. Counted from the beginning, so that parts that make
 * the whole make its tax as well.
 */
export function amountsOfPart(
  { grossCents, taxCents, currency }: Amounts,
  fromCents: number,
  untilCents: number,
): Amounts {
  const taxUntil = (cents: number) => part(taxCents, cents, grossCents, currency);
  return withTax({ cents: untilCents - fromCents, currency }, taxUntil(untilCents) - taxUntil(fromCents));
}

const withTax = ({ cents: grossCents, currency }: Money, taxCents: number): Amounts => ({
  currency,
  grossCents,
  netCents: grossCents - taxCents,
  taxCents,
});

/** The one place that rounds. */
function part(cents: number, of: number, whole: number, currency: Currency): number {
  const step = stepCentsOf(currency);
  return Math.floor((2 * cents * of + whole * step) / (2 * whole * step)) * step;
}

// ── where the buyer lives ─────────────────────────────────────────────────

/** ISO 3166-1 alpha-2: what the buyer chose, and what the provider says; null where it said nothing. */
export interface TaxEvidence {
  chosenCountry: string;
  providerCountry: string | null;
}

/** The country that counts: who moves the money knows it better than a field that anybody fills in. */
export const ruling = ({ chosenCountry, providerCountry }: TaxEvidence): string => providerCountry ?? chosenCountry;

/** Whether the two speak of different countries. */
export const doDisagree = ({ chosenCountry, providerCountry }: TaxEvidence): boolean =>
  providerCountry !== null && taxCountryOf(providerCountry) !== taxCountryOf(chosenCountry);

/** Names a receipt or a credit note; both are counted by themselves in each year. */
export interface DocumentName {
  kind: "receipt" | "credit_note";
  /** "YYYY-MM", by UTC. */
  month: string;
  /** Without gaps from 1 in each year. */
  seq: number;
}

/** "2026-000017"; a receipt and a credit note may have the same. */
export const documentNumber = ({ month, seq }: DocumentName): string =>
  `${month.slice(0, 4)}-${String(seq).padStart(6, "0")}`;

/** What a payment knows of its tax; documents: tax_documents.ts. */
export interface PaymentTax extends TaxEvidence {
  seller: TaxingSeller;
  /** Null until it is paid. */
  receipt: DocumentName | null;
  creditNotes: DocumentName[];
  /** What the credit notes have taken back, all together. */
  creditedCents: number;
}
