/** Languages are called as readers of each locale call them. */
import { expect } from "expect";
import { languageName } from "./languages.ts";

Deno.test("languages are named as each reader calls them", () => {
  expect(languageName("en", "ru")).toBe("Russian");
  expect(languageName("zh-Hant", "ru")).toBe("俄文");
  expect(languageName("zh-Hans", "ru")).toBe("俄语");
  expect(languageName("en", "und")).toBe("");
  expect(languageName("ru", "zh-Hans")).toBe("китайский (упрощённый)");
  expect(languageName("uk", "zh-Hant")).toBe("китайська (традиційна)");
  expect(languageName("ro", "zh-Hant")).toBe("chineză tradițională");
});
