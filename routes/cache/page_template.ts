/** A rendered page in pieces, for all who see the same but for the places between them. */
import { signsOf } from "../../services/http/send_answer.ts";

export interface Template {
  /**
   * What stands before each place that differs, and what is there: one of the marks, or the favourite mark of a lady.
   */
  parts: { before: Piece; then: MarkName | FavouriteMark }[];
  end: Piece;
  headers: Record<string, string>;
}

export type MarkName = "firstname" | "avatar" | "balance" | "bareBalance";

export interface FavouriteMark {
  ladyId: number;
  empty: Piece;
  full: Piece;
}

/** As text, and ready to be sent: to encode a whole page for each answer costs as much as sending it. */
export interface Piece {
  text: string;
  signs: string;
}

export const pieceOf = (text: string): Piece => ({ text, signs: signsOf(text) });
