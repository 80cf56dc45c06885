/** How a text is counted and kept, and when it is one at all: by both ends of a chat, by the pages and by the store. */

/** The text with "\n" as each line end: forms send "\r\n", and old devices "\r". */
export const unifyLineEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Not blanks, joiners and marks, nor the letters and the Braille sign that are drawn as nothing. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u;

/** Whether there is anything to see. Signs that this build does not know yet count: they may be new emoji. */
export const canBeSeen = (text: string): boolean => visible.test(text);

/**
 * The text as it is counted and kept: one line break is one character, and no blanks or blank lines at the ends. A text
 * in which nothing can be seen is empty; beside anything else, what cannot be seen stays as it was written.
 */
export const trimText = (text: string): string => canBeSeen(text) ? unifyLineEnds(text).trim() : "";
