import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { paidPayment } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, testStore } from "../../testing/store.ts";
import { askMoneyBack, moneyRefundsOf } from "./money_refunds.ts";
import { applyPaymentEvent } from "./payment_events.ts";
import { paymentById } from "./payments.ts";

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
  const say = (eventId: string) =>
    applyPaymentEvent(store, {
      provider,
      eventId,
      paymentId,
      change: { kind: "refunded", addedCents: 500, currency: "EUR" },
    });
  await Promise.all([say("first"), say("second"), say("first")]);
  expect((await paymentById(store, paymentId))?.refundedCents).toBe(1000);
  expect(await audit(store)).toEqual([]);
});
