/** How Chinese is set: what belongs together is not parted at the end of a line, and no blank follows a full-width sign. */

const unbroken = "\u00a0";

/** Keeps a number, or the place of one, and its unit in one line: 「20 點」, 「{{count}} 封」. */
export const withUnits = (text: string): string => text.replace(/(\}\}|\d) (?=\p{Script=Han})/gu, `$1${unbroken}`);

/**
 * The HTML of a text. Markdown needs a blank after bold words that end with a full-width sign; between Chinese words it
 * would be a gap twice as wide as any other. Text in other languages stays as it is.
 */
export const setInChinese = (html: string): string =>
  withUnits(html).replace(
    /(?<=[。！？：；，、）」』”](?:<\/(?:strong|em|a)>)?) (?=(?:<\w[^>]*>)?[\p{Script=Han}\d「『“])/gu,
    "",
  );

/**
 * Whether a row of Chinese characters may be wider than a telephone's line of large type, and would be broken there.
 */
export const hasLongPart = (text: string): boolean => /\p{Script=Han}{7}/u.test(text);
