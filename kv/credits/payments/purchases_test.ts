import { expect } from "expect";
import { runDueJobs } from "../../store/jobs/queue.ts";
import { addSpring, begunPayment, paidInFull, paidPayment, say, wish } from "../../testing/payments.ts";
import {
  asOtherProcess,
  createJames,
  createPeople,
  createWei,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { lastPaidPayment, openPaymentsOf, paymentById, paymentOf, paymentsOf } from "./payments.ts";
import { beginPayment, checkoutSeconds, endPayment, expirePayment, quoteFor, saveCheckout } from "./purchases.ts";

async function runExpiry(store: TestStore): Promise<void> {
  await runDueJobs(store, async (job) => {
    if (job.kind === "expire_payment") await expirePayment(store, job.paymentId);
  }, (_job, error) => {
    throw error;
  });
}

Deno.test("a purchase is saved with its quote and moves no credits", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id);
  expect(payment).toMatchObject({ state: "created", number: null, paidAt: null, providerId: null });
  expect(payment.quote.totalCents).toBe(2850);
  expect(await paymentOf(store, james.id, payment.id)).toEqual(payment);
  expect(await balanceOf(store, james.id)).toBe(200);
});

Deno.test("somebody else's payment is nobody's, and so is an id that is none", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const payment = await begunPayment(store, james.id);
  expect(await paymentOf(store, wei.id, payment.id)).toBeNull();
  expect(await paymentOf(store, james.id, "x".repeat(5000))).toBeNull();
  expect(await paymentOf(store, james.id, "")).toBeNull();
});

Deno.test("the same key is the same payment, also at once and in two processes", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const same = wish(store, james.id);
  const other = asOtherProcess(store);
  const begun = await Promise.all([store, other, store, other].map((each) => beginPayment(each, same)));
  const ids = begun.map((each) => each.ok ? each.payment.id : each.reason);
  expect(new Set(ids).size).toBe(1);
  expect((await paymentsOf(store, james.id, { page: 1, limit: 10 })).totalCount).toBe(1);
});

Deno.test("a key that stands for one purchase is refused for another, and is free again after a day", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const first = await begunPayment(store, james.id, { key: "form-1" });
  for (const another of [{ rateId: 3 }, { method: "card" as const }]) {
    expect(await beginPayment(store, wish(store, james.id, { key: "form-1", ...another }))).toMatchObject({
      reason: "idempotency_key_reused",
    });
  }
  store.clock.advance({ days: 1 });
  expect((await begunPayment(store, james.id, { key: "form-1" })).id).not.toBe(first.id);
});

Deno.test("a package that does not exist is refused", async () => {
  using store = await testStore();
  const james = await createJames(store);
  expect(await quoteFor(store, wish(store, james.id, { rateId: 99 }))).toMatchObject({ reason: "invalid" });
  expect(await beginPayment(store, wish(store, james.id, { rateId: 99 }))).toMatchObject({ reason: "invalid" });
});

Deno.test("the quote that is shown is the one that is charged", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  const wanted = wish(store, james.id, { promoCode: "spring10" });
  const shown = await quoteFor(store, wanted);
  const begun = await beginPayment(store, wanted);
  expect(shown.ok && begun.ok && begun.payment.quote).toEqual(shown.ok && shown.quote);
});

Deno.test("what the provider answered is kept, and asking again changes nothing", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { id } = await begunPayment(store, james.id);
  const checkout = { providerId: "cs_1", checkoutUrl: "https://pay.test/cs_1" };
  expect(await saveCheckout(store, id, checkout)).toMatchObject(checkout);
  expect(await saveCheckout(store, id, checkout)).toMatchObject(checkout);
});

Deno.test("an unpaid payment expires after its hour, and gives its promo code back", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id, { promoCode: "SPRING10" });
  store.clock.advance({ seconds: checkoutSeconds - 1 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("created");
  store.clock.advance({ seconds: 1 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("expired");
  expect((await begunPayment(store, james.id, { promoCode: "SPRING10" })).state).toBe("created");
});

Deno.test("a payment whose money is under way waits for two weeks", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id);
  await say(store, payment, { kind: "pending" });
  store.clock.advance({ hours: 2 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("pending");
  store.clock.advance({ days: 14 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("expired");
});

Deno.test("what was declined when its hour was over and is approved again ends after two weeks, with its promo code", async () => {
  using store = await testStore();
  await addSpring(store);
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id, { promoCode: "SPRING10" });
  store.clock.advance({ minutes: 5 });
  await say(store, payment, { kind: "declined" });
  store.clock.advance({ hours: 1 });
  await runExpiry(store);
  const { totalCents: amountCents } = payment.quote;
  await say(store, payment, { kind: "approved", amountCents, currency: "EUR" });
  store.clock.advance({ days: 13 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("pending");
  store.clock.advance({ days: 1 });
  await runExpiry(store);
  expect((await paymentById(store, payment.id))?.state).toBe("expired");
  expect((await begunPayment(store, james.id, { promoCode: "SPRING10" })).state).toBe("created");
});

Deno.test("what was paid neither expires nor is cancelled", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const payment = await paidPayment(store, james.id);
  store.clock.advance({ days: 30 });
  await runExpiry(store);
  expect((await endPayment(store, payment.id, "cancelled"))?.state).toBe("paid");
  expect((await paymentById(store, payment.id))?.state).toBe("paid");
});

Deno.test("payments are listed newest first, and the last paid one is found", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const wei = await createWei(store);
  expect(await lastPaidPayment(store, james.id)).toBeNull();
  const first = await paidPayment(store, james.id);
  store.clock.advance({ minutes: 1 });
  const second = await paidPayment(store, james.id, { rateId: 3 });
  store.clock.advance({ minutes: 1 });
  const open = await begunPayment(store, james.id, { rateId: 1 });
  const { payments, totalCount } = await paymentsOf(store, james.id, { page: 1, limit: 2 });
  expect([payments.map(({ id }) => id), totalCount]).toEqual([[open.id, second.id], 3]);
  expect((await openPaymentsOf(store, james.id)).map(({ id }) => id)).toEqual([open.id]);
  expect((await lastPaidPayment(store, james.id))?.id).toBe(second.id);
  expect(await lastPaidPayment(store, wei.id)).toBeNull();
  await say(store, first, { kind: "refunded", refundedCents: first.quote.totalCents, currency: "EUR" });
  expect((await lastPaidPayment(store, james.id))?.id).toBe(second.id);
  await say(store, open, paidInFull(open));
  expect((await lastPaidPayment(store, james.id))?.quote.rateName).toBe("Basic");
});
