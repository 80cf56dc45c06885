/** Countries: one number, one code, one name each, agreeing with ISO 3166-1 as the runtime knows it. */
import { expect } from "expect";
import { countries, countryById, countryByIso, ladyCountries } from "./countries.ts";

Deno.test("numbers, codes and names are each unique", () => {
  for (const key of ["id", "iso", "name"] as const) {
    expect(new Set(countries.map((country) => country[key])).size).toBe(countries.length);
  }
  expect(countries.length).toBe(250);
});

Deno.test("every number names the same region as its code in the runtime's own tables", () => {
  for (const { id, iso } of countries) {
    if (iso === "XK") continue;
    expect(new Intl.Locale(`und-${String(id).padStart(3, "0")}`).region).toBe(iso);
  }
});

Deno.test("a country is found by number and by code in either case, and a stranger by neither", () => {
  expect(countryById(804)).toEqual({ id: 804, iso: "UA", name: "Ukraine" });
  expect(countryByIso("tw")?.name).toBe("Taiwan");
  expect(countryByIso("CI")?.name).toBe("Côte d'Ivoire");
  expect(countryById(0)).toBeUndefined();
  expect(countryByIso("ZZ")).toBeUndefined();
});

Deno.test("ladies come from four countries", () => {
  expect(ladyCountries.map(({ id, iso }) => `${iso} ${id}`)).toEqual(["BY 112", "RO 642", "RU 643", "UA 804"]);
});

Deno.test("every country has a name in all three languages of the site", () => {
  for (const locale of ["en", "zh-Hant", "zh-Hans"]) {
    const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    expect(countries.filter(({ iso }) => !names.of(iso))).toEqual([]);
  }
});
