/** The facts of a generated life, drawn so that they agree with one another: no student of fifty, no doctor of nineteen. */
import type { ReadableLanguage } from "../../kv/accounts/languages.ts";
import { dayMs } from "../../kv/store/days.ts";
import {
  type Education,
  type EnglishRating,
  eyeColors,
  type LookingFor,
  type MaritalStatus,
  type Profession,
  professions,
  type Religion,
} from "../../kv/ladies/attributes.ts";
import { countryByIso, type LadyCountryIso } from "../../kv/ladies/countries.ts";
import type { LadyRecord } from "../../kv/ladies/record.ts";
import type { Chance } from "./random.ts";

/** Surely past the eighteenth birthday by any calendar. */
const ADULT_DAYS = Math.ceil(18 * 365.25) + 1;
const OLDEST_DAYS = Math.floor(60 * 365.25);
const THREE_YEARS_DAYS = 3 * 365;

const ofTheYoung: readonly Profession[] = [
  "student",
  "student",
  "student",
  "sales_assistant",
  "hairdresser",
  "baker",
  "cook",
  "florist",
  "seamstress",
  "secretary",
  "artist",
  "photographer",
  "trainer",
  "musician",
  "actress",
  "other",
];
const ofTheLearned: ReadonlySet<Profession> = new Set<Profession>([
  "architect",
  "biologist",
  "chemist",
  "conservator",
  "dentist",
  "doctor",
  "economist",
  "engineer",
  "geologist",
  "historian",
  "lawyer",
  "pharmacist",
  "psychologist",
  "scientist",
  "surveyor",
  "teacher",
  "veterinarian",
]);
const ofTheSettled: ReadonlySet<Profession> = new Set<Profession>(["director", "pilot", "housewife"]);

const religions: Record<LadyCountryIso, Partial<Record<Religion, number>>> = {
  BY: { russian_orthodox: 62, catholic: 16, christian: 6, protestant: 2, jewish: 1, none: 11, other: 2 },
  RO: { christian: 66, catholic: 12, protestant: 6, baptist: 4, lutheran: 1, none: 9, other: 2 },
  RU: {
    russian_orthodox: 60,
    christian: 6,
    muslim: 7,
    buddhist: 2,
    jewish: 1,
    catholic: 1,
    mormon: 0.3,
    daonism: 0.3,
    none: 20,
    other: 2.4,
  },
  UA: {
    russian_orthodox: 22,
    christian: 42,
    catholic: 14,
    protestant: 3,
    baptist: 3,
    jewish: 1,
    lutheran: 0.5,
    none: 12,
    other: 2.5,
  },
};

export const tongues: Record<LadyCountryIso, ReadableLanguage[]> = {
  BY: ["be", "ru"],
  RO: ["ro"],
  RU: ["ru"],
  UA: ["uk", "ru"],
};

export type Facts = Omit<
  LadyRecord,
  "id" | "firstname" | "city" | "quote" | "about" | "idealPartner" | "interests" | "localized" | "photos"
>;

/** One life, as of nowMs; she is 18 to 60 and joined as an adult within the last three years. */
export function factsOf(country: LadyCountryIso, nowMs: number, chance: Chance): Facts {
  const ageDays = Math.floor(ADULT_DAYS + (OLDEST_DAYS - ADULT_DAYS) * ((chance.next() + chance.next()) / 2) ** 1.5);
  const age = Math.floor(ageDays / 365.25);
  const profession = professionAt(age, chance);
  const maritalStatus = maritalStatusAt(age, chance);
  const childrenNumber = childrenOf(age, maritalStatus, chance);
  const englishRating = chance.weighted<EnglishRating>({ beginner: 38, intermediate: 34, advanced: 18, fluent: 10 });
  const heightCm = Math.round(154 + 24 * (chance.next() + chance.next() + chance.next()) / 3);
  const bodyMassIndex = 18.5 + 7.5 * (chance.next() + chance.next()) / 2;
  const memberDays = chance.next() ** 1.5 * Math.min(THREE_YEARS_DAYS, ageDays - ADULT_DAYS);
  return {
    birthdate: new Date((Math.floor(nowMs / dayMs) - ageDays) * dayMs).toISOString().slice(0, 10),
    countryId: countryByIso(country)!.id,
    heightCm,
    weightKg: chance.happens(0.06) ? null : Math.round((heightCm / 100) ** 2 * bodyMassIndex),
    hairColor: chance.weighted({ brown: 38, light_brown: 27, golden: 22, black: 13 }),
    eyeColor: chance.pick([...eyeColors, "blue", "green", "brown", "grey"] as const),
    maritalStatus,
    education: educationAt(age, profession, chance),
    religion: chance.happens(0.05) ? null : chance.weighted(religions[country]),
    smoking: chance.weighted({ no: 83, sometimes: 12, yes: 5 }),
    drinking: chance.weighted({ never: 32, occasionally: 43, socially: 25 }),
    englishRating,
    profession,
    childrenNumber,
    lookingFor: wishesOf(age, childrenNumber, chance),
    isPublished: true,
    firstTimeActivatedAt: nowMs - Math.floor(memberDays * dayMs),
    votes: Math.floor(chance.next() ** 5 * 900),
  };
}

function professionAt(age: number, chance: Chance): Profession {
  if (age < 22) return chance.pick(ofTheYoung);
  while (true) {
    const profession = chance.pick(professions);
    if (profession === "student" && age > 26) continue;
    if (ofTheLearned.has(profession) && age < 24) continue;
    if (ofTheSettled.has(profession) && age < 28) continue;
    return profession;
  }
}

function educationAt(age: number, profession: Profession, chance: Chance): Education {
  if (age < 21) return "high_school";
  if (profession === "student") return chance.pick(["high_school", "college"]);
  const learned = ofTheLearned.has(profession);
  if (learned && age >= 29 && chance.happens(profession === "scientist" ? 0.6 : 0.08)) return "doctor";
  if (age >= 23 && chance.happens(learned ? 0.45 : 0.15)) return "master";
  if (learned) return "university_degree";
  return chance.weighted({ high_school: 14, college: 40, university_degree: age < 22 ? 0 : 46 });
}

function maritalStatusAt(age: number, chance: Chance): MaritalStatus {
  if (age < 22) return "never";
  const draw = chance.next();
  const widowed = Math.max(0, age - 32) * 0.004;
  if (draw < widowed) return "widow";
  return draw < widowed + Math.min(0.55, (age - 21) * 0.025) ? "divorced" : "never";
}

function childrenOf(age: number, status: MaritalStatus, chance: Chance): number {
  if (!chance.happens(status === "never" ? (age < 23 ? 0 : 0.12) : 0.7)) return 0;
  return status === "never" ? 1 : Number(chance.weighted({ "1": 58, "2": 34, "3": age < 27 ? 0 : 8 }));
}

function wishesOf(age: number, childrenNumber: number, chance: Chance): LookingFor[] {
  const odds: Partial<Record<LookingFor, number>> = {
    serious: 0.85,
    marriage: 0.5,
    chatting: 0.35,
    hanging_out: 0.1,
    casual: 0.06,
    flirting: 0.06,
    single_parent: childrenNumber > 0 ? 0.35 : 0.03,
    experienced_parent: childrenNumber > 0 ? 0.25 : 0.02,
    sugar_baby: age >= 25 ? 0.004 : 0,
  };
  const wishes = (Object.keys(odds) as LookingFor[]).filter((wish) => chance.happens(odds[wish]!));
  return wishes.length > 0 ? wishes : ["serious"];
}
