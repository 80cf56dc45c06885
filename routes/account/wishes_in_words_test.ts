import { expect } from "expect";
import type { Locale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { wishesInWords } from "./wishes_in_words.ts";

Deno.test("wishes stand in one line, and only the first keeps its capital", () => {
  const said = (locale: Locale) => wishesInWords({ locale, t: translatorFor(locale) }, ["serious", "marriage"]);
  expect(said("en")).toBe("A serious relationship, marriage");
  expect(said("ru")).toBe("Серьёзные отношения, брак");
  expect(said("zh-Hant")).toBe("認真交往、結婚");
});
