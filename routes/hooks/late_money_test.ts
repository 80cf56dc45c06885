/** Payments of a man who has left: what can end at the provider ends, nothing more is taken, and what is paid goes back. */
import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { waitingRefunds } from "../../kv/credits/payments/refund_requests.ts";
import { audit } from "../../kv/records/audit.ts";
import { attemptsAtMost } from "../../kv/store/jobs/work.ts";
import { statusOf } from "../api/testing/pictures.ts";
import type { PaypalEvent } from "../../tests/payment_servers/paypal_hooks.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";

/** He deletes his account, and both passes of the erasing are done; returns what jobs threw. */
async function leave(world: PaymentSite, man: User): Promise<unknown[]> {
  const visitor = await world.site.visitorAs(man);
  const answer = await visitor.call("DELETE", "/api/users/me", { password: "Demo-2026!" });
  expect(answer.status).toBe(204);
  const thrown = await world.work();
  world.site.advance(61_000);
  return [...thrown, ...await world.work()];
}

const rows = async ({ site: { store } }: PaymentSite) =>
  (await waitingRefunds(store)).map(({ manId, cents }) => [manId, cents]);

for (const cardsBy of ["stripe", "solidgate"] as const) {
  Deno.test(`a page of ${cardsBy} that is open in another tab ends with the account`, async () => {
    await using world = await paymentSite({ cardsBy });
    const { site, stripe, solidgate } = world;
    const james = await site.addMan();
    const { paymentId } = await world.begin<{ paymentId: string }>(james, "card");
    expect(await leave(world, james)).toEqual([]);
    expect((await paymentById(site.store, paymentId))?.state).toBe("cancelled");
    if (cardsBy === "stripe") expect(stripe.latest().status).toBe("expired");
    else expect(solidgate.requests).toContain("POST /payment-page/api/v1/deactivate");
    expect([stripe.problems, solidgate.problems]).toEqual([[], []]);
  });
}

Deno.test("a page of Solidgate that was closed when he left is not closed again if Solidgate did not say how its order stands", async () => {
  await using world = await paymentSite({ cardsBy: "solidgate" });
  const { site, solidgate } = world;
  const james = await site.addMan();
  const { paymentId } = await world.begin<{ paymentId: string }>(james, "card");
  solidgate.refuses = { path: "status", code: "6.02" };
  expect(await leave(world, james)).not.toEqual([]);
  solidgate.refuses = null;
  site.advance(3600_000);
  expect(await world.work()).toEqual([]);
  expect(solidgate.requests.filter((each) => each.endsWith("/deactivate"))).toHaveLength(1);
  expect((await paymentById(site.store, paymentId))?.checkoutEnding).toBe("ended");
  expect([solidgate.problems, await audit(site.store)]).toEqual([[], []]);
});

Deno.test("what is paid on a page that its provider does not end waits to be paid back", async () => {
  await using world = await paymentSite();
  const { site, stripe } = world;
  const james = await site.addMan();
  await world.begin(james, "card");
  const session = stripe.latest();
  stripe.failWith = 503;
  expect((await leave(world, james)).length).toBeGreaterThan(0);
  for (let tries = 0; tries < attemptsAtMost; tries++) {
    site.advance(3600_000);
    await world.work();
  }
  stripe.failWith = null;
  expect(session.status).toBe("open");
  const response = await stripe.send(world.hook("stripe"), stripe.pay(session), site.now());
  expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  expect(await world.work()).toEqual([]);
  expect([await balanceOf(site.store, james.id), await rows(world)]).toEqual([65, [[james.id, 3000]]]);
  expect(await audit(site.store)).toEqual([]);
});

/** James has agreed at PayPal to pay his order; PayPal does not answer when its money is taken. */
async function approvedWorld() {
  const world = await paymentSite();
  const james = await world.site.addMan();
  const { paymentId } = await world.begin<{ paymentId: string }>(james, "pay-pal");
  const order = world.paypal.latest();
  const send = async (event: PaypalEvent) =>
    expect(await statusOf(world.paypal.send(world.hook("paypal"), event, world.site.now()))).toBe(200);
  await send(world.paypal.approve(order));
  return { world, james, paymentId, order, send };
}

Deno.test("an order that was approved before he left is never captured", async () => {
  const { world, james, paymentId, order } = await approvedWorld();
  await using _ = world;
  const { site, paypal } = world;
  paypal.failWith = 503;
  await world.work();
  await leave(world, james);
  site.advance(3 * 3600_000);
  paypal.failWith = null;
  expect(await world.work()).toEqual([]);
  expect([order.state, (await paymentById(site.store, paymentId))?.state]).toEqual(["approved", "cancelled"]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("what was captured before he left, and told only after it, waits to be paid back", async () => {
  const { world, james, order, send } = await approvedWorld();
  await using _ = world;
  const { site, paypal } = world;
  paypal.losesAnswers = true;
  await world.work();
  expect(order.state).toBe("completed");
  await leave(world, james);
  paypal.losesAnswers = false;
  site.advance(3 * 3600_000);
  await world.work();
  await send(paypal.captured(order));
  expect(await world.work()).toEqual([]);
  expect([await balanceOf(site.store, james.id), await rows(world)]).toEqual([65, [[james.id, 2850]]]);
  expect(await audit(site.store)).toEqual([]);
});
