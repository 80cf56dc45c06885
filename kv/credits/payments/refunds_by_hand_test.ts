/** Two admins give a deleted man's money back at once, one by the provider and one by hand: it goes back once. */
import { expect } from "expect";
import { deleteAccount } from "../../accounts/deletions.ts";
import { audit } from "../../records/audit.ts";
import { eraseAll } from "../../testing/deletions.ts";
import { paidPayment, payByHand, say } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, testPassword, testStore } from "../../testing/store.ts";
import { balanceOf, lastEntry } from "../ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf } from "./money_refunds.ts";
import { refundRequestOf } from "./refund_requests.ts";
import { beginSending, noteRefundOutcome, type RefundOutcome } from "./sending_refunds.ts";
import { withdraw } from "./withdrawals.ts";

const [ada, nadia] = [101, 102];

/** James, who has left and asked for his money back, and what each of two admins does about it in the store given. */
async function worldOf() {
  const store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const { id: paymentId, quote } = payment;
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  await eraseAll(store);
  const asking = { id: "press-one-1", paymentId, cents: quote.totalCents, actorId: ada, seenPaidByHandAt: null };
  return {
    store,
    payment,
    manId: james.id,
    credits: quote.totalCredits,
    atProvider: (meeting = store) => askMoneyBack(meeting, asking),
    byHand: (meeting = store) => payByHand(meeting, james.id, nadia),
    asked: () => moneyRefundsOf(store, paymentId),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

Deno.test("who marks money as paid while a provider is asked for it is refused, and the credits stay for its word", async () => {
  using world = await worldOf();
  const meeting = afterMeanwhile(world.store, () => world.atProvider());
  expect(await world.byHand(meeting)).toMatchObject({ ok: false, reason: "conflict", wording: "refund_under_way" });
  expect(await world.asked()).toMatchObject([{ state: "requested" }]);
  expect(await balanceOf(world.store, world.manId)).toBe(world.credits);
  expect(await refundRequestOf(world.store, world.manId)).toMatchObject({ settledAt: null });
  expect(await audit(world.store)).toEqual([]);
});

Deno.test("of two admins who mark it at once the second is told what the first has done", async () => {
  using world = await worldOf();
  const meeting = afterMeanwhile(world.store, () => payByHand(asOtherProcess(world.store), world.manId, ada));
  const told = await world.byHand(meeting);
  const kept = await refundRequestOf(world.store, world.manId);
  expect(told).toMatchObject({ ok: true, request: { settledBy: ada, settledAt: kept!.settledAt } });
  expect((await lastEntry(world.store, world.manId))!.balanceAfter).toBe(0);
});

Deno.test("who asks a provider for money while it is marked as paid is told so, and nothing is asked for", async () => {
  using world = await worldOf();
  const meeting = afterMeanwhile(world.store, () => world.byHand());
  expect(await world.atProvider(meeting)).toMatchObject({ ok: false, reason: "conflict", wording: "paid_by_hand" });
  expect(await world.asked()).toEqual([]);
  expect(await balanceOf(world.store, world.manId)).toBe(0);
  expect(await audit(world.store)).toEqual([]);
});

Deno.test("what he withdrew from before he left keeps nobody from marking the rest: its credits are out already", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const [first, second] = [await paidPayment(store, james.id), await paidPayment(store, james.id)];
  expect(await withdraw(store, { paymentId: second.id })).toMatchObject({ ok: true });
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  await eraseAll(store);
  expect(await balanceOf(store, james.id)).toBe(first.quote.totalCredits);
  expect(await payByHand(store, james.id, nadia)).toMatchObject({ ok: true });
  expect(await balanceOf(store, james.id)).toBe(0);
  const { totalCents: refundedCents } = second.quote;
  await say(store, second, { kind: "refunded", refundedCents, currency: "EUR" });
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("what a provider took or gave no answer about is not marked: it may have paid; what it never had or refused is", async () => {
  const cases: [problem: string, isTaken: boolean, mayMark: boolean][] = [
    ["no_answer", false, false],
    ["no_provider", true, false],
    ["no_provider", false, true],
    ["closed", true, true],
  ];
  for (const [problem, isTaken, mayMark] of cases) {
    using world = await worldOf();
    const asked = await world.atProvider();
    if (!asked.ok) throw new Error(asked.reason);
    const { store, payment } = world;
    await beginSending(store, payment.id, asked.refund.id);
    const note = (outcome: RefundOutcome) => noteRefundOutcome(store, payment.id, asked.refund.id, outcome);
    if (isTaken) await note({ state: "sent", providerRefundId: "re_1" });
    await note({ state: "failed", problem });
    const marked = await world.byHand();
    if (mayMark) expect([problem, marked.ok]).toEqual([problem, true]);
    else {
      expect(marked).toMatchObject({ ok: false, reason: "conflict", wording: "refund_unanswered" });
      await say(store, payment, { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" });
    }
    expect(await lastEntry(store, world.manId)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
    expect(await audit(store)).toEqual([]);
  }
});
