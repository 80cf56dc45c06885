import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { balanceOf, lastEntry } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { documentsOf } from "../../kv/credits/tax/tax_documents.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { attemptsAtMost } from "../../kv/store/jobs/work.ts";
import { addSpring, tulpen } from "../../kv/testing/payments.ts";
import { makeCertificate } from "../../tests/payment_servers/certificate.ts";
import type { PaypalEvent, SendOptions } from "../../tests/payment_servers/paypal_hooks.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import { refused } from "../api/testing/calls.ts";

interface Begun {
  paymentId: string;
  invoiceUrl: string;
}

const begin = (world: PaymentSite, james: User, body?: Record<string, unknown>) =>
  world.begin<Begun>(james, "pay-pal", body);

async function send(world: PaymentSite, event: PaypalEvent, options: SendOptions = {}): Promise<number> {
  const response = await world.paypal.send(world.hook("paypal"), event, world.site.now(), options);
  await response.body?.cancel();
  return response.status;
}

const stateOf = async ({ site }: PaymentSite, { paymentId }: Begun) =>
  (await paymentById(site.store, paymentId))?.state;

/** The buyer agrees, the money is taken, and PayPal says so. */
async function payInFull(world: PaymentSite): Promise<void> {
  const order = world.paypal.latest();
  await send(world, world.paypal.approve(order));
  expect(await world.work()).toEqual([]);
  await send(world, world.paypal.captured(order));
}

const countOf = (world: PaymentSite, request: string) =>
  world.paypal.requests.filter((each) => each === request).length;

