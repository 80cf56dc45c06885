/** The emoji of each language: the same in all, each with a name, and found by name and by keyword. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { type EmojiWords, foundIn } from "./emoji_words.ts";

const read = async (locale: string): Promise<EmojiWords> =>
  JSON.parse(await Deno.readTextFile(new URL(`../../../static/emoji/${locale}.json`, import.meta.url)));
const all = new Map(await Promise.all(locales.map(async (locale) => [locale, await read(locale)] as const)));
const [en, hant, uk, ro] = (["en", "zh-Hant", "uk", "ro"] as const).map((locale) => all.get(locale)!) as [
  EmojiWords,
  EmojiWords,
  EmojiWords,
  EmojiWords,
];

Deno.test("every language has the same emoji, all with names, and all in a group", () => {
  const of = (words: EmojiWords) => words.emojis.map(({ emoji }) => emoji);
  expect(en.emojis.length).toBeGreaterThan(1000);
  for (const words of all.values()) {
    expect(of(words)).toEqual(of(en));
    expect(words.emojis.filter(({ label }) => label.trim() === "")).toEqual([]);
    expect(foundIn(words, "").flatMap(({ emojis }) => emojis).length).toBe(words.emojis.length);
  }
});

Deno.test("a search looks at names first and then at keywords, in the reader's language", () => {
  expect(foundIn(en, "ENVELOPE").flatMap(({ emojis }) => emojis.map(({ emoji }) => emoji))).toContain("✉️");
  expect(foundIn(hant, "愛心").length).toBeGreaterThan(0);
  expect(foundIn(uk, "серце").length).toBeGreaterThan(0);
  expect(foundIn(ro, "inimă").length).toBeGreaterThan(0);
  expect(foundIn(en, "no such thing")).toEqual([]);
  const cat = foundIn(en, "cat").flatMap(({ emojis }) => emojis.map(({ label }) => label));
  expect(cat).toContain("cat face");
});
