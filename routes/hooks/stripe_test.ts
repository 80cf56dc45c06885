import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { history } from "../../kv/credits/ledger/history.ts";
import { balanceOf, lastEntry, post } from "../../kv/credits/ledger/ledger.ts";
import { mispaidOf } from "../../kv/credits/payments/money_matters.ts";
import { type Payment, paymentById } from "../../kv/credits/payments/payments.ts";
import { documentsOf } from "../../kv/credits/tax/tax_documents.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { keys } from "../../kv/store/keys.ts";
import { addSpring, tulpen } from "../../kv/testing/payments.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import type { StripeEvent } from "../../tests/payment_servers/stripe_server.ts";
import { read, refused } from "../api/testing/calls.ts";

interface Begun {
  paymentId: string;
  checkoutUrl: string;
}

const begin = (world: PaymentSite, james: User, body?: Record<string, unknown>) =>
  world.begin<Begun>(james, "card", body);

async function status(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.body?.cancel();
  return response.status;
}

const send = (world: PaymentSite, event: StripeEvent) =>
  status(world.stripe.send(world.hook("stripe"), event, world.site.now()));

const actionsOf = async ({ site }: PaymentSite) =>
  (await auditRecords(site.store, { page: 1, limit: 100 })).records.map(({ action }) => action);

Deno.test("from the call to Stripe's page to the credits, with everything as Stripe wants it", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await addSpring(world.site.store);
  const begun = await begin(world, james, { rateId: "2", promoCode: "spring10" });
  const session = world.stripe.latest();
  expect(begun.checkoutUrl).toBe(`${world.stripe.base}/c/pay/${session.id}`);
  expect(session.params).toMatchObject({
    "line_items[0][price_data][unit_amount]": "2700",
    "metadata[payment_id]": begun.paymentId,
    "success_url": `http://localhost:8000/en/man/balance/success?paymentId=${begun.paymentId}`,
    "cancel_url": `http://localhost:8000/en/man/balance/failed?paymentId=${begun.paymentId}`,
  });
  expect(await balanceOf(world.site.store, james.id)).toBe(0);
  expect(await send(world, world.stripe.pay(session))).toBe(200);
  expect(await lastEntry(world.site.store, james.id)).toMatchObject({ operation: "refill", balanceAfter: 65 });
  expect(await paymentById(world.site.store, begun.paymentId)).toMatchObject({ state: "paid", number: 1 });
  expect(world.stripe.problems).toEqual([]);
  expect(await audit(world.site.store)).toEqual([]);
});

Deno.test("an event that comes ten times at once credits once, and every time is answered 200", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await begin(world, james);
  const event = world.stripe.pay(world.stripe.latest());
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(world, event)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await history(world.site.store, james.id, { page: 1, limit: 10 })).totalCount).toBe(1);
  expect(await audit(world.site.store)).toEqual([]);
});

Deno.test("the same Idempotency-Key is one session and one payment", async () => {
  await using world = await paymentSite();
  const visitor = await world.site.visitorAs(await world.site.addMan());
  const headers = { "idempotency-key": "press-1" };
  const once = () => visitor.call("POST", "/api/payments/card", { rateId: 2 }, { headers });
  const [first, second] = [await read<Begun>(once()), await read<Begun>(once())];
  expect(second).toEqual(first);
  expect(world.stripe.sessions.size).toBe(1);
});

Deno.test("a provider that failed is asked again under the same key, and it is the same payment", async () => {
  await using world = await paymentSite();
  const visitor = await world.site.visitorAs(await world.site.addMan());
  const headers = { "idempotency-key": "press-1" };
  const press = () => visitor.call("POST", "/api/payments/card", { rateId: 2 }, { headers });
  world.stripe.failWith = 400;
  await refused(press(), 503, "payment_unavailable");
  world.stripe.failWith = null;
  const { paymentId } = await read<Begun>(press());
  expect(world.stripe.latest().params.client_reference_id).toBe(paymentId);
  const payments = await Array.fromAsync(world.site.store.kv.list({ prefix: ["payment"] }));
  expect(payments.length).toBe(1);
});

