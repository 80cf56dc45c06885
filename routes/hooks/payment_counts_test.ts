/** What the metrics tell of a payment provider that is away, or whose webhooks are not believed. */
import { expect } from "expect";
import { addSpring } from "../../kv/testing/payments.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import { read, refused } from "../api/testing/calls.ts";

/** What is not 0 of a metric, by provider and outcome. */
async function counted({ site }: PaymentSite, name: string): Promise<Record<string, number>> {
  const text = await (await site.visitor({ address: "127.0.0.1" }).get("/metrics")).text();
  const samples = [...text.matchAll(new RegExp(`^${name}\\{provider="(\\w+)",outcome="(\\w+)"\\} (\\d+)$`, "gm"))];
  expect(samples.length).toBeGreaterThan(3);
  return Object.fromEntries(
    samples.flatMap(([, provider, outcome, value]) => Number(value) ? [[`${provider} ${outcome}`, Number(value)]] : []),
  );
}

Deno.test("each checkout that a provider does not open is counted, one that it opens once, and no repeat", async () => {
  await using world = await paymentSite();
  const james = await world.site.visitorAs(await world.site.addMan());
  const pay = (method: string) =>
    james.call("POST", `/api/payments/${method}`, { rateId: 2 }, { headers: { "idempotency-key": method } });
  expect(await counted(world, "vesna_checkouts_total")).toEqual({});
  world.stripe.failWith = 500;
  for (let press = 0; press < 2; press++) await refused(pay("card"), 503, "payment_unavailable");
  await read(pay("pay-pal"));
  const away = { "stripe failed": 2, "paypal opened": 1 };
  expect(await counted(world, "vesna_checkouts_total")).toEqual(away);
  world.stripe.failWith = null;
  for (let press = 0; press < 2; press++) await read(pay("card"));
  expect(await counted(world, "vesna_checkouts_total")).toEqual({ ...away, "stripe opened": 1 });
});

Deno.test("a checkout counts for the provider that was asked: one by card that has to end a PayPal order is not Stripe's", async () => {
  await using world = await paymentSite();
  await addSpring(world.site.store);
  const james = await world.site.visitorAs(await world.site.addMan());
  const pay = (method: string) => james.call("POST", `/api/payments/${method}`, { rateId: 2, promoCode: "SPRING10" });
  // The order that holds his code may have been made, though PayPal's answer was lost.
  world.paypal.failWith = 503;
  await refused(pay("pay-pal"), 503, "payment_unavailable");
  await refused(pay("card"), 503, "payment_unavailable");
  expect(await counted(world, "vesna_checkouts_total")).toEqual({ "paypal failed": 2 });
  world.paypal.failWith = null;
  await read(pay("card"));
  expect(await counted(world, "vesna_checkouts_total")).toEqual({
    "paypal failed": 2,
    "paypal opened": 1,
    "stripe opened": 1,
  });
});

Deno.test("an order that a provider refuses is counted apart; if it refuses the site itself, that is a failure", async () => {
  await using world = await paymentSite();
  const { site, stripe, paypal } = world;
  const wei = await site.visitorAs(await site.addMan());
  const byCard = () =>
    wei.call("POST", "/api/payments/card", { rateId: 2 }, { headers: { "idempotency-key": "his card" } });
  stripe.failWith = 500;
  await refused(byCard(), 503, "payment_unavailable");
  stripe.failWith = null;
  // The hour of this payment has gone on, and Stripe opens nothing for less than half of one.
  site.advance(40 * 60_000);
  await refused(byCard(), 503, "payment_unavailable");
  for (const issue of ["CANNOT_BE_ZERO_OR_NEGATIVE", "PAYEE_ACCOUNT_LOCKED_OR_CLOSED"]) {
    paypal.refuses = issue;
    await refused(wei.call("POST", "/api/payments/pay-pal", { rateId: 2 }), 503, "payment_unavailable");
  }
  paypal.failWith = 403;
  await refused(wei.call("POST", "/api/payments/pay-pal", { rateId: 2 }), 503, "payment_unavailable");
  expect(await counted(world, "vesna_checkouts_total")).toEqual({
    "stripe failed": 1,
    "stripe refused": 1,
    "paypal refused": 1,
    "paypal failed": 2,
  });
});

Deno.test("webhooks are counted by whether they are believed, also where the log has enough of them", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await world.begin(james, "card");
  const event = world.stripe.pay(world.stripe.latest());
  const send = async (options?: { secret?: string; signedAtMs?: number }) => {
    const answer = await world.stripe.send(world.hook("stripe"), event, world.site.now(), options);
    await answer.body?.cancel();
  };
  for (let time = 0; time < 102; time++) await send({ secret: "whsec_of_before" });
  await send({ signedAtMs: world.site.now() - 3600_000 });
  await send();
  const other = { ...event, id: "evt_other", data: structuredClone(event.data) };
  Object.assign(other.data.object, { amount_total: 1 });
  const answer = await world.stripe.send(world.hook("stripe"), other, world.site.now());
  await answer.body?.cancel();
  expect(await counted(world, "vesna_payment_hooks_total")).toEqual({
    "stripe forged": 102,
    "stripe stale": 1,
    "stripe believed": 1,
    "stripe mismatch": 1,
  });
});
