/** One queue per name inside this process, so that writers of one person's records do not race each other. */

export class Mutexes {
  #tails = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work of the same name has settled; errors pass to the caller alone. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.then(() => {}, () => {});
    this.#tails.set(name, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    }
  }
}