Deno.test("a crash before Stripe's answer was saved is mended by asking again: the same session, the same payment", async () => {
  await using world = await paymentSite();
  const { store } = world.site;
  const visitor = await world.site.visitorAs(await world.site.addMan());
  const headers = { "idempotency-key": "press-1" };
  const press = () => read<Begun>(visitor.call("POST", "/api/payments/card", { rateId: 2 }, { headers }));
  const first = await press();
  const key = keys.payment(first.paymentId);
  const payment = (await store.kv.get<Payment>(key)).value!;
  await store.kv.set(key, { ...payment, providerId: null, checkoutUrl: null });
  await store.kv.delete(keys.paymentIdByProviderId("stripe", payment.providerId!));
  const remembered = await Array.fromAsync(store.kv.list({ prefix: ["idempotent_call"] }));
  expect(remembered.length).toBe(1);
  await store.kv.delete(remembered[0]!.key);
  expect(await press()).toEqual(first);
  expect(await paymentById(store, first.paymentId)).toEqual(payment);
  expect(world.stripe.sessions.size).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("money under way, money that came, and money that did not", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  const { stripe, site } = world;
  const first = await begin(world, james);
  const session = stripe.latest();
  const paid = stripe.pay(session);
  const pending = stripe.event("checkout.session.completed", { ...paid.data.object, payment_status: "unpaid" });
  await send(world, pending);
  expect(await paymentById(site.store, first.paymentId)).toMatchObject({ state: "pending" });
  await send(world, stripe.event("checkout.session.async_payment_succeeded", paid.data.object));
  expect(await paymentById(site.store, first.paymentId)).toMatchObject({ state: "paid" });
  const second = await begin(world, james);
  const object = stripe.pay(stripe.latest()).data.object;
  await send(world, stripe.event("checkout.session.async_payment_failed", object));
  expect(await paymentById(site.store, second.paymentId)).toMatchObject({ state: "declined" });
  const third = await begin(world, james);
  const expired = { ...object, metadata: { payment_id: third.paymentId } };
  await send(world, stripe.event("checkout.session.expired", expired));
  expect(await paymentById(site.store, third.paymentId)).toMatchObject({ state: "expired" });
  expect(await balanceOf(site.store, james.id)).toBe(65);
});

Deno.test("an amount, a currency or a free checkout that was not agreed on is refused and noted", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  const { paymentId } = await begin(world, james);
  const session = world.stripe.latest();
  const wrongs = [{ amount_total: 2999 }, { amount_total: 1 }, { currency: "usd" }, {
    payment_status: "no_payment_required",
    amount_total: 0,
  }];
  for (const wrong of wrongs) expect(await send(world, world.stripe.pay(session, wrong))).toBe(422);
  const payment = (await paymentById(world.site.store, paymentId))!;
  expect(payment).toMatchObject({ state: "created", paidAt: null });
  expect(mispaidOf(payment).map(({ amountCents, currency }) => [amountCents, currency]))
    .toEqual([[2999, "EUR"], [1, "EUR"], [3000, "USD"]]);
  expect(await balanceOf(world.site.store, james.id)).toBe(0);
  expect(await actionsOf(world)).toEqual(Array(4).fill("webhook_mismatch"));
  const { records } = await auditRecords(world.site.store, { page: 1, limit: 100 });
  const amounts = records.map(({ subject, details }) => [subject, details.amountCents, details.currency]);
  expect(amounts).toContainEqual([`payment:${paymentId}`, 2999, "EUR"]);
  expect(amounts).toContainEqual([`payment:${paymentId}`, 3000, "USD"]);
});

