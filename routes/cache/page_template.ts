/** A rendered page in pieces, for all who see the same but for the places between them. */

export interface Template {
  /** What stands before each place that differs, and what is there: one of the marks, or the heart of a lady. */
  parts: { before: Bytes; then: MarkName | Heart }[];
  end: Bytes;
  headers: Record<string, string>;
}

export type MarkName = "firstname" | "avatar" | "balance" | "bareBalance";

export interface Heart {
  ladyId: number;
  empty: Bytes;
  full: Bytes;
}

/** Ready to be sent: to encode a whole page for each answer costs as much as sending it. */
export type Bytes = Uint8Array<ArrayBuffer>;
