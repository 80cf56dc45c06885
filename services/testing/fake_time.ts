/** For tests: time that stands still until the test moves it, and pauses that end by it. */

export interface FakeTime {
  now: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Moves on, ends the pauses that are due, and lets what waited for them go on. */
  advance: (ms: number) => Promise<void>;
  /** Pauses that have not ended. */
  pauses: () => number;
}

export function fakeTime(): FakeTime {
  let now = Date.UTC(2026, 4, 1, 12);
  const waiting = new Set<{ until: number; end: () => void }>();
  return {
    now: () => now,
    pauses: () => waiting.size,
    pause(ms, signal) {
      return new Promise((resolve) => {
        const one = {
          until: now + ms,
          end() {
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
        signal.addEventListener("abort", one.end, { once: true });
        if (signal.aborted) one.end();
      });
    },
    async advance(ms) {
      now += ms;
      for (const one of [...waiting]) if (one.until <= now) one.end();
      await settle();
    },
  };
}

/** Lets all work go on that waits for nothing outside this process. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
