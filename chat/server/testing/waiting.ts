/** For tests: waits until something that happens now and then has come about, and looks at once when it is woken. */

import { patience } from "../../../tests/patience.ts";

/** Nothing that happened wakes: it is looked at all the same. */
const checkEveryMs = 50;

export class Waiting {
  #sleepers = new Set<() => void>();

  wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** What `find` answers as soon as it is neither undefined nor false; throws `complaint` when that takes too long. */
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
