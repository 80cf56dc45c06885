/** Languages: by host and prefix; by cookie and browser only on "/" and for calls. */
import { expect } from "expect";
import { userById } from "../../kv/accounts/users.ts";
import type { VariantName } from "../http/env.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import { readConfig } from "../../services/config.ts";
import { localeOfTag, placeRequest, preferredLocale, variantOfHost } from "./locale.ts";

const english = "https://vesna.test";
const chinese = "https://chunxin.test";

async function twoVariants(): Promise<TestSite> {
  const site = await testApp();
  Object.assign(site.deps.config.english, { url: english, hosts: ["vesna.test", "www.vesna.test"] });
  Object.assign(site.deps.config.chinese, { url: chinese, hosts: ["chunxin.test"] });
  return site;
}

const langOf = async (answer: Response) => /<html lang="([^"]*)"/.exec(await answer.text())?.[1];

Deno.test("a tag means Traditional or Simplified by its script first, then by its region; bare zh says nothing", () => {
  const meant: Record<string, string | null> = {
    "zh-TW": "zh-Hant",
    "zh-HK": "zh-Hant",
    "zh-MO": "zh-Hant",
    "zh-CN": "zh-Hans",
    "zh-SG": "zh-Hans",
    "zh-Hans-CN": "zh-Hans",
    "zh-Hant-TW": "zh-Hant",
    "zh-Hans-HK": "zh-Hans",
    "zh-Hant-CN": "zh-Hant",
    "ZH_tw": "zh-Hant",
    "zh": null,
    "zh-MY": null,
    "en": "en",
    "en-GB": "en",
    "EN_us": "en",
    "fr": null,
    "": null,
    "english": null,
    "uk": "uk",
    "uk-UA": "uk",
    "ru": "ru",
    "ru-KZ": "ru",
    "be": "ru",
    "be-BY": "ru",
    "ro-MD": "ro",
    "constructor": null,
    "zhx-TW": null,
  };
  for (const [tag, locale] of Object.entries(meant)) expect([tag, localeOfTag(tag)]).toEqual([tag, locale]);
});

Deno.test("the cookie beats the browser; q-values order its languages; zero refuses one", () => {
  const cases: [cookie: string | undefined, accept: string | undefined, locale: string | null][] = [
    ["zh-Hans", "en", "zh-Hans"],
    ["en", "zh-TW", "en"],
    ["nonsense", "en", "en"],
    ["zh", "zh-CN", "zh-Hans"],
    [undefined, "en;q=0.5, zh-CN;q=0.9", "zh-Hans"],
    [undefined, "zh-CN;q=0.1, en;q=0.2, zh-TW;q=0.3", "zh-Hant"],
    [undefined, "fr-FR, de;q=0.9, zh-SG;q=0.1", "zh-Hans"],
    [undefined, "en;q=0, zh-HK;q=0.5", "zh-Hant"],
    [undefined, "zh, en;q=0.8", null],
    [undefined, "fr, *;q=0.5", null],
    [undefined, "*", null],
    [undefined, "", null],
    [undefined, undefined, null],
    [undefined, ";;q=,,=;q=x", null],
    [undefined, "be-BY, be;q=0.9, en;q=0.5", "ru"],
    ["uk", "en", "uk"],
    [undefined, "de, ro;q=0.9, en;q=0.8", "ro"],
    [undefined, `${"xx,".repeat(5000)}en`, null],
  ];
  for (const [cookie, accept, locale] of cases) {
    expect([cookie, accept?.slice(0, 40), preferredLocale(cookie, accept)]).toEqual([
      cookie,
      accept?.slice(0, 40),
      locale,
    ]);
  }
});

Deno.test("a host belongs to its variant with or without its port, in any case; others serve everything", () => {
  const variant = (hosts: string[]) => ({ url: null, hosts, brand: "", contactEmail: "", socialLinks: [] });
  const config = {
    english: variant(["vesna.test", "localhost:8001"]),
    chinese: variant(["chunxin.test", "xn--fiq64f.test", "localhost:8002"]),
  };
  const expected: Record<string, VariantName> = {
    "vesna.test": "english",
    "VESNA.test:8443": "english",
    "chunxin.test:80": "chinese",
    "xn--fiq64f.test": "chinese",
    "localhost:8001": "english",
    "localhost:8002": "chinese",
    "localhost:8000": "any",
    "localhost": "any",
    "vesna.test.evil.test": "any",
    "evil-vesna.test": "any",
    "": "any",
  };
  for (const [host, name] of Object.entries(expected)) {
    expect([host, variantOfHost(config, host)]).toEqual([host, name]);
  }
});

