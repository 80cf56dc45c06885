/** Checkouts that failed to open: one that holds a promo code is given up when he tries again, however late in its hour. */
import { expect } from "expect";
import { openPaymentsOf, paymentsOf } from "../../kv/credits/payments/payments.ts";
import { audit } from "../../kv/records/audit.ts";
import { addSpring } from "../../kv/testing/payments.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";
import { refused } from "../api/testing/calls.ts";

/** James's first try with SPRING10 got no answer; half an hour later the provider answers again. */
async function worldAfterSilence(method: "card" | "pay-pal", wasMade: boolean) {
  const world = await paymentSite();
  const { site, stripe, paypal } = world;
  const james = await site.addMan();
  await addSpring(site.store);
  const visitor = await site.visitorAs(james);
  const wish = { rateId: 2, promoCode: "SPRING10" };
  const server = method === "card" ? stripe : paypal;
  if (wasMade) server.losesAnswers = true;
  else server.failWith = 503;
  await refused(visitor.call("POST", `/api/payments/${method}`, wish), 503, "payment_unavailable");
  [server.losesAnswers, server.failWith] = [false, null];
  site.advance(31 * 60_000);
  const states = async () =>
    (await paymentsOf(site.store, james.id, { page: 1, limit: 9 })).payments.map((p) => p.state);
  return { world, james, states, beginAnew: () => world.begin<object>(james, method, wish) };
}

Deno.test("a checkout that Stripe never made, and makes no more in its last half hour, is given up and its code free", async () => {
  const { world, states, beginAnew } = await worldAfterSilence("card", false);
  await using _ = world;
  await beginAnew();
  expect(await states()).toEqual(["created", "cancelled"]);
  expect(world.stripe.sessions.size).toBe(1);
  expect([world.stripe.problems, await audit(world.site.store)]).toEqual([[], []]);
});

Deno.test("a checkout that Stripe made, though its answer was lost, is found and closed in its last half hour", async () => {
  const { world, states, beginAnew } = await worldAfterSilence("card", true);
  await using _ = world;
  await beginAnew();
  expect(await states()).toEqual(["created", "cancelled"]);
  expect([...world.stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired", "open"]);
  expect([world.stripe.problems, await audit(world.site.store)]).toEqual([[], []]);
});

Deno.test("a checkout of which Stripe still says nothing is not given up", async () => {
  const { world, james } = await worldAfterSilence("card", false);
  await using _ = world;
  world.stripe.failWith = 503;
  const visitor = await world.site.visitorAs(james);
  const wish = { rateId: 2, promoCode: "SPRING10" };
  await refused(visitor.call("POST", "/api/payments/card", wish), 503, "payment_unavailable");
  expect((await openPaymentsOf(world.site.store, james.id)).map(({ state }) => state)).toEqual(["created"]);
});

Deno.test("an order that PayPal refuses to make is given up as well, and another way to pay has the code", async () => {
  const { world, james, states } = await worldAfterSilence("pay-pal", false);
  await using _ = world;
  // Wei's order fetches an access token, so that what fails next is the order and not the token.
  await world.begin<object>(await world.site.addMan({ firstname: "Wei" }), "pay-pal");
  world.paypal.failWith = 422;
  await world.begin<object>(james, "card", { rateId: 2, promoCode: "SPRING10" });
  expect(await states()).toEqual(["created", "cancelled"]);
  expect([world.stripe.problems, world.paypal.problems, await audit(world.site.store)]).toEqual([[], [], []]);
});
