/** Promo codes and promotions, from an admin's form to what a guest reads. */
import { expect } from "expect";
import { sentAsField } from "../../../../islands/offline/sent_as.ts";
import { listPromos } from "../../../../kv/credits/prices/promo_editing.ts";
import { promotionsAt } from "../../../../kv/credits/prices/promotions.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, noon, testShop } from "../testing/shop.ts";

/** A promotion's words in some languages, as its form sends them. */
const wordsIn = (locales: string[]): Record<string, string> =>
  Object.fromEntries(locales.flatMap((locale) => [
    [`${locale}.title`, `Title ${locale}`],
    [`${locale}.description`, `Words ${locale}`],
  ]));

Deno.test("a promo code is made, told apart from another, changed and ended", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/promo-codes/new";
  const fields = {
    code: "summer20",
    percent: "20",
    credits: "",
    usesPerMan: "1",
    usesTotal: "50",
    validFrom: "",
    validUntil: noon,
  };
  expect((await hers.post(path, { ...fields, percent: "200" })).status).toBe(422);
  expect((await hers.post(path, fields)).status).toBe(303);
  expect((await hers.post(path, fields)).status).toBe(409);
  const own = "/en/admin/promo-codes/SUMMER20";
  const typed = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...typed, percent: "25", code: "OTHER" })).status).toBe(303);
  expect(await listPromos(site.store)).toMatchObject([{
    code: "SUMMER20",
    percent: 25,
    validUntil: Date.parse(`${noon}Z`),
  }]);
  expect((await hers.post(own, { action: "end", sure: "yes" })).status).toBe(303);
  expect(await htmlOf(hers.get("/en/admin/promo-codes"))).toContain("Over");
  const over = fieldsOf(await htmlOf(hers.get(own)), own);
  const question = await hers.post(own, { ...over, action: "remove" });
  expect([question.status, await htmlOf(question)]).toEqual([200, expect.stringContaining("cannot be brought back")]);
  expect((await listPromos(site.store)).length).toBe(1);
  const removed = await hers.post(own, { ...over, action: "remove", sure: "yes" });
  expect(removed.headers.get("location")).toBe("/en/admin/promo-codes");
  expect((await hers.get(own)).status).toBe(404);
});

Deno.test("a promotion in three languages is told beside the one before it, in the banner and its dialog", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/promotions/new";
  const words = wordsIn(["en", "zh-Hant", "zh-Hans"]);
  expect((await hers.post(path, { ...words, "zh-Hans.title": "" })).status).toBe(422);
  expect((await hers.post(path, words)).status).toBe(303);
  const titles = (await promotionsAt(site.store, site.now())).map(({ words }) => words?.en.title);
  expect(titles).toEqual(["Title en", undefined]);
  expect(await htmlOf(site.visitor().get("/zh-hans"))).toContain("Title zh-Hans");
  const html = await htmlOf(site.visitor().get("/en"));
  for (const told of ["Words en", "5% off when you pay with PayPal"]) expect(html).toContain(told);
  expect(html).toMatch(
    /<strong +class="is-shown">Title en<\/strong><strong *>5% off when you pay with PayPal<\/strong>/,
  );
});

Deno.test("a promotion stands in the language of its reader where it was written in it, and in English elsewhere", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/promotions/new";
  const words = wordsIn(["en", "zh-Hant", "zh-Hans", "uk"]);
  const half = await hers.post(path, { ...words, "ro.title": "Title ro" });
  expect([half.status, await half.text()]).toEqual([422, expect.stringContaining('value="Title ro"')]);
  expect((await hers.post(path, words)).status).toBe(303);
  const [promotion] = await promotionsAt(site.store, site.now());
  const own = `/en/admin/promotions/${promotion!.id}`;
  expect(fieldsOf(await htmlOf(hers.get(own)), own)).toMatchObject({ "uk.title": "Title uk", "ro.title": "" });
  expect(await htmlOf(site.visitor().get("/uk"))).toMatch(/<strong +class="is-shown">Title uk<\/strong>/);
  expect(await htmlOf(site.visitor().get("/ro"))).toMatch(/<strong +lang="en" class="is-shown">Title en<\/strong>/);
});

Deno.test("the promotion that came with the site keeps its words in every language when an admin changes one", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = "/en/admin/promotions/1";
  const typed = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...typed, "ro.title": "Cinci la sută" })).status).toBe(303);
  const [first] = await promotionsAt(site.store, site.now());
  const titles = Object.values(first!.words!).map(({ title }) => title);
  expect([titles.length, new Set(titles).size, first!.words!.ro!.title]).toEqual([6, 6, "Cinci la sută"]);
});

Deno.test("a new one that is pressed twice is one; what was gone back to and written anew is another", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/promotions/new";
  const words = wordsIn(["en", "zh-Hant", "zh-Hans"]);
  const form = { ...fieldsOf(await htmlOf(hers.get(path)), path), ...words };
  // Each press has a name of its own for the worker (static/worker.js), which is nothing that was typed.
  const press = () => hers.post(path, { ...form, [sentAsField]: crypto.randomUUID() });
  const presses = await Promise.all([press(), press()]);
  const later = await hers.post(path, form);
  expect([...presses, later].map(({ status }) => status)).toEqual([303, 303, 303]);
  const titles = async () => (await promotionsAt(site.store, site.now())).map(({ words }) => words?.en.title);
  expect(await titles()).toEqual(["Title en", undefined]);
  expect((await hers.post(path, { ...form, "en.title": "Another" })).status).toBe(303);
  expect(await titles()).toEqual(["Another", "Title en", undefined]);
});
