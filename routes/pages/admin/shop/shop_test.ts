/** The rooms of the shop and of the journal, as an admin's browser without a script uses them. */
import { expect } from "expect";
import { admin, agency, lady, man, translator } from "../../../../kv/accounts/users.ts";
import { listPromos } from "../../../../kv/credits/promo_editing.ts";
import { promotionsAt } from "../../../../kv/credits/promotions.ts";
import { rates } from "../../../../kv/credits/prices.ts";
import { rateLists, ratesAt } from "../../../../kv/credits/rates.ts";
import { tariffs } from "../../../../kv/credits/tariffs.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { begunPayment, paidPayment } from "../../../../kv/testing/payments.ts";
import { allStories } from "../../../../kv/writing/stories.ts";
import { jpeg } from "../../../../services/testing/pictures.ts";
import { withGuestCache } from "../../../cache/guest_cache.ts";
import { testApp, type TestSite, type Visitor } from "../../../testing/site.ts";

interface ShopWorld {
  site: TestSite;
  hers: Visitor;
  [Symbol.asyncDispose]: () => Promise<void>;
}

async function testShop(): Promise<ShopWorld> {
  const site = await testApp();
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada" });
  return { site, hers: await site.visitorAs(ada), [Symbol.asyncDispose]: site.close };
}

const htmlOf = async (answer: Response | Promise<Response>) => await (await answer).text();

/** The fields of a form as its HTML shows them, so that it can be sent back. */
function fieldsOf(html: string, action: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(`action="${action}"`))!.split("</form>")[0]!;
  const unescape = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    const isChosen = !/type="(radio|checkbox)"/.test(input) || /\bchecked\b/.test(input);
    if (name && isChosen) fields[name] = unescape(/value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)) {
    fields[name!] = unescape(text!);
  }
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    fields[name!] = /<option[^>]*selected[^>]*value="([^"]*)"|<option value="([^"]*)"[^>]*selected/.exec(options!)
      ?.slice(1).find((value) => value !== undefined) ?? "";
  }
  return fields;
}

const noon = "2026-03-20T12:00";

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
  // The first list of prices holds already.
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
  expect([asked.status, await htmlOf(asked)]).toEqual([422, expect.stringContaining('name="sure"')]);
  expect(await tariffs(site.store)).toHaveLength(2);
  expect((await hers.post(path, { ...fields, validFrom: "", sure: "yes" })).status).toBe(303);
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
  expect((await hers.post(path, own)).status).toBe(303);
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
  await hers.post(path, { ...fields, "priceCents.0": "16.00" });
  expect(await home()).toContain("€0.80");
  expect(await home()).toContain("5% off when you pay with PayPal");
  await hers.post("/en/admin/promotions/1", { action: "end" });
  expect(await home()).not.toContain("5% off when you pay with PayPal");
});

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
  expect((await hers.post(own, { action: "end" })).status).toBe(303);
  expect(await htmlOf(hers.get("/en/admin/promo-codes"))).toContain("Over");
  const over = fieldsOf(await htmlOf(hers.get(own)), own);
  const removed = await hers.post(own, { ...over, action: "remove" });
  expect(removed.headers.get("location")).toBe("/en/admin/promo-codes");
  expect((await hers.get(own)).status).toBe(404);
});

Deno.test("a promotion in three languages is told beside the one before it, in the banner and its dialog", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/promotions/new";
  const words = Object.fromEntries(["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [
    [`${locale}.title`, `Title ${locale}`],
    [`${locale}.description`, `Words ${locale}`],
  ]));
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
  const words = Object.fromEntries(["en", "zh-Hant", "zh-Hans", "uk"].flatMap((locale) => [
    [`${locale}.title`, `Title ${locale}`],
    [`${locale}.description`, `Words ${locale}`],
  ]));
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

