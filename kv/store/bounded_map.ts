/** A map that forgets its oldest entries: for facts that can always be read again. */

export class BoundedMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    // Deleted first, so that what was written last is forgotten last.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
