import { expect } from "expect";
import { wordLocales } from "../../../kv/ladies/record.ts";
import { savePromotion } from "../../../kv/credits/prices/promotions.ts";
import { dayMs } from "../../../kv/store/days.ts";
import { saveStory, type StoryType } from "../../../kv/writing/stories.ts";
import { withGuestCache } from "../../cache/guest_cache.ts";
import { testApp, type TestSite, testStart } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf } from "../girls/testing/html.ts";

/** Publishes a post `daysAgo` days before 14 March 2026, the day on which the site's clock stands. */
async function publish(
  site: TestSite,
  title: string,
  { daysAgo = 1, type = "blog" as StoryType, body = "A *word*.", id = undefined as number | undefined } = {},
): Promise<number> {
  const words = wordLocales.map((
    locale,
  ) => [locale, { title: locale === "en" ? title : `${title}（中文）`, summary: `About ${title}`, body }]);
  const saved = await saveStory(site.store, {
    id,
    type,
    publishedAt: testStart - daysAgo * dayMs,
    picture: "first_letter",
    words: Object.fromEntries(words),
  });
  if (!saved.ok) throw new Error(saved.reason);
  return saved.story.id;
}

Deno.test("the blog lists its posts in pages, its months as links, and each post stands alone", async () => {
  await using site = await testApp();
  const ids: number[] = [];
  for (let n = 0; n < 9; n++) ids.push(await publish(site, `Post ${n}`, { daysAgo: n * 10 }));
  await publish(site, "A wedding", { type: "story" });
  const visitor = site.visitor();
  const first = await mainOf(await visitor.get("/en/blog"));
  expectHolds(first, "Post 0", "Post 6", "February 2026", 'href="/en/blog?page=2"');
  expectLacks(first, "Post 7", "A wedding");
  expectHolds(await mainOf(await visitor.get("/en/blog?page=2")), "Post 7", "Post 8");
  const february = await mainOf(await visitor.get("/en/blog/2026/2"));
  expectHolds(february, "Post 2", "Post 3");
  expectLacks(february, "Post 0", "Post 7");
  const post = await visitor.get(`/en/blog/${ids[1]}`);
  expect(post.status).toBe(200);
  expectHolds(await mainOf(post), "<em>word</em>", "Post 0", "Post 2");
  expectHolds(await mainOf(await visitor.get("/zh-hans/success-stories")), "A wedding（中文）");
});

Deno.test("what does not exist is not found: ids, months, pages, the other type, the future", async () => {
  await using site = await testApp();
  const id = await publish(site, "Here");
  const later = await publish(site, "Tomorrow", { daysAgo: -1 });
  const visitor = site.visitor();
  const wrong = [
    "/blog/999",
    "/blog/abc",
    `/blog/0${id}`,
    `/blog/${id}.0`,
    "/blog/-1",
    "/blog/9007199254740993",
    "/blog/2026/13",
    "/blog/2026/0",
    "/blog/20260/1",
    "/blog/x/y",
    "/blog?page=2",
    "/blog?page=0",
    "/blog?page=x",
    `/success-stories/${id}`,
    "/success-stories/2026/3",
    `/blog/${later}`,
  ];
  for (const path of wrong) {
    const response = await visitor.get(`/en${path}`);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    await response.body?.cancel();
  }
  const quiet = await visitor.get("/en/blog/2020/1");
  expect(quiet.status).toBe(200);
  expectHolds(await quiet.text(), 'content="noindex"', "Nothing has been published here yet.");
});

Deno.test("HTML in a post neither runs nor ends the data for search engines", async () => {
  await using site = await testApp();
  const body = "<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1))";
  const id = await publish(site, "</script><script>alert(2)</script>", { body });
  const html = await (await site.visitor().get(`/en/blog/${id}`)).text();
  expectLacks(html, "<script>alert", "onerror", "javascript:alert");
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(data)).toMatchObject({ "@type": "BlogPosting", headline: "</script><script>alert(2)</script>" });
});

