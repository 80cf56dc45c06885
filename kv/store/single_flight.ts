/** Runs work once however many ask for it meanwhile: all get what comes of it. */
export class SingleFlight {
  #running = new Map<string, Promise<unknown>>();

  /** Does the work, or joins work of this name that is under way; a failure reaches all callers. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) as Promise<T> | undefined;
    if (running) return running;
    const mine = work().finally(() => this.#running.delete(name));
    this.#running.set(name, mine);
    return mine;
  }
}
