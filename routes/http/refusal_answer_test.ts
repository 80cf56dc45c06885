import { expect } from "expect";
import { locales } from "../../i18n/locales.ts";
import { missingFields } from "./refusal_answer.tsx";

Deno.test("every field of which it is said what to do when it is empty has its sentence in every language, and no other", async () => {
  for (const locale of locales) {
    const file = new URL(`../../i18n/catalogues/${locale}/refusals.json`, import.meta.url);
    const { missing } = JSON.parse(await Deno.readTextFile(file));
    expect([locale, Object.keys(missing)]).toEqual([locale, [...missingFields]]);
  }
});
