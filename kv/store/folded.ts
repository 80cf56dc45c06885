/** How texts are compared where people search: names, cities and letters. */

/** The text without case, accents and width, so that "stefania" finds "Ștefania". */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What people type as an apostrophe. */
export const apostrophes = /['’‘ʼʻʹ′´`]/g;

/**
 * The text as words are looked for in it: folded, without apostrophes and with one kind of hyphen. A phone writes don’t where
 * a keyboard writes don't.
 */
export const foldedWords = (text: string): string => folded(text.replace(apostrophes, "")).replace(/\p{Pd}/gu, "-");
