/** Words for a locale: i18next over the catalogues, English only where a string is missing. */
import { createInstance, type InitOptions, type TFunction } from "i18next";
import { catalogues } from "./catalogues.ts";
import { formatNumber } from "./format.ts";
import { type Locale, locales } from "./locales.ts";

/** Looks up "namespace:key.path" and fills {{values}}; `count` selects the plural form. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** How i18next is set up. */
export const options: InitOptions = {
  lng: "zh-Hant",
  fallbackLng: "en",
  supportedLngs: [...locales],
  resources: catalogues,
  defaultNS: "common",
  ns: Object.keys(catalogues.en),
  returnNull: false,
  // Views escape; a second escaping here would show &amp; to people.
  interpolation: { escapeValue: false },
};
const i18n = createInstance();
await i18n.init(options);

const translators = new Map<Locale, Translate>(
  locales.map((locale) => [locale, remembering(locale, i18n.getFixedT(locale))]),
);

/**
 * `heard` is called for a key that no catalogue has, which then stands on a page as it is. Tests make that a failure
 * (routes/testing/site.ts).
 */
export const unknownKeys = { heard: (_key: string): void => {} };

/** Keeps texts, with their {{places}}: looking them up and filling them is most of the work of rendering a page. */
function remembering(locale: Locale, translate: TFunction): Translate {
  // The plurals of English count as well: it stands in where a locale has no words.
  const plurals = [locale, "en"].map((each) => new Intl.PluralRules(each));
  const texts = new Map<string, string>();
  return (key, values) => {
    // A context selects another text if there is one for it, as in "partner_offline_video".
    if (values?.context !== undefined) return String(translate(key, values));
    const count = typeof values?.count === "number" ? values.count : undefined;
    const form = count === undefined
      ? key
      : `${key} ${count === 0 ? "zero" : plurals.map((each) => each.select(count)).join()}`;
    let text = texts.get(form);
    if (text === undefined) {
      text = String(translate(key, { count, skipInterpolation: true }));
      // Only keys that exist: a key made from somebody's input must not fill the memory.
      if (i18n.exists(key, { count })) texts.set(form, text);
      else unknownKeys.heard(key);
    }
    return values ? filled(locale, text, values) : text;
  };
}

/** A count is written as the locale writes numbers ("2,000"). Any other number may be a name, such as a lady's. */
const written = (locale: Locale, name: string, value: unknown): unknown =>
  name === "count" && typeof value === "number" ? formatNumber(locale, value) : value;

/** A value in a script that runs to the left is set apart: otherwise it would take the figures after it along. */
const setApart = (value: string): string => /[\u0590-\u08ff]/.test(value) ? `\u2068${value}\u2069` : value;

/** Leaves a place for which no value was given, so that it is noticed. */
const filled = (locale: Locale, text: string, values: Record<string, unknown>): string =>
  text.includes("{{")
    ? text.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (place, name) =>
        Object.hasOwn(values, name) ? setApart(String(written(locale, name, values[name]) ?? "")) : place,
    )
    : text;

/** The translate function of a locale; a missing key answers the English text, then the key itself. */
export function translatorFor(locale: Locale): Translate {
  return translators.get(locale)!;
}
