/** The language of what people and the site wrote, for the `lang` of each piece that is not in its page's language. */
import type { Locale } from "../../i18n/locales.ts";
import { baseOf } from "../../kv/accounts/languages.ts";
import { wordLocaleOf } from "../../kv/ladies/record.ts";
import { languageOf } from "../../kv/letters/language.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";

/**
 * The `lang` of a text on a page of that locale; undefined where it is the page's own, or cannot be told. A word that may
 * be of several languages is taken for one of the page's.
 */
export function langOf(locale: Locale, text: string): string | undefined {
  const language = languageOf(text, [locale]);
  return language === "und" || baseOf(language) === baseOf(locale) ? undefined : language;
}

/** Recognising a language takes half a millisecond, and lists show the same lines again and again. */
const toldBefore = new BoundedMap<string, { lang: string | undefined }>(10_000);

/** Like `langOf`, for a short line that lists show. */
export function langOfLine(locale: Locale, line: string): string | undefined {
  if (line === "") return undefined;
  const key = `${locale} ${line}`;
  const known = toldBefore.get(key) ?? { lang: langOf(locale, line) };
  toldBefore.set(key, known);
  return known.lang;
}

/**
 * The `lang` of what the site publishes in its journal, on a page of that locale; undefined where that is the page's own.
 */
export function publishedLangOf(locale: Locale): string | undefined {
  const published = wordLocaleOf(locale);
  return published === locale ? undefined : published;
}
