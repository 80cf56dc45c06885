/** Which words a reader gets: the translation of her or his locale, else the lady's own, in letters that can be read. */
import { expect } from "expect";
import { type AccountLocale, accountLocales } from "../accounts/languages.ts";
import { type LadyRecord, type LadyWords, wordsOf } from "./record.ts";

const own = { firstname: "Olena", city: "Kyiv", quote: "q", about: "a", idealPartner: "i", interests: ["x"] };
const lady = (words: Partial<LadyWords>, localized: Partial<Record<AccountLocale, LadyWords>> = {}) =>
  ({ ...own, countryId: 804, birthdate: "1994-05-06", ...words, localized }) as unknown as LadyRecord;

Deno.test("a reader gets the translation where there is one, and her own words where there is none", () => {
  const olena = lady({}, { "zh-Hant": { ...own, firstname: "奧蓮娜", city: "基輔市" } });
  expect(wordsOf(olena, "zh-Hant")).toMatchObject({ firstname: "奧蓮娜", city: "基輔市" });
  expect(wordsOf(olena, "zh-Hans")).toEqual({ ...own, city: "基辅" });
  expect(wordsOf(olena, "en")).toEqual(own);
});

Deno.test("a name in Cyrillic is in Latin letters for who reads none, unless a translation says another", () => {
  const zoryana = lady({ firstname: "Зоряна", city: "Мала Перещепина" });
  const names = accountLocales.map((locale) => wordsOf(zoryana, locale).firstname);
  expect(names).toEqual(["Zoriana", "Zoriana", "Zoriana", "Зоряна", "Зоряна", "Zoriana"]);
  expect(wordsOf(zoryana, "ro").city).toBe("Mala Pereshchepyna");
  expect(wordsOf(zoryana, "uk").city).toBe("Мала Перещепина");
  const called = lady({ firstname: "Зоряна" }, { en: { ...own, firstname: "Zoryana", city: "" } });
  expect(wordsOf(called, "en")).toMatchObject({ firstname: "Zoryana", city: "Kyiv" });
});

Deno.test("a city is named in the reader's language, also where a translation only repeats her own words", () => {
  const moved = lady({ city: "Полтава" }, { "zh-Hans": { ...own, city: "Полтава" }, en: { ...own, city: "Опішня" } });
  expect(wordsOf(moved, "zh-Hans").city).toBe("波尔塔瓦");
  expect(wordsOf(moved, "zh-Hant").city).toBe("波爾塔瓦");
  expect(wordsOf(moved, "uk").city).toBe("Полтава");
  expect(wordsOf(moved, "en").city).toBe("Opishnia");
});
