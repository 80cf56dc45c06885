/** The addresses of ladies: lists and profiles. */
import { ageYears } from "../../kv/ladies/age.ts";
import { cityOf } from "../../kv/ladies/cities.ts";
import { countryById } from "../../kv/ladies/countries.ts";
import type { LadyRecord } from "../../kv/ladies/record.ts";
import { inLatin } from "../../kv/ladies/transliteration.ts";
import { ladyCountryIds } from "../account/country_names.ts";

/** All girls: the path is the encoded list of all countries (specification, section 2). */
const allGirlsToken = `girls/${ladyCountryIds.map((id) => countryById(id)!.name).join("-")}`;
export const allGirlsPath = `/${allGirlsToken}`;

/** Latin letters and single hyphens: "Cluj-Napoca" and "Iași" → "Cluj-Napoca" and "Iasi"; empty where there are none. */
export const slugOf = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^A-Za-z]+/g, "-").replace(/^-+|-+$/g, "");

/** /girl/:name-:age-:country-:city-:id, each as far as it can be written in Latin letters. */
export function girlPath(
  record: Pick<LadyRecord, "id" | "firstname" | "birthdate" | "countryId" | "city">,
  nowMs: number,
): string {
  const { firstname, countryId, id } = record;
  const name = slugOf(inLatin(firstname, countryId)) || "lady";
  const city = cityOf(record.city, countryId)?.en ?? inLatin(record.city, countryId);
  const country = countryById(countryId)?.name ?? "";
  const words = [name, ageYears(record.birthdate, nowMs), slugOf(country), slugOf(city), id];
  return `/girl/${words.filter((word) => word !== "").join("-")}`;
}

/** The address of a lady who may not be shown: it has only her number. If she is shown, it leads on to her full address. */
export const girlPathByNumber = (id: number): string => `/girl/lady-${id}`;

/** The id at the end of a profile address; everything before it may be old or wrong. */
export function idInGirlSlug(slug: string): number | null {
  const digits = /-(\d{1,15})$/.exec(slug)?.[1];
  return digits ? Number(digits) : null;
}
