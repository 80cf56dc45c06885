/** What a package is called in the reader's language: quotes and entries keep its English name. */
import { isChinese, type Locale } from "../../i18n/locales.ts";
import type { Translate } from "../../i18n/translate.ts";
import { type Rate, rates as firstRates } from "../../kv/credits/prices/prices.ts";

interface Reader {
  locale: Locale;
  t: Translate;
}

const inCatalogue = new Set(firstRates.map(({ name }) => name));

/**
 * By its own words where it has some in that language, by the catalogue for the first list's, also in later lists that keep
 * their names, and as it is kept for any other.
 */
export function rateName({ t, locale }: Reader, name: string, words?: Rate["words"] | null): string {
  if (words && isChinese(locale)) return words[locale];
  return inCatalogue.has(name) ? t(`balance:rate.${name.toLowerCase()}`) : name;
}
