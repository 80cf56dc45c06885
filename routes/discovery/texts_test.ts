import { expect } from "expect";
import { type Locale, locales } from "../../i18n/locales.ts";
import { prices, rates as firstRates } from "../../kv/credits/prices/prices.ts";
import { renderMarkdown } from "../../services/markdown.ts";
import type { ProviderSettings } from "../../services/translation/types.ts";
import { testApp } from "../testing/site.ts";
import { siteText, textNames } from "./texts.ts";

/** What a text consists of: how many headings and list items, which links in their order, and which numbers. */
const shapeOf = (markdown: string) => ({
  headings: markdown.match(/^#{2,3} /gm)?.length ?? 0,
  items: markdown.match(/^(?:- |\d+\. )/gm)?.length ?? 0,
  links: [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link),
  numbers: [...new Set(markdown.match(/\b\d{2,}\b/g) ?? [])].filter((each) => !["165", "96110"].includes(each)).sort(),
});

Deno.test("each text is whole in every language: the same parts, links and numbers, nothing unfilled", async () => {
  await using site = await testApp();
  for (const name of textNames) {
    const english = shapeOf(siteText(site.deps, "en", name).body);
    expect(english.headings).toBeGreaterThan(3);
    for (const locale of locales) {
      const { title, lead, description, updated, body } = siteText(site.deps, locale, name);
      expect({ name, locale, ...shapeOf(body) }).toEqual({ name, locale, ...english });
      expect([title, lead, description].every((each) => each.length > 3)).toBe(true);
      expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(renderMarkdown(body)).not.toContain("**");
      expect(title + lead + body).not.toMatch(/\{\{|\?\w+ -|undefined|NaN/);
    }
  }
});

Deno.test("the signs of every text became marks, also in what only some sites say", () => {
  for (const name of textNames) {
    for (const locale of locales) {
      const text = Deno.readTextFileSync(new URL(`../../i18n/texts/${locale}/${name}.md`, import.meta.url));
      const html = renderMarkdown(text.replace(/^\?\w+ /gm, ""));
      // Asterisks that are left in the HTML stand where markdown sees no edge of a word.
      expect({ name, locale, left: html.match(/.{0,12}\*\*.{0,12}/)?.[0] }).toEqual({ name, locale, left: undefined });
    }
  }
});

Deno.test("the texts say what this site does: another's services only where they are configured", async () => {
  await using site = await testApp();
  expect(siteText(site.deps, "en", "privacy_policy").body).not.toContain("DeepL");
  const others: [word: string, provider: ProviderSettings][] = [
    ["DeepL", { name: "deepl", key: "k", apiBase: null }],
    ["LibreTranslate", { name: "libretranslate", url: "https://mt.example.org/lt", key: null }],
    ["models.example.org", { name: "openai", baseUrl: "https://models.example.org/v1", key: null, model: "m" }],
  ];
  const words = others.map(([word]) => word);
  for (const [word, provider] of others) {
    await using other = await testApp({ config: { translation: { ...site.deps.config.translation, provider } } });
    for (const locale of locales) {
      const { body } = siteText(other.deps, locale, "privacy_policy");
      expect([locale, words.filter((each) => body.includes(each))]).toEqual([locale, [word]]);
      if (provider.name === "libretranslate") expect(body).toContain("mt.example.org");
    }
  }
});

Deno.test("the privacy policy tells of services of others exactly where they may be loaded", async () => {
  await using site = await testApp();
  const outside = {
    support: { url: "https://help.example.org", token: "inbox-token", hmacKey: "k" },
    tagManagerId: null,
  };
  await using other = await testApp({ config: { mode: "start", outside } });
  const shapes = locales.map((locale) => shapeOf(siteText(other.deps, locale, "privacy_policy").body));
  for (const [position, locale] of locales.entries()) {
    const [alone, body] = [site, other].map(({ deps }) => siteText(deps, locale, "privacy_policy").body);
    expect([alone!.includes("Chatwoot"), alone!.includes("/consent"), alone!.includes("`consent`")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([body!.includes("Chatwoot"), body!.includes("/consent"), body!.includes("Google")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(shapes[position]).toEqual(shapes[0]);
  }
});

Deno.test("the prices of the texts are those of the till", async () => {
  await using site = await testApp();
  const terms = siteText(site.deps, "en", "terms_conditions").body;
  for (const each of ["10 credits", "5 credits", "1 credit", "20 credits"]) expect(terms).toContain(each);
});

Deno.test("credits take the form of their number, whatever a tariff makes of it", async () => {
  await using site = await testApp();
  const selling = { rates: firstRates, acts: { ...prices, textMinute: 2, sendLetter: 21, videoMinute: 1 } };
  const told = {
    "en": ["2 credits a minute", "1 credit a minute", "21 credits"],
    "uk": ["2 кредити за", "1 кредит за", "21 кредит"],
    "ru": ["2 кредита в", "1 кредит в", "21 кредит"],
    "ro": ["2 credite pe", "1 credit pe", "21 de credite"],
  } as const;
  for (const [locale, words] of Object.entries(told)) {
    const body = siteText(site.deps, locale as Locale, "about_us", selling).body.replaceAll("\u00a0", " ");
    for (const each of words) expect([locale, body]).toEqual([locale, expect.stringContaining(each)]);
  }
});
