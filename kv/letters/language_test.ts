/** Which letters wait for a translator, and for which languages. */
import { expect } from "expect";
import { type Correspondents, heldFor } from "./language.ts";

const english = "Dear Daria, the drawer is sorted by weight.";
const chinese = "Daria，你好：杭州这几天桂花开得很晚，整条街都是香的。";
const russian = "Дорогой Джеймс, сегодня весь день шёл дождь.";
const ukrainian = "Дорогий Джеймсе, сьогодні у Львові дощ і їжаки.";

const his = (body: string, facts: Partial<Correspondents> = {}) =>
  heldFor({
    author: "man",
    body,
    manLocale: "en",
    lady: { wantsTranslation: true, readsLanguages: ["ru"] },
    translate: false,
    ...facts,
  });
const hers = (body: string, manLocale: Correspondents["manLocale"], translate = true) =>
  heldFor({
    author: "lady",
    body,
    manLocale,
    lady: { wantsTranslation: true, readsLanguages: ["ru"] },
    translate,
  });

Deno.test("his letter waits when she wants Russian and does not read his language", () => {
  expect(his(english)).toEqual({ from: "en", to: "ru" });
  expect(his(chinese, { manLocale: "zh-Hans" })).toEqual({ from: "zh-Hans", to: "ru" });
  expect(his(chinese, { manLocale: "zh-Hant" })).toEqual({ from: "zh-Hant", to: "ru" });
});

Deno.test("his letter comes at once when she does not ask, or reads it as it is", () => {
  expect(his(english, { lady: { wantsTranslation: false, readsLanguages: [] } })).toBe(null);
  expect(his(english, { lady: { wantsTranslation: true, readsLanguages: ["ru", "en"] } })).toBe(null);
  expect(his(chinese, { lady: { wantsTranslation: true, readsLanguages: ["zh"] }, manLocale: "zh-Hant" })).toBe(null);
  expect(his(russian)).toBe(null);
});

Deno.test("a lady who wants Russian reads every Cyrillic letter, because the guess between them is too weak", () => {
  expect(his(ukrainian)).toBe(null);
  expect(his(russian, { lady: { wantsTranslation: true, readsLanguages: [] } })).toBe(null);
});

Deno.test("a letter without letters waits for nobody", () => {
  expect(his("❤ 12:30 …")).toBe(null);
  expect(hers("❤", "en")).toBe(null);
});

Deno.test("her letter waits only when she ticked it, and goes into the language of his account", () => {
  expect(hers(russian, "en")).toEqual({ from: "ru", to: "en" });
  expect(hers(russian, "zh-Hant")).toEqual({ from: "ru", to: "zh-Hant" });
  expect(hers(ukrainian, "zh-Hans")).toEqual({ from: "uk", to: "zh-Hans" });
  expect(hers(english, "zh-Hans")).toEqual({ from: "en", to: "zh-Hans" });
  expect(hers(russian, "en", false)).toBe(null);
});

Deno.test("her letter in his language comes at once, ticked or not", () => {
  expect(hers(english, "en")).toBe(null);
  expect(hers(chinese, "zh-Hant")).toBe(null);
});

Deno.test("a man's tick means nothing: the lady decides for what comes to her", () => {
  expect(his(english, { translate: true, lady: { wantsTranslation: false, readsLanguages: [] } })).toBe(null);
});
