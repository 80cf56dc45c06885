/**
 * Keeps, by key, things that were made of somebody's records. Each is dropped as soon as one of its records is written,
 * and the oldest when there are too many.
 */
import { type Memory, nameOf, type Subject } from "../../kv/store/memory.ts";

export class KeptAbout<Kept extends { about: readonly Subject[] }> {
  #memory: Memory;
  #most: number;
  /** The oldest first. */
  #kept = new Map<string, Kept>();
  /** By the name of a subject, the keys of everything kept about it. */
  #keys = new Map<string, Set<string>>();
  #heard = new Set<string>();

  /** `most`: how many are kept at once, at most. */
  constructor(memory: Memory, most: number) {
    this.#memory = memory;
    this.#most = most;
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** How many of them are about `subject`. */
  countAbout(subject: Subject): number {
    return this.#keys.get(nameOf(subject))?.size ?? 0;
  }

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }

  /** Keeps `kept` as the newest, and drops what was kept by this key before. */
  set(key: string, kept: Kept): void {
    this.delete(key);
    this.#kept.set(key, kept);
    for (const subject of kept.about) {
      this.#hear(subject[0]);
      const name = nameOf(subject);
      this.#keys.set(name, (this.#keys.get(name) ?? new Set()).add(key));
    }
    if (this.#kept.size > this.#most) this.delete(this.#kept.keys().next().value!);
  }

  delete(key: string): void {
    for (const subject of this.#kept.get(key)?.about ?? []) {
      const name = nameOf(subject);
      const others = this.#keys.get(name);
      others?.delete(key);
      if (others?.size === 0) this.#keys.delete(name);
    }
    this.#kept.delete(key);
  }

  /** Drops the oldest ones, up to the first for which `isOver` is false. */
  deleteWhile(isOver: (kept: Kept) => boolean): void {
    for (const [key, kept] of this.#kept) {
      if (!isOver(kept)) break;
      this.delete(key);
    }
  }

  #hear(prefix: string): void {
    if (this.#heard.has(prefix)) return;
    this.#heard.add(prefix);
    this.#memory.hear(prefix, (id) => {
      for (const key of [...this.#keys.get(nameOf([prefix, id])) ?? []]) this.delete(key);
    });
  }
}
