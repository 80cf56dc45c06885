/** Two admins edit one item: what one has changed meanwhile is not undone, and what the other has typed is kept. */
import { expect } from "expect";
import { man } from "../../../../kv/accounts/users.ts";
import { listPromos } from "../../../../kv/credits/prices/promo_editing.ts";
import { begunPayment } from "../../../../kv/testing/payments.ts";
import { type Visitor } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, noon, story, testShop } from "../testing/shop.ts";

const newsletter = Object.fromEntries(
  ["en", "zh-Hant", "zh-Hans"].flatMap((locale) => [[`${locale}.subject`, "Spring"], [`${locale}.body`, "News."]]),
);

/** Makes an item by the form of its room, and returns the address of the item's own form. */
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
    const question = await hers.post(own, { ...latest, [field]: text, action: takeAway });
    const asked = await htmlOf(question);
    const sure = { ...fieldsOf(asked, own), sure: "yes" };
    expect([own, question.status, (await hers.get(own)).status]).toEqual([own, 200, 200]);
    // Whoever pressed it by mistake goes on where the work was.
    expect([own, asked.includes('name="sure" value="no"'), asked.includes(">Cancel</a>")]).toEqual([own, true, false]);
    const back = await htmlOf(hers.post(own, { ...sure, sure: "no" }));
    expect(fieldsOf(back, own)).toEqual({ ...latest, [field]: text });
    // What was typed is kept through the question, for the case that it cannot be removed after all.
    expect(sure).toMatchObject({ [field]: text, action: takeAway });
    expect([own, (await hers.post(own, sure)).status]).toEqual([own, 303]);
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
    const ended = await hers.post("sure" in end ? `${own}/sending` : own, { ...seen, ...end, sure: "yes" });
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
  const ended = await hers.post(own, { ...seen, action: "end", sure: "yes" });
  expect([ended.status, ended.headers.get("location")]).toEqual([303, own]);
});

Deno.test("a leaked code that was ended stays ended when an older page is saved", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = await made(hers, "promo-codes", { code: "LEAKED", percent: "20" }, "LEAKED");
  const older = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { action: "end", sure: "yes" })).status).toBe(303);
  expect((await hers.post(own, { ...older, usesTotal: "17" })).status).toBe(409);
  expect(await listPromos(site.store)).toMatchObject([{ usesTotal: null, validUntil: site.now() }]);
});

Deno.test("a text is not withdrawn from an older page, and nothing is asked there; from the present one it is asked", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = "/en/admin/stories/1";
  await hers.post("/en/admin/stories/new", story({ action: "publish" }));
  const older = fieldsOf(await htmlOf(hers.get(own)), own);
  site.advance(60_000);
  expect((await hers.post(own, { ...older, "en.title": "Another walk", action: "save" })).status).toBe(303);
  expect((await hers.post(own, { ...older, action: "withdraw" })).status).toBe(409);
  const now = fieldsOf(await htmlOf(hers.get(own)), own);
  expect(await htmlOf(hers.post(own, { ...now, action: "withdraw" }))).toContain('name="sure" value="yes"');
});
