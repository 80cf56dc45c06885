import { expect } from "expect";
import fc from "fast-check";
import { abroad } from "../../testing/payments.ts";
import { currencies, isPayable, smallestChargeCents } from "./currencies.ts";
import { type Rate, rateIn, rates } from "./prices.ts";
import { type PromoGift, quoteOf } from "./quote.ts";

const economy = rates.find(({ name }) => name === "Economy")!;
const spring: PromoGift = { code: "SPRING10", percent: 10, credits: 0 };

Deno.test("Economy by PayPal with SPRING10 costs 25.65 euros and brings 65 credits", () => {
  expect(quoteOf(economy, "paypal", spring)).toEqual({
    rateId: 2,
    rateName: "Economy",
    currency: "EUR",
    priceCents: 3000,
    packageCredits: 50,
    bonusCredits: 15,
    walletDiscountCents: 150,
    promoCode: "SPRING10",
    promoDiscountCents: 285,
    promoCredits: 0,
    totalCents: 2565,
    totalCredits: 65,
  });
});

Deno.test("a card has no wallet discount, and no code no lines of its own", () => {
  const quote = quoteOf(economy, "card", null);
  expect([quote.walletDiscountCents, quote.promoCode, quote.promoDiscountCents]).toEqual([0, null, 0]);
  expect([quote.totalCents, quote.totalCredits]).toEqual([3000, 65]);
});

Deno.test("half a cent of a discount is the customer's", () => {
  const odd: Rate = { ...economy, priceCents: 1010 };
  expect(quoteOf(odd, "paypal", null).walletDiscountCents).toBe(51);
});

const anyRate = fc.record({
  id: fc.constant(1),
  name: fc.constant("Some"),
  credits: fc.integer({ min: 1, max: 100_000 }),
  bonusCredits: fc.integer({ min: 0, max: 100_000 }),
  priceCents: fc.integer({ min: 1, max: 10_000_000 }),
  currency: fc.constant("EUR" as const),
  mark: fc.constant(null),
});
const anyPromo = fc.option(fc.record({
  code: fc.constant("CODE"),
  percent: fc.integer({ min: 0, max: 100 }),
  credits: fc.integer({ min: 0, max: 10_000 }),
}));

Deno.test("whatever a code takes off, what providers take at least is left to pay, in every currency", () => {
  const all: PromoGift = { code: "ALL", percent: 100, credits: 0 };
  const sold = currencies.flatMap((currency) => rateIn(abroad[0]!, currency) ?? []);
  expect(sold.map(({ currency }) => currency)).toEqual(["EUR", "USD", "CNY", "TWD", "JPY"]);
  for (const rate of sold) {
    const { totalCents, currency } = quoteOf(rate, "card", all);
    expect([currency, totalCents, isPayable({ cents: totalCents, currency })]).toEqual([
      currency,
      smallestChargeCents[currency],
      true,
    ]);
  }
  // 99 % of 30 euros would leave 30 cents.
  expect(quoteOf(economy, "card", { ...all, percent: 99 })).toMatchObject({ promoDiscountCents: 2950, totalCents: 50 });
  // Nothing is taken off a price that is as small already.
  for (const priceCents of [1, 50]) {
    expect(quoteOf({ ...economy, priceCents }, "card", all)).toMatchObject({
      promoDiscountCents: 0,
      totalCents: priceCents,
    });
  }
});

Deno.test("every quote is whole, adds up, and leaves something to pay", () => {
  fc.assert(
    fc.property(anyRate, fc.constantFrom("card" as const, "paypal" as const), anyPromo, (rate, method, promo) => {
      const quote = quoteOf(rate, method, promo);
      const { priceCents, walletDiscountCents, promoDiscountCents, totalCents, totalCredits } = quote;
      for (const amount of [walletDiscountCents, promoDiscountCents, totalCents, totalCredits]) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
      }
      expect(totalCents).toBe(priceCents - walletDiscountCents - promoDiscountCents);
      const remaining = priceCents - walletDiscountCents;
      expect(totalCents).toBeGreaterThanOrEqual(Math.min(remaining, 50));
      expect(totalCredits).toBe(rate.credits + rate.bonusCredits + (promo?.credits ?? 0));
      if (method === "card") expect(walletDiscountCents).toBe(0);
      // Within half a cent of the exact percentage, unless the smallest charge must be left.
      const exact = remaining * (promo?.percent ?? 0) / 100;
      if (totalCents > 50) expect(Math.abs(promoDiscountCents - exact)).toBeLessThanOrEqual(0.5);
    }),
  );
});

Deno.test("a higher percentage never costs more", () => {
  fc.assert(fc.property(anyRate, fc.integer({ min: 0, max: 99 }), (rate, percent) => {
    const less = quoteOf(rate, "paypal", { code: "A", percent, credits: 0 });
    const more = quoteOf(rate, "paypal", { code: "A", percent: percent + 1, credits: 0 });
    expect(more.totalCents).toBeLessThanOrEqual(less.totalCents);
  }));
});