Deno.test("forged, stale, truncated and unsigned webhooks are refused, change nothing and are noted", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await begin(world, james);
  const event = world.stripe.pay(world.stripe.latest());
  const whole = JSON.stringify(event);
  const now = world.site.now();
  const bad = [
    { secret: "whsec_somebody_else" },
    { header: null },
    { header: "t=1,v1=" },
    { header: "nonsense" },
    { signedAtMs: now - 301_000 },
    { signedAtMs: now + 302_000 },
    { body: whole.slice(0, -20) },
    { body: whole.replace("3000", "3001") },
    { body: "" },
  ];
  for (const options of bad) {
    const answer = await world.stripe.send(world.hook("stripe"), event, now, options);
    expect(await answer.json()).toMatchObject({ code: "bad_signature" });
    expect(answer.status).toBe(400);
  }
  expect(await balanceOf(world.site.store, james.id)).toBe(0);
  expect((await actionsOf(world)).toSorted()).toEqual([
    ...Array(7).fill("webhook_forged"),
    ...Array(2).fill("webhook_stale"),
  ]);
  const { records } = await auditRecords(world.site.store, { page: 1, limit: 100 });
  expect(JSON.stringify(records)).not.toMatch(/whsec|v1=|checkout\.session/);
  // The genuine event sent again while its signature is fresh is the same event.
  expect([await send(world, event), await send(world, event)]).toEqual([200, 200]);
  expect(await balanceOf(world.site.store, james.id)).toBe(65);
});

Deno.test("a flood of forged webhooks is refused to the last and noted a hundred times", async () => {
  await using world = await paymentSite();
  const event = world.stripe.event("charge.refunded", {});
  for (let time = 0; time < 120; time++) {
    expect(await status(world.stripe.send(world.hook("stripe"), event, world.site.now(), { header: "x" }))).toBe(400);
  }
  expect((await auditRecords(world.site.store, { page: 1, limit: 1 })).totalCount).toBe(100);
});

Deno.test("signed nonsense is malformed, and events that are not ours are none of our business", async () => {
  await using world = await paymentSite();
  for (const type of ["checkout.session.completed", "charge.refunded", "charge.dispute.created"]) {
    const event = { id: "evt_odd", object: "event", type, data: {} } as never;
    expect(await send(world, event)).toBe(400);
  }
  expect(await send(world, world.stripe.event("customer.created", {}))).toBe(200);
  expect(await send(world, world.stripe.event("checkout.session.completed", { metadata: {}, payment_status: "paid" })))
    .toBe(200);
  const foreign = { metadata: {}, payment_intent: "pi_foreign", amount_refunded: 5, currency: "eur" };
  expect(await send(world, world.stripe.event("charge.refunded", foreign))).toBe(200);
  const unknown = { metadata: { payment_id: "nobody-knows-it" }, payment_status: "unpaid" };
  expect(await send(world, world.stripe.event("checkout.session.completed", unknown))).toBe(200);
  expect((await actionsOf(world)).toSorted()).toEqual([
    "webhook_malformed",
    "webhook_malformed",
    "webhook_malformed",
    "webhook_without_payment",
  ]);
});

