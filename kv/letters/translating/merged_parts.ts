/**
 * A translation in parts, as several pages of one translator write it at once; pure. A page takes the place of what it
 * has shown, and of nothing else.
 */
import { createHash } from "node:crypto";

/** What is kept of a translation while it is written. */
export interface KeptParts {
  segments: string[];
  /** The page that changed each part last, "" for one without a script; absent in those from before it was noted. */
  pages?: string[];
  /** What two pages made of one part: the words that stand in none of them now, the newest first. */
  rest?: string[];
}

/** Where the parts of a page come from. */
export interface MadeOf {
  /** Marks of the parts that it showed; without them it takes the place of all. */
  base?: string[];
  /** Which page it is while it is open: it may change its own words before it hears that they are kept. */
  page?: string;
}

/** Together in UTF-16 units: a record holds 64 KiB. */
const keptLengthMax = 30_000;

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Of these words those that stand nowhere in a whole, whichever way they are broken into lines. */
export const leftOut = (words: string[], whole: string): string[] =>
  words.filter((each) => !inOneLine(whole).includes(inOneLine(each)));

/** As a part is kept. */
export const tidy = (text: string): string => text.replace(/\r\n?/g, "\n").trimEnd();

const markOf = (text: string): string => createHash("sha256").update(tidy(text)).digest("hex").slice(0, 12);

/** Tells what a page shows from what stands there later, without a copy of the words. */
export const marksOf = (segments: string[]): string[] => segments.map(markOf);

/**
 * What is kept when a page brings its parts: those that it changed, and of the others what stands there by now. Where
 * both were changed the page's words stand, and the others are set aside. Null where these have no room; `besideLength`
 * is what the record holds of other words.
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
  const stands = (text: string) => text.trim() === "" || segments.some((segment) => segment.includes(text));
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
