/** Promo codes that were freed when a payment was declined, and are wanted again for that payment. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import type { Job } from "../../store/jobs/work.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { addSpring, begunPayment, paidInFull, say } from "../../testing/payments.ts";
import { createJames, type TestStore, testStore } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { type Payment, paymentById } from "./payments.ts";
import { endPayment } from "./purchases.ts";

const approve = (store: TestStore, payment: Payment) =>
  say(store, payment, { kind: "approved", amountCents: payment.quote.totalCents, currency: "EUR" });
const stateOf = async (store: TestStore, { id }: Payment) => (await paymentById(store, id))!.state;
const capturesAsked = async (store: TestStore) =>
  (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .filter(({ value }) => value.kind === "capture_payment").length;

/** James, and orders of his at the price of SPRING10 for one use, each of which was declined. */
async function declinedOrders(store: TestStore, count: number) {
  await addSpring(store, { percent: 50, usesTotal: 1 });
  const james = await createJames(store, 0);
  const orders: Payment[] = [];
  for (let n = 0; n < count; n++) {
    const order = await begunPayment(store, james.id, { promoCode: "SPRING10", provider: "paypal" });
    await say(store, order, { kind: "declined" });
    orders.push(order);
  }
  return { james, orders };
}

Deno.test("of five declined orders at the price of a code for one use, one is approved again and no other is captured", async () => {
  using store = await testStore();
  const { james, orders } = await declinedOrders(store, 5);
  for (const order of orders) await approve(store, order);
  expect(await Promise.all(orders.map((order) => stateOf(store, order)))).toEqual([
    "pending",
    ...Array(4).fill("declined"),
  ]);
  expect(await capturesAsked(store)).toBe(1);
  await say(store, orders[0]!, paidInFull(orders[0]!));
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([65, []]);
});

Deno.test("an order is approved again as soon as the code is free, and never once it is over", async () => {
  using store = await testStore();
  const { james, orders: [order] } = await declinedOrders(store, 1);
  const other = await begunPayment(store, james.id, { promoCode: "SPRING10" });
  await approve(store, order!);
  expect(await stateOf(store, order!)).toBe("declined");
  await endPayment(store, other.id, "cancelled");
  await approve(store, order!);
  expect(await stateOf(store, order!)).toBe("pending");
  await say(store, order!, { kind: "declined" });
  await addSpring(store, { percent: 50, usesTotal: 1, validUntil: store.now() });
  await approve(store, order!);
  expect(await stateOf(store, order!)).toBe("declined");
  expect(await audit(store)).toEqual([]);
});

Deno.test("money that was taken for a declined order is credited, and says that its code was used up by then", async () => {
  using store = await testStore();
  const { james, orders: [first, second] } = await declinedOrders(store, 2);
  for (const order of [first!, second!]) await say(store, order, paidInFull(order));
  expect(await balanceOf(store, james.id)).toBe(130);
  const beyond = await Promise.all(
    [first!, second!].map(async ({ id }) => (await paymentById(store, id))?.isBeyondPromo),
  );
  expect(beyond).toEqual([undefined, true]);
  expect((await store.kv.get(keys.promoTotal("SPRING10"))).value).toBe(2);
  expect(await audit(store)).toEqual([]);
});

Deno.test("uses from before staff lowered the limits of a code are no fault, one from after is", async () => {
  using store = await testStore();
  await addSpring(store, { usesPerMan: 2 });
  const james = await createJames(store, 0);
  for (let n = 0; n < 2; n++) await begunPayment(store, james.id, { promoCode: "SPRING10" });
  await addSpring(store, { usesPerMan: 1, usesTotal: 1, changedAt: store.now() + 1 });
  expect(await audit(store)).toEqual([]);
  await addSpring(store, { usesPerMan: 1, usesTotal: 1, changedAt: store.now() });
  expect(await audit(store)).toHaveLength(2);
});