Deno.test("refunds and disputes reach the payment, also before its money and without our id on them", async () => {
  await using world = await paymentSite();
  const { stripe, site } = world;
  const james = await site.addMan();
  const { paymentId } = await begin(world, james);
  const paid = stripe.pay(stripe.latest());
  const { payment_intent } = paid.data.object;
  const charge = { payment_intent, currency: "eur", metadata: { payment_id: paymentId } };
  const dispute = (id: string, status: string) => ({ id, amount: 3000, currency: "eur", payment_intent, status });
  // The dispute arrives before the payment: Stripe is asked which payment it belongs to.
  await send(world, stripe.event("charge.dispute.created", dispute("dp_1", "needs_response")));
  expect(stripe.requests).toContain(`GET /v1/payment_intents/${charge.payment_intent}`);
  await send(world, paid);
  expect(await paymentById(site.store, paymentId)).toMatchObject({ state: "disputed" });
  expect(await balanceOf(site.store, james.id)).toBe(0);
  await send(world, stripe.event("charge.dispute.closed", dispute("dp_1", "lost")));
  site.advance(24 * 3600_000);
  // The bank reverses its decision.
  await send(world, stripe.event("charge.dispute.funds_reinstated", dispute("dp_1", "won")));
  expect(await balanceOf(site.store, james.id)).toBe(65);
  await send(world, stripe.event("charge.dispute.created", dispute("dp_2", "warning_needs_response")));
  expect(await balanceOf(site.store, james.id)).toBe(65);
  const spent = { operation: "sent_letter", deltaCredits: -60, reference: {}, idempotencyKey: "spent" } as const;
  await post(site.store, { manId: james.id, ...spent });
  await send(world, stripe.event("charge.refunded", { ...charge, amount_refunded: 3000 }));
  expect(await lastEntry(site.store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 60 });
  expect(await paymentById(site.store, paymentId)).toMatchObject({ state: "refunded" });
});

Deno.test("a dispute that nobody can be asked about comes again", async () => {
  await using world = await paymentSite();
  world.stripe.failWith = 400;
  const dispute = { id: "dp_1", amount: 5, currency: "eur", payment_intent: "pi_x", status: "needs_response" };
  expect(await send(world, world.stripe.event("charge.dispute.created", dispute))).toBe(503);
});

Deno.test("a man who goes back and buys anew has his promo code again, and the old page is closed", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await addSpring(world.site.store);
  const first = await begin(world, james, { rateId: 2, promoCode: "SPRING10" });
  const session = world.stripe.latest();
  const second = await begin(world, james, { rateId: 3, promoCode: "SPRING10" });
  expect(session.status).toBe("expired");
  expect(await paymentById(world.site.store, first.paymentId)).toMatchObject({ state: "cancelled" });
  // This one he pays before he tries once more: Stripe does not end it, and the code stays used.
  world.stripe.pay(world.stripe.latest());
  const visitor = await world.site.visitorAs(james);
  await refused(visitor.call("POST", "/api/payments/card", { rateId: 2, promoCode: "SPRING10" }), 422, "promo_used");
  expect(await paymentById(world.site.store, second.paymentId)).toMatchObject({ state: "created" });
  expect(await audit(world.site.store)).toEqual([]);
});

Deno.test("a webhook needs no Origin, cookie or language, and only its own method and body's size", async () => {
  await using world = await paymentSite();
  expect(await status(fetch(world.hook("stripe")))).toBe(405);
  expect(await status(fetch(`${world.origin}/hooks/sandbox`, { method: "POST", body: "{}" }))).toBe(404);
  const large = new Uint8Array(2 * 1024 * 1024);
  expect(await status(fetch(world.hook("stripe"), { method: "POST", body: large }))).toBe(413);
  const foreign = await fetch(world.hook("stripe"), {
    method: "POST",
    body: "{}",
    headers: { origin: "https://elsewhere.test", cookie: "slsid=x" },
  });
  expect(await foreign.json()).toMatchObject({ code: "bad_signature" });
});

Deno.test("where the buyer lives by Stripe's word rules the tax; what is no country is not kept", async () => {
  await using world = await paymentSite({ seller: tulpen });
  const james = await world.site.addMan();
  for (const [country, ruling] of [["AT", "AT"], ["Austria", "DE"], [null, "DE"]] as const) {
    const { paymentId } = await begin(world, james, { rateId: 2, billingCountry: "DE" });
    const customer_details = { address: { country } };
    expect(await send(world, world.stripe.pay(world.stripe.latest(), { customer_details }))).toBe(200);
    const [receipt] = await documentsOf(world.site.store, (await paymentById(world.site.store, paymentId))!);
    expect([country, receipt?.country]).toEqual([country, ruling]);
  }
  expect(await audit(world.site.store)).toEqual([]);
});
