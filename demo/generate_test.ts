/** Generated ladies: the same each time, adult, without contradictions, in three languages, small and quick. */
import { expect } from "expect";
import { serialize } from "node:v8";
import { ageYears, isAdult } from "../kv/ladies/age.ts";
import * as attributes from "../kv/ladies/attributes.ts";
import { ladyCountries, ladyCountryIsos } from "../kv/ladies/countries.ts";
import type { LadyRecord } from "../kv/ladies/record.ts";
import { generateLadies, type GenerateOptions } from "./generate.ts";
import { about, cities, firstnames, ideal, interests, threefold, work } from "./generate/tables.ts";

const NOW = Date.parse("2026-05-04T10:00:00Z");
const make = (options: Partial<GenerateOptions> = {}): LadyRecord[] => [
  ...generateLadies({ count: 2000, firstId: 500, nowMs: NOW, seed: 1, portraitKeys: ["olena", "vera"], ...options }),
];
const ladies = make();

Deno.test("the same options give the same ladies, another seed others, and a longer run begins as a shorter one", () => {
  expect(make({ count: 50 })).toEqual(ladies.slice(0, 50));
  expect(make({ count: 10, firstId: 520 })).toEqual(ladies.slice(20, 30));
  const others = make({ count: 50, seed: 2 });
  expect(others.filter((lady, index) => lady.birthdate === ladies[index]!.birthdate).length).toBeLessThan(5);
});

Deno.test("everybody is between 18 and 60, and joined as an adult within three years", () => {
  for (const lady of ladies) {
    const joinedAt = lady.firstTimeActivatedAt!;
    expect(isAdult(lady.birthdate, joinedAt)).toBe(true);
    expect(ageYears(lady.birthdate, NOW)).toBeGreaterThanOrEqual(18);
    expect(ageYears(lady.birthdate, NOW)).toBeLessThanOrEqual(60);
    expect(joinedAt).toBeLessThanOrEqual(NOW);
    expect(joinedAt).toBeGreaterThan(NOW - 3 * 366 * 86_400_000);
  }
});

Deno.test("every value of every vocabulary occurs, so that each filter finds somebody", () => {
  const many = make({ count: 8000 });
  const vocabularies = {
    hairColor: attributes.hairColors,
    eyeColor: attributes.eyeColors,
    maritalStatus: attributes.maritalStatuses,
    education: attributes.educations,
    religion: attributes.religions,
    smoking: attributes.smokings,
    drinking: attributes.drinkings,
    englishRating: attributes.englishRatings,
    profession: attributes.professions,
    lookingFor: attributes.lookingFors,
    countryId: ladyCountries.map(({ id }) => id),
  } as const;
  for (const [name, vocabulary] of Object.entries(vocabularies)) {
    const seen = new Set(many.flatMap((lady) => lady[name as keyof typeof vocabularies] as string));
    seen.delete(null as never);
    expect([name, [...seen].sort()]).toEqual([name, [...vocabulary].map((value) => value as string).sort()]);
  }
});

Deno.test("facts agree with one another", () => {
  for (const lady of ladies) {
    const age = ageYears(lady.birthdate, NOW);
    if (lady.profession === "student") expect(age).toBeLessThanOrEqual(26);
    if (lady.education === "doctor") expect(age).toBeGreaterThanOrEqual(29);
    if (lady.profession === "doctor") expect(["university_degree", "master", "doctor"]).toContain(lady.education);
    if (age < 22) expect(lady.maritalStatus).toBe("never");
    expect(about.widowed.some(([text]) => lady.about.includes(text))).toBe(lady.maritalStatus === "widow");
    expect(about.alone.some(([text]) => lady.about.includes(text))).toBe(lady.childrenNumber === 0);
    expect(lady.heightCm! >= 154 && lady.heightCm! <= 178).toBe(true);
    expect(lady.weightKg === null || (lady.weightKg >= 43 && lady.weightKg <= 83)).toBe(true);
  }
});

