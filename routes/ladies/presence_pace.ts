/**
 * Who is online, as kept pages follow it. Ladies come and go all the time: a page that does not show it is not touched by
 * it, and one that does is made anew once a second at most.
 */
import type { LadyIndex } from "../../kv/ladies/index/lady_index.ts";

/** So old may what a page says of presence be; the chat tells it to everybody just as often. */
export const presenceKeptMs = 1000;

interface Pace {
  version: number;
  since: number;
}

const paces = new WeakMap<LadyIndex, Pace>();

/** Rises where somebody has come or gone, once in a while; the first change after a quiet time is seen at once. */
export function presenceNow(ladies: LadyIndex, nowMs = performance.now()): number {
  const pace = paces.get(ladies) ?? { version: ladies.presenceVersion, since: -Infinity };
  paces.set(ladies, pace);
  if (pace.version !== ladies.presenceVersion && nowMs - pace.since >= presenceKeptMs) {
    pace.version = ladies.presenceVersion;
    pace.since = nowMs;
  }
  return pace.version;
}

/** Answers, asked later, whether anything read presence since; what is made side by side may make it say yes for no. */
export function watchPresence(ladies: LadyIndex): () => boolean {
  const before = ladies.presenceReads;
  return () => ladies.presenceReads !== before;
}
