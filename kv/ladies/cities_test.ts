/** Cities in every spelling, and in the language of their readers. */
import { expect } from "expect";
import { accountLocales } from "../accounts/languages.ts";
import { citiesOf, cityName, cityOf, shownCity, spellingsOf } from "./cities.ts";
import { ladyCountries } from "./countries.ts";

const [belarus, romania, russia, ukraine] = [112, 642, 643, 804] as const;
const idsOf = (texts: string[], countryId: number) => texts.map((text) => cityOf(text, countryId)?.id ?? null);

Deno.test("one city is known in every spelling", () => {
  const poltava = [
    "Полтава",
    "Poltava",
    "POLTAVA",
    " полтава ",
    "波爾塔瓦",
    "波尔塔瓦",
    "м. Полтава",
    "Poltava, Ukraine",
  ];
  expect([...new Set(idsOf(poltava, ukraine))]).toEqual(["poltava"]);
  expect(idsOf(["Київ", "Киев", "Kiev", "Kyiv", "г. Киев", "місто Київ", "基輔"], ukraine)).toEqual(
    Array(7).fill("kyiv"),
  );
  expect(idsOf(["Kharkov", "Lvov", "Одесса", "Odessa", "Nikolaev", "Днепропетровск"], ukraine))
    .toEqual(["kharkiv", "lviv", "odesa", "odesa", "mykolaiv", "dnipro"]);
  expect(idsOf(["Ivano Frankivsk", "Івано-Франківськ", "Кам’янець-Подільський", "Kamianets Podilskyi"], ukraine))
    .toEqual(["ivano-frankivsk", "ivano-frankivsk", "kamianets-podilskyi", "kamianets-podilskyi"]);
  expect(idsOf(["Гродна", "Hrodna", "Grodno", "Магілёў", "Могилев", "Baranavichy"], belarus))
    .toEqual(["grodno", "grodno", "grodno", "mogilev", "mogilev", "baranovichi"]);
  expect(idsOf(["Iași", "Iasi", "Iaşi", "Яссы", "București", "Bucuresti", "Bucharest", "Cluj"], romania))
    .toEqual(["iasi", "iasi", "iasi", "iasi", "bucharest", "bucharest", "bucharest", "cluj-napoca"]);
  expect(idsOf(["Питер", "St Petersburg", "Санкт Петербург", "Ростов", "Ekaterinburg"], russia))
    .toEqual(["saint-petersburg", "saint-petersburg", "saint-petersburg", "rostov-on-don", "yekaterinburg"]);
});

Deno.test("what is no city of the country stays what was written", () => {
  expect(idsOf(["", "Мала Перещепина", "🌸", "Minsk", "Warszawa"], ukraine)).toEqual(Array(5).fill(null));
  expect(cityOf("Kyiv", 826)).toBe(null);
  expect(shownCity("Leeds", 826, "zh-Hant")).toBe("Leeds");
});

Deno.test("a reader sees a city's name in her or his language", () => {
  const shown = (text: string, countryId: number) => accountLocales.map((locale) => shownCity(text, countryId, locale));
  for (const text of ["Полтава", "Poltava"]) {
    expect(shown(text, ukraine)).toEqual(["Poltava", "波爾塔瓦", "波尔塔瓦", "Полтава", "Полтава", "Poltava"]);
  }
  expect(shown("Bucuresti", romania)).toEqual(
    ["Bucharest", "布加勒斯特", "布加勒斯特", "Бухарест", "Бухарест", "București"],
  );
  expect(shown("Opishnia", ukraine)).toEqual(Array(6).fill("Opishnia"));
  const small = "Опішня";
  expect(shown(small, ukraine)).toEqual(["Opishnia", "Opishnia", "Opishnia", small, small, "Opishnia"]);
});

Deno.test("each country has its larger cities, each with all its names, and no spelling means two", () => {
  for (const { id } of ladyCountries) {
    const cities = citiesOf(id);
    expect(cities.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cities.map((city) => city.id)).size).toBe(cities.length);
    for (const city of cities) {
      for (const locale of accountLocales) expect(cityName(city, locale)).toMatch(/\p{L}/u);
      expect(city.en).toMatch(/^[\p{Script=Latin} -]+$/u);
      expect(city.uk + city.ru).toMatch(/^[\p{Script=Cyrillic}' -]+$/u);
      expect(city["zh-Hant"] + city["zh-Hans"]).toMatch(/^[\p{Script=Han}-]+$/u);
      const found = spellingsOf(city).filter((spelling) => cityOf(spelling, id)?.id !== city.id);
      expect({ city: city.id, found }).toEqual({ city: city.id, found: [] });
    }
  }
});
