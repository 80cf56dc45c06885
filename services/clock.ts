/** Server time; in the demo it may run faster, so that a paid minute can pass in a second. */

/**
 * A clock that starts at the real time and runs `rate` times as fast. A rate of 0 means the process's own clock, which
 * somebody moves by hand: nobody else can compute it.
 */
export function clockAt(rate: number, realNow: () => number = Date.now): () => number {
  if (rate === 1 || rate === 0) return realNow;
  const startedAt = realNow();
  return () => Math.floor(startedAt + (realNow() - startedAt) * rate);
}
