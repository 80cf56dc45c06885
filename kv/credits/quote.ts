/**
 * What a purchase costs and brings, line by line: the one computation behind what is shown before, at and after a
 * payment, and behind what is charged. Pure; money is integer cents.
 */
import type { Rate } from "./prices.ts";

export type PaymentMethod = "card" | "paypal";

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
  rateWords?: Rate["words"];
  currency: "EUR";
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

/** Off the price where it is paid with a wallet (specification, section 9). */
export const walletDiscountPercent = 5;
/** A provider cannot take less than this. */
const totalCentsMin = 1;

/** In this order: bonus credits of the package, wallet discount, promo code on what remains (design, section 4). */
export function quoteOf(rate: Rate, method: PaymentMethod, promo: PromoGift | null): Quote {
  const walletDiscountCents = method === "paypal" ? percentOf(rate.priceCents, walletDiscountPercent) : 0;
  const remainingCents = rate.priceCents - walletDiscountCents;
  const promoDiscountCents = promo ? promoDiscountOf(promo, remainingCents) : 0;
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

/** Cents off what remains after the wallet discount; something is always left to pay. */
export const promoDiscountOf = (promo: PromoGift, remainingCents: number): number =>
  Math.min(percentOf(remainingCents, promo.percent), Math.max(0, remainingCents - totalCentsMin));

/** The one place that rounds: to the nearest cent, halves in the customer's favour. */
const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100);
