/** Which words a reader gets: the translation of her or his locale, else the lady's own. */
import { expect } from "expect";
import { type LadyRecord, wordsOf } from "./record.ts";

Deno.test("a reader gets the translation where there is one, and her own words where there is none", () => {
  const own = { firstname: "Olena", city: "Kyiv", quote: "q", about: "a", idealPartner: "i", interests: ["x"] };
  const hant = { ...own, firstname: "奧蓮娜", city: "基輔" };
  const lady = { ...own, birthdate: "1994-05-06", localized: { "zh-Hant": hant } } as unknown as LadyRecord;
  expect(wordsOf(lady, "zh-Hant").firstname).toBe("奧蓮娜");
  expect(wordsOf(lady, "zh-Hans")).toEqual(own);
  expect(wordsOf(lady, "en").city).toBe("Kyiv");
});
