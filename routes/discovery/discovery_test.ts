import { expect } from "expect";
import sharp from "sharp";
import { seedWritings } from "../../demo/writings/writings.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { expectHolds, expectLacks } from "../pages/girls/testing/html.ts";
import { localePrefixes } from "../middleware/locale.ts";
import { testApp } from "../testing/site.ts";

const locsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);

/** The sitemap that lists a lady; each covers a range of five thousand ids. */
const ladiesFileOf = (id: number) => `ladies-${Math.floor(id / 5000)}.xml`;

Deno.test("the sitemap leads to every public page in every language, and every address in it answers", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hidden = await site.addLady({}, { isPublished: false });
  await seedWritings(site.store);
  const visitor = site.visitor();
  const index = await visitor.get("/sitemap.xml");
  expect(index.headers.get("content-type")).toMatch(/^application\/xml/);
  const maps = locsIn(await index.text());
  const file = ladiesFileOf(olena.id);
  expect(maps.length).toBe(12);
  const pathOf = (address: string) => new URL(address).pathname;
  for (const prefix of ["", "/en", "/zh-hans", "/uk", "/ru", "/ro"]) {
    expect(maps.map(pathOf)).toEqual(
      expect.arrayContaining([`${prefix}/sitemaps/pages.xml`, `${prefix}/sitemaps/${file}`]),
    );
  }
  const xml = await (await visitor.get("/en/sitemaps/pages.xml")).text();
  expectHolds(xml, 'hreflang="zh-Hans" href="http://localhost:8000/zh-hans/faq"', "<lastmod>2026-11-21</lastmod>");
  const pages = locsIn(xml).map(pathOf);
  expect(new Set(pages).size).toBe(pages.length);
  for (const path of ["/en", "/en/search", "/en/about-us", "/en/faq", "/en/blog", "/en/success-stories"]) {
    expect(pages).toContain(path);
  }
  expect(pages.filter((path) => /\/blog\/\d+$/.test(path)).length).toBe(9);
  const ladies = await (await visitor.get(`/zh-hans/sitemaps/${file}`)).text();
  expectHolds(ladies, `-${olena.id}</loc>`, "<lastmod>2026-03-14T");
  expectLacks(ladies, `-${hidden.id}</loc>`);
  for (const path of [...pages, ...locsIn(ladies).map(pathOf)]) {
    const response = await visitor.get(path);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    const canonical = /rel="canonical" href="([^"]+)"/.exec(await response.text())?.[1];
    expect({ path, canonical: canonical && pathOf(canonical) }).toEqual({ path, canonical: path });
  }
});

Deno.test("every lady who stands in lists stands in the sitemap, however many there are", async () => {
  await using site = await testApp();
  const ids: number[] = [];
  for (let count = 0; count < 120; count++) ids.push((await site.addLady({ id: 4900 + count })).id);
  const visitor = site.visitor();
  const listed = async (file: string) =>
    locsIn(await (await visitor.get(`/en/sitemaps/${file}`)).text()).map((address) =>
      Number(/-(\d+)$/.exec(address)![1])
    );
  expect(await listed("ladies-0.xml")).toEqual(ids.filter((id) => id < 5000).reverse());
  expect(await listed("ladies-1.xml")).toEqual(ids.filter((id) => id >= 5000).reverse());
});

Deno.test("a file of the sitemap that was built looks through no ladies, nor does a name that no file can have", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const { ladies } = site.store;
  const all = ladies.ids;
  let looks = 0;
  Object.defineProperty(ladies, "ids", { get: () => (looks++, [...all]) });
  const visitor = site.visitor();
  const looksFor = async (file: string) => {
    looks = 0;
    await (await visitor.get(`/en/sitemaps/${file}`)).text();
    return looks;
  };
  const file = ladiesFileOf(olena.id);
  expect([await looksFor(file), await looksFor(file), await looksFor("ladies-x.xml")]).toEqual([1, 0, 0]);
});

Deno.test("a variant's host names its own languages alone, at their canonical addresses", async () => {
  const variant = (url: string, host: string) => ({
    url,
    hosts: [host],
    brand: "B",
    contactEmail: "",
    socialLinks: [],
  });
  await using site = await testApp({
    config: {
      english: variant("https://en.example", "en.example"),
      chinese: variant("https://zh.example", "zh.example"),
    },
  });
  const olena = await site.addLady();
  const visitor = site.visitor({ origin: "https://en.example" });
  const maps = locsIn(await (await visitor.get("/sitemap.xml")).text());
  expect(maps).toEqual(["", "/uk", "/ru", "/ro"].flatMap((prefix) => [
    `https://en.example${prefix}/sitemaps/pages.xml`,
    `https://en.example${prefix}/sitemaps/${ladiesFileOf(olena.id)}`,
  ]));
  const atHome = site.visitor({ origin: "https://zh.example" });
  const chinese = locsIn(await (await atHome.get("/sitemap.xml")).text());
  expect(new Set(chinese.map((each) => each.replace(/sitemaps.*/, "")))).toEqual(
    new Set(["https://zh.example/", "https://zh.example/zh-hans/"]),
  );
  const pages = await (await visitor.get("/sitemaps/pages.xml")).text();
  expectHolds(pages, "<loc>https://en.example/faq</loc>", 'hreflang="zh-Hans" href="https://zh.example/zh-hans/faq"');
  const robots = await (await visitor.get("/robots.txt")).text();
  expectHolds(robots, "Sitemap: https://en.example/sitemap.xml", "Disallow: /man/", "Disallow: /api/");
  expectLacks(robots, "/zh-hans/");
});

