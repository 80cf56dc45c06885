/** Countries as a reader of each locale names them, through Intl. */
import { intlTagOf, isChinese, type Locale } from "../../i18n/locales.ts";
import { countries, type Country, countryById, countryByIso } from "../../kv/ladies/countries.ts";

const displayNames = new Map<Locale, Intl.DisplayNames>();

/** The four countries of the ladies, in alphabetical order of their English names. */
export const ladyCountryIds: number[] = ["BY", "RO", "RU", "UA"].map((iso) => countryByIso(iso)!.id);

export function countryName(locale: Locale, countryId: number): string {
  const country = countryById(countryId);
  if (!country) return "";
  if (locale === "en") return country.name;
  let names = displayNames.get(locale);
  if (!names) {
    displayNames.set(locale, names = new Intl.DisplayNames(intlTagOf(locale), { type: "region" }));
  }
  return names.of(country.iso) ?? country.name;
}

/** The name of a country by its ISO code; an unknown code stays as it is. */
export function countryNameByIso(locale: Locale, iso: string): string {
  const country = countryByIso(iso);
  return country ? countryName(locale, country.id) : iso;
}

/** The dot between country and city in Chinese, where the country comes first: each script has its own. */
const dots = { "zh-Hant": "‧", "zh-Hans": "·" } as const;

/** "Lviv, Ukraine"; 「烏克蘭‧利維夫」 in Chinese. Either may be missing. */
export function placeName(locale: Locale, city: string, countryId: number): string {
  const parts = [city, countryName(locale, countryId)].filter(Boolean);
  return isChinese(locale) ? parts.reverse().join(dots[locale]) : parts.join(", ");
}

/** All countries with their names, sorted as the locale sorts. */
export function countryOptions(locale: Locale): (Country & { label: string })[] {
  const collator = new Intl.Collator(intlTagOf(locale));
  return countries
    .map((country) => ({ ...country, label: countryName(locale, country.id) }))
    .sort((one, other) => collator.compare(one.label, other.label));
}
