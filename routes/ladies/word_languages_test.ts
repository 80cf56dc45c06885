/** Which `lang` a piece of somebody's own words gets on a page of another language. */
import { expect } from "expect";
import { langOf, langOfLine } from "./word_languages.ts";

Deno.test("words in another language than the page's say which", () => {
  expect(langOf("en", "Тихі ранки, довгі листи.")).toBe("uk");
  expect(langOf("zh-Hant", "Это мой дом.")).toBe("ru");
  expect(langOf("zh-Hans", "Slow mornings.")).toBe("en");
  expect(langOf("en", "慢慢的早晨")).toBe("zh");
  expect(langOf("uk", "Это мой дом, и он тёплый.")).toBe("ru");
  expect(langOf("ro", "The letters that I like are long.")).toBe("en");
});

Deno.test("words in the page's own language, and words in none, say nothing", () => {
  for (const [locale, text] of [["en", "Slow mornings."], ["zh-Hans", "早晨要慢"], ["ru", "Это мой дом."]] as const) {
    expect(langOf(locale, text)).toBe(undefined);
  }
  for (const text of ["", "🌸", "12:30 …"]) expect(langOf("en", text)).toBe(undefined);
});

Deno.test("a word that may be of the page's language is taken for one", () => {
  expect(langOf("uk", "Море, книга")).toBe(undefined);
  expect(langOf("ro", "Dans")).toBe(undefined);
  expect(langOf("ru", "Море, книга")).toBe(undefined);
});

Deno.test("a line says the same however often it is asked, on a page of each language", () => {
  for (
    const [locale, line] of [["en", "Тихі ранки."], ["uk", "Тихі ранки."], ["ro", "Slow mornings."], [
      "en",
      "",
    ]] as const
  ) {
    for (let times = 0; times < 2; times++) expect(langOfLine(locale, line)).toBe(langOf(locale, line));
  }
});
