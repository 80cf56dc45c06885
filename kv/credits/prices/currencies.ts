/**
 * The currencies in which packages can be sold. An amount is integer cents, hundredths of its currency, in every one of
 * them; where nothing smaller than a whole one is paid, it is a multiple of a hundred. Sums stay within one currency:
 * nothing here converts.
 */

export const currencies = ["EUR", "USD", "GBP", "CNY", "HKD", "TWD", "JPY"] as const;
export type Currency = typeof currencies[number];

/** Every price list is in it, and so is whatever names no currency: before the others came there was no choice. */
export const firstCurrency = "EUR";
export type OtherCurrency = Exclude<Currency, typeof firstCurrency>;

export const otherCurrencies = currencies.filter((currency): currency is OtherCurrency => currency !== firstCurrency);

/** An amount and what it is of. */
export interface Money {
  cents: number;
  currency: Currency;
}

/** Yen have no hundredths; those of the New Taiwan dollar are paid by nobody, and by PayPal not taken. */
const paidInWholes: ReadonlySet<Currency> = new Set<Currency>(["TWD", "JPY"]);

/** The smallest amount that is paid: every amount of the currency is a multiple of it. */
export const stepCentsOf = (currency: Currency): 1 | 100 => paidInWholes.has(currency) ? 100 : 1;

/** What providers take at least as one payment; a smaller total is refused by them. */
export const smallestChargeCents: Readonly<Record<Currency, number>> = {
  EUR: 50,
  USD: 50,
  GBP: 50,
  CNY: 400,
  HKD: 400,
  TWD: 2000,
  JPY: 5000,
};

/** Whether so much can be paid at all. */
export const isPayable = ({ cents, currency }: Money): boolean =>
  Number.isSafeInteger(cents) && cents % stepCentsOf(currency) === 0;

/** Up to what can be paid. */
export function payableUp(cents: number, currency: Currency): number {
  const step = stepCentsOf(currency);
  return Math.ceil(cents / step) * step;
}

/** One sum for each currency that there is any of, in the order of the currencies. */
export function sumsOf(amounts: readonly Money[]): Money[] {
  const sumIn = (of: Currency) => amounts.reduce((sum, { cents, currency }) => currency === of ? sum + cents : sum, 0);
  return currencies.map((currency) => ({ cents: sumIn(currency), currency })).filter(({ cents }) => cents !== 0);
}

/** Where people of a country mostly pay in something else than euros, by its ISO 3166-1 alpha-2 code. */
const currencyByCountry: Readonly<Record<string, Currency>> = {
  US: "USD",
  GB: "GBP",
  CN: "CNY",
  HK: "HKD",
  TW: "TWD",
  JP: "JPY",
};

/** What somebody sees first who has chosen nothing. */
export const currencyOfCountry = (country: string | null | undefined): Currency =>
  currencyByCountry[country ?? ""] ?? firstCurrency;
