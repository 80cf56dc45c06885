/** The first prices, in credits (specification, section 9). For those that hold at a given moment see tariffs.ts. */
import { currencies, type Currency, firstCurrency, type OtherCurrency } from "./currencies.ts";

/** What costs credits. */
export const acts = ["sendLetter", "openLetter", "textMinute", "videoMinute", "watchVideo"] as const;

/** The credits that each act costs. */
export type ActPrices = Record<typeof acts[number], number>;

/** The first tariff. */
export const prices = {
  sendLetter: 10,
  openLetter: 5,
  textMinute: 1,
  videoMinute: 5,
  watchVideo: 10,
} as const satisfies ActPrices;

export const signUpBonusCredits = 20;
export const letterLengthMax = 6000;

/** A package of credits for sale; money is integer cents. */
export interface Rate {
  id: number;
  name: string;
  credits: number;
  bonusCredits: number;
  priceCents: number;
  currency: typeof firstCurrency;
  /** Its price in other currencies: the operator sets each of them, nothing is converted. */
  otherPriceCents?: Partial<Record<OtherCurrency, number>>;
  mark: "most_popular" | "best_value" | null;
  /** Its name in Chinese; absent for the packages of the first list, which have theirs in the catalogues. */
  words?: { "zh-Hant": string; "zh-Hans": string };
}

/** The first price list. For what is on sale at a given moment see rates.ts. */
export const rates: readonly Rate[] = [
  { id: 1, name: "Basic", credits: 20, bonusCredits: 0, priceCents: 1500, currency: "EUR", mark: null },
  { id: 2, name: "Economy", credits: 50, bonusCredits: 15, priceCents: 3000, currency: "EUR", mark: null },
  { id: 3, name: "Rational", credits: 170, bonusCredits: 0, priceCents: 9000, currency: "EUR", mark: null },
  { id: 4, name: "Optimal", credits: 400, bonusCredits: 0, priceCents: 18_000, currency: "EUR", mark: "most_popular" },
  { id: 5, name: "Extended", credits: 960, bonusCredits: 0, priceCents: 36_000, currency: "EUR", mark: null },
  { id: 6, name: "Premium", credits: 2000, bonusCredits: 0, priceCents: 60_000, currency: "EUR", mark: "best_value" },
];

/** A package at its price in one currency. */
export type PricedRate = Omit<Rate, "currency" | "otherPriceCents"> & { currency: Currency };

/** The package at its price in a currency; null if it is not sold in that currency. */
export function rateIn({ otherPriceCents, ...rate }: Rate, currency: Currency): PricedRate | null {
  const priceCents = priceCentsIn({ ...rate, otherPriceCents }, currency);
  return priceCents === undefined ? null : { ...rate, priceCents, currency };
}

type Prices = Pick<Rate, "priceCents" | "otherPriceCents">;

/** What a package costs in a currency. */
export const priceCentsIn = ({ priceCents, otherPriceCents = {} }: Prices, currency: Currency): number | undefined =>
  currency === firstCurrency ? priceCents : otherPriceCents[currency];

/** The currencies in which every one of these packages is sold. */
export const currenciesOf = (rates: readonly Prices[]): Currency[] =>
  currencies.filter((currency) => rates.every((rate) => priceCentsIn(rate, currency) !== undefined));

/** What one credit of a package costs, in cents, bonus credits included; for comparison only, never for charging. */
export const centsPerCredit = (rate: Pick<Rate, "priceCents" | "credits" | "bonusCredits">): number =>
  rate.priceCents / (rate.credits + rate.bonusCredits);
