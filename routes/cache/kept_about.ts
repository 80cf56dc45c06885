/**
 * Things that are kept about somebody's records, each by a key: one is let go as soon as one of its records is written,
 * and the oldest where there are too many.
 */
import { type Memory, nameOf, type Subject } from "../../kv/store/memory.ts";

export class KeptAbout<Kept extends { about: readonly Subject[] }> {
  #memory: Memory;
  #most: number;
  /** The oldest first. */
  #kept = new Map<string, Kept>();
  /** The keys of what is about a subject. */
  #keys = new Map<string, Set<string>>();
  #heard = new Set<string>();

  /** `most`: so many are kept at once. */
  constructor(memory: Memory, most: number) {
    this.#memory = memory;
    this.#most = most;
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** How many of them are about something. */
  countAbout(subject: Subject): number {
    return this.#keys.get(nameOf(subject))?.size ?? 0;
  }

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }

  /** Keeps it as the newest, in the place of what was kept by this key. */
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

  /** Lets go of the oldest, up to the first that is not over. */
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
