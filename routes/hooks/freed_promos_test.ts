/** Orders at the price of a promo code for one use that were declined, and are paid all the same. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import type { Store } from "../../kv/open.ts";
import { audit } from "../../kv/records/audit.ts";
import { keys } from "../../kv/store/keys.ts";
import { addSpring } from "../../kv/testing/payments.ts";
import type { PaypalEvent } from "../../tests/payment_servers/paypal_hooks.ts";
import { paymentSite } from "../../tests/payment_servers/site.ts";
import type { SolidgateEvent, SolidgateOrder } from "../../tests/payment_servers/solidgate_server.ts";
import { read, refused } from "../api/testing/calls.ts";
import { statusOf } from "../api/testing/pictures.ts";

const wish = { rateId: 2, promoCode: "SPRING10" };

Deno.test("of orders that PayPal declined one is captured when all are approved again", async () => {
  await using world = await paymentSite();
  const { site, paypal } = world;
  const james = await site.addMan();
  await addSpring(site.store, { percent: 50, usesTotal: 1 });
  const send = async (event: PaypalEvent) =>
    expect(await statusOf(paypal.send(world.hook("paypal"), event, site.now()))).toBe(200);
  paypal.declines = true;
  const orders = [];
  for (let n = 0; n < 3; n++) {
    await world.begin(james, "pay-pal", wish);
    orders.push(paypal.latest());
    await send(paypal.approve(paypal.latest()));
    await world.work();
  }
  paypal.declines = false;
  for (const order of orders) {
    await send(paypal.approve(order));
    expect(await world.work()).toEqual([]);
    if (order.state === "completed") await send(paypal.captured(order));
  }
  expect(orders.map(({ state }) => state)).toEqual(["completed", "approved", "approved"]);
  expect([await balanceOf(site.store, james.id), await audit(site.store)]).toEqual([65, []]);
});

/** James has begun an order at Solidgate, and his card was declined. */
async function solidgateWorld() {
  const world = await paymentSite({ cardsBy: "solidgate" });
  const { site, solidgate } = world;
  const james = await site.addMan();
  await addSpring(site.store, { percent: 50, usesTotal: 1 });
  const send = async (event: SolidgateEvent) =>
    expect(await statusOf(solidgate.send(world.hook("solidgate"), event))).toBe(200);
  const decline = async (): Promise<SolidgateOrder> => {
    await world.begin(james, "card", wish);
    const order = solidgate.latest();
    await send(solidgate.told(order, { status: "auth_failed" }));
    return order;
  };
  const visitor = await site.visitorAs(james);
  /** He presses the button of one form, again and again. */
  const press = () => visitor.call("POST", "/api/payments/card", wish, { headers: { "idempotency-key": "one-form" } });
  /** Which pages were opened ("init") and ended ("deactivate"), in their order. */
  const paged = () => solidgate.requests.flatMap((each) => /\/(init|deactivate)$/.exec(each)?.[1] ?? []);
  return { world, james, decline, send, press, paged };
}

Deno.test("a page of Solidgate that was declined, or whose hour is over, ends before another page is opened with its code", async () => {
  const { world, james, decline, paged } = await solidgateWorld();
  await using _ = world;
  await decline();
  expect(paged()).toEqual(["init"]);
  await world.begin(james, "card", wish);
  expect(paged()).toEqual(["init", "deactivate", "init"]);
  world.site.advance(3601_000);
  await world.work();
  await world.begin(james, "card", wish);
  // The first one has ended for good, and nothing says what Solidgate answers to the second time.
  expect(paged()).toEqual(["init", "deactivate", "init", "deactivate", "init"]);
  expect([world.solidgate.problems, await audit(world.site.store)]).toEqual([[], []]);
});

