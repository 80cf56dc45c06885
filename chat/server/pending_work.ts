/** Work of the store that a shutdown waits for. */
export class PendingWork {
  #pending = new Set<Promise<unknown>>();

  /** Answers the same promise. */
  add<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    work.finally(() => this.#pending.delete(work)).catch(() => {});
    return work;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }
}
