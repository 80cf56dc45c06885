/** Random ladies and questions for the index's tests, drawn from narrow ranges so that ties and collisions are common. */
import * as fc from "fast-check";
import * as attributes from "../../attributes.ts";
import { ladyCountries } from "../../countries.ts";
import type { LadyRecord } from "../../record.ts";
import type { LadyQuery } from "../query.ts";

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 6 });
const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: Math.min(values.length, 4) });

const names = [["Ștefania", "斯特凡尼婭", "斯特凡尼娅"], ["Olena", "奧蓮娜", "奥莲娜"], ["Lena", "蓮娜", "莲娜"], [
  "Zoë",
  "",
  "",
]];
const edges = ["02-28", "02-29", "03-01", "12-31", "01-01", "06-20", "06-21"];

const birthdate = fc.tuple(fc.integer({ min: 1984, max: 1988 }), oneOf([...edges, "03-02", "05-17", "12-30"])).map(
  ([year, day]) => `${day === "02-29" && year % 4 !== 0 ? year + 4 - year % 4 : year}-${day}`,
);

/** Moments around the turns of the year and of February, in common and leap years. */
export const moment: fc.Arbitrary<number> = fc.tuple(
  oneOf([2026, 2027, 2028]),
  oneOf(["02-28", "03-01", "03-02", "12-31", "01-01", "07-04"]),
  oneOf(["00:00:00", "11:59:59", "12:00:00", "18:00:00", "23:59:59"]),
).map(([year, day, time]) => Date.parse(`${year}-${day}T${time}Z`));

const noWords = { quote: "", about: "", idealPartner: "", interests: [], city: "" };

export const lady: fc.Arbitrary<LadyRecord> = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  birthdate,
  countryId: oneOf(ladyCountries.map(({ id }) => id)),
  heightCm: orNull(fc.integer({ min: 160, max: 164 })),
  weightKg: orNull(fc.integer({ min: 50, max: 54 })),
  hairColor: orNull(oneOf(attributes.hairColors)),
  eyeColor: orNull(oneOf(attributes.eyeColors)),
  maritalStatus: orNull(oneOf(attributes.maritalStatuses)),
  education: orNull(oneOf(attributes.educations)),
  religion: orNull(oneOf(attributes.religions.slice(0, 4))),
  smoking: orNull(oneOf(attributes.smokings)),
  drinking: orNull(oneOf(attributes.drinkings)),
  englishRating: orNull(oneOf(attributes.englishRatings)),
  profession: orNull(oneOf(attributes.professions.slice(0, 4))),
  childrenNumber: orNull(fc.integer({ min: 0, max: 2 })),
  lookingFor: someOf(attributes.lookingFors),
  name: oneOf(names),
  isPublished: fc.boolean().chain((rarely) => rarely ? fc.boolean() : fc.constant(true)),
  firstTimeActivatedAt: orNull(fc.integer({ min: 1, max: 9 })),
  votes: fc.integer({ min: 0, max: 4 }),
}).map(({ name, ...facts }) => {
  const [own, hant, hans] = name as [string, string, string];
  const localized: LadyRecord["localized"] = hant === "" ? {} : {
    "zh-Hant": { ...noWords, firstname: hant },
    "zh-Hans": { ...noWords, firstname: hans },
  };
  return { ...facts, ...noWords, firstname: own, localized, photos: [] };
});

/** Absent with the given odds against one. */
const absentOr = <Value>(odds: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => absentOr(1, arbitrary);
/** With two dozen filters each must be rare, or no question ever finds anybody. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) => absentOr(19, arbitrary);

export const query: fc.Arbitrary<LadyQuery> = fc.record({
  id: seldom(fc.integer({ min: 1, max: 62 })),
  firstname: seldom(oneOf(["", " ", "len", "STEF", "ștef", "蓮", "莲娜", "zoe", "nobody", "a\no"])),
  countryId: maybe(someOf([...ladyCountries.map(({ id }) => id), 840])),
  hairColor: seldom(someOf(attributes.hairColors)),
  eyeColor: seldom(someOf(attributes.eyeColors)),
  englishRating: seldom(someOf(attributes.englishRatings)),
  maritalStatus: seldom(someOf(attributes.maritalStatuses)),
  lookingFor: seldom(someOf(attributes.lookingFors)),
  profession: seldom(someOf(attributes.professions.slice(0, 5))),
  education: seldom(someOf(attributes.educations)),
  religion: seldom(someOf(attributes.religions.slice(0, 5))),
  smoking: seldom(someOf(attributes.smokings)),
  drinking: seldom(someOf(attributes.drinkings)),
  zodiacSign: seldom(someOf(attributes.zodiacSigns)),
  birthdateFrom: seldom(birthdate),
  birthdateTo: seldom(birthdate),
  ageFrom: seldom(fc.integer({ min: 38, max: 44 })),
  ageTo: seldom(fc.integer({ min: 38, max: 44 })),
  birthdayWithinDays: seldom(oneOf([0, 1, 30, 60, 299])),
  heightFrom: seldom(fc.integer({ min: 159, max: 165 })),
  heightTo: seldom(fc.integer({ min: 159, max: 165 })),
  weightFrom: seldom(fc.integer({ min: 49, max: 55 })),
  weightTo: seldom(fc.integer({ min: 49, max: 55 })),
  childrenNumberFrom: seldom(fc.integer({ min: 0, max: 3 })),
  childrenNumberTo: seldom(fc.integer({ min: 0, max: 3 })),
  firstTimeActivatedAtFrom: seldom(fc.integer({ min: 0, max: 10 })),
  firstTimeActivatedAtTo: seldom(fc.integer({ min: 0, max: 10 })),
  online: seldom(fc.boolean()),
  sort: maybe(oneOf(["new", "top", "online", "birthday"] as const)),
  page: maybe(fc.integer({ min: 1, max: 4 })),
  limit: maybe(oneOf([1, 2, 7, 100])),
});
