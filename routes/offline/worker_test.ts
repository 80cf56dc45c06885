/** The worker and the page that it keeps: the same for everybody, complete by itself, in each language of the host. */
import { expect } from "expect";
import { type Locale, locales } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { testApp } from "../testing/site.ts";
import type { Visitor } from "../testing/visitor.ts";

interface Kept {
  version: string;
  pages: [prefix: string, url: string][];
  files: string[];
  faces: string[];
}

/** What the worker is told to keep. */
async function keptBy(visitor: Visitor): Promise<Kept> {
  const script = await (await visitor.get("/worker.js")).text();
  return JSON.parse(/^const offline = (.+);\n/.exec(script)![1]!);
}

async function textOf(visitor: Visitor, url: string): Promise<string> {
  const answer = await visitor.get(url);
  expect({ url, status: answer.status }).toEqual({ url, status: 200 });
  return await answer.text();
}

const localeOfPrefix: Record<string, Locale> = {
  "": "zh-Hant",
  "/zh-hans": "zh-Hans",
  "/en": "en",
  "/uk": "uk",
  "/ru": "ru",
  "/ro": "ro",
};

Deno.test("the worker keeps a page for each language, and whatever the pages need is there", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  const { pages, files, faces } = await keptBy(guest);
  expect(pages.map(([prefix]) => localeOfPrefix[prefix]).sort()).toEqual([...locales].sort());
  // The empty prefix matches every other address, so it must come last.
  expect(pages.at(-1)).toEqual(["", "/offline"]);
  const sheet = await textOf(guest, files.find((file) => file.endsWith(".css"))!);
  expect([...sheet.matchAll(/\/assets\/offline-[^")]+/g)].map(([face]) => face).sort()).toEqual([...faces].sort());
  for (const file of [...files, ...faces]) await textOf(guest, file);
  for (const [prefix, url] of pages) {
    const locale = localeOfPrefix[prefix]!;
    const html = await textOf(guest, url);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain(`<h1>${translatorFor(locale)("errors:offline.title")}</h1>`);
    const fetched = [...html.matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)].map(([, file]) => file!);
    expect(fetched.sort()).toEqual([...files].sort());
    expect(html).not.toMatch(/<style|\sstyle=|<script>|\son[a-z]+=|<a /);
  }
});

Deno.test("the typefaces that the worker keeps have every letter of the page's titles", async () => {
  const sheet = await Deno.readTextFile("static/css/offline_faces.css");
  const ranges = [...sheet.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .map(([, from, to = from]) => [parseInt(from!, 16), parseInt(to!, 16)] as const);
  const isKept = (sign: string) =>
    ranges.some(([from, to]) => from <= sign.codePointAt(0)! && sign.codePointAt(0)! <= to);
  for (const locale of ["en", "uk", "ru", "ro"] as const) {
    const t = translatorFor(locale);
    const words = t("errors:offline.title") + t("errors:offline.text", { brand: "Vesna" });
    expect({ locale, missing: [...words].filter((sign) => !isKept(sign)) }).toEqual({ locale, missing: [] });
  }
});

Deno.test("what the worker keeps is the same for a guest and for James, and holds nothing of his", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan({ firstname: "James" }));
  const html = await textOf(james, "/en/offline");
  expect(html).toBe(await textOf(site.visitor(), "/en/offline"));
  expect(html).not.toContain("James");
  expect(await keptBy(james)).toEqual(await keptBy(site.visitor()));
});

Deno.test("browsers that ask whether the worker is still the same are told so without it", async () => {
  await using site = await testApp();
  const first = await site.visitor().get("/worker.js");
  expect(await first.text()).toContain("navigationPreload");
  const again = await site.visitor().get("/worker.js", { headers: { "if-none-match": first.headers.get("etag")! } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const older = await site.visitor().get("/worker.js", { headers: { "if-none-match": '"older"' } });
  expect([older.status, older.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  await older.body?.cancel();
});

Deno.test("on the English site the page without a prefix is in English, and there is no Chinese one", async () => {
  const english = { url: null, hosts: ["vesna.test"], brand: "Vesna", contactEmail: "", socialLinks: [] };
  await using site = await testApp({ config: { english } });
  const visitor = site.visitor({ origin: "http://vesna.test" });
  expect((await keptBy(visitor)).pages.map(([, url]) => url)).toEqual([
    "/uk/offline",
    "/ru/offline",
    "/ro/offline",
    "/offline",
  ]);
  expect(await textOf(visitor, "/offline")).toContain('<html lang="en">');
});
