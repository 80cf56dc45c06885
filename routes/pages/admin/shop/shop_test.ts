/** The rooms of the shop in an admin's browser without a script: who may come in, and how prices are changed. */
import { expect } from "expect";
import { agency, lady, man, translator } from "../../../../kv/accounts/users.ts";
import { rates } from "../../../../kv/credits/prices/prices.ts";
import { rateLists, ratesAt } from "../../../../kv/credits/prices/rates.ts";
import { tariffs } from "../../../../kv/credits/prices/tariffs.ts";
import { paidPayment } from "../../../../kv/testing/payments.ts";
import { withGuestCache } from "../../../cache/guest_cache.ts";
import { testApp } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, testShop } from "../testing/shop.ts";

Deno.test("the rooms belong to admins alone", async () => {
  await using site = await testApp();
  const rooms = [
    "rates",
    "rates/new",
    "tariffs",
    "tariffs/new",
    "promo-codes",
    "promotions",
    "stories",
    "stories/new",
    "figures",
  ];
  for (const groupId of [man, lady, agency, translator] as const) {
    const theirs = await site.visitorAs(await site.addPerson({ groupId }));
    for (const room of rooms) expect((await theirs.get(`/en/admin/${room}`)).status).toBe(403);
    expect((await theirs.post("/en/admin/rates/new", { "name.0": "Free" })).status).toBe(403);
  }
  for (const room of rooms) expect((await site.visitor().get(`/en/admin/${room}`)).status).toBe(303);
});

Deno.test("what is in no room, and what may be changed no more, is not found", async () => {
  await using world = await testShop();
  const { hers } = world;
  // 0 is the first price list, which already holds and so cannot be changed.
  for (
    const place of [
      "rates/0",
      "rates/7",
      "tariffs/0",
      "tariffs/7",
      "promo-codes/NONE",
      "promotions/7",
      "stories/7",
      "stories/7/pictures",
    ]
  ) {
    const path = `/en/admin/${place}`;
    expect([place, (await hers.get(path)).status]).toEqual([place, 404]);
    for (const action of ["", "end", "constructor"]) expect((await hers.post(path, { action })).status).toBe(404);
  }
  const ended = await hers.post("/en/admin/promotions/1", { action: "constructor" });
  expect([ended.status, await htmlOf(ended)]).toEqual([422, expect.stringContaining('id="en.title-error"')]);
});

Deno.test("a list of prices is planned from the present one, changed, and shown when it holds", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/rates/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  expect(fields).toMatchObject({
    "name.1": "Economy",
    "zhHant.1": "經濟方案",
    "priceCents.1": "30.00",
    "mark.3": "most_popular",
  });
  const wrong = await hers.post(path, { ...fields, "validFrom": "2026-03-14T13:00", "priceCents.1": "thirty" });
  expect(wrong.status).toBe(422);
  expect(await htmlOf(wrong)).toContain('id="priceCents.1-error"');
  const planned = await hers.post(path, {
    ...fields,
    "validFrom": "2026-03-14T13:00",
    "priceCents.1": "32,50",
    "name.0": "",
    "credits.0": "",
    "priceCents.0": "",
  });
  expect(planned.status).toBe(303);
  const [, list] = await rateLists(site.store);
  expect(list!.rates.map(({ id, priceCents }) => [id, priceCents]).slice(0, 2)).toEqual([[2, 3250], [3, 9000]]);
  const own = `/en/admin/rates/${list!.id}`;
  expect(await htmlOf(hers.get("/en/admin/rates"))).toContain(`href="${own}"`);
  const again = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...again, "priceCents.0": "33" })).status).toBe(303);
  const guest = site.visitor();
  const sold = async () =>
    (await (await guest.get("/en/api/rates")).json()).rates.map((rate: { priceCents: number }) => rate.priceCents);
  expect((await sold())[0]).toBe(1500);
  site.advance(2 * 3600_000);
  expect((await sold())[0]).toBe(3300);
  expect((await hers.get(own)).status).toBe(404);
  expect((await hers.post(own, again)).status).toBe(409);
  expect(await ratesAt(site.store, 0)).toHaveLength(6);
});

Deno.test("prices in credits are planned, told beforehand, begin by themselves, and at once only when asked twice", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/tariffs/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  expect(fields).toMatchObject({
    sendLetter: "10",
    openLetter: "5",
    textMinute: "1",
    videoMinute: "5",
    watchVideo: "10",
  });
  const wrong = await hers.post(path, { ...fields, validFrom: "2026-03-14T13:00", sendLetter: "none" });
  expect([wrong.status, await htmlOf(wrong)]).toEqual([422, expect.stringContaining('id="sendLetter-error"')]);
  const dearer = { ...fields, validFrom: "2026-03-14T13:00", sendLetter: "12", videoMinute: "7" };
  expect((await hers.post(path, dearer)).status).toBe(303);
  const guest = site.visitor();
  const told = async () =>
    (await htmlOf(guest.get("/en/how-site-works"))).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(await told()).toMatch(/Sending a letter 10 credits.*From .*Sending a letter 12 credits/);
  site.advance(2 * 3600_000);
  expect(await told()).toMatch(/Sending a letter 12 credits/);
  expect(await told()).not.toContain("Sending a letter 10 credits");
  expect((await hers.get("/en/admin/tariffs/1")).status).toBe(404);
  const asked = await hers.post(path, { ...fields, validFrom: "" });
  // The question comes below the fields, next to the button that answers it.
  const question = await htmlOf(asked);
  expect([asked.status, question]).toEqual([
    422,
    expect.stringMatching(/name="watchVideo".*Begin now\?.*name="sure"/s),
  ]);
  expect(await tariffs(site.store)).toHaveLength(2);
  expect((await hers.post(path, { ...fieldsOf(question, path), sure: "yes" })).status).toBe(303);
  expect(await told()).toMatch(/Sending a letter 10 credits/);
});

