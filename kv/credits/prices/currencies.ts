/**
 * The currencies in which packages can be sold. In each of them an amount is integer cents, hundredths of the currency;
 * where only whole units can be paid, it is a multiple of 100. Sums stay within one currency: nothing here converts.
 */

export const currencies = ["EUR", "USD", "GBP", "CNY", "HKD", "TWD", "JPY"] as const;
export type Currency = typeof currencies[number];

/** Every price list has prices in it, and an amount that names no currency is in it. */
export const firstCurrency = "EUR";
export type OtherCurrency = Exclude<Currency, typeof firstCurrency>;

export const otherCurrencies = currencies.filter((currency): currency is OtherCurrency => currency !== firstCurrency);

/** An amount in a currency. */
export interface Money {
  cents: number;
  currency: Currency;
}

/** The yen has no hundredths; those of the New Taiwan dollar are not in use, and PayPal does not take them. */
const paidInWholes: ReadonlySet<Currency> = new Set<Currency>(["TWD", "JPY"]);

/** The smallest amount that is paid: every amount of the currency is a multiple of it. */
export const stepCentsOf = (currency: Currency): 1 | 100 => paidInWholes.has(currency) ? 100 : 1;

/** The smallest payment that providers take, in cents. */
export const smallestChargeCents: Readonly<Record<Currency, number>> = {
  EUR: 50,
  USD: 50,
  GBP: 50,
  CNY: 400,
  HKD: 400,
  TWD: 2000,
  JPY: 5000,
};

/** Whether an amount can be paid in its currency. */
export const isPayable = ({ cents, currency }: Money): boolean =>
  Number.isSafeInteger(cents) && cents % stepCentsOf(currency) === 0;

/** Rounds an amount up to the next one that can be paid. */
export function payableUp(cents: number, currency: Currency): number {
  const step = stepCentsOf(currency);
  return Math.ceil(cents / step) * step;
}

/** One sum for each currency of which there is any, in the order of `currencies`. */
export function sumsOf(amounts: readonly Money[]): Money[] {
  const sumIn = (of: Currency) => amounts.reduce((sum, { cents, currency }) => currency === of ? sum + cents : sum, 0);
  return currencies.map((currency) => ({ cents: sumIn(currency), currency })).filter(({ cents }) => cents !== 0);
}

/** The currencies of countries where people mostly do not pay in euros, by ISO 3166-1 alpha-2 code. */
const currencyByCountry: Readonly<Record<string, Currency>> = {
  US: "USD",
  GB: "GBP",
  CN: "CNY",
  HK: "HKD",
  TW: "TWD",
  JP: "JPY",
};

/** The currency shown to somebody who has not chosen one. */
export const currencyOfCountry = (country: string | null | undefined): Currency =>
  currencyByCountry[country ?? ""] ?? firstCurrency;
