import { expect } from "expect";
import { countriesIn, countryListPath } from "./country_lists.ts";

Deno.test("a subset of countries has one spelling", () => {
  expect(countriesIn("Ukraine-Belarus")).toEqual([112, 804]);
  expect([countriesIn(""), countriesIn("-"), countriesIn("Ukraine-Mars"), countriesIn("%")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(countryListPath([804, 112])).toBe("/girls/Belarus-Ukraine");
  expect(countryListPath([804, 642, 643, 112])).toBe("/girls/Belarus-Romania-Russia-Ukraine");
});
