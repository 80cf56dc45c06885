/** Buying credits without a script: choose, see every line, pay for exactly what was seen, once. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { rates } from "../../../kv/credits/prices/prices.ts";
import { planRates } from "../../../kv/credits/prices/rates.ts";
import { consentVersion } from "../../../kv/credits/payments/consent.ts";
import { addSpring, paidInFull, say, sellAbroad } from "../../../kv/testing/payments.ts";
import { htmlOf, testMail } from "../mail/testing/mail.ts";
import { buy, economyByWallet, hiddenOf, orderOf, path, paymentsIn, shopOf } from "./testing/purchases.ts";

Deno.test("six packages with their marks, bonus and price of a credit; none is chosen for him", async () => {
  await using world = await testMail({ credits: 0 });
  const html = await htmlOf(world.his.get(path));
  const lines = [...html.matchAll(/<label><input type="radio" name="rateId"[\s\S]*?<\/label>/g)]
    .map(([line]) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim());
  expect(lines).toEqual([
    "Basic 20 credits €0.75 each €15.00",
    "Economy 65 credits, 15 of them a bonus €0.46 each €30.00",
    "Rational 170 credits €0.53 each €90.00",
    "Optimal Most popular 400 credits €0.45 each €180.00",
    "Extended 960 credits €0.38 each €360.00",
    "Premium Best value 2,000 credits €0.30 each €600.00",
  ]);
  expect(html).not.toMatch(/name="rateId"[^>]* checked/);
  expect(orderOf(html)).toEqual([]);
  expect(html).not.toContain('formmethod="post"');
});

Deno.test("an order without a package is told to choose one, on either way", async () => {
  await using world = await testMail();
  const asked = `${path}?purchaseKey=fresh-key-0&method=paypal&promoCode=`;
  for (const answer of [await world.his.get(asked), await world.his.post(path, {})]) {
    expect(answer.status).toBe(422);
    expect(await htmlOf(answer)).toContain("Please choose a package!");
  }
  expect((await world.his.post(path, { rateId: "7" })).status).toBe(422);
});

Deno.test("Economy by wallet with a code is 65 credits at the itemised price", async () => {
  await using world = await testMail({ credits: 3 });
  await addSpring(world.site.store);
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(economyByWallet)}`));
  expect(orderOf(html)).toEqual([
    "Economy, 50 credits €30.00",
    "Bonus credits +15 credits",
    "PayPal discount, 5% −€1.50",
    "Code SPRING10 −€2.85",
    "Total €25.65",
    "You receive 65 credits",
  ]);
  expect(html).toMatch(/<input type="radio" name="rateId" value="2" checked/);
  expect(html).toContain("Pay €25.65");
  expect(html).toContain("After this payment you will have 68 credits.");
});

Deno.test("what the script is told is what the page says", async () => {
  await using world = await testMail();
  await addSpring(world.site.store);
  const answer = await world.his.get(`/en/man/balance/quote?${new URLSearchParams(economyByWallet)}`);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const { shown, promoError } = await answer.json();
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(economyByWallet)}`));
  expect(shown.lines.map(({ label, price }: Record<string, string>) => `${label} ${price}`)).toEqual(orderOf(html));
  expect(html).toContain(shown.pay);
  expect(hiddenOf(html).shownTotal).toBe(shown.shownTotal);
  expect(promoError).toBe(null);
  expect(await (await world.his.get("/en/man/balance/quote")).json()).toEqual({ shown: null, promoError: null });
  expect((await world.hers.get("/en/man/balance/quote")).status).toBe(403);
});

Deno.test("paying leads to the provider with the very quote, and credits nothing by itself", async () => {
  await using world = await testMail({ credits: 3 });
  await addSpring(world.site.store);
  const next = "/en/man/mail/inbox";
  const answer = await buy(world.his, { ...economyByWallet, next });
  expect(answer.status).toBe(303);
  const [payment] = await paymentsIn(world);
  expect(answer.headers.get("location")).toBe(payment!.checkoutUrl);
  expect(payment!.quote).toMatchObject({ totalCents: 2565, totalCredits: 65, promoCode: "SPRING10" });
  expect(payment!.next).toBe(next);
  expect(await balanceOf(world.site.store, world.james.id)).toBe(3);
  const outcome = await htmlOf(world.his.get(`/en/man/balance/failed?paymentId=${payment!.id}`));
  expect(orderOf(outcome)).toContain("Total €25.65");
});

Deno.test("without his tick that we may begin at once nothing is begun; with it the payment and the receipt say so", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=card`));
  expect(shopOf(html)).toContain('name="consent"');
  expect(shopOf(html)).not.toMatch(/name="consent"[^>]* checked/);
  const { consent: _, ...unticked } = hiddenOf(html);
  const refused = await world.his.post(path, { rateId: "1", method: "card", ...unticked });
  expect([refused.status, (await htmlOf(refused)).includes("Please tick that we may begin at once.")]).toEqual([
    422,
    true,
  ]);
  expect(await paymentsIn(world)).toEqual([]);
  expect((await buy(world.his, { rateId: "1", method: "card" })).status).toBe(303);
  const [payment] = await paymentsIn(world);
  expect(payment!.consent).toEqual({ version: consentVersion, at: world.site.now() });
  await say(world.site.store, payment!, paidInFull(payment!));
  expect(await htmlOf(world.his.get(`/en/man/balance/receipt/${payment!.id}`))).toContain("Asked to begin at once");
});

Deno.test("pressing twice, or again after going back, is one payment", async () => {
  await using world = await testMail();
  await addSpring(world.site.store);
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(economyByWallet)}`));
  const press = () => world.his.post(path, { ...economyByWallet, ...hiddenOf(html) });
  const answers = [...await Promise.all([press(), press(), press()]), await press()];
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect((await paymentsIn(world)).length).toBe(1);
});

Deno.test("another package from a page that began a payment already: he reads of his order, and then pays it", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=card`));
  expect((await world.his.post(path, { rateId: "1", method: "card", ...hiddenOf(html) })).status).toBe(303);
  const other = await htmlOf(world.his.get(`${path}?rateId=6&method=card`));
  const { purchaseKey } = hiddenOf(html);
  const refused = await world.his.post(path, {
    rateId: "6",
    method: "card",
    ...hiddenOf(other),
    purchaseKey: purchaseKey!,
  });
  expect(refused.status).toBe(422);
  const now = await htmlOf(refused);
  expect(now).toContain("so nothing was paid for this order.");
  expect(now).not.toContain("key was used");
  expect(orderOf(now)).toContain("Total €600.00");
  expect((await world.his.post(path, { rateId: "6", method: "card", ...hiddenOf(now) })).status).toBe(303);
  expect((await paymentsIn(world)).length).toBe(2);
});

Deno.test("only what was seen is paid", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=card`));
  // Another package was chosen after the order was shown.
  const changed = await world.his.post(path, { rateId: "6", method: "card", ...hiddenOf(html) });
  expect(changed.status).toBe(409);
  const now = await htmlOf(changed);
  expect(now).toContain("so nothing was paid. Here it is now.");
  expect(orderOf(now)).toContain("Total €600.00");
  expect((await world.his.post(path, { rateId: "1", method: "card", purchaseKey: "fresh-key-1" })).status).toBe(409);
  expect((await world.his.post(path, { rateId: "1", method: "card", shownTotal: "1500-20" })).status).toBe(409);
  expect(await paymentsIn(world)).toEqual([]);
  expect((await world.his.post(path, { rateId: "6", method: "card", ...hiddenOf(now) })).status).toBe(303);
});

Deno.test("a code that cannot be used is named, and the button says the price without it", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=card&promoCode=NONE`));
  expect(html).toContain('id="promo-code-error"');
  expect(orderOf(html)).toEqual(["Basic, 20 credits €15.00", "Total €15.00", "You receive 20 credits"]);
  expect(html).toContain("Pay €15.00 without a code");
  // The button that he pressed did not say "without a code": he expected the code to lower the price.
  for (const shownTotal of ["1500-20", "1500-20-without-OTHER"]) {
    const sent = {
      rateId: "1",
      method: "card",
      promoCode: "NONE",
      shownTotal,
      purchaseKey: "fresh-key-2",
      consent: "yes",
    };
    const answer = await world.his.post(path, sent);
    const again = await htmlOf(answer);
    expect([answer.status, again.includes("This promo code cannot be used, so nothing was paid.")]).toEqual([
      422,
      true,
    ]);
    expect(again).toContain("Pay €15.00 without a code");
  }
  expect(await paymentsIn(world)).toEqual([]);
  expect((await buy(world.his, { rateId: "1", method: "card", promoCode: "none" })).status).toBe(303);
  expect((await paymentsIn(world)).map(({ quote }) => [quote.totalCents, quote.promoCode])).toEqual([[1500, null]]);
});

Deno.test("without a script, too, he is told first that his code cannot be used", async () => {
  await using world = await testMail();
  const answer = await world.his.get(`${path}?purchaseKey=fresh-key-0&rateId=1&method=card&promoCode=NONE`);
  const html = await htmlOf(answer);
  expect([answer.status, html.includes("<title>Error: Buy credits")]).toEqual([422, true]);
  expect(html).toMatch(/autofocus[^]*href="#promo-code"[^]*id="promo-code-error"/);
});

Deno.test("a code that can be used by now is not left out unseen", async () => {
  await using world = await testMail();
  const order = { rateId: "1", method: "card", promoCode: "SPRING10" };
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(order)}`));
  await addSpring(world.site.store);
  expect((await world.his.post(path, { ...order, ...hiddenOf(html) })).status).toBe(409);
  expect(await paymentsIn(world)).toEqual([]);
});

Deno.test("a code that his own unpaid payment holds can be used again", async () => {
  await using world = await testMail();
  await addSpring(world.site.store);
  await buy(world.his, economyByWallet);
  world.site.advance(60_000);
  const answer = await buy(world.his, { ...economyByWallet, rateId: "3" });
  expect(answer.status).toBe(303);
  expect((await paymentsIn(world)).map(({ state, quote }) => [state, quote.rateName, quote.promoCode])).toEqual([
    ["created", "Rational", "SPRING10"],
    ["cancelled", "Economy", "SPRING10"],
  ]);
});

Deno.test("where he was is kept from tab to tab and through the payment, and never leads elsewhere", async () => {
  await using world = await testMail();
  const next = `/en/man/mail/new-conversation/${world.olena.id}`;
  const html = await htmlOf(world.his.get(`${path}?next=${encodeURIComponent(next)}`));
  expect(hiddenOf(html).next).toBe(next);
  expect(html).toContain("Afterwards we will take you back to where you were.");
  expect(html).toContain(`how-site-works?next=${encodeURIComponent(next)}`);
  const odd = await htmlOf(world.his.get(`${path}?next=${encodeURIComponent("https://elsewhere.test/")}`));
  expect(hiddenOf(odd).next).toBe(undefined);
});

Deno.test("where nothing can be paid the page says so kindly", async () => {
  await using world = await testMail();
  (world.site.deps as { payments: unknown }).payments = {
    ...{ methods: [], methodsIn: () => [], forMethod: () => null, checkoutOrigins: [] },
  };
  const html = await htmlOf(world.his.get(`${path}?rateId=1`));
  expect(html).toContain("Payments are closed for the moment.");
  expect(html).not.toContain('formmethod="post"');
  expect((await world.his.post(path, { rateId: "1", shownTotal: "1500-20", purchaseKey: "fresh-key-3" })).status).toBe(
    200,
  );
  expect(await paymentsIn(world)).toEqual([]);
});

Deno.test("only the methods that are there are shown; one alone needs no choice", async () => {
  await using world = await testMail();
  const { payments } = world.site.deps;
  Object.defineProperty(payments, "methodsIn", { value: () => ["card"] });
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=paypal`));
  expect(html).not.toContain("PayPal)");
  expect(html).toContain('<input type="hidden" name="method" value="card"');
  expect(orderOf(html)).toContain("Total €15.00");
});

Deno.test("the first button of the order's form shows the order, so that Enter in the code's field does", async () => {
  await using world = await testMail();
  await sellAbroad(world.site.store);
  const html = await htmlOf(world.his.get(`${path}?rateId=1`));
  const buttons = shopOf(html).match(/<button[^>]*type="submit"[^>]*>/g)!;
  expect(buttons[0]).not.toMatch(/formmethod|name=/);
});

Deno.test("buying belongs to men", async () => {
  await using world = await testMail();
  expect((await world.hers.get(path)).status).toBe(403);
  expect((await world.hers.post(path, { rateId: "1" })).status).toBe(403);
  expect((await world.site.visitor().get(path)).status).toBe(303);
});

Deno.test("a price that changed since it was seen is shown and not charged; what is gone is said", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.his.get(`${path}?rateId=1&method=card`));
  const basic = { ...rates[0]!, priceCents: 1600, words: { "zh-Hant": "基本", "zh-Hans": "基本" } };
  const planned = await planRates(world.site.store, { validFrom: null, rates: [basic], actorId: 1 });
  expect(planned.ok).toBe(true);
  const again = await world.his.post(path, { rateId: "1", method: "card", ...hiddenOf(html) });
  expect(again.status).toBe(409);
  const now = await htmlOf(again);
  expect(orderOf(now)).toContain("Total €16.00");
  const gone = await world.his.post(path, { rateId: "6", method: "card", ...hiddenOf(html) });
  expect([gone.status, await htmlOf(gone)]).toEqual([409, expect.stringContaining("so nothing was paid")]);
  expect(await paymentsIn(world)).toEqual([]);
  expect((await world.his.post(path, { rateId: "1", method: "card", ...hiddenOf(now) })).status).toBe(303);
});
