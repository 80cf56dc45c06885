import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { faults, worldOf } from "../../testing/failing_refunds.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, testStore } from "../../testing/store.ts";
import { askMoneyBack, failedRefundTimes, moneyRefundsOf, openMoneyRefunds, retryMoneyBack } from "./money_refunds.ts";
import { applyPaymentEvent } from "./payment_events.ts";
import { paymentById } from "./payments.ts";
import { beginSending, noteRefundOutcome } from "./sending_refunds.ts";
import { withdraw, withdrawalState } from "./withdrawals.ts";

Deno.test("who asks for money back while a colleague asks for the same is refused, and it goes back once", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const { id: paymentId } = await paidPayment(store, james.id);
  const asking = { paymentId, cents: 500, actorId: 101, seenGivenBackCents: 0 };
  const slow = afterMeanwhile(store, () => askMoneyBack(asOtherProcess(store), { ...asking, id: "of-a-colleague" }));
  const late = await askMoneyBack(slow, { ...asking, id: "press-one-1" });
  expect(late).toMatchObject({ ok: false, reason: "conflict", wording: "given_back" });
  expect(await moneyRefundsOf(store, paymentId)).toMatchObject([{ id: "of-a-colleague" }]);
  expect(await askMoneyBack(store, { ...asking, id: "of-a-colleague" })).toMatchObject({ ok: true });
  expect(await audit(store)).toEqual([]);
});

Deno.test("two refunds of a provider without a total add up, each once, however often it is told", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const { id: paymentId, provider } = await paidPayment(store, james.id);
  const tell = (eventId: string) =>
    applyPaymentEvent(store, {
      provider,
      eventId,
      paymentId,
      change: { kind: "refunded", addedCents: 500, currency: "EUR" },
    });
  await Promise.all([tell("first"), tell("second"), tell("first")]);
  expect((await paymentById(store, paymentId))?.refundedCents).toBe(1000);
  expect(await audit(store)).toEqual([]);
});

Deno.test("nobody gives back more than is left of a payment, nothing, or anything that a bank decides about", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id, { method: "card", provider: "stripe" });
  const { id: paymentId, quote: { currency, totalCents } } = payment;
  const ask = (id: string, cents: number) => askMoneyBack(store, { id, paymentId, cents, actorId: 101 });
  const wrong = refuse("invalid", { fields: { amount: "wrong_value" } });
  for (const cents of [-1, 0, 0.5, totalCents + 1]) expect(await ask(`press-${cents}`, cents)).toEqual(wrong);
  expect((await ask("a-part", 500)).ok).toBe(true);
  expect(await ask("too-much", totalCents - 499)).toEqual(wrong);
  const about = { kind: "disputed", disputeId: "dp_1", currency, amountCents: 100 } as const;
  await say(store, payment, { ...about, outcome: "open" });
  expect(await ask("the-banks", 100)).toEqual(refuse("not_refundable"));
  await say(store, payment, { ...about, outcome: "won" });
  expect((await ask("the-rest", totalCents - 500)).ok).toBe(true);
  expect(await ask("no-more", 1)).toEqual(refuse("not_refundable"));
  expect((await moneyRefundsOf(store, paymentId)).map(({ id }) => id)).toEqual(["a-part", "the-rest"]);
});

Deno.test("a refund that failed is not sent again once its money has gone back in another way", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const { id: paymentId, quote: { totalCents } } = await paidPayment(store, james.id);
  const ask = (id: string, cents: number) => askMoneyBack(store, { id, paymentId, cents, actorId: 101 });
  await ask("a-part", 500);
  await noteRefundOutcome(store, paymentId, "a-part", { state: "failed", problem: "closed" });
  expect((await ask("all-of-it", totalCents)).ok).toBe(true);
  expect(await retryMoneyBack(store, { paymentId, refundId: "a-part", actorId: 101 }))
    .toEqual(refuse("not_refundable"));
  expect(await moneyRefundsOf(store, paymentId)).toMatchObject([{ state: "failed" }, { state: "requested" }]);
});

Deno.test("what failed waits no longer once as much, or the rest of the payment, is asked for in its place", async () => {
  for (const parts of [[2850], [1425, 1425]]) {
    using store = await testStore();
    const { payment, atProvider } = await worldOf(store);
    const withdrew = await withdraw(store, { paymentId: payment.id });
    if (!withdrew.ok) throw new Error(withdrew.reason);
    const { withdrawal } = withdrew;
    await beginSending(store, payment.id, withdrawal.id);
    await atProvider.refuse(withdrawal.id);
    expect(await failedRefundTimes(store)).toHaveLength(1);
    let refundedCents = 0;
    for (const [at, cents] of parts.entries()) {
      expect(await failedRefundTimes(store)).toHaveLength(1);
      await atProvider.ask(`part-${at}`, cents);
      await atProvider.done(`part-${at}`, refundedCents += cents);
    }
    expect(await failedRefundTimes(store)).toEqual([]);
    expect(await openMoneyRefunds(store)).toEqual([]);
    expect(await withdrawalState(store, withdrawal)).toBe("done");
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("a part that failed is given back once, by another of its amount, and waits again where that one fails too", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.refuse("a-part");
  await atProvider.ask("another-amount", 300);
  expect(await failedRefundTimes(store)).toHaveLength(1);
  await atProvider.ask("in-its-place", 500);
  expect(await failedRefundTimes(store)).toEqual([]);
  expect(await retryMoneyBack(store, { paymentId: payment.id, refundId: "a-part", actorId: 3 }))
    .toEqual(refuse("not_refundable"));
  await atProvider.refuse("in-its-place");
  expect(await failedRefundTimes(store)).toHaveLength(1);
  expect(await atProvider.retry("in-its-place")).toBe("requested");
  await atProvider.done("in-its-place", 500);
  expect(await failedRefundTimes(store)).toEqual([]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part of which nobody knows whether it went through is looked for, whatever else of its amount is asked for", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.giveUp("a-part");
  await atProvider.ask("another", 500);
  await atProvider.done("another", 500);
  expect(await failedRefundTimes(store)).toHaveLength(1);
  expect(await atProvider.retry("a-part")).toBe("sent");
  expect(await faults(store)).toEqual([]);
});
