/** The search filters as query parameters (contract, HTTP): one schema for the page and its call. */
import * as z from "zod";
import type { User } from "../../kv/accounts/users.ts";
import * as values from "../../kv/ladies/attributes.ts";
import type { LadyQuery } from "../../kv/ladies/index/query.ts";
import { birthdateTold, maySortByBirthday } from "../account/birthdates.ts";
import { ladyCountryIds } from "../account/country_names.ts";
import { dayField, dayOrYearField, flag, idField, line, pagingFields, wholeNumberFrom } from "../http/fields.ts";

/** Several values, comma-separated or repeated; each must be of the vocabulary. */
function oneOf<T extends string>(vocabulary: readonly T[]) {
  const known = z.array(z.enum(vocabulary as readonly [T, ...T[]], "wrong_value"));
  return list.pipe(known).meta({ type: "array", items: { type: "string", enum: [...vocabulary] } }).optional();
}

const list = z.union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat().flatMap((part) => part.split(",")).map((part) => part.trim()).filter(Boolean));

const between = (least: number, most: number) => wholeNumberFrom(least, most).optional();

/** An empty field of a form asks for nothing. */
const filled = (data: unknown) =>
  typeof data === "object" && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== "" && value !== undefined))
    : data;

const filters = z.strictObject({
  countryId: list.pipe(z.array(z.string().transform(Number).refine((id) => ladyCountryIds.includes(id), "country")))
    .meta({ type: "array", items: { type: "integer", enum: [...ladyCountryIds] } }).optional(),
  firstname: line(40).optional(),
  id: idField.optional(),
  birthdateFrom: dayOrYearField.optional(),
  birthdateTo: dayOrYearField.optional(),
  ageFrom: between(18, 120),
  ageTo: between(18, 120),
  heightFrom: between(100, 250),
  heightTo: between(100, 250),
  weightFrom: between(30, 250),
  weightTo: between(30, 250),
  childrenNumberFrom: between(0, 20),
  childrenNumberTo: between(0, 20),
  hairColor: oneOf(values.hairColors),
  eyeColor: oneOf(values.eyeColors),
  englishRating: oneOf(values.englishRatings),
  maritalStatus: oneOf(values.maritalStatuses),
  lookingFor: oneOf(values.lookingFors),
  profession: oneOf(values.professions),
  education: oneOf(values.educations),
  religion: oneOf(values.religions),
  smoking: oneOf(values.smokings),
  drinking: oneOf(values.drinkings),
  zodiacSign: oneOf(values.zodiacSigns),
  firstTimeActivatedAtFrom: dayField.optional(),
  online: flag,
  favorites: flag,
  sort: z.enum(["new", "top", "online", "birthday"], "wrong_value").default("new"),
  relations: z.string().optional(),
  direction: z.string().optional(),
  ...pagingFields,
});

/** The fields of a search as the visitor gave them, checked. */
export const searchSchema = z.preprocess(filled, filters);
export type SearchInput = z.infer<typeof filters>;

/** The query for the index; it tells this viewer no more of birthdates than she or he may know. */
export function ladyQueryOf(input: SearchInput, viewer: User | undefined): LadyQuery {
  const { favorites: _favorites, relations: _relations, direction: _direction, online, ...rest } = input;
  const { firstTimeActivatedAtFrom, birthdateFrom, birthdateTo, ...query } = rest;
  const byDays = birthdateTold(viewer) === "date";
  return {
    ...query,
    ...(birthdateFrom && { birthdateFrom: byDays ? firstDayOf(birthdateFrom) : firstDayOf(birthdateFrom.slice(0, 4)) }),
    ...(birthdateTo && { birthdateTo: byDays ? lastDayOf(birthdateTo) : lastDayOf(birthdateTo.slice(0, 4)) }),
    sort: query.sort === "birthday" && !maySortByBirthday(viewer) ? "new" : query.sort,
    ...(online && { online: true }),
    ...(firstTimeActivatedAtFrom && {
      firstTimeActivatedAtFrom: Date.parse(`${firstTimeActivatedAtFrom}T00:00:00Z`),
    }),
  };
}

const firstDayOf = (dayOrYear: string): string => dayOrYear.length === 4 ? `${dayOrYear}-01-01` : dayOrYear;
const lastDayOf = (dayOrYear: string): string => dayOrYear.length === 4 ? `${dayOrYear}-12-31` : dayOrYear;
