/** A small seeded source of chance (mulberry32) and the draws that the generator needs; the same seed, the same ladies. */

export class Chance {
  #state: number;

  /** Different seeds or ids give unrelated sequences. */
  constructor(seed: number, id: number) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id, 0xc2b2ae35)) | 0;
    this.next();
  }

  /** From 0 up to, never reaching, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  }

  /** True with that probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values; a bias above 1 prefers the first ones. */
  pick<Value>(values: readonly Value[], bias = 1): Value {
    return values[Math.floor(values.length * this.next() ** bias)]!;
  }

  /** That many different values, or all where there are fewer. */
  some<Value>(values: readonly Value[], count: number): Value[] {
    const chosen = new Set<Value>();
    while (chosen.size < Math.min(count, values.length)) chosen.add(this.pick(values));
    return [...chosen];
  }

  /** One of the keys, each as probable as its weight says. */
  weighted<Key extends string>(weights: Partial<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
    return entries.at(-1)![0];
  }
}