const story = (more: Record<string, string> = {}) => ({
  type: "blog",
  publishedAt: "",
  picture: "",
  ...Object.fromEntries(["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [
    [`${locale}.title`, `A walk ${locale}`],
    [`${locale}.summary`, "By the river"],
    [`${locale}.body`, `## Morning\n\nWe **walked**. <script>alert(1)</script> [Search](/search) ${locale}`],
  ])),
  ...more,
});

Deno.test("a post is shown, kept as a draft, published, found by readers, and withdrawn", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/stories/new";
  const preview = await htmlOf(hers.post(path, story({ action: "preview" })));
  expect(preview).toContain("<strong>walked</strong>");
  expect(preview).not.toContain("<script>alert");
  expect(preview).toContain('href="/en/search"');
  expect(await allStories(site.store)).toEqual([]);

  const saved = await hers.post(path, story({ "action": "save", "zh-Hans.body": "" }));
  const [draft] = await allStories(site.store);
  const own = `/en/admin/stories/${draft!.id}`;
  expect(saved.headers.get("location")).toBe(own);
  const guest = site.visitor();
  const read = `/en/blog/${draft!.id}`;
  expect((await guest.get(read)).status).toBe(404);
  const typed = fieldsOf(await htmlOf(hers.get(own)), own);
  const unfinished = await hers.post(own, { ...typed, action: "publish" });
  expect([unfinished.status, await htmlOf(unfinished)]).toEqual([
    422,
    expect.stringContaining('id="zh-Hans.body-error"'),
  ]);
  expect((await hers.post(own, { ...typed, "zh-Hans.body": "散步", "action": "publish" })).status).toBe(303);
  expect(await htmlOf(guest.get(read))).toContain("<strong>walked</strong>");
  for (const place of ["/en/blog", "/en/blog/feed.xml", "/sitemaps/pages.xml"]) {
    expect(await htmlOf(guest.get(place))).toContain(`/blog/${draft!.id}`);
  }
  // Somebody else's older page does not overwrite it.
  expect((await hers.post(own, { ...typed, "zh-Hans.body": "散步", "action": "save" })).status).toBe(409);
  const now = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...now, action: "remove" })).status).toBe(409);
  expect((await hers.post(own, { ...now, action: "withdraw" })).status).toBe(303);
  expect((await guest.get(read)).status).toBe(404);
  expect(await htmlOf(guest.get("/en/blog"))).not.toContain(`/blog/${draft!.id}`);
  const withdrawn = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...withdrawn, action: "remove" })).status).toBe(303);
  expect(await allStories(site.store)).toEqual([]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(new Set(records.map(({ action }) => action))).toEqual(
    new Set(["story_written", "story_published", "story_withdrawn", "story_removed"]),
  );
});

Deno.test("a post planned for a day is there from that day on", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  await hers.post("/en/admin/stories/new", story({ action: "publish", publishedAt: noon }));
  const [planned] = await allStories(site.store);
  expect((await site.visitor().get(`/en/blog/${planned!.id}`)).status).toBe(404);
  expect(await htmlOf(hers.get("/en/admin/stories"))).toContain("Planned");
  site.advance(7 * 24 * 3600_000);
  expect((await site.visitor().get(`/en/blog/${planned!.id}`)).status).toBe(200);
});

Deno.test("a picture is uploaded as JPG, stands above the post and on shared links, and is taken out again", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  await hers.post("/en/admin/stories/new", story({ action: "publish" }));
  const id = (await allStories(site.store))[0]!.id;
  const own = `/en/admin/stories/${id}/pictures`;
  const picture = await jpeg(900, 600);
  expect((await hers.post(own, { file: new File(["<svg/>"], "a.jpg", { type: "image/jpeg" }) })).status).toBe(415);
  expect((await hers.post(own, { file: new File([picture], "a.jpg", { type: "image/jpeg" }) })).status).toBe(303);
  const guest = site.visitor();
  const html = await htmlOf(guest.get(`/en/blog/${id}`));
  const file = /\/story-files\/([\w-]+)\/full/.exec(html)!;
  const answer = await guest.get(file[0]);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  await answer.body?.cancel();
  const shared = await guest.get(`/og/blog/${id}.jpg`);
  expect([shared.status, shared.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  await shared.body?.cancel();
  expect((await hers.post(own, { remove: file[1]! })).status).toBe(303);
  const gone = await guest.get(file[0]);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await htmlOf(guest.get(`/en/blog/${id}`))).not.toContain("/story-files/");
});

