/** How a text of several lines is counted and kept: by both ends of a chat, by the pages and by the store. */

/** The text with "\n" as each line end: forms send "\r\n", and old devices "\r". */
export const unifyLineEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

/** The text as it is counted and kept: one line break is one character, and no blanks or blank lines at the ends. */
export const trimText = (text: string): string => unifyLineEnds(text).trim();
