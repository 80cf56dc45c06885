/** The emoji of each language: the same in all, each with a name, and found by name and by keyword. */
import { expect } from "expect";
import { type EmojiWords, foundIn } from "./emoji_words.ts";

const read = async (locale: string): Promise<EmojiWords> =>
  JSON.parse(await Deno.readTextFile(new URL(`../../../static/emoji/${locale}.json`, import.meta.url)));
const [en, hant, hans] = await Promise.all(["en", "zh-Hant", "zh-Hans"].map(read)) as [
  EmojiWords,
  EmojiWords,
  EmojiWords,
];

Deno.test("three languages have the same emoji, all with names, and all in a group", () => {
  const of = (words: EmojiWords) => words.emojis.map(({ emoji }) => emoji);
  expect(en.emojis.length).toBeGreaterThan(1000);
  expect([of(hant), of(hans)]).toEqual([of(en), of(en)]);
  for (const words of [en, hant, hans]) {
    expect(words.emojis.filter(({ label }) => label.trim() === "")).toEqual([]);
    expect(foundIn(words, "").flatMap(({ emojis }) => emojis).length).toBe(words.emojis.length);
  }
});

Deno.test("a search looks at names first and then at keywords, in the reader's language", () => {
  expect(foundIn(en, "ENVELOPE").flatMap(({ emojis }) => emojis.map(({ emoji }) => emoji))).toContain("✉️");
  expect(foundIn(hant, "愛心").length).toBeGreaterThan(0);
  expect(foundIn(en, "no such thing")).toEqual([]);
  const cat = foundIn(en, "cat").flatMap(({ emojis }) => emojis.map(({ label }) => label));
  expect(cat).toContain("cat face");
});