Deno.test("an internationalised name belongs to its variant as browsers write it, however the operator does", () => {
  for (const written of ["春信.test", "ВЕСНА.test:8443", "xn--fiq64f.test"]) {
    const variables: Record<string, string> = { CHINESE_HOSTS: `other.test, ${written}` };
    const { config, problems } = readConfig("demo", (name) => variables[name]);
    const asked = new URL(`http://${written}/`).host;
    expect([problems, variantOfHost(config, asked)]).toEqual([[], "chinese"]);
  }
  const nonsense = readConfig("demo", (name) => name === "CHINESE_HOSTS" ? "春信.test:99999" : undefined);
  expect(nonsense.problems).toEqual(['CHINESE_HOSTS holds "春信.test:99999", which is not a host name']);
});

Deno.test("a prefix counts where the variant serves it, and stays in the path where it does not", () => {
  const placed = (variant: VariantName, path: string) => {
    const { locale, prefix, path: rest } = placeRequest(variant, path);
    return [locale, prefix, rest];
  };
  expect(placed("any", "/")).toEqual(["zh-Hant", "", "/"]);
  expect(placed("any", "/en")).toEqual(["en", "/en", "/"]);
  expect(placed("any", "/en/")).toEqual(["en", "/en", "/"]);
  expect(placed("any", "/en/search/")).toEqual(["en", "/en", "/search"]);
  expect(placed("any", "/zh-hans/search")).toEqual(["zh-Hans", "/zh-hans", "/search"]);
  expect(placed("any", "/english")).toEqual(["zh-Hant", "", "/english"]);
  expect(placed("any", "/EN/search")).toEqual(["zh-Hant", "", "/EN/search"]);
  expect(placed("any", "/zh-hant/search")).toEqual(["zh-Hant", "", "/zh-hant/search"]);
  expect(placed("english", "/search")).toEqual(["en", "", "/search"]);
  expect(placed("english", "/en/search")).toEqual(["en", "", "/en/search"]);
  expect(placed("english", "/zh-hans/search")).toEqual(["en", "", "/zh-hans/search"]);
  for (const variant of ["english", "chinese", "any"] as const) {
    for (const locale of ["uk", "ru", "ro"]) {
      expect(placed(variant, `/${locale}/search`)).toEqual([locale, `/${locale}`, "/search"]);
    }
  }
  expect(placed("english", "/be/search")).toEqual(["en", "", "/be/search"]);
  expect(placed("chinese", "/zh-hans")).toEqual(["zh-Hans", "/zh-hans", "/"]);
  expect(placed("chinese", "/en/search")).toEqual(["zh-Hant", "", "/en/search"]);
  expect(placed("any", "/__proto__/x")).toEqual(["zh-Hant", "", "/__proto__/x"]);
  expect(placed("any", "/constructor")).toEqual(["zh-Hant", "", "/constructor"]);
});

Deno.test("each host shows its own languages, and a foreign prefix is not found there", async () => {
  await using site = await twoVariants();
  const shown: [origin: string, path: string, status: number, lang: string][] = [
    [english, "/search", 200, "en"],
    ["https://www.vesna.test", "/search", 200, "en"],
    [english, "/en/search", 404, "en"],
    [english, "/en", 404, "en"],
    [english, "/zh-hans/search", 404, "en"],
    [chinese, "/search", 200, "zh-Hant"],
    [chinese, "/zh-hans/search", 200, "zh-Hans"],
    [chinese, "/en/search", 404, "zh-Hant"],
    ["http://localhost:8000", "/search", 200, "zh-Hant"],
    ["http://localhost:8000", "/en/search", 200, "en"],
    ["http://localhost:8000", "/zh-hans/search", 200, "zh-Hans"],
  ];
  for (const [origin, path, status, lang] of shown) {
    const answer = await site.visitor({ origin }).get(path);
    expect([origin, path, answer.status, await langOf(answer)]).toEqual([origin, path, status, lang]);
  }
});

const rootOf = async (site: TestSite, origin: string, cookie: string | null, accept: string, path = "/") => {
  const visitor = site.visitor({ origin });
  if (cookie) visitor.cookies.set("i18n_redirected", cookie);
  const answer = await visitor.get(path, { headers: { "accept-language": accept } });
  await answer.body?.cancel();
  return { visitor, answer, location: answer.headers.get("location") };
};

