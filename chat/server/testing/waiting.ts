/** For tests: waits until a condition holds; checks it at regular intervals, and at once when woken. */

import { patience } from "../../../tests/patience.ts";

/** How often to check when nothing wakes it. */
const checkEveryMs = 50;

export class Waiting {
  #sleepers = new Set<() => void>();

  wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Returns what `find` returns once that is neither undefined nor false; throws `complaint` after `withinMs`. */
  async until<T>(
    find: () => T | undefined | false,
    complaint: () => string,
    withinMs = patience(60),
  ): Promise<T> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = find();
      if (found !== undefined && found !== false) return found as T;
      if (performance.now() > deadline) throw new Error(complaint());
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#sleepers.delete(done);
          resolve();
        };
        const timer = setTimeout(done, checkEveryMs);
        this.#sleepers.add(done);
      });
    }
  }
}
