/**
 * Who is online, as kept pages follow it. Ladies come and go all the time: a page that does not show it is not touched by
 * it, and one that does is made anew once a second at most.
 */
import type { LadyIndex } from "../../kv/ladies/index/lady_index.ts";

/** How old what a page says of presence may be; the chat tells it to everybody just as often. */
export const presenceKeptMs = 1000;

export class PresencePace {
  /** Null until somebody asks. */
  #version: number | null = null;
  #since = -Infinity;

  /** Rises where somebody has come or gone, once in a while; the first change after a quiet time is seen at once. */
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
 * Begins to watch; what it returns answers whether anything has read presence since. What other requests read meanwhile
 * counts as well: it may say yes where no is true, never no where yes is.
 */
export function watchPresence(ladies: LadyIndex): () => boolean {
  const before = ladies.presenceReads;
  return () => ladies.presenceReads !== before;
}
