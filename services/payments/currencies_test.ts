import { expect } from "expect";
import { centsOfDecimals, centsOfUnits, currencies, decimalsOf, takenBy, unitsOf } from "./currencies.ts";

Deno.test("Stripe counts yen, and hundredths of everything else, New Taiwan dollars too", () => {
  expect([unitsOf(456_000, "JPY"), unitsOf(105_000, "TWD"), unitsOf(2565, "EUR")]).toEqual([4560, 105_000, 2565]);
  // Stripe's events write currencies in lower case.
  expect([centsOfUnits(4560, "jpy"), centsOfUnits(105_000, "twd")]).toEqual([456_000, 105_000]);
});

Deno.test("PayPal is told no digits behind the point where it takes none", () => {
  expect([decimalsOf(456_000, "JPY"), decimalsOf(105_000, "TWD"), decimalsOf(2505, "USD")]).toEqual(
    ["4560", "1050", "25.05"],
  );
  expect(["4560", "25.05", "25.5"].map(centsOfDecimals)).toEqual([456_000, 2505, 2550]);
  expect(["", "-1", "1.234", "1e3"].map(centsOfDecimals)).toEqual([null, null, null, null]);
});

Deno.test("every provider takes euros, and some card takes every currency", () => {
  for (const takes of Object.values(takenBy)) expect(Object.values(takes).flat()).toContain("EUR");
  expect(takenBy.stripe.card).toEqual(currencies);
  expect(takenBy.paypal.paypal).not.toContain("CNY");
});
