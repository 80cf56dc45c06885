/**
 * Merges a translation in parts that several pages of one translator write at once; pure. A page replaces what it has
 * shown, and nothing else.
 */
import { createHash } from "node:crypto";
import { canBeSeen, unifyLineEnds } from "../../../chat/shared/text.ts";

/** What is kept of a translation while it is written. */
export interface KeptParts {
  segments: string[];
  /** The page that changed each part last, "" for one without a script; absent in older drafts. */
  pages?: string[];
  /** Words of parts that two pages wrote, if they stand in no part now; the newest first. */
  rest?: string[];
}

/** What the parts that a page sends were made from. */
export interface MadeOf {
  /** The marks of the parts that the page showed; without them, it replaces all parts. */
  base?: string[];
  /** The id of the page while it is open: it may change its own words before it hears that they are kept. */
  page?: string;
}

/** The most UTF-16 units of all words together: a record holds 64 KiB. */
const keptLengthMax = 30_000;

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Those of the words that `whole` does not contain, whatever the line breaks. */
export const leftOut = (words: string[], whole: string): string[] =>
  words.filter((each) => !inOneLine(whole).includes(inOneLine(each)));

/** A part as it is kept. */
export const tidy = (text: string): string => unifyLineEnds(text).trimEnd();

const markOf = (text: string): string => createHash("sha256").update(tidy(text)).digest("hex").slice(0, 12);

/** Short hashes of parts, to tell whether a part has changed since a page showed it, without a copy of its words. */
export const marksOf = (segments: string[]): string[] => segments.map(markOf);

/**
 * What is kept when a page sends its parts: the parts that it changed, and what stands there by now for all others. If
 * both were changed, the page's words stand, and the others are set aside in `rest`. Null if there is no room for
 * these. `besideLength` is the length of the other words in the record.
 */
export function mergeParts(
  sent: string[],
  { base, page = "" }: MadeOf,
  before: KeptParts,
  besideLength = 0,
): Required<KeptParts> | null {
  const replaced: string[] = [];
  const parts = sent.map(tidy).map((mine, at) => {
    const theirs = before.segments[at] ?? "";
    const kept = { text: theirs, page: before.pages?.[at] ?? "" };
    if (base === undefined) return { text: mine, page };
    const was = base[at] ?? markOf("");
    const isOwn = page !== "" && page === kept.page;
    if (mine === theirs || (markOf(mine) === was && !isOwn)) return kept;
    if (markOf(theirs) !== was && !isOwn) replaced.push(theirs);
    return { text: mine, page };
  });
  const segments = parts.map(({ text }) => text);
  const stands = (text: string) => !canBeSeen(text) || segments.some((segment) => segment.includes(text));
  let room = keptLengthMax - besideLength - segments.join("").length;
  const rest: string[] = [];
  for (const text of new Set([...replaced, ...before.rest ?? []])) {
    if (stands(text) || rest.some((newer) => newer.includes(text))) continue;
    if (text.length > room) {
      if (replaced.includes(text)) return null;
      continue;
    }
    room -= text.length;
    rest.push(text);
  }
  return { segments, pages: parts.map(({ page }) => page), rest };
}
