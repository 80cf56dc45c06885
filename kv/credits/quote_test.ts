import { expect } from "expect";
import fc from "fast-check";
import { type Rate, rates } from "./prices.ts";
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

Deno.test("every quote is whole, adds up, and leaves something to pay", () => {
  fc.assert(
    fc.property(anyRate, fc.constantFrom("card" as const, "paypal" as const), anyPromo, (rate, method, promo) => {
      const quote = quoteOf(rate, method, promo);
      const { priceCents, walletDiscountCents, promoDiscountCents, totalCents, totalCredits } = quote;
      for (const amount of [walletDiscountCents, promoDiscountCents, totalCents, totalCredits]) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
      }
      expect(totalCents).toBe(priceCents - walletDiscountCents - promoDiscountCents);
      expect(totalCents).toBeGreaterThanOrEqual(1);
      expect(totalCredits).toBe(rate.credits + rate.bonusCredits + (promo?.credits ?? 0));
      if (method === "card") expect(walletDiscountCents).toBe(0);
      // Within half a cent of the exact percentage, unless one cent must be left.
      const remaining = priceCents - walletDiscountCents;
      const exact = remaining * (promo?.percent ?? 0) / 100;
      if (totalCents > 1) expect(Math.abs(promoDiscountCents - exact)).toBeLessThanOrEqual(0.5);
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
