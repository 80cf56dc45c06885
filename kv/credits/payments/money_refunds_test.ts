import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, testStore } from "../../testing/store.ts";
import { askMoneyBack, moneyRefundsOf, retryMoneyBack } from "./money_refunds.ts";
import { applyPaymentEvent } from "./payment_events.ts";
import { paymentById } from "./payments.ts";
import { noteRefundOutcome } from "./sending_refunds.ts";

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
