/** The translator's form, no browser needed: how much is written, and what an answer to a saving means. */

/** How long after the last key the words are saved. */
export const saveAfterMs = 2000;
/** How long after a saving that failed the next one is tried. */
export const retryAfterMs = 6000;

export interface Progress {
  /** As the server counts: paragraphs divided by a blank line, in UTF-16 units. */
  length: number;
  gaps: number;
}

/** Both as in chat/shared/text.ts. Written out here: as an import they cost the letters' page 200 bytes of its budget. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u;
const unifyLineEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

export function progressOf(segments: string[]): Progress {
  const written = segments.filter((each) => visible.test(each)).map((each) => unifyLineEnds(each).trim());
  return { length: written.join("\n\n").length, gaps: segments.length - written.length };
}

export type Saved = "saved" | "gone" | "lost";

/** Reads the status of a saving; 0 is a connection that broke. */
export function savedBy(status: number): Saved {
  if (status === 200) return "saved";
  return status === 409 || status === 403 || status === 404 ? "gone" : "lost";
}

/** The parts on a page; `base` has a mark for each, which says what the account had when the part was shown. */
export interface Sheet {
  parts: string[];
  base: string[];
}

/** What the account keeps after a saving, if the server tells. */
export interface Kept {
  segments: string[];
  base: string[];
  hasSetAside: boolean;
}

/**
 * Returns the page after its parts were saved as `sent`. Parts that nobody has touched here since take what another page
 * wrote. A part that was touched keeps its base, so that the next saving removes nothing unseen.
 */
export function broughtTogether(shown: Sheet, sent: string[], kept: Kept): Sheet {
  const isSent = (at: number) => unifyLineEnds(sent[at]!).trimEnd() === kept.segments[at];
  const isUntouched = (at: number) => shown.parts[at] === sent[at];
  const isKnown = (at: number) => isSent(at) || isUntouched(at);
  return {
    parts: shown.parts.map((part, at) => isUntouched(at) && !isSent(at) ? kept.segments[at]! : part),
    base: shown.base.map((mark, at) => isKnown(at) ? kept.base[at]! : mark),
  };
}
