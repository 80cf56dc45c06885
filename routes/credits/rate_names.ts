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
 * The package's own words, if it has some in this language; the catalogue's, if it has a name of the first price list, also
 * in later lists; else the name as it is kept.
 */
export function rateName({ t, locale }: Reader, name: string, words?: Rate["words"] | null): string {
  if (words && isChinese(locale)) return words[locale];
  return inCatalogue.has(name) ? t(`balance:rate.${name.toLowerCase()}`) : name;
}