Deno.test("the root leads to the language of cookie or browser, keeps the query, and remembers for a year", async () => {
  await using site = await twoVariants();
  const localhost = "http://localhost:8000";
  const cases: [origin: string, cookie: string | null, accept: string, location: string | null][] = [
    [localhost, null, "en-GB,en;q=0.9", "/en"],
    [localhost, null, "zh-CN", "/zh-hans"],
    [localhost, null, "zh-SG,en", "/zh-hans"],
    [localhost, null, "zh-Hans-CN", "/zh-hans"],
    [localhost, null, "zh-TW", null],
    [localhost, null, "zh", null],
    [localhost, null, "fr", null],
    [localhost, "zh-Hant", "en", null],
    [localhost, "zh-Hans", "en", "/zh-hans"],
    [localhost, "en", "zh-CN", "/en"],
    [chinese, null, "zh-CN", "/zh-hans"],
    [chinese, null, "en", null],
    [chinese, "en", "zh-CN", null],
    [english, "zh-Hans", "zh-CN", null],
    [localhost, null, "uk-UA,uk;q=0.9,en;q=0.8", "/uk"],
    [english, null, "uk", "/uk"],
    [chinese, null, "ro-RO,ro;q=0.9", "/ro"],
    [english, null, "be-BY,be;q=0.9,ru;q=0.8", "/ru"],
    [english, null, "en-GB,uk;q=0.9", null],
    [english, "en", "ru", null],
    [chinese, "ru", "zh-CN", "/ru"],
  ];
  for (const [origin, cookie, accept, location] of cases) {
    const root = await rootOf(site, origin, cookie, accept);
    expect([origin, cookie, accept, root.location]).toEqual([origin, cookie, accept, location]);
    expect(root.answer.status).toBe(location ? 302 : 200);
    if (location) expect(root.visitor.lifetimes.get("i18n_redirected")).toBe(365 * 24 * 60 * 60);
    if (origin !== english) expect(root.answer.headers.get("vary")).toMatch(/accept-language/i);
  }
  expect((await rootOf(site, localhost, null, "en", "/?promo=1")).location).toBe("/en?promo=1");
});

Deno.test("who comes to the root from a page without a prefix stays in its language, as after log-out or a deletion", async () => {
  await using site = await twoVariants();
  const localhost = "http://localhost:8000";
  const cases: [from: string, location: string | null][] = [
    [`${localhost}/man/men-account/delete-account`, null],
    [`${localhost}/`, null],
    [`${localhost}/zh-hans/logout`, "/en"],
    [`${localhost}/en`, "/en"],
    [`${chinese}/logout`, "/en"],
    ["https://elsewhere.test/logout", "/en"],
    ["nowhere", "/en"],
  ];
  for (const [referer, location] of cases) {
    const visitor = site.visitor({ origin: localhost });
    const answer = await visitor.get("/", { headers: { "accept-language": "en-GB", referer } });
    await answer.body?.cancel();
    expect([referer, answer.headers.get("location")]).toEqual([referer, location]);
    expect(answer.headers.get("vary")).toMatch(/referer/i);
  }
});

Deno.test("nothing but the root is redirected for a language", async () => {
  await using site = await twoVariants();
  for (const path of ["/search", "/zh-hans", "/zh-hans/search", "/en", "/auth/sign-in"]) {
    const { answer, location } = await rootOf(site, "http://localhost:8000", "en", "zh-CN", path);
    expect([path, answer.status, location]).toEqual([path, 200, null]);
  }
});

const head = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
  alternates: Object.fromEntries(
    [...html.matchAll(/<link +rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map((
      [, lang, href],
    ) => [lang, href]),
  ),
});

Deno.test("canonical and alternate addresses lead to the configured hosts, from wherever the page is seen", async () => {
  await using site = await twoVariants();
  const alternates = {
    "en": `${english}/search`,
    "zh-Hant": `${chinese}/search`,
    "zh-Hans": `${chinese}/zh-hans/search`,
    "uk": `${english}/uk/search`,
    "ru": `${english}/ru/search`,
    "ro": `${english}/ro/search`,
    "x-default": `${chinese}/search`,
  };
  for (
    const [origin, path, canonical] of [
      [english, "/search", alternates.en],
      ["https://www.vesna.test", "/search", alternates.en],
      [chinese, "/search", alternates["zh-Hant"]],
      [chinese, "/zh-hans/search", alternates["zh-Hans"]],
      [chinese, "/uk/search", alternates.uk],
      ["http://localhost:8000", "/en/search", alternates.en],
    ] as const
  ) {
    const html = await (await site.visitor({ origin }).get(path)).text();
    expect([origin, path, head(html)]).toEqual([origin, path, { canonical, alternates }]);
  }
});

