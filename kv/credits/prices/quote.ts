/**
 * What a purchase costs and brings, line by line: the one computation behind what is shown before, at and after a
 * payment, and behind what is charged. Pure; money is integer cents.
 */
import { type Currency, smallestChargeCents, stepCentsOf } from "./currencies.ts";
import type { PricedRate } from "./prices.ts";

export const paymentMethods = ["card", "paypal", "alipay", "wechat_pay"] as const;
export type PaymentMethod = typeof paymentMethods[number];

/** What a promo code gives: a percentage off the price, or credits on top. */
export interface PromoGift {
  code: string;
  /** 0 to 100, whole; 0 where the code gives credits. */
  percent: number;
  credits: number;
}

export interface Quote {
  rateId: number;
  rateName: string;
  /** As on the package (prices.ts). */
  rateWords?: PricedRate["words"];
  /** The currency of every amount here. */
  currency: Currency;
  priceCents: number;
  packageCredits: number;
  bonusCredits: number;
  walletDiscountCents: number;
  promoCode: string | null;
  promoDiscountCents: number;
  promoCredits: number;
  totalCents: number;
  totalCredits: number;
}

/** Off the price where it is paid with PayPal (specification, section 9). */
export const walletDiscountPercent = 5;

/** Computed in this order: bonus credits of the package, wallet discount, promo code on what remains (design, section 4). */
export function quoteOf(rate: PricedRate, method: PaymentMethod, promo: PromoGift | null): Quote {
  const walletDiscountCents = method === "paypal"
    ? percentOf(rate.priceCents, walletDiscountPercent, rate.currency)
    : 0;
  const remainingCents = rate.priceCents - walletDiscountCents;
  const promoDiscountCents = promo ? promoDiscountOf(promo, remainingCents, rate.currency) : 0;
  const promoCredits = promo?.credits ?? 0;
  return {
    rateId: rate.id,
    rateName: rate.name,
    ...(rate.words && { rateWords: rate.words }),
    currency: rate.currency,
    priceCents: rate.priceCents,
    packageCredits: rate.credits,
    bonusCredits: rate.bonusCredits,
    walletDiscountCents,
    promoCode: promo?.code ?? null,
    promoDiscountCents,
    promoCredits,
    totalCents: remainingCents - promoDiscountCents,
    totalCredits: rate.credits + rate.bonusCredits + promoCredits,
  };
}

/** The cents that a promo code takes off `remainingCents`; what a provider takes at least always remains to be paid. */
export const promoDiscountOf = (promo: PromoGift, remainingCents: number, currency: Currency): number =>
  Math.min(
    percentOf(remainingCents, promo.percent, currency),
    Math.max(0, remainingCents - smallestChargeCents[currency]),
  );

/** The one place that rounds: to the nearest amount that can be paid, halves in the customer's favour. */
function percentOf(cents: number, percent: number, currency: Currency): number {
  const step = stepCentsOf(currency);
  return Math.floor((cents * percent + 50 * step) / (100 * step)) * step;
}
