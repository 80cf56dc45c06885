/** Words for a locale: i18next over the three catalogues, English only where a string is missing. */
import { createInstance, type TFunction } from "i18next";
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

const translators = new Map<Locale, Translate>(locales.map((locale) => [locale, remembering(i18n.getFixedT(locale))]));

/** Most texts have no values, and looking them up was most of the work of rendering a page: they are kept. */
function remembering(translate: TFunction): Translate {
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values) return String(translate(key, values));
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = String(translate(key));
    // Only keys that exist: a key made from somebody's input must not fill the memory.
    if (i18n.exists(key)) plain.set(key, text);
    return text;
  };
}

/** The translate function of a locale; a missing key answers the English text, then the key itself. */
export function translatorFor(locale: Locale): Translate {
  return translators.get(locale)!;
}
