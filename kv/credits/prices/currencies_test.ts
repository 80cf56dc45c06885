/** What is bought in another currency stays in it, from the price list to the books, and is never added to euros. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { figuresOfLastDays, moneyOn } from "../../records/figures.ts";
import {
  addSpring,
  begunPayment,
  paidPayment,
  payByHand,
  say,
  sellAbroad,
  taxedIn,
  wish,
} from "../../testing/payments.ts";
import { createJames, createMan, type TestStore, testStore } from "../../testing/store.ts";
import { currencyOfCountry, isPayable, payableUp, sumsOf } from "./currencies.ts";
import { lastEntry } from "../ledger/ledger.ts";
import { askMoneyBack, readMoneyRefunds } from "../payments/money_refunds.ts";
import { rates } from "./prices.ts";
import { beginPayment, quoteFor } from "../payments/purchases.ts";
import { planRates, ratesInAt } from "./rates.ts";
import { askRefund, waitingRefunds } from "../payments/refund_requests.ts";
import { documentsOf } from "../tax/tax_documents.ts";
import { taxReportOf } from "../tax/tax_report.ts";
import { moneyOfUnused, unusedCreditsOf } from "../payments/unused_credits.ts";
import { withdraw, withdrawalOffer } from "../payments/withdrawals.ts";

/** A man without given credits, and prices in five currencies. */
async function worldOf(store: TestStore) {
  const james = await createMan(store, { firstname: "James" });
  await sellAbroad(store);
  return { james };
}

Deno.test("amounts are hundredths everywhere; of yen and New Taiwan dollars whole hundreds of them", () => {
  expect(isPayable({ cents: 199, currency: "USD" })).toBe(true);
  expect(isPayable({ cents: 199, currency: "JPY" })).toBe(false);
  expect(isPayable({ cents: 1.5, currency: "USD" })).toBe(false);
  expect([payableUp(100.2, "USD"), payableUp(100.2, "TWD"), payableUp(200, "TWD")]).toEqual([101, 200, 200]);
});

Deno.test("sums are made within each currency", () => {
  const one = { cents: 100, currency: "USD" } as const;
  const other = { cents: 30, currency: "EUR" } as const;
  expect(sumsOf([one, other, one])).toEqual([other, { cents: 200, currency: "USD" }]);
  expect(sumsOf([one, { cents: -100, currency: "USD" }])).toEqual([]);
});

Deno.test("who has chosen nothing sees the currency of his country, elsewhere euros", () => {
  expect(["CN", "TW", "US", "JP", "DE", "BR", null].map(currencyOfCountry)).toEqual(
    ["CNY", "TWD", "USD", "JPY", "EUR", "EUR", "EUR"],
  );
});

Deno.test("a list is sold in a currency as a whole, at prices that can be paid", async () => {
  using store = await testStore();
  const plan = (...prices: object[]) =>
    planRates(store, {
      validFrom: null,
      actorId: 3,
      rates: prices.map((otherPriceCents, at) => ({ ...rates[at]!, otherPriceCents })),
    });
  expect(await plan({ USD: 1699 }, {})).toMatchObject({ fields: { "rates.1.priceCentsUSD": "required" } });
  expect(await plan({ TWD: 52_550 })).toMatchObject({ fields: { "rates.0.priceCentsTWD": "wrong_value" } });
  expect(await plan({ JPY: 300 })).toMatchObject({ fields: { "rates.0.priceCentsJPY": "too_small" } });
  expect(await plan({ USD: 1699 }, { USD: 3299 })).toMatchObject({ ok: true });
  expect((await ratesInAt(store, "USD", store.now())).map(({ priceCents, currency }) => [priceCents, currency]))
    .toEqual([[1699, "USD"], [3299, "USD"]]);
  expect(await ratesInAt(store, "JPY", store.now())).toEqual([]);
});

Deno.test("discounts leave whole yen, and a currency that is not sold is refused", async () => {
  using store = await testStore();
  const { james } = await worldOf(store);
  await addSpring(store);
  const wanted = wish(store, james.id, { currency: "JPY", promoCode: "SPRING10", rateId: 1 });
  // ¥2400, 5% and then 10% of what remains.
  expect(await quoteFor(store, wanted)).toMatchObject({
    quote: { currency: "JPY", walletDiscountCents: 12_000, promoDiscountCents: 22_800, totalCents: 205_200 },
  });
  const refused = { reason: "invalid", fields: { currency: "wrong_value" } };
  expect(await quoteFor(store, { ...wanted, currency: "GBP" })).toMatchObject(refused);
  expect(await beginPayment(store, { ...wanted, currency: "GBP" })).toMatchObject(refused);
});

