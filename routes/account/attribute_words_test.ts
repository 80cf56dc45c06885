/** Words that agree with the gender of the person who said them, in languages that make a difference. */
import { expect } from "expect";
import type { Locale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import * as vocabulary from "../../kv/ladies/attributes.ts";
import { attributeWord } from "./attribute_words.ts";

const said = (locale: Locale, name: string, value: string) => {
  const t = translatorFor(locale);
  return [attributeWord(t, name, value), attributeWord(t, name, value, true)];
};

Deno.test("Olena is незаміжня and a художниця, James неодружений and a художник", () => {
  expect(said("uk", "maritalStatus", "never")).toEqual(["Не була заміжня", "Не був одружений"]);
  expect(said("ru", "maritalStatus", "never")).toEqual(["Не была замужем", "Не был женат"]);
  expect(said("ro", "maritalStatus", "widow")).toEqual(["Văduvă", "Văduv"]);
  expect(said("uk", "profession", "artist")).toEqual(["Художниця", "Художник"]);
  expect(said("ru", "profession", "translator")).toEqual(["Переводчица", "Переводчик"]);
  expect(said("en", "profession", "actress")).toEqual(["Actress", "Actor"]);
});

Deno.test("what is said alike of both has one word", () => {
  expect(said("en", "maritalStatus", "never")).toEqual(["Never married", "Never married"]);
  expect(said("ru", "profession", "doctor")).toEqual(["Врач", "Врач"]);
  expect(said("uk", "religion", "catholic")).toEqual(["Католицтво", "Католицтво"]);
});

Deno.test("no marital status of a man is worded as a lady's where the language tells them apart", () => {
  for (const locale of ["uk", "ru", "ro"] as const) {
    for (const value of vocabulary.maritalStatuses) {
      const [hers, his] = said(locale, "maritalStatus", value);
      expect(his).not.toBe(hers);
    }
  }
});