Deno.test("a post tells search engines and shared links what it is, in each language", async () => {
  await using site = await testApp();
  const id = await publish(site, "About letters");
  for (const [prefix, lang] of [["/en", "en"], ["", "zh-Hant"], ["/zh-hans", "zh-Hans"]] as const) {
    const html = await (await site.visitor().get(`${prefix}/blog/${id}`)).text();
    expectHolds(
      html,
      `<link rel="canonical" href="http://localhost:8000${prefix}/blog/${id}"`,
      `hreflang="en" href="http://localhost:8000/en/blog/${id}"`,
      'hreflang="x-default"',
      'property="og:type" content="article"',
      `property="og:image" content="http://localhost:8000/og/blog/${id}.jpg"`,
      `type="application/rss+xml"`,
      `href="${prefix}/manifest.webmanifest"`,
      `"inLanguage":"${lang}"`,
    );
  }
});

Deno.test("a guest's kept page of the blog is forgotten when a post changes", async () => {
  await using site = await testApp();
  const id = await publish(site, "Before");
  const handle = withGuestCache(site.deps, (request) => site.app.fetch(request));
  const read = async (path: string) =>
    await (await handle(new Request(`http://localhost:8000${path}`, { headers: { host: "localhost:8000" } }))).text();
  expectHolds(await read("/en/blog"), "Before");
  await publish(site, "Afterwards", { id });
  expectHolds(await read("/en/blog"), "Afterwards");
  expectHolds(await read(`/en/blog/${id}`), "Afterwards");
});

Deno.test("the feed of each language is whole XML with whole addresses", async () => {
  await using site = await testApp();
  const body = "See [search](/search?ageFrom=25&ageTo=30).\n\n![A desk](/static/images/desk.webp)";
  const id = await publish(site, "Ink & <paper>", { body });
  const response = await site.visitor().get("/en/blog/feed.xml");
  expect(response.headers.get("content-type")).toMatch(/^application\/rss\+xml/);
  const xml = await response.text();
  expectHolds(
    xml,
    "<title>Ink &amp; &lt;paper&gt;</title>",
    `<guid isPermaLink="true">http://localhost:8000/en/blog/${id}</guid>`,
    // "&" is escaped twice: once in the HTML, and once more in the XML around it.
    "&lt;a href=&quot;http://localhost:8000/en/search?ageFrom=25&amp;amp;ageTo=30&quot;",
    "&lt;img src=&quot;http://localhost:8000/static/images/desk.webp&quot;",
    "<language>en</language>",
  );
  expectHolds(
    await (await site.visitor().get("/zh-hans/blog/feed.xml")).text(),
    "<language>zh-Hans</language>",
    "（中文）",
  );
  expect((await site.visitor().get("/success-stories/feed.xml")).status).toBe(200);
});

Deno.test("ladies and men read the same posts as guests", async () => {
  await using site = await testApp();
  const id = await publish(site, "For all");
  for (const user of [await site.addMan(), await site.addLady()]) {
    const visitor = await site.visitorAs(user);
    for (const path of ["/en/blog", `/en/blog/${id}`, "/en/success-stories", "/en/faq", "/en/terms-conditions"]) {
      const response = await visitor.get(path);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      await response.body?.cancel();
    }
  }
});

Deno.test("what the site publishes in English says so on a page of another language, and nowhere else", async () => {
  await using site = await testApp();
  const id = await publish(site, "A first letter");
  const offer = { title: "Five more", description: "Credits" };
  const words = { "en": offer, "zh-Hant": offer, "zh-Hans": offer };
  await savePromotion(site.store, { activeFrom: null, activeUntil: null, words, actorId: 1 });
  const visitor = site.visitor();
  const pieces = [
    [`/blog/${id}`, ">A first letter</h1>", ">About A first letter</p>", ">A first letter</li>", ">Five more</strong>"],
    ["/blog", ">A first letter</a>", ">About A first letter</p>"],
    ["/", ">A first letter</a>", ">Five more</strong>"],
  ] as const;
  for (const [path, ...ends] of pieces) {
    const ukrainian = await (await visitor.get(`/uk${path}`)).text();
    const english = await (await visitor.get(`/en${path}`)).text();
    for (const end of ends) {
      expect(tagBefore(ukrainian, end)).toContain('lang="en"');
      expect(tagBefore(english, end)).not.toContain("lang=");
    }
    if (path === "/") continue;
    expect(ukrainian).toContain("англійською");
    expect(english).not.toMatch(/in English/i);
  }
});

/** The opening tag directly before the text `end`. */
function tagBefore(html: string, end: string): string {
  const at = html.indexOf(end);
  expect({ end, isThere: at > 0 }).toEqual({ end, isThere: true });
  return html.slice(html.lastIndexOf("<", at), at);
}
