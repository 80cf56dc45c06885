import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { documentsOf } from "../../kv/credits/tax/tax_documents.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { addSpring, tulpen } from "../../kv/testing/payments.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import type { SendOptions, SolidgateEvent } from "../../tests/payment_servers/solidgate_server.ts";
import { read, refused } from "../api/testing/calls.ts";

interface Begun {
  paymentId: string;
  checkoutUrl: string;
}

async function begun(wish?: Record<string, unknown>) {
  const world = await paymentSite({ cardsBy: "solidgate" });
  const james = await world.site.addMan();
  await addSpring(world.site.store);
  return { world, james, ...await world.begin<Begun>(james, "card", wish) };
}

async function send(world: PaymentSite, event: SolidgateEvent, options?: SendOptions): Promise<number> {
  const response = await world.solidgate.send(world.hook("solidgate"), event, options);
  await response.body?.cancel();
  return response.status;
}

const stateOf = async ({ site }: PaymentSite, paymentId: string) => (await paymentById(site.store, paymentId))?.state;

Deno.test("from the call to Solidgate's page to the credits, with everything as Solidgate wants it", async () => {
  const { world, james, paymentId, checkoutUrl } = await begun();
  await using _ = world;
  const { solidgate, site } = world;
  const order = solidgate.latest();
  expect(checkoutUrl).toBe(`${solidgate.base}/${order.pageId}`);
  expect(order).toMatchObject({ id: paymentId, cents: 3000, currency: "EUR" });
  expect(order.successUrl).toBe(`http://localhost:8000/en/man/balance/success?paymentId=${paymentId}`);
  const states: unknown[] = [];
  for (const status of ["processing", "3ds_verify", "auth_ok"]) {
    expect(await send(world, solidgate.told(order, { status }))).toBe(200);
    states.push(await stateOf(world, paymentId));
  }
  expect(states).toEqual(["pending", "pending", "pending"]);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  expect(await send(world, solidgate.pay(order))).toBe(200);
  expect([await stateOf(world, paymentId), await balanceOf(site.store, james.id)]).toEqual(["paid", 65]);
  expect(solidgate.problems).toEqual([]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("another way to pay than cards, declined first and paid then, credits once; late word changes nothing", async () => {
  const { world, james, paymentId } = await begun();
  await using _ = world;
  const order = world.solidgate.latest();
  order.service = "gate";
  const [processing, declined] = ["processing", "declined"].map((status) => world.solidgate.told(order, { status }));
  await send(world, declined!);
  expect(await stateOf(world, paymentId)).toBe("declined");
  const paid = world.solidgate.pay(order, "gate");
  // Solidgate's id of an event is not signed: the same event under another id changes nothing.
  for (const eventId of ["one", "one", "two"]) expect(await send(world, paid, { eventId })).toBe(200);
  await send(world, processing!);
  await send(world, declined!);
  expect([await stateOf(world, paymentId), await balanceOf(world.site.store, james.id)]).toEqual(["paid", 65]);
  expect(await audit(world.site.store)).toEqual([]);
});

Deno.test("forged, altered and foreign webhooks are refused, change nothing and are noted", async () => {
  const { world, paymentId } = await begun();
  await using _ = world;
  const { solidgate, site } = world;
  const paid = solidgate.pay(solidgate.latest());
  const altered = JSON.stringify(paid.body).replace("3000", "3001");
  const cases: [SolidgateEvent, SendOptions, number][] = [
    [paid, { secret: "wh_sk_another" }, 400],
    [paid, { merchant: "wh_pk_another" }, 400],
    [paid, { body: altered }, 400],
    [{ type: paid.type, body: { order: { order_id: paymentId } } }, {}, 400],
    [solidgate.told(solidgate.latest(), { amount: 1 }), {}, 422],
    [solidgate.told(solidgate.latest(), { currency: "USD" }), {}, 422],
    [solidgate.told(solidgate.latest(), { order_id: "somebody-elses" }), {}, 200],
    [{ type: "subscription.updated.v2", body: {} }, {}, 200],
  ];
  for (const [event, options, status] of cases) expect(await send(world, event, options)).toBe(status);
  expect(await stateOf(world, paymentId)).toBe("created");
  const { records } = await auditRecords(site.store, { page: 1, limit: 100 });
  const noted = records.map(({ action }) => action).filter((action) => action.startsWith("webhook_"));
  expect(noted.toSorted()).toEqual([
    ...Array(3).fill("webhook_forged"),
    "webhook_malformed",
    "webhook_mismatch",
    "webhook_mismatch",
    "webhook_without_payment",
  ]);
});

Deno.test("refunds and disputes take credits back, also before word of the money, and one that is won gives them again", async () => {
  const { world, james, paymentId } = await begun();
  await using _ = world;
  const { solidgate, site } = world;
  const order = solidgate.latest();
  const paid = solidgate.pay(order);
  await send(world, solidgate.told(order, { status: "settle_ok", refunded_amount: 600 }));
  await send(world, paid);
  expect([await stateOf(world, paymentId), await balanceOf(site.store, james.id)]).toEqual(["paid", 52]);
  await send(world, solidgate.chargeback(order, { amount: 2400 }));
  expect([await stateOf(world, paymentId), await balanceOf(site.store, james.id)]).toEqual(["disputed", 0]);
  await send(world, solidgate.chargeback(order, { amount: 2400, status: "document_sent" }));
  await send(world, solidgate.chargeback(order, { amount: 2400, status: "resolved_reversal" }));
  expect([await stateOf(world, paymentId), await balanceOf(site.store, james.id)]).toEqual(["paid", 52]);
  await send(world, solidgate.told(order, { status: "refunded", refunded_amount: null }));
  expect([await stateOf(world, paymentId), await balanceOf(site.store, james.id)]).toEqual(["refunded", 0]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a man who goes back and buys anew has his promo code again, unless the first is being paid", async () => {
  for (const [status, isGivenUp] of [["created", true], ["auth_failed", true], ["processing", false]] as const) {
    const { world, james, paymentId } = await begun({ rateId: 2, promoCode: "SPRING10" });
    await using _ = world;
    const order = world.solidgate.latest();
    Object.assign(order, { status, service: status === "created" ? null : "pay" });
    const visitor = await world.site.visitorAs(james);
    const again = visitor.call("POST", "/api/payments/card", { rateId: 3, promoCode: "SPRING10" });
    if (isGivenUp) await read(again);
    else await refused(again, 422, "promo_used");
    expect(await stateOf(world, paymentId)).toBe(isGivenUp ? "cancelled" : "created");
    expect(world.solidgate.requests).toContain("POST /payment-page/api/v1/deactivate");
    expect(world.solidgate.problems).toEqual([]);
  }
});

Deno.test("a provider that does not answer, or does not know us, is said to be unavailable; the same key pays later", async () => {
  await using world = await paymentSite({ cardsBy: "solidgate" });
  const visitor = await world.site.visitorAs(await world.site.addMan());
  const pay = () =>
    visitor.call("POST", "/api/payments/card", { rateId: 2 }, { headers: { "idempotency-key": "once-and-again" } });
  world.solidgate.failWith = 500;
  await refused(pay(), 503, "payment_unavailable");
  world.solidgate.failWith = null;
  const answer = await pay();
  expect(answer.status).toBe(200);
  expect((await answer.json() as Begun).checkoutUrl).toContain(world.solidgate.base);
  expect(world.solidgate.orders.size).toBe(1);
});

Deno.test("where the card is from, which Solidgate tells in three letters, rules the tax", async () => {
  await using world = await paymentSite({ cardsBy: "solidgate", seller: tulpen });
  const { site, solidgate } = world;
  const james = await site.addMan();
  for (const [country, ruling] of [["AUT", "AT"], ["ZZZ", "DE"], [null, "DE"]] as const) {
    const { paymentId } = await world.begin<Begun>(james, "card", { rateId: 2, billingCountry: "DE" });
    const paid = solidgate.pay(solidgate.latest());
    await send(world, { ...paid, body: { ...paid.body, transaction: { card: { country } } } });
    const [receipt] = await documentsOf(site.store, (await paymentById(site.store, paymentId))!);
    expect([country, receipt?.country]).toEqual([country, ruling]);
  }
  expect(await audit(site.store)).toEqual([]);
});
