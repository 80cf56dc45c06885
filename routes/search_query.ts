/** The search filters as query parameters (contract, HTTP): one schema for the page and its call. */
import * as z from "zod";
import * as values from "../kv/attributes.ts";
import type { LadyQuery } from "../kv/lady_index.ts";
import { ladyCountryIds } from "./country_names.ts";
import { dayField, flag, idField, line, pagingFields, wholeNumber } from "./fields.ts";

/** Several values, comma-separated or repeated; each must be of the vocabulary. */
function oneOf<T extends string>(vocabulary: readonly T[]) {
  return list.pipe(z.array(z.enum(vocabulary as readonly [T, ...T[]], "wrong_value"))).optional();
}

const list = z.union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat().flatMap((part) => part.split(",")).map((part) => part.trim()).filter(Boolean));

const between = (least: number, most: number) =>
  wholeNumber.refine((value) => value >= least && value <= most, "wrong_value").optional();

/** An empty field of a form asks for nothing. */
const filled = (data: unknown) =>
  typeof data === "object" && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== "" && value !== undefined))
    : data;

const filters = z.strictObject({
  countryId: list.pipe(z.array(z.string().transform(Number).refine((id) => ladyCountryIds.includes(id), "country")))
    .optional(),
  firstname: line(40).optional(),
  id: idField.optional(),
  birthdateFrom: dayField.optional(),
  birthdateTo: dayField.optional(),
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

/** The question to the index. */
export function ladyQueryOf(input: SearchInput): LadyQuery {
  const { favorites: _favorites, relations: _relations, direction: _direction, online, ...rest } = input;
  const { firstTimeActivatedAtFrom, ...query } = rest;
  return {
    ...query,
    ...(online && { online: true }),
    ...(firstTimeActivatedAtFrom && {
      firstTimeActivatedAtFrom: Date.parse(`${firstTimeActivatedAtFrom}T00:00:00Z`),
    }),
  };
}
