import { expect } from "expect";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { planRates } from "../../kv/credits/prices/rates.ts";
import { addSpring, sellAbroad } from "../../kv/testing/payments.ts";
import { openPayments } from "../../services/payments/open.ts";
import { testApp } from "../testing/site.ts";
import { encodings, read, refused } from "./testing/calls.ts";

interface Rates {
  rates: { id: number; name: string; credits: number; bonusCredits: number; priceCents: number; mark: string | null }[];
}

Deno.test("rates come by price, or the other way round, to everybody", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  const { rates } = await read<Rates>(guest.get("/api/rates"));
  expect(rates.map(({ priceCents }) => priceCents)).toEqual([1500, 3000, 9000, 18_000, 36_000, 60_000]);
  expect(rates[1]).toEqual({
    id: 2,
    name: "Economy",
    credits: 50,
    bonusCredits: 15,
    priceCents: 3000,
    currency: "EUR",
    mark: null,
  });
  const turned = await read<Rates>(guest.get("/api/rates?direction=desc"));
  expect(turned.rates).toEqual(rates.toReversed());
  await refused(guest.get("/api/rates?direction=sideways"), 422, "invalid");
});

Deno.test("rates say in which currencies they are sold, and a call pays in the one that it names", async () => {
  await using site = await testApp();
  await sellAbroad(site.store);
  const guest = site.visitor();
  const { rates, currencies } = await read<Rates & { currencies: string[] }>(guest.get("/api/rates?currency=JPY"));
  expect(currencies).toEqual(["EUR", "USD", "CNY", "TWD", "JPY"]);
  expect(rates[0]).toMatchObject({ priceCents: 240_000, currency: "JPY" });
  await refused(guest.get("/api/rates?currency=GBP"), 422, "invalid");
  const visitor = await site.visitorAs(await site.addMan());
  const pay = (method: string, wish: object) => visitor.call("POST", `/api/payments/${method}`, { rateId: 2, ...wish });
  const begun = await read<{ paymentId: string }>(pay("pay-pal", { currency: "USD", totalCents: 3039 }));
  expect((await paymentById(site.store, begun.paymentId))?.quote).toMatchObject({ currency: "USD", totalCents: 3039 });
  await refused(pay("card", { currency: "GBP" }), 422, "invalid");
  // In euros if the call names no currency, whatever his account prefers.
  await read(pay("card", { totalCents: 3000 }));
  // A currency that no provider takes by this method is an invalid field: trying again would not help.
  expect((await refused(pay("pay-pal", { currency: "CNY" }), 422, "invalid")).fields).toHaveProperty("currency");
  expect((await refused(pay("alipay", {}), 422, "invalid")).fields).toHaveProperty("currency");
});

for (const encoding of encodings) {
  Deno.test(`a payment begins from ${encoding}`, async () => {
    await using site = await testApp();
    const visitor = await site.visitorAs(await site.addMan());
    const answer = encoding === "json"
      ? visitor.call("POST", "/api/payments/card", { rateId: 2, promoCode: "" })
      : encoding === "urlencoded"
      ? visitor.post("/api/payments/card", { rateId: "2", promoCode: "" })
      : visitor.post("/api/payments/card", { rateId: "2", promoCode: "", nothing: new Blob([]) });
    const begun = await read<{ paymentId: string; checkoutUrl: string }>(answer);
    expect(Object.keys(begun).toSorted()).toEqual(["checkoutUrl", "paymentId"]);
    expect(await paymentById(site.store, begun.paymentId)).toMatchObject({
      state: "created",
      method: "card",
      quote: { totalCents: 3000 },
    });
  });
}

Deno.test("PayPal answers an invoice's address and is five per cent cheaper", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const begun = await read<{ paymentId: string; invoiceUrl: string }>(
    visitor.call("POST", "/api/payments/pay-pal", { rateId: 2 }),
  );
  expect(Object.keys(begun).toSorted()).toEqual(["invoiceUrl", "paymentId"]);
  expect((await paymentById(site.store, begun.paymentId))?.quote.totalCents).toBe(2850);
});

Deno.test("only men buy, and only packages that exist", async () => {
  await using site = await testApp();
  const body = { rateId: 2 };
  await refused(site.visitor().call("POST", "/api/payments/card", body), 401, "not_signed_in");
  const olena = await site.visitorAs(await site.addLady());
  await refused(olena.call("POST", "/api/payments/card", body), 403, "wrong_role");
  const james = await site.visitorAs(await site.addMan());
  for (const wrong of [{}, { rateId: 7 }, { rateId: 0 }, { rateId: "two" }, { rateId: null }, { rateId: 1.5 }]) {
    const failure = await refused(james.call("POST", "/api/payments/pay-pal", wrong), 422, "invalid");
    expect(Object.keys(failure.fields ?? {})).toEqual(["rateId"]);
  }
  await refused(james.call("POST", "/api/payments/card", { rateId: 2, promoCode: 5 }), 422, "invalid");
});

