/** The countries of the world by their stable numbers (ISO 3166-1 numeric); the edge makes names in other languages. */
import table from "./countries.json" with { type: "json" };

export interface Country {
  /** ISO 3166-1 numeric; stable, stored in records. */
  id: number;
  /** ISO 3166-1 alpha-2, upper case. */
  iso: string;
  /** In English; the edge shows Intl.DisplayNames of the iso code. */
  name: string;
}

/**
 * Every country, ordered by its English name. Kosovo has no ISO number yet: 983 lies in the range that ISO leaves to its
 * users, and XK is what others use.
 */
export const countries: readonly Country[] = table;

const byId = new Map(countries.map((country) => [country.id, country]));
const byIso = new Map(countries.map((country) => [country.iso, country]));

/** The country of a stored number, or undefined. */
export const countryById = (id: number): Country | undefined => byId.get(id);

/** The country of an alpha-2 code in either case, or undefined. */
export const countryByIso = (iso: string): Country | undefined => byIso.get(iso.toUpperCase());

export const ladyCountryIsos = ["BY", "RO", "RU", "UA"] as const;
export type LadyCountryIso = typeof ladyCountryIsos[number];

/** The four countries whose ladies may join (specification, section 3). */
export const ladyCountries: readonly Country[] = countries.filter(({ iso }) =>
  (ladyCountryIsos as readonly string[]).includes(iso)
);
