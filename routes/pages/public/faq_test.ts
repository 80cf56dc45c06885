import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { siteText } from "../../discovery/texts.ts";
import { testApp } from "../../testing/site.ts";
import { groupsOf } from "./faq.tsx";

Deno.test("every question has an answer", async () => {
  await using site = await testApp();
  for (const locale of locales) {
    const groups = groupsOf(siteText(site.deps, locale, "faq").body);
    expect(groups.length).toBe(6);
    for (const { words, answer } of groups.flatMap(({ questions }) => questions)) {
      expect({ words, isAnswered: words.length > 3 && answer.length > 8 }).toEqual({ words, isAnswered: true });
    }
  }
});
