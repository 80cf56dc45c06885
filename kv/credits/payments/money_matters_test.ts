/** Money that came otherwise than ordered, and disputes lost before they were open, wait on the desk until they are settled. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { whatWaits } from "../../records/pending_work.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { begunPayment, paidInFull, paidPayment, say } from "../../testing/payments.ts";
import { afterMeanwhile, createMan, type TestStore, testStore } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { openMattersOf, paymentsWithMatters } from "./money_matters.ts";
import { markOfMatters, settleMatters } from "./mispaid/settling_by_hand.ts";
import type { PaymentChange } from "./payment_changes.ts";
import { applyPaymentEvent } from "./payment_events.ts";
import { type Payment, paymentById } from "./payments.ts";
import { endPayment } from "./purchases.ts";

const actorId = 3;
const onDesk = async (store: TestStore) => (await whatWaits(store)).find(({ kind }) => kind === "matters");
const now = async (store: TestStore, { id }: Payment): Promise<Payment> => (await paymentById(store, id))!;
const kindsOf = async (store: TestStore, payment: Payment) =>
  openMattersOf(await now(store, payment)).map(({ kind }) => kind);

async function worldOf() {
  const store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  return { store, james, [Symbol.dispose]: () => store.close() };
}

const mispaid = (change: Partial<PaymentChange> = {}): PaymentChange =>
  ({ kind: "paid", amountCents: 3100, currency: "USD", moneyId: "pi_1", ...change }) as PaymentChange;

const dispute = (disputeId: string | null, outcome: "open" | "won" | "lost", toldAt = 1): PaymentChange => ({
  kind: "disputed",
  disputeId,
  currency: "EUR",
  amountCents: 2850,
  outcome,
  toldAt,
});

Deno.test("money in another currency or amount credits nothing, is told once, and waits until an admin has settled it", async () => {
  using w = await worldOf();
  const payment = await begunPayment(w.store, w.james.id);
  expect(await onDesk(w.store)).toBeUndefined();
  const since = w.store.now();
  for (let time = 0; time < 2; time++) {
    expect(await say(w.store, payment, mispaid())).toMatchObject({ reason: "payment_mismatch" });
    w.store.clock.advance({ minutes: 5 });
  }
  expect(await onDesk(w.store)).toEqual({ kind: "matters", count: 1, oldestAt: since });
  const [waiting] = await paymentsWithMatters(w.store);
  expect(waiting).toMatchObject({
    id: payment.id,
    state: "created",
    paidAt: null,
    matters: [{ kind: "mispaid", at: since, amountCents: 3100, currency: "USD", moneyId: "pi_1" }],
  });
  // It does not end with the payment's hour.
  w.store.clock.advance({ minutes: 90 });
  expect(await endPayment(w.store, payment.id, "expired")).toMatchObject({ state: "expired" });
  expect(await kindsOf(w.store, payment)).toEqual(["mispaid"]);
  expect(await audit(w.store)).toEqual([]);

  const seen = markOfMatters(waiting!);
  expect(await say(w.store, payment, mispaid({ moneyId: "pi_2" }))).toMatchObject({ reason: "payment_mismatch" });
  const settle = async (mark: string) => await settleMatters(w.store, { paymentId: payment.id, seen: mark, actorId });
  expect(await settle(seen)).toMatchObject({ reason: "conflict" });
  const both = markOfMatters(await now(w.store, payment));
  expect([await settle(both), await settle(both)]).toEqual([{ ok: true }, { ok: true }]);
  // The provider sends what was refused for days.
  await say(w.store, payment, mispaid());
  expect([await kindsOf(w.store, payment), await onDesk(w.store)]).toEqual([[], undefined]);
  expect(await balanceOf(w.store, w.james.id)).toBe(0);
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  expect(
    records.filter(({ action }) => action === "money_matter_settled").map(({ actorId, details }) => [actorId, details]),
  )
    .toEqual([[actorId, { manId: w.james.id, count: 2 }]]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what brings no money is no matter: an order approved otherwise, a free checkout, money that was credited", async () => {
  using w = await worldOf();
  const payment = await begunPayment(w.store, w.james.id);
  const nothing: PaymentChange[] = [
    { kind: "approved", amountCents: 1, currency: "EUR" },
    mispaid({ amountCents: 0 }),
    mispaid({ currency: "" }),
    mispaid({ amountCents: NaN }),
  ];
  for (const change of nothing) await say(w.store, payment, change);
  expect(await kindsOf(w.store, payment)).toEqual([]);
  await say(w.store, payment, mispaid({ moneyId: `money-${payment.id}` }));
  await say(w.store, payment, mispaid({ moneyId: "pi_other" }));
  expect((await onDesk(w.store))?.count).toBe(1);
  // The same money is told of as it was ordered after all; the other money is still there.
  expect(await say(w.store, payment, paidInFull(payment))).toMatchObject({ ok: true, payment: { state: "paid" } });
  expect(openMattersOf(await now(w.store, payment))).toMatchObject([{ moneyId: "pi_other" }]);
  await say(w.store, payment, mispaid({ moneyId: `money-${payment.id}` }));
  expect(await kindsOf(w.store, payment)).toEqual(["mispaid"]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("money that came otherwise and was given back at the provider is settled by that, a part of it is not", async () => {
  using w = await worldOf();
  const payment = await begunPayment(w.store, w.james.id);
  await say(w.store, payment, mispaid());
  const refunded = (refundedCents: number, currency = "USD") =>
    say(w.store, payment, { kind: "refunded", refundedCents, currency });
  expect(await refunded(3100, "JPY")).toMatchObject({ reason: "payment_mismatch" });
  expect(await refunded(3101)).toMatchObject({ reason: "payment_mismatch" });
  expect(await refunded(1000)).toMatchObject({ ok: true });
  expect(await kindsOf(w.store, payment)).toEqual(["mispaid"]);
  expect(await refunded(3100)).toMatchObject({ ok: true, payment: { state: "created", refundedCents: 0 } });
  expect([await kindsOf(w.store, payment), await onDesk(w.store)]).toEqual([[], undefined]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  expect(records.map(({ action, details }) => [action, details.refundedCents, details.refundedIn])).toEqual(
    expect.arrayContaining([["payment_refunded", 1000, "USD"], ["payment_refunded", 3100, "USD"]]),
  );
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("in the currency of the order, a refund counts for the payment as well: word that it was paid may still come", async () => {
  using w = await worldOf();
  for (const amountCents of [2000, 3100]) {
    const payment = await begunPayment(w.store, w.james.id);
    await say(w.store, payment, mispaid({ amountCents, currency: "EUR" }));
    const told = await say(w.store, payment, { kind: "refunded", refundedCents: amountCents, currency: "EUR" });
    // More than the order is no part of it.
    expect(told).toMatchObject({ ok: true, payment: { refundedCents: amountCents === 2000 ? 2000 : 0 } });
    expect(await kindsOf(w.store, payment)).toEqual([]);
  }
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("money that is told of while its payment changes is noted all the same", async () => {
  using w = await worldOf();
  const payment = await begunPayment(w.store, w.james.id);
  w.store.clock.advance({ minutes: 90 });
  const event = { provider: payment.provider, eventId: "evt_1", paymentId: payment.id, change: mispaid() };
  await applyPaymentEvent(afterMeanwhile(w.store, () => endPayment(w.store, payment.id, "expired")), event);
  expect(await now(w.store, payment)).toMatchObject({ state: "expired", matters: [{ kind: "mispaid" }] });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a dispute that arrives lost waits on the desk; one that was open here does not", async () => {
  using w = await worldOf();
  const [payment, other] = [await paidPayment(w.store, w.james.id), await paidPayment(w.store, w.james.id)];
  await say(w.store, other, dispute("dp_2", "open"));
  await say(w.store, other, dispute("dp_2", "lost"));
  expect(await onDesk(w.store)).toBeUndefined();
  await say(w.store, payment, dispute("dp_1", "lost"));
  expect(await kindsOf(w.store, payment)).toEqual(["lost_dispute"]);
  expect((await onDesk(w.store))?.count).toBe(1);
  // An appeal turns it: nothing is left to look at; and turns it again.
  await say(w.store, payment, dispute("dp_1", "won", 2));
  expect([await kindsOf(w.store, payment), await onDesk(w.store)]).toEqual([[], undefined]);
  await say(w.store, payment, dispute("dp_1", "lost", 3));
  expect(await kindsOf(w.store, payment)).toEqual(["lost_dispute"]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a reversal waits until its own dispute is told of, and is not counted beside it", async () => {
  using w = await worldOf();
  const payment = await paidPayment(w.store, w.james.id);
  await say(w.store, payment, dispute(null, "lost"));
  expect(await kindsOf(w.store, payment)).toEqual(["lost_dispute"]);
  await say(w.store, payment, dispute("PP-D-1", "open"));
  expect([await kindsOf(w.store, payment), await onDesk(w.store)]).toEqual([[], undefined]);
  await say(w.store, payment, dispute("PP-D-1", "lost", 2));
  expect(await kindsOf(w.store, payment)).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("the audit finds a matter that nobody would see, and one that is none", async () => {
  using w = await worldOf();
  const [payment, other] = [await paidPayment(w.store, w.james.id), await paidPayment(w.store, w.james.id)];
  await say(w.store, payment, dispute("dp_1", "lost"));
  await w.store.kv.delete(keys.openMatter(payment.id));
  await w.store.kv.set(keys.openMatter(other.id), { since: 1 });
  expect((await audit(w.store)).toSorted()).toEqual([
    `payment ${other.id} is said to have something to look at, and has not`,
    `payment ${payment.id} has something to look at, and is not among those that wait for it`,
  ].toSorted());
});
