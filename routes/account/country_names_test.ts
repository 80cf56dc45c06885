import { expect } from "expect";
import { placeName } from "./country_names.ts";

Deno.test("a place is named as its reader names it: in Chinese the country stands first, with the dot of the region", () => {
  expect(placeName("en", "Lviv", 804)).toBe("Lviv, Ukraine");
  expect(placeName("uk", "Львів", 804)).toBe("Львів, Україна");
  expect(placeName("zh-Hant", "利維夫", 804)).toBe("烏克蘭‧利維夫");
  expect(placeName("zh-Hans", "利沃夫", 804)).toBe("乌克兰·利沃夫");
  expect([placeName("zh-Hant", "", 804), placeName("en", "", 804)]).toEqual(["烏克蘭", "Ukraine"]);
});