Deno.test("a new package is called by its own words wherever it is read", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/rates/new";
  const own = {
    "name.0": "Grand",
    "zhHant.0": "宏大方案",
    "zhHans.0": "宏大套餐",
    "credits.0": "300",
    "priceCents.0": "99",
  };
  // Without a date it would hold from now on.
  const asked = await hers.post(path, own);
  const question = await htmlOf(asked);
  expect([asked.status, question]).toEqual([
    422,
    expect.stringMatching(/name="priceCents\.0".*Begin now\?.*name="sure"/s),
  ]);
  expect(await rateLists(site.store)).toHaveLength(1);
  expect((await hers.post(path, { ...fieldsOf(question, path), sure: "yes" })).status).toBe(303);
  const james = await site.addMan();
  const payment = await paidPayment(site.store, james.id, { rateId: 7 });
  const his = await site.visitorAs(james);
  for (const [prefix, name] of [["/en", "Grand"], ["", "宏大方案"], ["/zh-hans", "宏大套餐"]] as const) {
    expect(await htmlOf(his.get(`${prefix}/man/balance/history`))).toContain(name);
    expect(await htmlOf(his.get(`${prefix}/man/balance/receipt/${payment.id}`))).toContain(name);
    expect(await htmlOf(his.get(`${prefix}/man/balance/purchase`))).toContain(name);
    expect(await htmlOf(his.get(`${prefix}/man/balance/how-site-works`))).toContain(name);
  }
});

Deno.test("guests' kept pages show a new price and a new promotion at once", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const cached = withGuestCache(site.deps, (request) => site.app.fetch(request));
  const home = async () => await (await cached(new Request("http://localhost:8000/en"))).text();
  const before = await home();
  expect(before).toContain("€0.75");
  const path = "/en/admin/rates/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  const question = await htmlOf(hers.post(path, { ...fields, "priceCents.0": "16.00" }));
  await hers.post(path, { ...fieldsOf(question, path), sure: "yes" });
  expect(await home()).toContain("€0.80");
  expect(await home()).toContain("5% off when you pay with PayPal");
  await hers.post("/en/admin/promotions/1", { action: "end", sure: "yes" });
  expect(await home()).not.toContain("5% off when you pay with PayPal");
});

Deno.test("a package has a price of its own in each currency, all of a list or none, and no half yen", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/rates/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  const oneAlone = await hers.post(path, { ...fields, "priceCentsUSD.0": "16.99" });
  expect([oneAlone.status, await htmlOf(oneAlone)]).toEqual([
    422,
    expect.stringContaining('id="priceCentsUSD.1-error"'),
  ]);
  const all = Object.fromEntries(rates.map(({ priceCents }, at) => [`priceCentsJPY.${at}`, String(priceCents * 1.6)]));
  const half = await hers.post(path, { ...fields, ...all, "priceCentsJPY.0": "2400.50" });
  expect(await htmlOf(half)).toContain('id="priceCentsJPY.0-error"');
  const question = await htmlOf(hers.post(path, { ...fields, ...all }));
  expect((await hers.post(path, { ...fieldsOf(question, path), sure: "yes" })).status).toBe(303);
  expect((await ratesAt(site.store, site.now()))[0]).toMatchObject({ otherPriceCents: { JPY: 240_000 } });
  expect(await htmlOf(hers.get("/en/admin/rates"))).toContain("¥2,400");
  expect(fieldsOf(await htmlOf(hers.get(path)), path)).toMatchObject({
    "priceCentsJPY.0": "2400",
    "priceCentsUSD.0": "",
  });
});

Deno.test("a new package of which anything at all is filled in is told what it lacks, and never left out unsaid", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/rates/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  for (const field of ["zhHans.6", "bonusCredits.6", "priceCentsUSD.6"]) {
    const refused = await hers.post(path, { ...fields, [field]: "9" });
    const html = await htmlOf(refused);
    expect([field, refused.status, html.includes('id="name.6-error"')]).toEqual([field, 422, true]);
    expect(fieldsOf(html, path)).toMatchObject({ [field]: "9" });
  }
  expect(await rateLists(site.store)).toHaveLength(1);
});