Deno.test("from the call to PayPal's page, the approval and the capture to the credits: Economy with SPRING10 for 25.65", async () => {
  await using world = await paymentSite();
  const { site, paypal } = world;
  const james = await site.addMan();
  await addSpring(site.store);
  const begun = await begin(world, james, { rateId: 2, promoCode: "SPRING10" });
  const order = paypal.latest();
  expect(begun.invoiceUrl).toBe(`${paypal.base}/checkoutnow?token=${order.id}`);
  expect(order).toMatchObject({ value: "25.65", currency: "EUR", customId: begun.paymentId });
  expect(order.returnUrl).toBe(`http://localhost:8000/en/man/balance/success?paymentId=${begun.paymentId}`);
  expect(await send(world, paypal.approve(order))).toBe(200);
  expect([await stateOf(world, begun), order.state]).toEqual(["pending", "approved"]);
  expect(await world.work()).toEqual([]);
  expect(order.state).toBe("completed");
  expect([await stateOf(world, begun), await balanceOf(site.store, james.id)]).toEqual(["pending", 0]);
  expect(await send(world, paypal.captured(order))).toBe(200);
  expect([await stateOf(world, begun), await balanceOf(site.store, james.id)]).toEqual(["paid", 65]);
  expect(paypal.problems).toEqual([]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("duplicates, and word that overtakes other word, credit once", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  const begun = await begin(world, james);
  const order = world.paypal.latest();
  const [approved, captured] = [world.paypal.approve(order), world.paypal.captured(order)];
  await Promise.all([captured, approved, captured, approved, captured].map((event) => send(world, event)));
  expect(await world.work()).toEqual([]);
  expect([await stateOf(world, begun), await balanceOf(world.site.store, james.id)]).toEqual(["paid", 65]);
  expect(await audit(world.site.store)).toEqual([]);
});

Deno.test("a capture that PayPal answers without its state is asked about again, and takes the money once", async () => {
  await using world = await paymentSite();
  const { paypal, site } = world;
  const james = await site.addMan();
  const { paymentId } = await world.begin<{ paymentId: string }>(james, "pay-pal");
  const order = paypal.latest();
  await send(world, paypal.approve(order));
  paypal.isTerse = true;
  expect(await world.work()).toHaveLength(1);
  expect((await paymentById(site.store, paymentId))?.state).toBe("pending");
  await send(world, paypal.captured(order));
  site.advance(60_000);
  expect(await world.work()).toEqual([]);
  expect([await balanceOf(site.store, james.id), await audit(site.store)]).toEqual([65, []]);
});

Deno.test("a capture that fails is tried again and takes the money once", async () => {
  await using world = await paymentSite();
  const begun = await begin(world, await world.site.addMan());
  const order = world.paypal.latest();
  await send(world, world.paypal.approve(order));
  world.paypal.failWith = 500;
  expect((await world.work()).length).toBe(1);
  world.paypal.failWith = null;
  world.paypal.forgetTokens();
  world.site.advance(60_000);
  expect(await world.work()).toEqual([]);
  expect([order.state, await stateOf(world, begun)]).toEqual(["completed", "pending"]);
});

Deno.test("an order that PayPal lets nobody take for half a day is under way no more, and frees its promo code", async () => {
  await using world = await paymentSite();
  const { site, paypal } = world;
  const james = await site.addMan();
  await addSpring(site.store);
  const begun = await begin(world, james, { rateId: 2, promoCode: "SPRING10" });
  const order = paypal.latest();
  await send(world, paypal.approve(order));
  paypal.failWith = 500;
  for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
    expect([attempt, await stateOf(world, begun)]).toEqual([attempt, "pending"]);
    expect(await world.work()).toHaveLength(attempt === attemptsAtMost ? 0 : 1);
    site.advance(6 * 3600_000);
  }
  expect(await stateOf(world, begun)).toBe("declined");
  paypal.failWith = null;
  await begin(world, james, { rateId: 2, promoCode: "SPRING10" });
  // If PayPal took the money after all, he gets the credits that he paid for.
  await send(world, paypal.captured(order));
  expect([await stateOf(world, begun), await balanceOf(site.store, james.id)]).toEqual(["paid", 65]);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("an instrument that is declined ends the payment, and a new approval may still pay it", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  const begun = await begin(world, james);
  const order = world.paypal.latest();
  world.paypal.declines = true;
  await send(world, world.paypal.approve(order));
  expect(await world.work()).toEqual([]);
  expect(await stateOf(world, begun)).toBe("declined");
  world.paypal.declines = false;
  await payInFull(world);
  expect([await stateOf(world, begun), await balanceOf(world.site.store, james.id)]).toEqual(["paid", 65]);
});

Deno.test("nobody's money is taken for an order of another amount, or for one that was given up", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await addSpring(world.site.store);
  const first = await begin(world, james, { rateId: 2, promoCode: "SPRING10" });
  const order = world.paypal.latest();
  const approved = world.paypal.approve(order);
  const units = [{ custom_id: order.customId, amount: { currency_code: "EUR", value: "0.01" } }];
  expect(await send(world, world.paypal.event("CHECKOUT.ORDER.APPROVED", { id: order.id, purchase_units: units })))
    .toBe(422);
  // He goes back and begins anew with the same code, which ends the first.
  await begin(world, james, { rateId: 3, promoCode: "SPRING10" });
  expect(await stateOf(world, first)).toBe("cancelled");
  expect(await send(world, approved)).toBe(200);
  await world.work();
  expect(countOf(world, `POST /v2/checkout/orders/${order.id}/capture`)).toBe(0);
});

Deno.test("one token serves many orders, and a new one is asked for when it is not taken any more", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await begin(world, james);
  await begin(world, james);
  expect(countOf(world, "POST /v1/oauth2/token")).toBe(1);
  world.paypal.forgetTokens();
  await begin(world, james);
  expect(countOf(world, "POST /v1/oauth2/token")).toBe(2);
  expect(world.paypal.problems).toEqual([]);
});

Deno.test("a provider that does not answer is said to be unavailable", async () => {
  await using world = await paymentSite();
  const visitor = await world.site.visitorAs(await world.site.addMan());
  world.paypal.failWith = 500;
  const answer = await visitor.call("POST", "/api/payments/pay-pal", { rateId: 2 });
  expect(answer.headers.get("retry-after")).toBe("60");
  await refused(answer, 503, "payment_unavailable");
});

