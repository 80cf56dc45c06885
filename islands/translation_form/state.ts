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
