/**
 * Which provider takes which method in which currency, and how each provider counts amounts. This is the only table of
 * both: what is not in it is not offered. Our own amounts are cents, hundredths of their currency, in every currency.
 */

export type ProviderName = "stripe" | "paypal" | "solidgate" | "sandbox";
export const methods = ["card", "paypal", "alipay", "wechat_pay"] as const;
export type Method = typeof methods[number];

export const currencies = ["EUR", "USD", "GBP", "CNY", "HKD", "TWD", "JPY"] as const;
export type Currency = typeof currencies[number];

/** The methods that a provider takes, each with its currencies. */
export type Takes = Readonly<Partial<Record<Method, readonly Currency[]>>>;

export const takenBy = {
  // Depending on its account's country Stripe takes fewer by wallets: the operator says which (STRIPE_ALIPAY,
  // STRIPE_WECHAT_PAY).
  stripe: {
    card: currencies,
    alipay: ["EUR", "USD", "GBP", "CNY", "HKD", "JPY"],
    wechat_pay: ["EUR", "USD", "GBP", "CNY", "HKD", "JPY"],
  },
  // PayPal keeps yuan for accounts in China.
  paypal: { paypal: ["EUR", "USD", "GBP", "HKD", "TWD", "JPY"] },
  // Solidgate does not say how it counts New Taiwan dollars.
  solidgate: { card: ["EUR", "USD", "GBP", "CNY", "HKD", "JPY"] },
  sandbox: {
    card: currencies,
    paypal: ["EUR", "USD", "GBP", "HKD", "TWD", "JPY"],
    alipay: ["CNY"],
    wechat_pay: ["CNY"],
  },
} as const satisfies Record<ProviderName, Takes>;

// ── how they count ────────────────────────────────────────────────────────

/** Stripe and Solidgate count in the smallest units of a currency, of which a yen has none. */
const centsOfUnit = (currency: string): number => currency.toUpperCase() === "JPY" ? 100 : 1;

/** Our cents in the smallest units. */
export const unitsOf = (cents: number, currency: string): number => cents / centsOfUnit(currency);

/** The smallest units in our cents. */
export const centsOfUnits = (units: number, currency: string): number => units * centsOfUnit(currency);

/** The currencies for which PayPal takes no decimals. */
const withoutPoint: ReadonlySet<string> = new Set(["JPY", "TWD"]);

/** "25.65", or "4560" of yen. */
export function decimalsOf(cents: number, currency: string): string {
  const whole = String(Math.floor(cents / 100));
  return withoutPoint.has(currency) ? whole : `${whole}.${String(cents % 100).padStart(2, "0")}`;
}

/** "25.65" → 2565; null for a text that is no amount with at most two decimals. */
export function centsOfDecimals(text: string): number | null {
  const [, whole, rest = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(rest.padEnd(2, "0"));
}