Deno.test("without configured hosts every language is an address of this very host", async () => {
  await using site = await testApp();
  const here = "http://localhost:8000";
  for (const [path, canonical] of [["/search", "/search"], ["/en/search", "/en/search"]] as const) {
    const html = await (await site.visitor().get(path)).text();
    expect(head(html)).toEqual({
      canonical: here + canonical,
      alternates: {
        "en": `${here}/en/search`,
        "zh-Hant": `${here}/search`,
        "zh-Hans": `${here}/zh-hans/search`,
        "uk": `${here}/uk/search`,
        "ru": `${here}/ru/search`,
        "ro": `${here}/ro/search`,
        "x-default": `${here}/search`,
      },
    });
  }
});

Deno.test("a call's failure speaks the language of its prefix, else the cookie's, else the browser's, else the host's", async () => {
  await using site = await twoVariants();
  const words = { "en": "Please login or register!", "zh-Hant": "請", "zh-Hans": "请" };
  const localhost = "http://localhost:8000";
  const cases: [origin: string, path: string, cookie: string | null, accept: string, locale: keyof typeof words][] = [
    [localhost, "/api/users", null, "", "zh-Hant"],
    [localhost, "/api/users", null, "en-US,en;q=0.9", "en"],
    [localhost, "/api/users/", null, "zh-CN,en;q=0.9", "zh-Hans"],
    [localhost, "/api/users", null, "zh", "zh-Hant"],
    [localhost, "/api/users", "zh-Hans", "en", "zh-Hans"],
    [localhost, "/en/api/users", "zh-Hans", "zh-CN", "en"],
    [localhost, "/zh-hans/api/users", "en", "en", "zh-Hans"],
    [localhost, "/api/nothing", "en", "", "en"],
    [english, "/api/users", "zh-Hans", "zh-CN", "en"],
    [chinese, "/api/users", null, "en", "zh-Hant"],
    [chinese, "/api/users", "zh-Hans", "en", "zh-Hans"],
  ];
  for (const [origin, path, cookie, accept, locale] of cases) {
    const visitor = site.visitor({ origin });
    if (cookie) visitor.cookies.set("i18n_redirected", cookie);
    const { message } = await (await visitor.get(path, { headers: { "accept-language": accept } })).json();
    const isRight = path.endsWith("nothing") ? message === "Page not found" : message.startsWith(words[locale]);
    expect([origin, path, cookie, accept, message, isRight]).toEqual([origin, path, cookie, accept, message, true]);
  }
});

Deno.test("a call's data speaks the same language as its failures", async () => {
  await using site = await testApp();
  const nameOf = async (path: string, accept: string) => {
    const answer = await site.visitor().get(path, { headers: { "accept-language": accept } });
    const { countries } = await answer.json() as { countries: { iso: string; name: string }[] };
    return countries.find(({ iso }) => iso === "UA")?.name;
  };
  expect(await nameOf("/api/countries", "en")).toBe("Ukraine");
  expect(await nameOf("/api/countries", "zh-CN")).toBe("乌克兰");
  expect(await nameOf("/api/countries", "fr")).toBe("烏克蘭");
  expect(await nameOf("/en/api/countries", "zh-CN")).toBe("Ukraine");
});

Deno.test("a language chosen in a menu of ours is kept in the account; a link elsewhere changes nothing of it", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const localeNow = async () => (await userById(site.store, olena.id))!.locale;
  const choose = (from: string) => hers.get("/language/uk?next=/faq", { headers: { "sec-fetch-site": from } });
  expect((await choose("cross-site")).headers.get("location")).toBe("/uk/faq");
  expect(await localeNow()).toBe("en");
  expect((await choose("same-origin")).headers.get("location")).toBe("/uk/faq");
  expect(await localeNow()).toBe("uk");
  // From then on calls answer in that language, whatever the browser asks for.
  const refused = await hers.get("/api/mail/77", { headers: { "accept-language": "en" } });
  expect((await refused.json()).message).toMatch(/[іїєґ]/);
});
