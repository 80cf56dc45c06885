/** What the translator's form knows without a browser: how much is written, and what an answer to a saving means. */

/** How long after the last key the words are saved. */
export const saveAfterMs = 2000;
/** Until the next try where saving failed. */
export const retryAfterMs = 6000;

export interface Progress {
  /** As the server counts: paragraphs divided by a blank line, in UTF-16 units. */
  length: number;
  gaps: number;
}

export function progressOf(segments: string[]): Progress {
  const written = segments.map((each) => each.replace(/\r\n?/g, "\n").trim()).filter(Boolean);
  return { length: written.join("\n\n").length, gaps: segments.length - written.length };
}

export type Saved = "saved" | "gone" | "lost";

/** Reads the status of a saving; 0 is a connection that broke. */
export function savedBy(status: number): Saved {
  if (status === 200) return "saved";
  return status === 409 || status === 403 || status === 404 ? "gone" : "lost";
}

/** The parts on a page, and the marks of what the account had when each of them was shown. */
export interface Sheet {
  parts: string[];
  base: string[];
}

/** What the account keeps after a saving, where the server tells it. */
export interface Kept {
  segments: string[];
  base: string[];
  hasSetAside: boolean;
}

/**
 * The page after its parts were saved as `sent`: what another page wrote comes into the parts that nobody has touched
 * here since. A part that was goes on from what it was made of, so that the next saving takes nothing unseen away.
 */
export function broughtTogether(shown: Sheet, sent: string[], kept: Kept): Sheet {
  const isSent = (at: number) => sent[at]!.replace(/\r\n?/g, "\n").trimEnd() === kept.segments[at];
  const isUntouched = (at: number) => shown.parts[at] === sent[at];
  const isKnown = (at: number) => isSent(at) || isUntouched(at);
  return {
    parts: shown.parts.map((part, at) => isUntouched(at) && !isSent(at) ? kept.segments[at]! : part),
    base: shown.base.map((mark, at) => isKnown(at) ? kept.base[at]! : mark),
  };
}
