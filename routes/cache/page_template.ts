/** A rendered page in pieces, for all who see the same but for the places between them. */

export interface Template {
  /**
   * What stands before each place that differs, and what is there: one of the marks, or the favourite mark of a lady.
   */
  parts: { before: Bytes; then: MarkName | FavouriteMark }[];
  end: Bytes;
  headers: Record<string, string>;
}

export type MarkName = "firstname" | "avatar" | "balance" | "bareBalance";

export interface FavouriteMark {
  ladyId: number;
  empty: Bytes;
  full: Bytes;
}

/** Ready to be sent: to encode a whole page for each answer costs as much as sending it. */
export type Bytes = Uint8Array<ArrayBuffer>;
