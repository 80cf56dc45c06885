/**
 * Value added tax on what men pay, as consumers: which tax a seller charges, by the number under which he is
 * registered, and how much of a price it is. Pure. Prices include the tax; money is integer cents.
 */
import { type Currency, type Money, stepCentsOf } from "../prices/currencies.ts";
import { rateAtMoment, unionRates, unitedKingdomRates } from "./tax_rates.ts";

/** Where a seller charges tax. */
export type TaxArea = "EU" | "GB";

/** The seller as receipts name him; each receipt keeps its own copy. */
export interface TaxingSeller {
  name: string;
  addressLines: string[];
  vatId: string;
  register: string | null;
}

const rates = { EU: unionRates, GB: unitedKingdomRates } as const;

/** Countries that belong to another one's territory for this tax. */
const partOf: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** The country whose tax is due in a country. */
const taxCountryOf = (country: string): string => partOf[country] ?? country;

/**
 * The area in which the holder of a VAT number charges tax; null if we know no rates for the registration that it
 * shows. Numbers of the one-stop shop for sellers from outside the Union begin with "EU". Northern Ireland (XI) belongs
 * to the Union for goods alone, so that here it counts as "GB".
 */
export function taxAreaOf(vatId: string): TaxArea | null {
  const prefix = vatId.slice(0, 2).toUpperCase();
  if (prefix === "GB" || prefix === "XI") return "GB";
  return prefix === "EU" || prefix === "EL" || prefix in unionRates ? "EU" : null;
}

/** The seller, if he charges tax; null if he does not, or if nobody has said who sells. */
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

/** Splits a price into tax and net. The tax is rounded to the nearest payable amount, halves upwards; the rest is net. */
export function amountsOf({ cents, currency }: Money, ratePermille: number | null): Amounts {
  return withTax({ cents, currency }, part(cents, ratePermille ?? 0, 1000 + (ratePermille ?? 0), currency));
}

/**
 * The part of an amount from one running total of cents that went back up to the next. The tax is computed up to each
 * total from the beginning, so that parts that add up to the whole add up to its tax as well.
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

/** The country whose tax applies: the provider moves the money, and knows better than a field that anybody fills in. */
export const ruling = ({ chosenCountry, providerCountry }: TaxEvidence): string => providerCountry ?? chosenCountry;

/** Whether buyer and provider name countries of different tax territories. */
export const doDisagree = ({ chosenCountry, providerCountry }: TaxEvidence): boolean =>
  providerCountry !== null && taxCountryOf(providerCountry) !== taxCountryOf(chosenCountry);

/** Names a receipt or a credit note; each kind has its own numbers in each year. */
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
