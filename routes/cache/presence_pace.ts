/**
 * How kept pages follow who is online. Ladies come and go all the time: this does not affect pages that do not show it,
 * and pages that show it are rendered anew once a second at most.
 */
import type { LadyIndex } from "../../kv/ladies/index/lady_index.ts";

/** How old the presence shown on a page may be; the chat sends it to everybody just as often. */
export const presenceKeptMs = 1000;

export class PresencePace {
  /** Null until `versionOf` is first called. */
  #version: number | null = null;
  #since = -Infinity;

  /** Rises when somebody comes or goes, at most once in `presenceKeptMs`; the first change after a quiet time at once. */
  versionOf(ladies: LadyIndex, nowMs = performance.now()): number {
    this.#version ??= ladies.presenceVersion;
    if (this.#version !== ladies.presenceVersion && nowMs - this.#since >= presenceKeptMs) {
      this.#version = ladies.presenceVersion;
      this.#since = nowMs;
    }
    return this.#version;
  }
}

/**
 * Begins to watch; the returned function says whether anything has read presence since then. Reads by other requests
 * count as well: the answer may be a false yes, never a false no.
 */
export function watchPresence(ladies: LadyIndex): () => boolean {
  const before = ladies.presenceReads;
  return () => ladies.presenceReads !== before;
}
