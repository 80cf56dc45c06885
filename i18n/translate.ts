/** Words for a locale: i18next over the three catalogues, English only where a string is missing. */
import { createInstance } from "i18next";
import { catalogues } from "./catalogues.ts";
import { type Locale, locales } from "./locales.ts";

/** Looks up "namespace:key.path" and fills {{values}}; `count` selects the plural form. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

const i18n = createInstance();
await i18n.init({
  lng: "zh-Hant",
  fallbackLng: "en",
  supportedLngs: [...locales],
  resources: catalogues,
  defaultNS: "common",
  ns: Object.keys(catalogues.en),
  returnNull: false,
  // Views escape; a second escaping here would show &amp; to people.
  interpolation: { escapeValue: false },
});

const translators = new Map<Locale, Translate>(locales.map((locale) => {
  const fixed = i18n.getFixedT(locale);
  return [locale, (key, values) => String(fixed(key, values ?? {}))];
}));

/** The translate function of a locale; a missing key answers the English text, then the key itself. */
export function translatorFor(locale: Locale): Translate {
  return translators.get(locale)!;
}