Deno.test("a page of Solidgate that nobody can pay on any more, a day after its hour, is not asked about", async () => {
  const { world, james, decline, paged } = await solidgateWorld();
  await using _ = world;
  await decline();
  world.site.advance(25 * 3600_000);
  await world.begin(james, "card", wish);
  expect(paged()).toEqual(["init", "init"]);
});

Deno.test("no other page is opened with a code while Solidgate does not surely say that the first has ended", async () => {
  for (const [how, code] of [["status", "6.02"], ["status", "2.01"], ["status", "5.09"], ["deactivate", "2.01"]]) {
    const { world, decline, press, paged } = await solidgateWorld();
    await using _ = world;
    const { site, solidgate } = world;
    await decline();
    solidgate.refuses = { path: how!, code: code! };
    await refused(press(), 503, "payment_unavailable");
    expect([how, code, paged()]).toEqual([how, code, ["init", "deactivate"]]);
    solidgate.refuses = null;
    await read(press());
    // What Solidgate has taken out of use is not named to it again.
    const again = how === "deactivate" ? ["deactivate"] : [];
    expect([how, code, paged()]).toEqual([how, code, ["init", "deactivate", ...again, "init"]]);
    expect([solidgate.problems, await audit(site.store)]).toEqual([[], []]);
  }
});

Deno.test("an unpaid page gives its code to another one as soon as Solidgate's trouble is over", async () => {
  const { world, james, press, paged } = await solidgateWorld();
  await using _ = world;
  const { site, solidgate } = world;
  await world.begin(james, "card", wish);
  solidgate.refuses = { path: "status", code: "5.03" };
  await refused(press(), 503, "payment_unavailable");
  solidgate.refuses = null;
  await read(press());
  expect(paged()).toEqual(["init", "deactivate", "init"]);
  expect([solidgate.problems, await audit(site.store)]).toEqual([[], []]);
});

Deno.test("a page that Solidgate took out of use, and whose answer was lost, ends when it is asked again", async () => {
  const { world, decline, press, paged } = await solidgateWorld();
  await using _ = world;
  const { site, solidgate } = world;
  await decline();
  solidgate.losesAnswers = true;
  await refused(press(), 503, "payment_unavailable");
  solidgate.losesAnswers = false;
  await read(press());
  expect(paged()).toEqual(["init", "deactivate", "deactivate", "init"]);
  expect([solidgate.problems, await audit(site.store)]).toEqual([[], []]);
});

Deno.test("a page of an older record, which names it by another id, ends by the end of its address", async () => {
  const { world, james, decline, paged } = await solidgateWorld();
  await using _ = world;
  const { site: { store }, solidgate } = world;
  const { id } = await decline();
  await nameByGuid(store, id);
  await world.begin(james, "card", wish);
  expect(paged()).toEqual(["init", "deactivate", "init"]);
  expect([solidgate.problems, await audit(store)]).toEqual([[], []]);
});

/** As payments were kept before: by the `guid` that Solidgate gives beside the page's address. */
async function nameByGuid(store: Store, paymentId: string): Promise<void> {
  const payment = (await paymentById(store, paymentId))!;
  const providerId = `5b1f3c1e-7d2a-4e0b-9a53-0c8d1f6e2a74:${paymentId}`;
  await store.kv.atomic()
    .set(keys.payment(paymentId), { ...payment, providerId })
    .delete(keys.paymentIdByProviderId("solidgate", payment.providerId!))
    .set(keys.paymentIdByProviderId("solidgate", providerId), paymentId)
    .commit();
}

Deno.test("a code is not given anew while a declined page is being paid, and what is paid there is credited", async () => {
  const { world, james, decline, send, press } = await solidgateWorld();
  await using _ = world;
  const { site, solidgate } = world;
  const order = await decline();
  const paid = solidgate.pay(order);
  await refused(press(), 422, "promo_used");
  await send(paid);
  expect(await balanceOf(site.store, james.id)).toBe(65);
  expect([solidgate.problems, await audit(site.store)]).toEqual([[], []]);
});
