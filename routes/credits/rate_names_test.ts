import { expect } from "expect";
import { translatorFor } from "../../i18n/translate.ts";
import { rateName } from "./rate_names.ts";

const words = { "zh-Hant": "經濟", "zh-Hans": "经济" };
const readIn = (locale: "en" | "zh-Hant" | "uk", name: string) =>
  rateName({ locale, t: translatorFor(locale) }, name, words);

Deno.test("a package of a later list keeps its name of the catalogue where the list has none in that language", () => {
  expect(readIn("zh-Hant", "Economy")).toBe("經濟");
  expect(readIn("uk", "Economy")).toBe(rateName({ locale: "uk", t: translatorFor("uk") }, "Economy"));
  expect(readIn("uk", "Economy")).not.toBe("Economy");
  expect([readIn("en", "Economy"), readIn("uk", "Summer")]).toEqual(["Economy", "Summer"]);
});
