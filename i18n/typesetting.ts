/**
 * How words are set: what belongs together is not parted at the end of a line, and no blank follows a full-width sign.
 * Each rule knows its own script, and leaves other languages as they are.
 */
import { isChinese, type Locale } from "./locales.ts";

const unbroken = "\u00a0";

/** Keeps a number, or the place of one, and its unit in one line: 「20 點」, 「{{count}} 封」. */
const withUnits = (text: string): string => text.replace(/(\}\}|\d) (?=\p{Script=Han})/gu, `$1${unbroken}`);

/** A word of one Cyrillic letter stands beside the word that it leads: в Киеве, і справді. Not б and ж, which follow theirs. */
const withShortWords = (text: string): string =>
  text.replace(
    /(?<=(?:^|[ \u00a0"(«„>])[авезийікоусюяєїАВЕЗИЙІКОУСЮЯЄЇ]) (?=[\p{L}\p{N}«„"{<(])/gu,
    unbroken,
  );

/** Keeps a figure and the next word in one line: 14 zile. In uk and ru the catalogues themselves do. */
const withFigures = (text: string): string => text.replace(/(?<=\d) (?=\p{L})/gu, unbroken);

/** A text of ours in the language of a locale, or several in one file of JSON. */
export function setText(locale: Locale, text: string): string {
  if (isChinese(locale)) return withUnits(text);
  if (locale === "ro") return withFigures(text);
  return locale === "uk" || locale === "ru" ? withShortWords(text) : text;
}

/**
 * The HTML of a text. Markdown needs a blank after bold words that end with a full-width sign; between Chinese words it
 * would be a gap twice as wide as any other. A text may be in another language than its page, so every rule is tried.
 */
export const setHtml = (html: string): string =>
  withShortWords(withUnits(html)).replace(
    /(?<=[。！？：；，、）」』”](?:<\/(?:strong|em|a)>)?) (?=(?:<\w[^>]*>)?[\p{Script=Han}\d「『“])/gu,
    "",
  );

/**
 * Whether a row of Chinese characters may be wider than a telephone's line of large type, and would be broken there.
 */
export const hasLongPart = (text: string): boolean => /\p{Script=Han}{7}/u.test(text);
