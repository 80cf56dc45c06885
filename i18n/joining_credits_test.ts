/** A mailbox gets the credits for joining once: whatever promises them says so, in every language. */
import { expect } from "expect";
import { type Catalogue, catalogues } from "./catalogues.ts";
import { type Locale, locales } from "./locales.ts";

const onceWords: Readonly<Record<Locale, string>> = {
  en: "once for each mailbox",
  "zh-Hant": "每個信箱",
  "zh-Hans": "每个邮箱",
  uk: "один раз на кожну поштову скриньку",
  ru: "один раз на каждый почтовый ящик",
  ro: "o singură dată pentru fiecare căsuță de e-mail",
};

/** The places of the catalogues that promise them; each may be counted, in several forms. */
const promises = [
  ["home", "cover", /^fine/],
  ["auth", "signUp", /^fine(_|$)/],
  ["auth", "confirm", /^bonus/],
  ["mails", "confirmation", /^bonus/],
] as const;

function promisesOf(locale: Locale): string[] {
  const { works } = catalogues[locale].balance as { works: { prices: { fine: string } } };
  const counted = promises.flatMap(([namespace, part, name]) => {
    const found = Object.entries(catalogues[locale][namespace][part] as Catalogue).filter(([key]) => name.test(key));
    expect(found.length).toBeGreaterThan(0);
    return found.map(([, text]) => String(text));
  });
  return [...counted, works.prices.fine];
}

/** The lines of the site's own texts that name their number. */
async function linesOf(locale: Locale): Promise<string[]> {
  const folder = new URL(`texts/${locale}/`, import.meta.url);
  const lines: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (name.endsWith(".md")) lines.push(...(await Deno.readTextFile(new URL(name, folder))).split("\n"));
  }
  return lines.filter((line) => line.includes("{{bonus}}"));
}

for (const locale of locales) {
  Deno.test(`each promise of the credits for joining says that a mailbox gets them once: ${locale}`, async () => {
    const lines = await linesOf(locale);
    expect(lines.length).toBeGreaterThan(2);
    expect([...promisesOf(locale), ...lines].filter((text) => !text.toLowerCase().includes(onceWords[locale]))).toEqual(
      [],
    );
  });
}