Deno.test("what PayPal did not sign is refused, whoever signed it and however", async () => {
  await using world = await paymentSite();
  const { site, paypal } = world;
  const james = await site.addMan();
  await begin(world, james);
  const event = paypal.captured(paypal.latest());
  const whole = JSON.stringify(event);
  const foreign = makeCertificate();
  const old = makeCertificate({ until: Date.UTC(2025, 0, 1) });
  const elsewhere = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    asked++;
    return new Response(foreign.pem);
  });
  let asked = 0;
  const forged: SendOptions[] = [
    { certificate: foreign },
    { webhookId: "WH-OTHER" },
    { signature: "AAAA" },
    { signature: "" },
    { algorithm: "SHA1withRSA" },
    { algorithm: "none" },
    { body: whole.replace("28.50", "28.51") },
    { body: whole.slice(0, -5) },
    { body: "" },
    { certificate: old, certificateUrl: paypal.serveCertificate(old) },
    { certificate: foreign, certificateUrl: `http://127.0.0.1:${elsewhere.addr.port}/v1/notifications/certs/CERT` },
    { certificate: foreign, certificateUrl: "https://api.paypal.com.elsewhere.test/cert" },
    {
      certificate: foreign,
      certificateUrl: `${paypal.base.replace("//", "//user:word@")}/v1/notifications/certs/CERT-1`,
    },
    { certificate: foreign, certificateUrl: "file:///etc/hostname" },
    { certificate: foreign, certificateUrl: "not an address" },
    { certificateUrl: `${paypal.base}/nothing-here` },
  ];
  for (const options of forged) expect([options, await send(world, event, options)]).toEqual([options, 400]);
  expect(asked).toBe(0);
  const hours = 3600_000;
  for (const signedAtMs of [site.now() - 74 * hours, site.now() + 1 * hours]) {
    expect(await send(world, event, { signedAtMs })).toBe(400);
  }
  expect(await balanceOf(site.store, james.id)).toBe(0);
  const { records, totalCount } = await auditRecords(site.store, { page: 1, limit: 100 });
  expect(totalCount).toBe(forged.length + 2);
  expect(records.filter(({ action }) => action === "webhook_stale").length).toBe(2);
  await elsewhere.shutdown();
  // PayPal's third try, two days after it signed the event, is believed.
  expect(await send(world, event, { signedAtMs: site.now() - 48 * hours })).toBe(200);
  expect(await lastEntry(site.store, james.id)).toMatchObject({ balanceAfter: 65 });
});

Deno.test("amounts that are none are malformed, wrong ones a mismatch, and other events are none of our business", async () => {
  await using world = await paymentSite();
  const james = await world.site.addMan();
  await begin(world, james);
  const order = world.paypal.latest();
  for (const value of ["28,50", "28.505", "-28.50", "1e3", "", " 28.50"]) {
    const event = world.paypal.captured(order, { amount: { currency_code: "EUR", value } });
    expect([value, await send(world, event)]).toEqual([value, 400]);
  }
  for (const amount of [{ currency_code: "USD", value: "28.50" }, { currency_code: "EUR", value: "28.49" }]) {
    expect(await send(world, world.paypal.captured(order, { amount }))).toBe(422);
  }
  expect(await send(world, world.paypal.event("BILLING.PLAN.CREATED", {}))).toBe(200);
  expect(await balanceOf(world.site.store, james.id)).toBe(0);
  // "28.5" is the same money.
  expect(await send(world, world.paypal.captured(order, { amount: { currency_code: "EUR", value: "28.5" } }))).toBe(
    200,
  );
  expect(await balanceOf(world.site.store, james.id)).toBe(65);
});

Deno.test("where the buyer lives by PayPal's word, which comes with the approval, rules the tax", async () => {
  await using world = await paymentSite({ seller: tulpen });
  const { site, paypal } = world;
  const james = await site.addMan();
  // C2 is PayPal's code for China.
  for (const [country_code, ruling] of [["AT", "AT"], ["C2", "CN"], [undefined, "DE"]] as const) {
    const { paymentId } = await begin(world, james, { rateId: 2, billingCountry: "DE" });
    const order = paypal.latest();
    await send(world, paypal.approve(order, { payer: { address: { country_code } } }));
    expect(await world.work()).toEqual([]);
    await send(world, paypal.captured(order));
    const [receipt] = await documentsOf(site.store, (await paymentById(site.store, paymentId))!);
    expect([country_code, receipt?.country]).toEqual([country_code, ruling]);
  }
  expect(await audit(site.store)).toEqual([]);
});
