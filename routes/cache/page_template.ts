/** A rendered page in pieces, for all who see the same except in the places between the pieces. */
export interface Template {
  /**
   * For each place that differs: the text before it, and what is filled in, one of the marks or a lady's favourite mark.
   */
  parts: { before: Signs; then: MarkName | FavouriteMark }[];
  end: Signs;
  headers: Record<string, string>;
}

export type MarkName = "id" | "firstname" | "avatar" | "balance" | "bareBalance";

export interface FavouriteMark {
  ladyId: number;
  empty: Signs;
  full: Signs;
}

/** Text that is ready to be sent (`signsOf`): encoding a whole page for each answer would cost as much as sending it. */
export type Signs = string;
