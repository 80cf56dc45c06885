/** How texts are compared where people search: names, cities and letters. */

/** The text without case, accents and width, so that "stefania" finds "Ștefania". */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
