/** The addresses of profiles: always in Latin letters, whatever she wrote; only the number decides which profile it is. */
import { expect } from "expect";
import { girlPath, idInGirlSlug, slugOf } from "./girl_paths.ts";

const nowMs = Date.UTC(2026, 0, 15);
const pathOf = (firstname: string, city: string, countryId = 804) =>
  girlPath({ id: 10072, firstname, city, countryId, birthdate: "1994-05-17" }, nowMs);

Deno.test("a name and a city in Cyrillic stand in an address as in a passport", () => {
  expect(pathOf("Зоряна", "Полтава")).toBe("/girl/Zoriana-31-Ukraine-Poltava-10072");
  expect(pathOf("Юлія", "Біла Церква")).toBe("/girl/Yuliia-31-Ukraine-Bila-Tserkva-10072");
  expect(pathOf("Мар'яна", "Мала Перещепина")).toBe("/girl/Mariana-31-Ukraine-Mala-Pereshchepyna-10072");
  expect(pathOf("Юлия", "Питер", 643)).toBe("/girl/Iuliia-31-Russia-Saint-Petersburg-10072");
});

Deno.test("Romanian letters lose their marks, with a comma below and with a cedilla", () => {
  expect(slugOf("Ștefăniță Ţîrâu")).toBe("Stefanita-Tirau");
  expect(pathOf("Ioana", "Iași", 642)).toBe("/girl/Ioana-31-Romania-Iasi-10072");
  expect(pathOf("Ioana", "Cluj-Napoca", 642)).toBe("/girl/Ioana-31-Romania-Cluj-Napoca-10072");
});

Deno.test("where there are no letters to write, an address says a word or nothing, never x", () => {
  expect(pathOf("王小明", "王家村")).toBe("/girl/lady-31-Ukraine-10072");
  expect(pathOf("🌸", "")).toBe("/girl/lady-31-Ukraine-10072");
});

Deno.test("the number at the end is found in every address that ever stood", () => {
  for (const slug of ["x-31-Ukraine-x-10072", "Zoriana-31-Ukraine-Poltava-10072", "lady-31-Ukraine-10072", "-10072"]) {
    expect(idInGirlSlug(slug)).toBe(10072);
  }
  expect(idInGirlSlug("10072")).toBe(null);
});
