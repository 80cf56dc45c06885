/** Reads tables of texts in three languages: Latin or English first, then Traditional, then Simplified Chinese. */

/** English (or Latin letters), zh-Hant, zh-Hans. */
export type Threefold = readonly [en: string, hant: string, hans: string];

function threefoldOf(parts: string[], source: string): Threefold {
  const [en, hant, hans] = parts.map((part) => part.trim());
  if (parts.length !== 3 || !en || !hant || !hans) throw new Error(`not in three languages: ${source}`);
  return [oneByte(en), hant, hans];
}

/**
 * The same text kept with one byte a character. Cut out of a table with Chinese in it, a Latin text keeps two, and the
 * store would write it so.
 */
function oneByte(text: string): string {
  return String.fromCharCode(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
}

/** "Kyiv/基輔/基辅; Lviv/利維夫/利沃夫" */
export function namesOf(table: string): Threefold[] {
  return table.trim().split(/;\s*/).filter((entry) => entry !== "").map((entry) =>
    threefoldOf(entry.split("/"), entry)
  );
}

/** Pieces of three lines each, divided by blank lines. */
export function piecesOf(table: string): Threefold[] {
  return table.trim().split(/\n\s*\n/).map((piece) => threefoldOf(piece.split("\n"), piece));
}
