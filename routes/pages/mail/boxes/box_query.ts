/** What the address of a box says beside its path: the words that are looked for, and how far one has read. */
import { queryLengthMax, wordsOfQuery } from "../../../../kv/letters/boxes/search.ts";
import type { AppContext } from "../../../http/env.ts";

export interface BoxQuery {
  /** As it was typed, cut to a sensible length; empty where nothing is looked for. */
  q: string;
  words: string[];
  /** A cursor of this box; whatever is none counts as the first page. */
  before: string;
}

export const firstPage: BoxQuery = { q: "", words: [], before: "" };

export function boxQueryOf(c: AppContext): BoxQuery {
  const q = (c.req.query("q") ?? "").trim().slice(0, queryLengthMax);
  return { q, words: wordsOfQuery(q), before: c.req.query("before") ?? "" };
}

/** What stands behind the path of a page that shows this part of a box; empty for the first page of all letters. */
export function queryTextOf({ q, words }: BoxQuery, before = ""): string {
  const values = new URLSearchParams({ ...(words.length > 0 && { q }), ...(before && { before }) });
  return values.size > 0 ? `?${values}` : "";
}