Deno.test("a code that is not valid refuses the payment and names its field", async () => {
  await using site = await testApp();
  await addSpring(site.store, { validUntil: site.now() });
  const visitor = await site.visitorAs(await site.addMan());
  const pay = (promoCode: string) => visitor.call("POST", "/api/payments/card", { rateId: 2, promoCode });
  expect((await refused(pay("NOTHING"), 422, "promo_unknown")).fields).toHaveProperty("promoCode");
  await refused(pay("SPRING10"), 422, "promo_expired");
});

Deno.test("an Idempotency-Key begins one payment; with another body it is refused", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const pay = (rateId: number, call = "card") =>
    visitor.call("POST", `/api/payments/${call}`, { rateId }, { headers: { "idempotency-key": "one" } });
  const first = await read<{ paymentId: string }>(pay(2));
  expect(await read(pay(2))).toEqual(first);
  await refused(pay(3), 422, "idempotency_key_reused");
  // The key is scoped to the call.
  expect((await read<{ paymentId: string }>(pay(2, "pay-pal"))).paymentId).not.toBe(first.paymentId);
});

Deno.test("whoever says what was seen is never charged otherwise; new prices come in the shape of the old", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const words = { "zh-Hant": "經濟方案", "zh-Hans": "经济套餐" };
  const economy = { id: 2, name: "Economy", credits: 50, bonusCredits: 15, priceCents: 4000, currency: "EUR" as const };
  await planRates(site.store, { validFrom: null, rates: [{ ...economy, mark: null, words }], actorId: 1 });
  const { rates } = await read<Rates>(visitor.get("/api/rates"));
  expect(rates).toEqual([{ ...economy, mark: null }]);
  const pay = (totalCents: number) => visitor.call("POST", "/api/payments/card", { rateId: 2, totalCents });
  await refused(pay(3000), 409, "quote_changed");
  expect(await read(pay(4000))).toHaveProperty("checkoutUrl");
  await refused(visitor.call("POST", "/api/payments/card", { rateId: 1 }), 422, "invalid");
});

Deno.test("where nobody takes money nothing can be bought", async () => {
  await using site = await testApp();
  site.deps.payments = openPayments({ stripe: null, paypal: null, solidgate: null }, null);
  expect(site.deps.payments.methods).toEqual([]);
  const visitor = await site.visitorAs(await site.addMan());
  await refused(visitor.call("POST", "/api/payments/card", { rateId: 2 }), 503, "payment_unavailable");
  expect((await Array.fromAsync(site.store.kv.list({ prefix: ["payment"] }))).length).toBe(0);
});

Deno.test("a promo code says what it takes off an amount, in whole cents", async () => {
  await using site = await testApp();
  await addSpring(site.store);
  const visitor = await site.visitorAs(await site.addMan());
  const verify = (amount: unknown, code = "spring10") =>
    visitor.call("POST", `/api/promo-codes/${code}/verify`, { amount });
  expect(await read(verify(2850))).toMatchObject({ discount: 285 });
  expect(await read(verify("3000"))).toMatchObject({ discount: 300 });
  expect(await read(verify(1))).toMatchObject({ discount: 0 });
  // The smallest amount that providers take is left.
  await addSpring(site.store, { code: "WHOLE", percent: 100 });
  expect(await read(verify(2850, "whole"))).toMatchObject({ discount: 2800 });
  for (const amount of [0, -5, 1.5, "much", null, 1e12]) await refused(verify(amount), 422, "invalid");
  await refused(verify(2850, "NOTHING"), 422, "promo_unknown");
  await refused(verify(2850, "%F0%9F%92%90"), 422, "promo_unknown");
  await refused(site.visitor().call("POST", "/api/promo-codes/SPRING10/verify", { amount: 1 }), 401);
});

Deno.test("a thousand codes tried end in 429 with the time to wait", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const statuses = new Map<number, number>();
  let last: Response | null = null;
  for (let guess = 0; guess < 1000; guess++) {
    last = await visitor.call("POST", `/api/promo-codes/GUESS${guess}/verify`, { amount: 100 });
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
    if (guess < 999) await last.body?.cancel();
  }
  expect([...statuses]).toEqual([[422, 20], [429, 980]]);
  expect(Number(last!.headers.get("retry-after"))).toBeGreaterThan(0);
  await last!.body?.cancel();
});

Deno.test("sixty checkouts an hour are enough for one man", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const pay = () => visitor.call("POST", "/api/payments/card", { rateId: 1 });
  for (let time = 0; time < 60; time++) await read(pay());
  await refused(pay(), 429, "too_many_requests");
});
