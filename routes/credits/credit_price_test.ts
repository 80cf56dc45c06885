/** Prices in credits say their euros, and at which rate. */
import { expect } from "expect";
import { applyPaymentEvent } from "../../kv/credits/payments/payment_events.ts";
import { beginPayment } from "../../kv/credits/payments/purchases.ts";
import { setSpendingLimit } from "../../kv/credits/ledger/spending_limit.ts";
import { audit } from "../../kv/records/audit.ts";
import { composerFields, htmlOf, testMail, withSealedLetter } from "../pages/mail/testing/mail.ts";
import { centsOf } from "./credit_price.ts";

Deno.test("euros are whole cents, to the nearest", () => {
  const economy = { rateName: "Economy", totalCents: 3000, totalCredits: 65, currency: "EUR", isPaid: true } as const;
  expect([1, 5, 10, 65].map((credits) => centsOf(economy, credits))).toEqual([46, 231, 462, 3000]);
  expect(centsOf({ ...economy, totalCents: 1 }, 10)).toBe(0);
});

Deno.test("before the first purchase every button that costs says euros at the dearest rate, by its name", async () => {
  await using world = await testMail({ credits: 100 });
  const { sealed } = await withSealedLetter(world);
  const pages = {
    en: ["10 credits ≈\u00a0€7.50", "5 credits ≈\u00a0€3.75", "Euro amounts are based on the Basic package."],
    "zh-hans": ["10\u00a0点 ≈\u00a0€7.50", "5\u00a0点 ≈\u00a0€3.75", "欧元金额按基础套餐折算。"],
  };
  for (const [prefix, [send, open, rate]] of Object.entries(pages)) {
    const path = `/${prefix}/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`;
    const html = await htmlOf(world.his.get(path));
    expect(html).toContain(`<span class="stub">${send}</span>`);
    expect(html).toContain(`<span class="stub">${open}</span>`);
    expect(html).toContain(rate);
  }
  const profile = await world.his.follow(await world.his.get(`/en/girl/olena-${world.olena.id}`));
  const actions = await htmlOf(profile);
  expect(actions).toContain('<span class="stub">1\u00a0credit/min ≈\u00a0€0.75</span>');
  expect(actions).toContain("Euro amounts are based on the Basic package.");
  expect(actions).toContain('<span class="stub">10 credits ≈\u00a0€7.50</span>');
});

Deno.test("after a purchase euros are at what he really paid, whatever became of it later", async () => {
  await using world = await testMail({ credits: 0 });
  const { store } = world.site;
  const buy = async (rateId: number) => {
    const wanted = { manId: world.james.id, rateId, method: "paypal", provider: "sandbox", promoCode: null } as const;
    const at = { key: `key-${rateId}`, returnBase: "http://localhost:8000/en", locale: "en" };
    const begun = await beginPayment(store, { ...wanted, ...at });
    if (!begun.ok) throw new Error(begun.reason);
    const { id: paymentId, quote } = begun.payment;
    const paid = { kind: "paid", amountCents: quote.totalCents, currency: "EUR", moneyId: `m${rateId}` } as const;
    await applyPaymentEvent(store, { provider: "sandbox", eventId: `e${rateId}`, paymentId, change: paid });
  };
  const path = `/en/man/mail/new-conversation/${world.olena.id}`;
  const shown = async () => await htmlOf(world.his.get(path));
  await buy(2);
  expect(await shown()).toContain('<span class="stub">10 credits ≈\u00a0€4.38</span>');
  expect(await shown()).toContain("Euro amounts are based on your last package.");
  world.site.advance(60_000);
  await buy(6);
  expect(await shown()).toContain('<span class="stub">10 credits ≈\u00a0€2.85</span>');
  expect(await htmlOf(world.his.get("/en/man/balance/how-site-works"))).toContain("your last package, Premium.");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a lady is told no price", async () => {
  await using world = await testMail();
  const answer = await world.write(world.james, world.olena, "Good evening.");
  const html = await htmlOf(world.hers.get(`/en/lady/mail/inbox/conversation/${world.james.id}/${answer.id}`));
  expect(html).toContain("Send letter");
  expect(html).not.toContain("€");
});

Deno.test("a man at his own limit is told so before he writes, and led to where he can change it", async () => {
  await using world = await testMail({ credits: 100 });
  const { sealed } = await withSealedLetter(world);
  const path = `/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`;
  const { action, sendKey } = composerFields(await htmlOf(world.his.get(path)));
  await setSpendingLimit(world.site.store, world.james.id, 12);
  const html = await htmlOf(world.his.get(path));
  const seen = html.replace(/<script[\s\S]*?<\/script>/g, "");
  // At the sealed letter, above the sheet and beside the button that sends.
  expect(seen.match(/You have reached your own daily limit/g)!.length).toBe(3);
  expect(html).toContain('href="/en/man/balance/history#limit"');
  expect(html).not.toContain("Break the seal");
  const refused = await world.his.post(action, { action: "send", sendKey, body: "Dear Olena" });
  expect(refused.status).toBe(402);
  expect(await htmlOf(refused)).toContain("You have reached your own daily limit");
  const unopened = await world.his.post(path, { action: "open", letterId: String(sealed.id) });
  expect(unopened.status).toBe(402);
  expect(await htmlOf(unopened)).toContain("You have reached your own daily limit");
});

Deno.test("where credits are missing the way to them leads back to what he was doing", async () => {
  await using world = await testMail({ credits: 12 });
  const { sealed } = await withSealedLetter(world);
  const path = `/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`;
  expect(await htmlOf(world.his.get(path))).toContain(`next=${encodeURIComponent(path)}"`);
});
