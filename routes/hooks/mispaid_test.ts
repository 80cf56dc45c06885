/** Two moneys came for one order: what a provider says of the one that was not ordered leaves the paid one alone. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { openMattersOf } from "../../kv/credits/payments/money_matters.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { audit } from "../../kv/records/audit.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";

/** James has begun to pay Economy by card; `stands` says what waits on the desk, the payment's state, and his credits. */
async function stripeOrder() {
  const world = await paymentSite();
  const { stripe, site } = world;
  const james = await site.addMan();
  const { paymentId } = await world.begin<{ paymentId: string }>(james, "card");
  return {
    stripe,
    site,
    paymentId,
    async send(event: Parameters<typeof stripe.send>[1]) {
      const response = await stripe.send(world.hook("stripe"), event, site.now());
      await response.body?.cancel();
      return response.status;
    },
    async stands() {
      const payment = (await paymentById(site.store, paymentId))!;
      const balance = await balanceOf(site.store, james.id);
      return [openMattersOf(payment).length, payment.state, payment.refundedCents, balance];
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

Deno.test("other money at Stripe that is given back, or that its bank takes back, takes no credits of the order", async () => {
  await using order = await stripeOrder();
  const { stripe, site, paymentId, send, stands } = order;
  const session = stripe.latest();
  expect(await send(stripe.pay(session))).toBe(200);
  expect(await send(stripe.pay(session, { payment_intent: "pi_other", amount_total: 2000 }))).toBe(422);
  expect(await stands()).toEqual([1, "paid", 0, 65]);
  const metadata = { payment_id: paymentId };
  const about = { metadata, payment_intent: "pi_other", currency: "eur" };
  expect(await send(stripe.event("charge.refunded", { ...about, amount_refunded: 2000 }))).toBe(200);
  expect(await stands()).toEqual([0, "paid", 0, 65]);
  const dispute = (status: string) => ({
    ...about,
    id: "dp_1",
    amount: 2000,
    status,
    evidence_details: { due_by: null },
  });
  // A dispute carries no id of ours: Stripe is asked whose money it is, and knows the paid one alone.
  stripe.latest().paymentIntent = "pi_other";
  expect(await send(stripe.event("charge.dispute.created", dispute("needs_response")))).toBe(200);
  expect(await stands()).toEqual([1, "paid", 0, 65]);
  expect(await send(stripe.event("charge.dispute.closed", dispute("lost")))).toBe(200);
  expect(await stands()).toEqual([0, "paid", 0, 65]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("an order at Stripe that is paid twice keeps its credits when one of the moneys goes back", async () => {
  await using order = await stripeOrder();
  const { stripe, site, paymentId, send, stands } = order;
  const session = stripe.latest();
  const refunded = (payment_intent: string) =>
    stripe.event("charge.refunded", {
      metadata: { payment_id: paymentId },
      payment_intent,
      currency: "eur",
      amount_refunded: 3000,
    });
  expect([await send(stripe.pay(session)), await send(refunded("pi_third"))]).toEqual([200, 200]);
  expect(await stands()).toEqual([1, "paid", 0, 65]);
  expect(await send(stripe.pay(session, { payment_intent: "pi_other" }))).toBe(200);
  expect(await stands()).toEqual([2, "paid", 0, 65]);
  expect(await send(refunded("pi_other"))).toBe(200);
  expect(await stands()).toEqual([1, "paid", 0, 65]);
  expect(await audit(site.store)).toEqual([]);
});