Deno.test("figures are told for 30, 90 and 365 days, as charts and as tables", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  await site.addMan({ credits: 20 });
  const html = await htmlOf(hers.get("/en/admin/figures"));
  expect(html.match(/class="figure__place"/g)).toHaveLength(8);
  expect(html.match(/<tbody>/g)).toHaveLength(8);
  expect(html.match(/<th scope="row">/g)).toHaveLength(8 * 30);
  expect(html).toContain("14 March 2026");
  expect(await htmlOf(hers.get("/zh-hans/admin/figures?days=365"))).toContain("2025年3月15日");
  expect((await hers.get("/en/admin/figures?days=nonsense")).status).toBe(200);
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
  expect((await hers.post(path, { ...fields, ...all })).status).toBe(303);
  expect((await ratesAt(site.store, site.now()))[0]).toMatchObject({ otherPriceCents: { JPY: 240_000 } });
  expect(await htmlOf(hers.get("/en/admin/rates"))).toContain("¥2,400");
  expect(fieldsOf(await htmlOf(hers.get(path)), path)).toMatchObject({
    "priceCentsJPY.0": "2400",
    "priceCentsUSD.0": "",
  });
});

const newsletter = Object.fromEntries(
  ["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [[`${locale}.subject`, "Spring"], [`${locale}.body`, "News."]]),
);

/** Makes an item of an editor; the address of its form. */
async function made(hers: Visitor, room: string, fields: Record<string, string>, own: string): Promise<string> {
  const path = `/en/admin/${room}/new`;
  const typed = fieldsOf(await htmlOf(hers.get(path)), path);
  expect((await hers.post(path, { ...typed, ...fields })).status).toBe(303);
  return `/en/admin/${room}/${own}`;
}

Deno.test("an older page never undoes what another admin has changed meanwhile, and keeps what was typed", async () => {
  await using world = await testShop();
  const { hers } = world;
  const words = Object.fromEntries(["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [
    [`${locale}.title`, `Title ${locale}`],
    [`${locale}.description`, `Words ${locale}`],
  ]));
  const editors = [
    [await made(hers, "rates", { validFrom: noon }, "1"), "priceCents.0", "17.00", "drop"],
    [await made(hers, "tariffs", { validFrom: noon }, "1"), "sendLetter", "17", "drop"],
    [await made(hers, "promotions", { ...words, activeFrom: noon }, "2"), "en.title", "Seventeen", "end"],
    ["/en/admin/promotions/1", "en.title", "Seventeen", null],
    [await made(hers, "promo-codes", { code: "SUMMER20", percent: "20" }, "SUMMER20"), "usesTotal", "17", "remove"],
    [await made(hers, "stories", story({ action: "save" }), "1"), "en.title", "Seventeen", "remove"],
    [await made(hers, "newsletters", newsletter, "1"), "en.subject", "Seventeen", "remove"],
  ] as const;
  for (const [own, field, text, takeAway] of editors) {
    const seen = fieldsOf(await htmlOf(hers.get(own)), own);
    expect([own, (await hers.post(own, seen)).status]).toEqual([own, 303]);
    const refused = await hers.post(own, { ...seen, [field]: text });
    const html = await htmlOf(refused);
    expect([own, refused.status, html.includes("Somebody has changed")]).toEqual([own, 409, true]);
    expect(fieldsOf(html, own)).toMatchObject({ [field]: text, seenChangedAt: seen.seenChangedAt });
    if (takeAway) {
      const kept = await hers.post(own, { ...seen, [field]: text, action: takeAway });
      expect([own, kept.status]).toEqual([own, 409]);
      expect(fieldsOf(await htmlOf(kept), own)).toMatchObject({ [field]: text });
    }
    const now = fieldsOf(await htmlOf(hers.get(own)), own);
    expect(now[field]).toBe(seen[field]);
    expect([own, (await hers.post(own, { ...now, [field]: text })).status]).toEqual([own, 303]);
    if (!takeAway) continue;
    const latest = fieldsOf(await htmlOf(hers.get(own)), own);
    expect([own, (await hers.post(own, { ...latest, action: takeAway })).status]).toEqual([own, 303]);
  }
});

