/** What can be asked of the index, and how each question reads a lady: facets (one of), ranges (from, to), order. */
import { dayMs } from "../../store/days.ts";
import { AGE_YEAR_MS, dayNumberOf } from "../age.ts";
import {
  type Drinking,
  type Education,
  type EnglishRating,
  type EyeColor,
  type HairColor,
  type LookingFor,
  type MaritalStatus,
  type Profession,
  type Religion,
  type Smoking,
  type ZodiacSign,
  zodiacSignOf,
} from "../attributes.ts";
import type { LadyRecord } from "../record.ts";

export type LadySort = "new" | "top" | "online" | "birthday";

/** Filters are joined by "and", the values within one by "or"; absent or empty filters nothing. Bounds are included. */
export interface LadyQuery {
  id?: number;
  /** Any part of any spelling of her first name; case, diacritics and width do not matter. */
  firstname?: string;
  countryId?: readonly number[];
  hairColor?: readonly HairColor[];
  eyeColor?: readonly EyeColor[];
  englishRating?: readonly EnglishRating[];
  maritalStatus?: readonly MaritalStatus[];
  lookingFor?: readonly LookingFor[];
  profession?: readonly Profession[];
  education?: readonly Education[];
  religion?: readonly Religion[];
  smoking?: readonly Smoking[];
  drinking?: readonly Drinking[];
  zodiacSign?: readonly ZodiacSign[];
  /** "YYYY-MM-DD". */
  birthdateFrom?: string;
  birthdateTo?: string;
  /** Whole years of 365.25 days, as shown. */
  ageFrom?: number;
  ageTo?: number;
  /** Only ladies whose birthday is today or at most so many days ahead, fewer than 300. */
  birthdayWithinDays?: number;
  /** Centimetres, kilograms; a lady who did not say is not found by these. */
  heightFrom?: number;
  heightTo?: number;
  weightFrom?: number;
  weightTo?: number;
  childrenNumberFrom?: number;
  childrenNumberTo?: number;
  /** Milliseconds since the epoch. */
  firstTimeActivatedAtFrom?: number;
  firstTimeActivatedAtTo?: number;
  /** True: only ladies who are online now. */
  online?: boolean;
  /** Ladies who are hidden from this reader, by a block of either. */
  withoutIds?: ReadonlySet<number>;
  /** Default "new". Ties stand by id. */
  sort?: LadySort;
  /** From 1, default 1. */
  page?: number;
  /** 1–100, default 20. */
  limit?: number;
}

/** How each facet reads a lady: the values under which she is found. */
export const facetValues = {
  countryId: (lady: LadyRecord) => [lady.countryId],
  hairColor: (lady: LadyRecord) => [lady.hairColor],
  eyeColor: (lady: LadyRecord) => [lady.eyeColor],
  englishRating: (lady: LadyRecord) => [lady.englishRating],
  maritalStatus: (lady: LadyRecord) => [lady.maritalStatus],
  lookingFor: (lady: LadyRecord) => lady.lookingFor,
  profession: (lady: LadyRecord) => [lady.profession],
  education: (lady: LadyRecord) => [lady.education],
  religion: (lady: LadyRecord) => [lady.religion],
  smoking: (lady: LadyRecord) => [lady.smoking],
  drinking: (lady: LadyRecord) => [lady.drinking],
  zodiacSign: (lady: LadyRecord) => [zodiacSignOf(lady.birthdate)],
} satisfies Partial<Record<keyof LadyQuery, (lady: LadyRecord) => readonly (string | number | null)[]>>;

export type FacetName = keyof typeof facetValues;
export const facetNames = Object.keys(facetValues) as FacetName[];

/** Stands in a column for "she did not say"; smaller than any bound. */
export const UNSAID = -(2 ** 31);

export type RangeName = "birthDay" | "height" | "weight" | "children" | "activatedAt";
export interface Range {
  column: RangeName;
  from: number;
  to: number;
}

/** The ranges that a query asks for at that moment; throws RangeError for an invalid date. */
export function rangesOf(query: LadyQuery, nowMs: number): Range[] {
  const ranges: Range[] = [];
  const add = (column: RangeName, from: number | undefined, to: number | undefined) => {
    if (from === undefined && to === undefined) return;
    ranges.push({ column, from: Math.max(from ?? -Infinity, UNSAID + 1), to: to ?? Infinity });
  };
  const { birthdateFrom, birthdateTo, ageFrom, ageTo } = query;
  add(
    "birthDay",
    birthdateFrom ? dayNumberOf(birthdateFrom) : undefined,
    birthdateTo ? dayNumberOf(birthdateTo) : undefined,
  );
  // Age a: a whole years of AGE_YEAR_MS have passed, a + 1 have not.
  add(
    "birthDay",
    ageTo === undefined ? undefined : Math.floor((nowMs - (ageTo + 1) * AGE_YEAR_MS) / dayMs) + 1,
    ageFrom === undefined ? undefined : Math.floor((nowMs - ageFrom * AGE_YEAR_MS) / dayMs),
  );
  add("height", query.heightFrom, query.heightTo);
  add("weight", query.weightFrom, query.weightTo);
  add("children", query.childrenNumberFrom, query.childrenNumberTo);
  add("activatedAt", query.firstTimeActivatedAtFrom, query.firstTimeActivatedAtTo);
  return ranges;
}

/** A birthday's place in the year, month × 32 + day: 29 February stands between the days beside it in every year. */
export const birthdayKeyOf = (date: string): number => Number(date.slice(5, 7)) * 32 + Number(date.slice(8, 10));

const FEBRUARY_29 = 2 * 32 + 29;
const MARCH_1 = 3 * 32 + 1;

/** The key of the birthdays that come first on that day: today's, or on 1 March of a common year that of 29 February. */
export function firstBirthdayKey(nowMs: number): number {
  const today = birthdayKeyOf(new Date(nowMs).toISOString());
  const year = new Date(nowMs).getUTCFullYear();
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return today === MARCH_1 && !isLeap ? FEBRUARY_29 : today;
}

/** The keys of the birthdays from that day to `days` days later; across the end of the year, `to` is smaller than `from`. */
export function birthdayKeysWithin(days: number, nowMs: number): [from: number, to: number] {
  return [firstBirthdayKey(nowMs), birthdayKeyOf(new Date(nowMs + days * dayMs).toISOString())];
}
