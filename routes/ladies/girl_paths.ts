/** The addresses of ladies: lists and profiles. */
import { ageYears } from "../../kv/ladies/age.ts";
import { countryById } from "../../kv/ladies/countries.ts";
import type { LadyRecord } from "../../kv/ladies/record.ts";
import { ladyCountryIds } from "../account/country_names.ts";

/** All girls: the path is the encoded list of all countries (specification, section 2). */
export const allGirlsToken = `girls/${ladyCountryIds.map((id) => countryById(id)!.name).join("-")}`;
export const allGirlsPath = `/${allGirlsToken}`;

/** Latin letters and single hyphens: "Cluj-Napoca" and "Iași" → "Cluj-Napoca" and "Iasi". */
export function slugOf(text: string): string {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z]+/g, "-").replace(/^-+|-+$/g, "");
  return letters || "x";
}

/** /girl/:name-:age-:country-:city-:id */
export function girlPath(
  record: Pick<LadyRecord, "id" | "firstname" | "birthdate" | "countryId" | "city">,
  nowMs: number,
): string {
  const country = slugOf(countryById(record.countryId)?.name ?? "");
  const age = ageYears(record.birthdate, nowMs);
  return `/girl/${slugOf(record.firstname)}-${age}-${country}-${slugOf(record.city)}-${record.id}`;
}

/** The id at the end of a profile address; everything before it may be old or wrong. */
export function idInGirlSlug(slug: string): number | null {
  const digits = /-(\d{1,15})$/.exec(slug)?.[1];
  return digits ? Number(digits) : null;
}
