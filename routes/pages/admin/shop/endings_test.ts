/** What ends at once for everybody is asked about once, also on an older page, and loses nothing that was typed. */
import { expect } from "expect";
import { listPromos } from "../../../../kv/credits/prices/promo_editing.ts";
import { promotionsAt } from "../../../../kv/credits/prices/promotions.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, noon, story, testShop } from "../testing/shop.ts";

Deno.test("a promotion that is shown ends after a question, which an older page is asked as well", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = "/en/admin/promotions/1";
  const older = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...older, "en.title": "Spring" })).status).toBe(303);
  const question = await hers.post(own, { ...older, "en.title": "Tulips", action: "end" });
  const html = await htmlOf(question);
  expect([question.status, html]).toEqual([200, expect.stringContaining("can then neither be opened nor begun again")]);
  expect(html).toMatch(/name="sure" value="yes"[^>]*>(?:<[^>]*>)*End it now/);
  expect((await promotionsAt(site.store, site.now())).length).toBe(1);
  const sure = fieldsOf(html, own);
  expect(sure).toMatchObject({ "en.title": "Tulips", action: "end" });
  expect((await hers.post(own, { ...sure, sure: "yes" })).status).toBe(303);
  expect(await promotionsAt(site.store, site.now())).toEqual([]);
});

Deno.test("a promo code ends after a question, which an older page is asked as well", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  expect((await hers.post("/en/admin/promo-codes/new", { code: "LEAKED", percent: "20", usesPerMan: "1" })).status)
    .toBe(303);
  const own = "/en/admin/promo-codes/LEAKED";
  const question = await hers.post(own, { action: "end" });
  expect([question.status, await htmlOf(question)]).toEqual([
    200,
    expect.stringContaining("nobody can begin a payment with this code"),
  ]);
  expect(await listPromos(site.store)).toMatchObject([{ validUntil: null }]);
  expect((await hers.post(own, { action: "end", sure: "yes" })).status).toBe(303);
  expect(await listPromos(site.store)).toMatchObject([{ validUntil: site.now() }]);
});

Deno.test("a text that is published is withdrawn after a question, with what was typed; one that is planned at once", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const own = (id: number) => `/en/admin/stories/${id}`;
  const bodies = Object.fromEntries(
    ["en", "zh-Hant", "zh-Hans"].map((each) => [`${each}.body`, "## Spring\n\nTulips."]),
  );
  await hers.post("/en/admin/stories/new", story({ action: "publish", ...bodies }));
  await hers.post("/en/admin/stories/new", story({ action: "publish", publishedAt: noon }));
  const typed: Record<string, string> = {
    ...fieldsOf(await htmlOf(hers.get(own(1))), own(1)),
    "en.title": "A later walk",
  };
  const question = await hers.post(own(1), { ...typed, action: "withdraw" });
  const html = await htmlOf(question);
  expect([question.status, html]).toEqual([200, expect.stringContaining("links to it lead nowhere")]);
  expect(await htmlOf(site.visitor().get("/en/blog"))).toContain("A walk en");
  expect((await hers.post(own(1), { ...fieldsOf(html, own(1)), sure: "yes" })).status).toBe(303);
  expect(await htmlOf(site.visitor().get("/en/blog"))).not.toContain("walk en");
  const draft = fieldsOf(await htmlOf(hers.get(own(1))), own(1));
  expect([draft["en.title"], draft["en.body"]]).toEqual(["A later walk", typed["en.body"]]);
  const planned = fieldsOf(await htmlOf(hers.get(own(2))), own(2));
  expect((await hers.post(own(2), { ...planned, action: "withdraw" })).status).toBe(303);
});
