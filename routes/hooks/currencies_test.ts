/** Other currencies and named wallets at the providers' stand-ins: asked for, paid, confirmed late, and refunded. */
import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf } from "../../kv/credits/payments/money_refunds.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { sellAbroad } from "../../kv/testing/payments.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import { type How, standIns } from "../../tests/payment_servers/stand_ins.ts";
import type { StripeEvent } from "../../tests/payment_servers/stripe_server.ts";
import { refused } from "../api/testing/calls.ts";
import { statusOf } from "../api/testing/pictures.ts";

interface Begun {
  paymentId: string;
}

const wallets = { alipay: ["CNY"], wechat_pay: ["CNY"] } as const;

async function worldOf(options: Parameters<typeof paymentSite>[0] = {}) {
  const world = await paymentSite({ wallets, ...options });
  await sellAbroad(world.site.store);
  return { world, james: await world.site.addMan() };
}

const send = async (world: PaymentSite, event: StripeEvent) =>
  await (await world.stripe.send(world.hook("stripe"), event, world.site.now())).body?.cancel();

const stateOf = async ({ site }: PaymentSite, { paymentId }: Begun) =>
  (await paymentById(site.store, paymentId))!.state;

for (
  const [method, wallet] of [["alipay", "alipay"], ["wechat-pay", "wechat_pay"]] as const
) {
  Deno.test(`by ${wallet} he pays yuan on a page of that wallet alone, and they go back the same way`, async () => {
    const { world, james } = await worldOf();
    await using _ = world;
    const begun = await world.begin<Begun>(james, method, { rateId: 2, currency: "CNY" });
    const session = world.stripe.latest();
    expect(session.params).toMatchObject({
      "line_items[0][price_data][currency]": "cny",
      "line_items[0][price_data][unit_amount]": "24000",
      "allowed_payment_method_types[0]": wallet,
    });
    await send(world, world.stripe.pay(session));
    expect(await balanceOf(world.site.store, james.id)).toBe(65);
    // Wallets refund with a delay.
    world.stripe.refundsAre = "pending";
    const asked = { id: "press-0001", paymentId: begun.paymentId, cents: 12_000, actorId: 1 };
    await askMoneyBack(world.site.store, asked);
    expect(await world.work()).toEqual([]);
    standIns.stripe.refundsEnd(world, "well");
    await send(world, world.stripe.refunded(session));
    expect(await paymentById(world.site.store, begun.paymentId)).toMatchObject({ refundedCents: 12_000 });
    expect(world.stripe.problems).toEqual([]);
    expect(await audit(world.site.store)).toEqual([]);
  });
}

Deno.test("what a wallet says late credits late, and what it refuses late credits nothing", async () => {
  const { world, james } = await worldOf();
  await using _ = world;
  const later = async (end: "succeeded" | "failed") => {
    const begun = await world.begin<Begun>(james, "alipay", { rateId: 1, currency: "CNY" });
    const completed = world.stripe.pay(world.stripe.latest(), { payment_status: "unpaid" });
    await send(world, completed);
    expect(await stateOf(world, begun)).toBe("pending");
    const paid = world.stripe.pay(world.stripe.latest()).data.object;
    await send(world, world.stripe.event(`checkout.session.async_payment_${end}`, paid));
    return await stateOf(world, begun);
  };
  expect([await later("succeeded"), await later("failed")]).toEqual(["paid", "declined"]);
  expect(await balanceOf(world.site.store, james.id)).toBe(20);
});

Deno.test("a wallet is offered where it is switched on alone; beside cards it is then not shown again", async () => {
  const { world, james } = await worldOf();
  await using _ = world;
  const visitor = await world.site.visitorAs(james);
  const ask = (wish: object) => visitor.call("POST", "/api/payments/alipay", wish);
  await refused(ask({ rateId: 1 }), 422, "invalid");
  await world.begin<Begun>(james, "card", { rateId: 1, currency: "CNY" });
  expect(world.stripe.latest().params).toMatchObject({
    "excluded_payment_method_types[0]": "alipay",
    "excluded_payment_method_types[1]": "wechat_pay",
  });
  await world.begin<Begun>(james, "card", { rateId: 1 });
  expect(Object.keys(world.stripe.latest().params).filter((name) => /payment_method/.test(name))).toEqual([]);
});

/** The amount in yen that each provider was asked for, which each writes in its own way. */
const amounts: Record<How, (world: PaymentSite) => unknown> = {
  stripe: ({ stripe }) => stripe.latest().params["line_items[0][price_data][unit_amount]"],
  paypal: ({ paypal }) => paypal.latest().value,
  solidgate: ({ solidgate }) => solidgate.latest().cents,
};

for (const how of ["stripe", "paypal", "solidgate"] as const) {
  Deno.test(`4,800 yen by ${how} arrive as what they are, and a part goes back as such`, async () => {
    const { world, james } = await worldOf({ cardsBy: how === "solidgate" ? "solidgate" : "stripe" });
    await using _ = world;
    const { method, pay, tell } = standIns[how];
    const { paymentId } = await begunInYen(world, james, method);
    // PayPal is 5% cheaper.
    expect(String(amounts[how](world))).toBe(how === "paypal" ? "4560" : "4800");
    await pay(world);
    expect(await balanceOf(world.site.store, james.id)).toBe(65);
    await askMoneyBack(world.site.store, { id: "press-0001", paymentId, cents: 100_000, actorId: 1 });
    expect(await world.work()).toEqual([]);
    await tell(world);
    expect(await paymentById(world.site.store, paymentId)).toMatchObject({ refundedCents: 100_000 });
    expect(await moneyRefundsOf(world.site.store, paymentId)).toMatchObject([{ state: "done", cents: 100_000 }]);
    expect([...world.stripe.problems, ...world.paypal.problems, ...world.solidgate.problems]).toEqual([]);
    expect(await audit(world.site.store)).toEqual([]);
  });
}

Deno.test("a bank that disputes euros in dollars is heard: the whole payment is asked back, and the log says in what", async () => {
  const { world, james } = await worldOf();
  await using _ = world;
  const { site, stripe } = world;
  const { paymentId } = await world.begin<Begun>(james, "card");
  await send(world, stripe.pay(stripe.latest()));
  const dispute = stripe.dispute(stripe.latest());
  Object.assign(dispute.data.object, { amount: 1111, currency: "usd" });
  expect(await statusOf(stripe.send(world.hook("stripe"), dispute, site.now()))).toBe(200);
  expect([await stateOf(world, { paymentId }), await balanceOf(site.store, james.id)]).toEqual(["disputed", 0]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(records.find(({ action }) => action === "payment_disputed")?.details)
    .toMatchObject({ currency: "EUR", disputedCents: 1111, disputedIn: "USD" });
  await send(world, stripe.event("charge.dispute.closed", { ...dispute.data.object, status: "won" }));
  expect([await stateOf(world, { paymentId }), await balanceOf(site.store, james.id)]).toEqual(["paid", 65]);
  expect(await audit(site.store)).toEqual([]);
});

const begunInYen = (world: PaymentSite, james: User, method: "card" | "pay-pal"): Promise<Begun> =>
  world.begin<Begun>(james, method, { rateId: 2, currency: "JPY" });
