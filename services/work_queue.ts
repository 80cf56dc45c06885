/** Turns for heavy work: a few at once, some waiting, and a plain no to everybody beyond. */

export class WorkQueue {
  #atOnce: number;
  #waitingAtMost: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Whether work that comes now would be turned away. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#waiting.length >= this.#waitingAtMost;
  }

  /** Runs the work when its turn comes, first come first served; null where too many wait already. */
  async take<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.isFull) return null;
    if (this.#running >= this.#atOnce) {
      // Work that ends hands its place over, so that nothing slips in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
