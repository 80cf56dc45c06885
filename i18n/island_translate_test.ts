import { expect } from "expect";
import { createInstance } from "i18next";
import { islandTranslator } from "./island_translate.ts";
import { formatNumber } from "./format.ts";
import { locales } from "./locales.ts";

const strings = {
  islands: {
    counter: {
      title: "Hello",
      named: "Dear {{name}}, {{ greeting }}!",
      letters_one: "{{count}} letter",
      letters_other: "{{count}} letters",
      plain: "{{count}} pieces",
    },
  },
  refusals: { missing: "" },
};

Deno.test("the browser's translate answers exactly what i18next answers", async () => {
  const questions: [string, Record<string, unknown>?][] = [
    ["islands:counter.title"],
    ["islands:counter.named", { name: "Wei", greeting: "你好" }],
    ["islands:counter.named", { name: "{{greeting}}", greeting: "$&" }],
    ["islands:counter.letters", { count: 0 }],
    ["islands:counter.letters", { count: 1 }],
    ["islands:counter.letters", { count: 2 }],
    ["islands:counter.plain", { count: 1 }],
    ["islands:counter.absent"],
  ];
  for (const locale of locales) {
    const i18n = createInstance();
    await i18n.init({
      lng: locale,
      resources: { [locale]: strings },
      ns: Object.keys(strings),
      interpolation: { escapeValue: false, skipOnVariables: true },
    });
    const t = islandTranslator(locale, strings);
    for (const [key, values] of questions) {
      expect([locale, t(key, values)]).toEqual([locale, i18n.t(key, values ?? {})]);
    }
  }
});

Deno.test("a count is written in the browser as on the server", () => {
  const common = { common: { credits_other: "{{count}}" } };
  for (const locale of locales) {
    for (const count of [7, 2000, 12_345]) {
      const said = islandTranslator(locale, common)("common:credits", { count });
      expect([locale, said]).toEqual([locale, formatNumber(locale, count)]);
    }
  }
});

Deno.test("a value that was not given leaves no braces behind", () => {
  expect(islandTranslator("en", strings)("islands:counter.named", { name: "Anna" })).toBe("Dear Anna, !");
});

Deno.test("a namespace that was not shipped answers the key", () => {
  expect(islandTranslator("en", strings)("mail:inbox.title")).toBe("inbox.title");
});
