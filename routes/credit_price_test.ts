/** Prices in credits say their euros, and at which rate. */
import { expect } from "expect";
import { setSpendingLimit } from "../kv/spending_limit.ts";
import { centsOf } from "./credit_price.ts";
import { composerFields, htmlOf, testDesk, withSealedLetter } from "./pages/mail/testing.ts";

Deno.test("euros are whole cents, to the nearest", () => {
  const economy = { rateName: "Economy", totalCents: 3000, totalCredits: 65, currency: "EUR", isPaid: true } as const;
  expect([1, 5, 10, 65].map((credits) => centsOf(economy, credits))).toEqual([46, 231, 462, 3000]);
  expect(centsOf({ ...economy, totalCents: 1 }, 10)).toBe(0);
});

Deno.test("before the first purchase every button that costs says euros at the dearest rate, by its name", async () => {
  await using desk = await testDesk({ credits: 100 });
  const { sealed } = await withSealedLetter(desk);
  const pages = {
    en: ["10 credits ≈\u00a0€7.50", "5 credits ≈\u00a0€3.75", "Euros at the Basic rate."],
    "zh-hans": ["10 点 ≈\u00a0€7.50", "5 点 ≈\u00a0€3.75", "欧元按基础套餐折算。"],
  };
  for (const [prefix, [send, open, rate]] of Object.entries(pages)) {
    const path = `/${prefix}/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`;
    const html = await htmlOf(desk.his.get(path));
    expect(html).toContain(`<span class="stub">${send}</span>`);
    expect(html).toContain(`<span class="stub">${open}</span>`);
    expect(html).toContain(rate);
  }
  const profile = await desk.his.follow(await desk.his.get(`/en/girl/olena-${desk.olena.id}`));
  expect(await htmlOf(profile)).toContain('<span class="stub">10 credits ≈\u00a0€7.50</span>');
});

Deno.test("a lady is told no price", async () => {
  await using desk = await testDesk();
  const answer = await desk.write(desk.james, desk.olena, "Good evening.");
  const html = await htmlOf(desk.hers.get(`/en/lady/mail/inbox/conversation/${desk.james.id}/${answer.id}`));
  expect(html).toContain("Send letter");
  expect(html).not.toContain("€");
});

Deno.test("a man at his own limit is told so before he writes, and led to where he can change it", async () => {
  await using desk = await testDesk({ credits: 100 });
  const { sealed } = await withSealedLetter(desk);
  const path = `/en/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`;
  const { action, sendKey } = composerFields(await htmlOf(desk.his.get(path)));
  await setSpendingLimit(desk.site.store, desk.james.id, 12);
  const html = await htmlOf(desk.his.get(path));
  const seen = html.replace(/<script[\s\S]*?<\/script>/g, "");
  expect(seen.match(/You have reached the most you allow yourself/g)!.length).toBe(2);
  expect(html).toContain('href="/en/man/balance/history#limit"');
  expect(html).not.toContain("Break the seal");
  const refused = await desk.his.post(action, { action: "send", sendKey, body: "Dear Olena" });
  expect(refused.status).toBe(402);
  expect(await htmlOf(refused)).toContain("You have reached the most you allow yourself");
  const unopened = await desk.his.post(path, { action: "open", letterId: String(sealed.id) });
  expect(unopened.status).toBe(402);
  expect(await htmlOf(unopened)).toContain("You have reached the most you allow yourself");
});

Deno.test("where credits are missing the way to them leads back to what he was doing", async () => {
  await using desk = await testDesk({ credits: 12 });
  const { sealed } = await withSealedLetter(desk);
  const path = `/en/man/mail/inbox/conversation/${desk.olena.id}/${sealed.id}`;
  expect(await htmlOf(desk.his.get(path))).toContain(`next=${encodeURIComponent(path)}"`);
});
