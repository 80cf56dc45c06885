/** What purchases of the money tests cost and bring, computed without the site. */
import { rates } from "../../kv/credits/prices/prices.ts";
import type { Promo } from "../../kv/credits/prices/promo_codes.ts";
import type { Buying } from "./operations.ts";

/** The codes of the test: 10 %, once a man and 4 in all; 30 credits, twice a man and 7 in all; and one that is over. */
export const promos: Promo[] = [
  { code: "TEN", percent: 10, credits: 0, usesPerMan: 1, usesTotal: 4, validFrom: null, validUntil: null },
  { code: "GIFT", percent: 0, credits: 30, usesPerMan: 2, usesTotal: 7, validFrom: null, validUntil: null },
  { code: "OVER", percent: 50, credits: 0, usesPerMan: 9, usesTotal: null, validFrom: null, validUntil: 1 },
];

/** The smallest unit that can be paid: a cent, or of yen a whole one. */
export const stepOf = ({ currency }: Buying): number => currency === "JPY" ? 100 : 1;

/**
 * What a purchase costs and brings: the package's price, less 5 % with a wallet, then less the code. Halves of a cent, or of
 * a yen, are rounded in the man's favour.
 */
export function bargainOf(buying: Buying): { totalCents: number; totalCredits: number } {
  const { rateId, currency, method, promoCode } = buying;
  const step = stepOf(buying);
  const rate = rates.find(({ id }) => id === rateId)!;
  const promo = promos.find(({ code }) => code === promoCode);
  const priceCents = currency === "JPY" ? rate.priceCents * 160 : rate.priceCents;
  const less = (cents: number, percent: number) =>
    Math.ceil((cents * (100 - percent) - 50 * step) / (100 * step)) * step;
  const afterWallet = method === "paypal" ? less(priceCents, 5) : priceCents;
  return {
    totalCents: less(afterWallet, promo?.percent ?? 0),
    totalCredits: rate.credits + rate.bonusCredits + (promo?.credits ?? 0),
  };
}
