/** The larger cities of the ladies' countries: recognised in any spelling, shown to each reader in the reader's language. */
import type { AccountLocale } from "../accounts/languages.ts";
import table from "./cities.json" with { type: "json" };
import { folded } from "../store/folded.ts";
import { countryByIso, ladyCountries, ladyCountryIsos } from "./countries.ts";
import { inLatin } from "./transliteration.ts";

export interface City {
  /** Unique within its country: "poltava". */
  id: string;
  en: string;
  uk: string;
  ru: string;
  /** Where it differs from the English name. */
  ro?: string;
  be?: string;
  "zh-Hant": string;
  "zh-Hans": string;
  /** Former names and other spellings; those that transliteration makes are known anyway. */
  also?: string[];
}

const byCountry = new Map<number, readonly City[]>(
  ladyCountryIsos.map((iso) => [countryByIso(iso)!.id, table[iso]]),
);

/** The cities of a country whose ladies may join, roughly the larger ones first; none for other countries. */
export const citiesOf = (countryId: number): readonly City[] => byCountry.get(countryId) ?? [];

/** Letters alone, without case and diacritics: "Ivano Frankivsk" and "Івано-Франківськ" lose their gaps. */
const fold = (text: string): string => folded(text).replace(/[^\p{L}]/gu, "");

/** Every way in which a city is known to be written, Latin forms of the Cyrillic names included. */
export function spellingsOf({ id: _, also = [], ...names }: City): string[] {
  const written = [...Object.values(names), ...also];
  return [...written, ...written.flatMap((name) => ladyCountries.map((country) => inLatin(name, country.id)))];
}

const bySpelling = new Map(
  [...byCountry].map(([countryId, cities]) => [
    countryId,
    new Map(cities.flatMap((city) => spellingsOf(city).map((spelling) => [fold(spelling), city]))),
  ]),
);

/** "м. Київ", "г. Минск", "місто Суми". */
const title = /^\s*(?:[мг]\s*\.|(?:місто|город|горад|orașul|municipiul)\s)/iu;

/** The city that a text names in any spelling, also with "м." before it or the region after it; null for others. */
export function cityOf(text: string, countryId: number): City | null {
  const known = bySpelling.get(countryId);
  if (!known) return null;
  const named = text.replace(title, "");
  return known.get(fold(named)) ?? known.get(fold(named.split(/[,，(]/)[0]!)) ?? null;
}

/** A city's name for readers of that locale. */
export const cityName = (city: City, locale: AccountLocale): string =>
  locale === "ro" ? city.ro ?? city.en : city[locale];

/** Whether a reader of that locale reads Cyrillic. */
const readsCyrillic = (locale: AccountLocale): boolean => locale === "uk" || locale === "ru";

/** A name as a reader of that locale can read it. */
export const readableName = (name: string, countryId: number, locale: AccountLocale): string =>
  readsCyrillic(locale) ? name : inLatin(name, countryId);

/** How a city that was written as `text` is shown: its name in the reader's language if known, else the text, readable. */
export function shownCity(text: string, countryId: number, locale: AccountLocale): string {
  const city = cityOf(text, countryId);
  return city ? cityName(city, locale) : readableName(text, countryId, locale);
}
