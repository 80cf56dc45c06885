/** Which of the things that are kept are about whose records: each is let go as soon as one of these is written. */
import { type Memory, nameOf, type Subject } from "../../kv/store/memory.ts";

export class KeptAbout {
  #memory: Memory;
  #forget: (key: string) => void;
  /** The keys of what is about a subject. */
  #keys = new Map<string, Set<string>>();
  #heard = new Set<string>();

  /** `forget` lets go of what is kept by a key, and removes it here. */
  constructor(memory: Memory, forget: (key: string) => void) {
    this.#memory = memory;
    this.#forget = forget;
  }

  /** How much is about something. */
  count(subject: Subject): number {
    return this.#keys.get(nameOf(subject))?.size ?? 0;
  }

  /** What is kept by this key is about these from now on. */
  add(key: string, about: readonly Subject[]): void {
    for (const subject of about) {
      this.#hear(subject[0]);
      const name = nameOf(subject);
      this.#keys.set(name, (this.#keys.get(name) ?? new Set()).add(key));
    }
  }

  remove(key: string, about: readonly Subject[]): void {
    for (const subject of about) {
      const name = nameOf(subject);
      const others = this.#keys.get(name);
      others?.delete(key);
      if (others?.size === 0) this.#keys.delete(name);
    }
  }

  #hear(prefix: string): void {
    if (this.#heard.has(prefix)) return;
    this.#heard.add(prefix);
    this.#memory.hear(prefix, (id) => {
      for (const key of [...this.#keys.get(nameOf([prefix, id])) ?? []]) this.#forget(key);
    });
  }
}
