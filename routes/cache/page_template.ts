/** A rendered page in pieces, for all who see the same but for the places between them. */
export interface Template {
  /**
   * What stands before each place that differs, and what is there: one of the marks, or the favourite mark of a lady.
   */
  parts: { before: Signs; then: MarkName | FavouriteMark }[];
  end: Signs;
  headers: Record<string, string>;
}

export type MarkName = "firstname" | "avatar" | "balance" | "bareBalance";

export interface FavouriteMark {
  ladyId: number;
  empty: Signs;
  full: Signs;
}

/** Ready to be sent (`signsOf`): to encode a whole page for each answer costs as much as sending it. */
export type Signs = string;