Deno.test("files of the sitemap that do not exist are not found", async () => {
  await using site = await testApp();
  await site.addLady();
  for (const file of ["ladies-1.xml", "ladies-00.xml", "ladies-x.xml", "other.xml", "ladies-99999999999999.xml"]) {
    const response = await site.visitor().get(`/sitemaps/${file}`);
    expect({ file, status: response.status }).toEqual({ file, status: 404 });
    await response.body?.cancel();
  }
});

Deno.test("the manifest and the icons that it names are there, in each language", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (
    const [prefix, name, lang] of [["/en", "Vesna", "en"], ["", "春信", "zh-Hant"], ["/zh-hans", "春信", "zh-Hans"]]
  ) {
    const manifest = await (await visitor.get(`${prefix}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name, lang, start_url: prefix || "/" });
    expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable")).toBe(true);
    for (const { url } of manifest.shortcuts) expect((await visitor.get(url)).status).toBe(200);
    for (const { src } of manifest.icons) {
      const icon = await visitor.get(src);
      expect({ src, status: icon.status }).toEqual({ src, status: 200 });
      await icon.body?.cancel();
    }
  }
});

Deno.test("the manifest shows two small pictures of the site in each language, as large as it says", async () => {
  await using site = await testApp();
  const seen = new Set<string>();
  for (const prefix of localePrefixes) {
    const manifest = await (await site.visitor().get(`${prefix}/manifest.webmanifest`)).json();
    expect(manifest.screenshots.map(({ form_factor }: { form_factor: string }) => form_factor)).toEqual([
      "narrow",
      "wide",
    ]);
    for (const { src, sizes, type, label } of manifest.screenshots) {
      const picture = await site.visitor().get(src);
      const bytes = await picture.bytes();
      const { width, height, format } = await sharp(bytes).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
      expect(bytes.byteLength).toBeLessThan(60_000);
      expect(label).not.toBe("");
      seen.add(src);
    }
    expect([manifest.id, manifest.display, manifest.display_override]).toEqual([
      prefix || "/",
      "standalone",
      ["minimal-ui"],
    ]);
  }
  expect(seen.size).toBe(2 * localePrefixes.length);
});

Deno.test("shared links have pictures of their shape: the site's, a lady's, a post's; and of nobody hidden", async () => {
  await using site = await testApp();
  const photo = { key: "daria", path: "/static/images/portraits/daria.webp", pathOfQuad: "" };
  const sizes = { full: photo.path, medium: photo.path, quad: photo.path, avatar: photo.path };
  const olena = await site.addLady({}, { photos: [{ id: 1, ...photo, sizes }] });
  const stranger = await site.addLady({}, { photos: [{ id: 1, ...photo, path: "/static/../main.ts", sizes }] });
  await seedWritings(site.store);
  const visitor = site.visitor();
  const [post] = (await (await visitor.get("/api/stories?limit=1")).json()).stories;
  const paths = ["/og/house.jpg", `/og/girl/${olena.id}.jpg`, `/og/girl/${stranger.id}.jpg`, `/og/blog/${post.id}.jpg`];
  for (const path of paths) {
    const response = await visitor.get(path);
    expect({ path, type: response.headers.get("content-type") }).toEqual({ path, type: "image/jpeg" });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    expect({ path, size: [width, height], isLight: bytes.length < 150_000 })
      .toEqual({ path, size: [1200, 630], isLight: true });
  }
  const wei = await site.addMan();
  const shown = async (other: typeof wei) => {
    const response = await (await site.visitorAs(other)).get(`/og/girl/${olena.id}.jpg`);
    await response.body?.cancel();
    return response.status;
  };
  expect(await shown(wei)).toBe(200);
  await setBlocked(site.store, olena.id, wei.id, true);
  expect([await shown(wei), await shown(await site.addMan())]).toEqual([404, 200]);
  await takeDown(site.store, olena.id);
  for (
    const path of [`/og/girl/${olena.id}.jpg`, "/og/girl/x.jpg", "/og/girl/1.png", `/og/success-stories/${post.id}.jpg`]
  ) {
    const response = await visitor.get(path);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    await response.body?.cancel();
  }
});
