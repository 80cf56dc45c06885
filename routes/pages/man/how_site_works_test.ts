/** The page on how the site works names the prices that are charged, in every language. */
import { expect } from "expect";
import { catalogues } from "../../../i18n/catalogues.ts";
import { locales } from "../../../i18n/locales.ts";
import { testApp } from "../../testing/site.ts";
import { htmlOf, testMail } from "../mail/testing/mail.ts";

const path = "/man/balance/how-site-works";

Deno.test("every price stands there in credits and in euros, and no text is missing", async () => {
  await using world = await testMail();
  for (const prefix of ["/en", "", "/zh-hans"]) {
    const html = await htmlOf(world.his.get(prefix + path));
    for (const euros of ["≈\u00a0€3.75", "≈\u00a0€7.50", "≈\u00a0€0.75"]) expect(html).toContain(euros);
    expect(html).not.toMatch(/works\.\w+\.\w/);
    expect(html).toMatch(new RegExp(`<a href="${prefix}${path}" aria-current="page"`));
  }
  const english = await htmlOf(world.his.get("/en" + path));
  expect(english).toContain("5 credits<small");
  expect(english).toContain("10 credits<small");
  expect(english).toContain("Euro amounts are based on the Basic package");
});

Deno.test("how many credits a package brings stays in one line with the word behind it", async () => {
  await using world = await testMail();
  const guest = world.site.visitor();
  expect(await htmlOf(guest.get("/uk/how-site-works"))).toContain("65\u00a0кредитів, з\u00a0них 15\u00a0—\u00a0бонус");
  expect(await htmlOf(guest.get("/ro/how-site-works"))).toContain("65\u00a0de\u00a0credite, dintre care 15\u00a0bonus");
});

Deno.test("each language has the same parts, none of them empty", () => {
  for (const locale of locales) {
    const works = catalogues[locale].balance.works as Record<string, Record<string, string>>;
    for (const part of ["letters", "translation", "minutes", "back", "payments", "limit"]) {
      expect(Object.keys(works[part]!)).toEqual(Object.keys((catalogues.en.balance.works as typeof works)[part]!));
      for (const text of Object.values(works[part]!)) expect(text.length).toBeGreaterThan(1);
    }
  }
});

Deno.test("it belongs to men, and leads back to where one came from", async () => {
  await using world = await testMail();
  expect((await world.hers.get("/en" + path)).status).toBe(403);
  expect((await world.site.visitor().get("/en" + path)).status).toBe(303);
  const html = await htmlOf(world.his.get(`/en${path}?next=${encodeURIComponent("/en/man/mail/inbox")}`));
  expect(html).toContain("purchase?next=%2Fen%2Fman%2Fmail%2Finbox");
  const odd = await htmlOf(world.his.get(`/en${path}?next=//elsewhere.test`));
  expect(odd).toContain('href="/en/man/balance/purchase"');
});

Deno.test("guests read every price before signing up: packages, things, and where to begin", async () => {
  await using site = await testApp();
  const html = await htmlOf(site.visitor().get("/en/how-site-works"));
  for (
    const told of [
      "Economy, 65\u00a0credits, 15 of them a bonus",
      "€30.00",
      "€0.46 each",
      "Premium, 2,000\u00a0credits",
      "€600.00",
      "Opening a letter from her",
      "What a paid minute is",
      'href="/en/auth/sign-up"',
    ]
  ) expect(html).toContain(told);
  const foot = /<footer[^]*<\/footer>/.exec(await htmlOf(site.visitor().get("/en")))![0];
  expect(foot).toContain('href="/en/how-site-works"');
  const his = await htmlOf((await site.visitorAs(await site.addMan())).get("/en/how-site-works"));
  expect(his).toContain('href="/en/man/balance/purchase"');
});
