/** Languages as a reader of each locale names and lists them, through Intl; each formatter is made once. */
import { intlTagOf, type Locale } from "./locales.ts";

interface Formatters {
  names: Intl.DisplayNames;
  list: Intl.ListFormat;
}

const made = new Map<Locale, Formatters>();

/** "Russian and English"; a code that nobody knows stands as it is. */
export function languageList(locale: Locale, codes: readonly string[]): string {
  const { names, list } = formattersOf(locale);
  return list.format(codes.filter((code) => /^[a-z]{2,3}$/i.test(code)).map((code) => names.of(code) ?? code));
}

/** Intl names them by their script, which takes half a line: «китайский, упрощенное письмо». */
const ownNames: Partial<Record<Locale, Record<string, string>>> = {
  "uk": { "zh-Hant": "китайська (традиційна)", "zh-Hans": "китайська (спрощена)" },
  "ru": { "zh-Hant": "китайский (традиционный)", "zh-Hans": "китайский (упрощённый)" },
};

/** "Ukrainian"; a code that nobody knows stands as it is, and empty for a text whose language is not known. */
export const languageName = (locale: Locale, code: string): string =>
  code === "und" ? "" : ownNames[locale]?.[code] ?? formattersOf(locale).names.of(code) ?? code;

function formattersOf(locale: Locale): Formatters {
  let formatters = made.get(locale);
  if (!formatters) {
    const names = new Intl.DisplayNames(intlTagOf(locale), { type: "language" });
    made.set(locale, formatters = { names, list: new Intl.ListFormat(intlTagOf(locale), { type: "conjunction" }) });
  }
  return formatters;
}