Deno.test("the same key in another currency is another purchase, and money in another one is not taken for it", async () => {
  using store = await testStore();
  const { james } = await worldOf(store);
  const dollars = await begunPayment(store, james.id, { currency: "USD", key: "one" });
  expect(await beginPayment(store, wish(store, james.id, { key: "one" }))).toMatchObject({
    reason: "idempotency_key_reused",
  });
  const { totalCents: amountCents } = dollars.quote;
  const inEuros = { kind: "paid", amountCents, currency: "EUR", moneyId: "money" } as const;
  expect(await say(store, dollars, inEuros)).toMatchObject({ reason: "payment_mismatch" });
});

Deno.test("who withdraws from yen has whole yen back, and the books say yen", async () => {
  using store = await testStore();
  const { james } = await worldOf(store);
  // ¥4560 for 65 credits.
  const payment = await paidPayment(store, james.id, { currency: "JPY", ...taxedIn("DE") });
  expect(await withdrawalOffer(store, payment.id)).toMatchObject({ offer: { credits: 65, cents: 456_000 } });
  expect(await askMoneyBack(store, { id: "half-a-yen", paymentId: payment.id, cents: 50, actorId: 3 })).toMatchObject({
    fields: { amount: "wrong_value" },
  });
  await withdraw(store, { paymentId: payment.id });
  expect((await readMoneyRefunds(store, payment.id)).value).toMatchObject({ currency: "JPY" });
  expect((await lastEntry(store, james.id))!.reference).toMatchObject({ money: [{ cents: 456_000, currency: "JPY" }] });
  await say(store, payment, { kind: "refunded", refundedCents: 456_000, currency: "JPY" });
  const { payment: refunded } = await say(store, payment, { kind: "pending" }) as { payment: typeof payment };
  // Unrounded, the tax would be ¥728.07.
  expect((await documentsOf(store, refunded)).map(({ kind, taxCents, currency }) => [kind, taxCents, currency]))
    .toEqual([["receipt", 72_800, "JPY"], ["credit_note", 72_800, "JPY"]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("figures and the tax report keep the currencies apart", async () => {
  using store = await testStore();
  const { james } = await worldOf(store);
  await paidPayment(store, james.id, taxedIn("DE"));
  await paidPayment(store, james.id, { currency: "USD", method: "card", ...taxedIn("DE") });
  const twd = await paidPayment(store, james.id, { currency: "TWD", method: "card", ...taxedIn("DE") });
  await say(store, twd, { kind: "refunded", refundedCents: 50_000, currency: "TWD" });
  const today = (await figuresOfLastDays(store, 1)).at(-1)!;
  expect(moneyOn(today, "EUR")).toMatchObject({ revenueCents: 2850, refundedCents: 0 });
  expect(moneyOn(today, "USD")).toEqual({ revenueCents: 3199, refundedCents: 0 });
  expect(moneyOn(today, "TWD")).toEqual({ revenueCents: 105_000, refundedCents: 50_000 });
  const report = await taxReportOf(store, "2026-Q1");
  expect(report.map(({ currency, grossCents }) => [currency, grossCents])).toEqual([
    ["EUR", 2850],
    ["USD", 3199],
    ["TWD", 55_000],
  ]);
  store.clock.advance({ days: 2 });
  await figuresOfLastDays(store, 5);
  expect(await audit(store)).toEqual([]);
});

Deno.test("credits of several currencies are asked back in each, and settled so", async () => {
  using store = await testStore();
  const { james } = await worldOf(store);
  const euros = await paidPayment(store, james.id);
  await paidPayment(store, james.id, { currency: "USD", method: "card" });
  const both = [{ cents: 2850, currency: "EUR" }, { cents: 3199, currency: "USD" }];
  expect(moneyOfUnused(await unusedCreditsOf(store, james.id))).toEqual(both);
  expect(moneyOfUnused((await askRefund(store, james.id))!)).toEqual(both);
  await say(store, euros, { kind: "refunded", refundedCents: 2850, currency: "EUR" });
  const [waiting] = await waitingRefunds(store);
  expect(moneyOfUnused(waiting!)).toEqual([both[1]]);
  await payByHand(store, james.id, 3);
  expect((await lastEntry(store, james.id))!.reference).toMatchObject({ money: [both[1]] });
  expect(moneyOn((await figuresOfLastDays(store, 1)).at(-1)!, "USD").refundedCents).toBe(3199);
});

Deno.test("the euros of before read as they are", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  expect((await lastEntry(store, james.id))!.reference).toMatchObject({ cents: 1000 });
  expect(await audit(store)).toEqual([]);
});
