/** The query of a box's address: the words searched for, and the place in the list. */
import { queryLengthMax, wordsOfQuery } from "../../../../kv/letters/boxes/search.ts";
import type { AppContext } from "../../../http/env.ts";

export interface BoxQuery {
  /** The search as it was typed, cut to a sensible length; empty without a search. */
  q: string;
  words: string[];
  /** A cursor of this box; anything else counts as the first page. */
  before: string;
}

export const firstPage: BoxQuery = { q: "", words: [], before: "" };

export function boxQueryOf(c: AppContext): BoxQuery {
  const q = (c.req.query("q") ?? "").trim().slice(0, queryLengthMax);
  return { q, words: wordsOfQuery(q), before: c.req.query("before") ?? "" };
}

/** The query text, with its "?", for this part of a box; empty for the first page of all letters. */
export function queryTextOf({ q, words }: BoxQuery, before = ""): string {
  const values = new URLSearchParams({ ...(words.length > 0 && { q }), ...(before && { before }) });
  return values.size > 0 ? `?${values}` : "";
}