Deno.test("what was typed stays where another admin has ended, dropped, begun or removed the item meanwhile", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const words = Object.fromEntries(["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [
    [`${locale}.title`, `Title ${locale}`],
    [`${locale}.description`, `Words ${locale}`],
  ]));
  const begun = await made(hers, "newsletters", newsletter, "1");
  const editors = [
    [await made(hers, "rates", { validFrom: noon }, "1"), "priceCents.0", "17.00", { action: "drop" }],
    [await made(hers, "tariffs", { validFrom: noon }, "1"), "sendLetter", "17", { action: "drop" }],
    [await made(hers, "promotions", words, "2"), "en.title", "Seventeen", { action: "end" }],
    [await made(hers, "promo-codes", { code: "GONE", percent: "20" }, "GONE"), "usesTotal", "17", { action: "remove" }],
    [await made(hers, "stories", story({ action: "save" }), "1"), "en.title", "Seventeen", { action: "remove" }],
    [begun, "en.subject", "Seventeen", { sure: "yes" }],
  ] as const;
  for (const [own, field, text, end] of editors) {
    const seen = fieldsOf(await htmlOf(hers.get(own)), own);
    const ended = await hers.post("sure" in end ? `${own}/sending` : own, { ...seen, ...end });
    expect([own, ended.status]).toEqual([own, 303]);
    const refused = await hers.post(own, { ...seen, [field]: text });
    const html = await htmlOf(refused);
    expect([own, refused.status, html.includes("stands below as a new one")]).toEqual([own, 409, true]);
    const anew = own.replace(/\w+$/, "new");
    const { seenChangedAt: _, ...kept } = { ...seen, [field]: text };
    const shown = fieldsOf(html, anew);
    expect(shown).toMatchObject(kept);
    expect(shown).not.toHaveProperty("seenChangedAt");
  }
  expect(await listPromos(site.store)).toEqual([]);
  const { path, ...again } = { path: "/en/admin/promo-codes/new", code: "GONE", percent: "20", usesPerMan: "1" };
  expect((await hers.post(path, again)).status).toBe(303);
});

Deno.test("a code whose first payment begins, or that ends by its date, while its page is open was changed by nobody", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const validUntil = new Date(site.now() + 2 * 60_000).toISOString().slice(0, 16);
  const own = await made(hers, "promo-codes", { code: "SUMMER20", percent: "20", validUntil }, "SUMMER20");
  const seen = fieldsOf(await htmlOf(hers.get(own)), own);
  const james = await site.addPerson({ groupId: man, firstname: "James" });
  await begunPayment(site.store, james.id, { promoCode: "SUMMER20" });
  const removed = await hers.post(own, { ...seen, action: "remove" });
  const html = await htmlOf(removed);
  expect([removed.status, html.includes("Somebody has changed")]).toEqual([409, false]);
  expect(html).toMatch(/role="alert"[^]*It was used, so it can be ended but not deleted\.[^]*<form/);
  site.advance(2 * 60_000);
  const ended = await hers.post(own, { ...seen, action: "end" });
  expect([ended.status, ended.headers.get("location")]).toEqual([303, own]);
});

Deno.test("a leaked code that was ended stays ended when an older page is saved", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = await made(hers, "promo-codes", { code: "LEAKED", percent: "20" }, "LEAKED");
  const older = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { action: "end" })).status).toBe(303);
  expect((await hers.post(own, { ...older, usesTotal: "17" })).status).toBe(409);
  expect(await listPromos(site.store)).toMatchObject([{ usesTotal: null, validUntil: site.now() }]);
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
