/** The journal: a post from its first draft to its readers, until it is withdrawn. */
import { expect } from "expect";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { allStories } from "../../../../kv/writing/stories.ts";
import { jpeg } from "../../../../services/testing/pictures.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, noon, story, testShop } from "../testing/shop.ts";

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
  // A page that was opened before the change does not overwrite it.
  expect((await hers.post(own, { ...typed, "zh-Hans.body": "散步", "action": "save" })).status).toBe(409);
  const now = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...now, action: "remove" })).status).toBe(409);
  expect((await hers.post(own, { ...now, action: "withdraw", sure: "yes" })).status).toBe(303);
  expect((await guest.get(read)).status).toBe(404);
  expect(await htmlOf(guest.get("/en/blog"))).not.toContain(`/blog/${draft!.id}`);
  const withdrawn = fieldsOf(await htmlOf(hers.get(own)), own);
  expect((await hers.post(own, { ...withdrawn, action: "remove" })).status).toBe(200);
  expect((await hers.post(own, { ...withdrawn, action: "remove", sure: "yes" })).status).toBe(303);
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
  expect(await htmlOf(hers.post(own, { remove: file[1]! }))).toContain("cannot be brought back");
  const removed = await hers.post(own, { remove: file[1]!, sure: "yes" });
  expect([removed.status, removed.headers.get("location")]).toEqual([
    303,
    `${own.replace(/\/pictures$/, "")}#pictures`,
  ]);
  const gone = await guest.get(file[0]);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await htmlOf(guest.get(`/en/blog/${id}`))).not.toContain("/story-files/");
});