Deno.test("her words say the same in three languages, within the lengths, with no gap left unfilled", () => {
  const chinese = /\p{Script=Han}/u;
  for (const lady of ladies.slice(0, 300)) {
    const { "zh-Hant": hant, "zh-Hans": hans } = lady.localized;
    for (const words of [lady, hant!, hans!]) {
      expect(words.quote.length).toBeLessThanOrEqual(50);
      expect(words.interests.length).toBe(lady.interests.length);
      expect(new Set(words.interests).size).toBe(words.interests.length);
      for (
        const text of [words.firstname, words.city, words.quote, words.about, words.idealPartner, ...words.interests]
      ) {
        expect(text).toMatch(/\S/);
        expect(text).not.toMatch(/[{}|]|undefined|null/);
        expect(chinese.test(text)).toBe(words !== lady);
      }
      expect(words.about.split("\n\n").length).toBe(2);
    }
    const profession = work[lady.profession!];
    expect([lady, hant!, hans!].map((words, place) => words.about.includes(profession[place]!))).toEqual([
      true,
      true,
      true,
    ]);
  }
});

Deno.test("portraits are shared out, and without any there are no photos", () => {
  expect(new Set(ladies.map(({ photos }) => photos[0]!.key))).toEqual(new Set(["olena", "vera"]));
  expect(ladies.find(({ photos }) => photos[0]!.key === "vera")!.photos[0]!.sizes).toEqual({
    full: "/static/images/portraits/vera.webp",
    medium: "/static/images/portraits/vera-320.webp",
    quad: "/static/images/portraits/vera-quad.webp",
    avatar: "/static/images/portraits/vera-avatar.webp",
  });
  expect(make({ count: 3, portraitKeys: [] }).map(({ photos }) => photos.length)).toEqual([0, 0, 0]);
});

Deno.test("a record takes about two and a half kilobytes as the store writes it, and never four", () => {
  const sizes = ladies.map((lady) => serialize(lady).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(2600);
  expect(Math.max(...sizes)).toBeLessThan(4000);
});

Deno.test("the tables are large enough, repeat nothing, and keep the two Chinese scripts apart", () => {
  for (const iso of ladyCountryIsos) {
    expect(new Set(firstnames[iso].map(([latin]) => latin)).size).toBe(firstnames[iso].length);
    expect(firstnames[iso].length).toBeGreaterThanOrEqual(60);
    expect(new Set(cities[iso].map(([latin]) => latin)).size).toBe(cities[iso].length);
    expect(cities[iso].length).toBeGreaterThanOrEqual(25);
  }
  const { english, ...groups } = about;
  const pieces = [...Object.values(groups).flat(), ...Object.values(english).flat(), ...Object.values(ideal).flat()]
    .concat(Object.values(work), interests.flatMap(({ label, sentence }) => [label, sentence]));
  for (const place of [0, 1, 2] as const) {
    const texts = pieces.map((piece) => piece[place]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
  // Characters that one script has and the other has not: a handful is enough to notice a swapped line.
  const all = [...pieces, ...Object.values(firstnames).flat(), ...Object.values(cities).flat()];
  expect(all.filter(([, hant]) => /[们这说听会时间爱开书门见亚尔莲]/.test(hant))).toEqual([]);
  expect(all.filter(([, , hans]) => /[們這說聽會時間愛開書門見亞爾蓮]/.test(hans))).toEqual([]);
  expect(all.filter(([, hant, hans]) => /[,;?!]/.test(hant + hans))).toEqual([]);
});

Deno.test("a text that misses a language is refused when it is read", () => {
  expect(threefold.parse(["Kyiv", "基輔", "基辅"])).toEqual(["Kyiv", "基輔", "基辅"]);
  for (const text of [["Lviv", "利維夫"], ["Lviv", "", "利沃夫"]]) expect(() => threefold.parse(text)).toThrow();
});
