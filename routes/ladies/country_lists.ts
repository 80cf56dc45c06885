/** The addresses of the lists by country: one spelling for each set of countries, to which every other spelling leads. */
import { ladyCountries } from "../../kv/ladies/countries.ts";
import { ladyCountryIds } from "../account/country_names.ts";
import { allGirlsPath } from "./girl_paths.ts";

/** The ages of the ladies in these lists. */
export const listedAges = { ageFrom: 18, ageTo: 60 };

const idByName = new Map(ladyCountries.map(({ name, id }) => [name.toLowerCase(), id]));

/** The countries named by a path segment, decoded or not, in canonical order; null if one is unknown or none is named. */
export function countriesIn(segment: string): number[] | null {
  const names = decode(segment)?.toLowerCase().split(/[-,+\s]+/).filter(Boolean) ?? [];
  const ids = names.map((name) => idByName.get(name));
  if (ids.length === 0 || ids.includes(undefined)) return null;
  return ladyCountryIds.filter((id) => ids.includes(id));
}

/** "/girls/Belarus-Ukraine"; for all four countries the path of the specification (section 2). */
export function countryListPath(countryIds: readonly number[]): string {
  if (countryIds.length === ladyCountryIds.length) return allGirlsPath;
  return `/girls/${
    ladyCountries.filter(({ id }) => countryIds.includes(id))
      .map(({ name }) => name).join("-")
  }`;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
