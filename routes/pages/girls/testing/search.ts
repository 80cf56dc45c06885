/** For tests of the search: two ladies who differ, and whom a search shows. */
import { dayMs } from "../../../../kv/store/days.ts";
import { expect } from "expect";
import type { TestSite } from "../../../testing/site.ts";
import { mainOf, namesIn } from "./html.ts";

/** Two ladies who differ in everything. */
export async function twoLadies(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena", birthdate: "1997-03-04", countryId: 804, city: "Lviv" }, {
    firstname: "Olena",
    birthdate: "1997-03-04",
    heightCm: 168,
    weightKg: 57,
    hairColor: "brown",
    eyeColor: "grey",
    maritalStatus: "never",
    education: "master",
    religion: "catholic",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "fluent",
    profession: "teacher",
    childrenNumber: 0,
    lookingFor: ["marriage", "serious"],
    votes: 3,
    localized: { "zh-Hant": { ...noWords, firstname: "奧蓮娜", city: "利維夫" } },
  });
  site.advance(40 * dayMs);
  const daria = await site.addLady({ firstname: "Daria", birthdate: "1980-08-20", countryId: 112, city: "Minsk" }, {
    firstname: "Daria",
    birthdate: "1980-08-20",
    heightCm: 180,
    weightKg: 70,
    hairColor: "black",
    eyeColor: "green",
    maritalStatus: "divorced",
    education: "college",
    religion: "none",
    smoking: "sometimes",
    drinking: "never",
    englishRating: "beginner",
    profession: "cook",
    childrenNumber: 2,
    lookingFor: ["chatting"],
    votes: 9,
  });
  site.store.ladies.setOnline(daria.id, true);
  return { olena, daria };
}

const noWords = { quote: "", about: "", idealPartner: "", interests: [] };

/** The names that a search shows. */
export async function search(site: TestSite, query: string, prefix = "/en"): Promise<string[]> {
  const page = await site.visitor().get(`${prefix}/search?${query}`);
  expect(`${query}: ${page.status}`).toBe(`${query}: 200`);
  return namesIn(await mainOf(page));
}
