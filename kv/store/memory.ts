/**
 * What was read lately, remembered until it is written. True only where this process is the store's one writer, as it
 * must be with a file; on a shared store nothing is remembered and every read goes to it.
 *
 * A subject is the first two parts of a key: one person's record, one session, one man's ledger.
 */
import { BoundedMap } from "./bounded_map.ts";
import type { Around } from "./write_around.ts";

export type Subject = readonly [prefix: string, id: string | number];

const nameOf = (subject: readonly Deno.KvKeyPart[]): string => `${String(subject[0])} ${String(subject[1])}`;

export class Memory {
  #isTrusted: boolean;
  #facts = new BoundedMap<string, unknown>(100_000);
  /** Who wants to know what was written, by the prefix of its subject. */
  #hearers = new Map<string, (id: string | number) => void>();
  /** Reads under way; a write to their subject takes them out, and then their answer is not kept. */
  #reading = new Map<string, Set<symbol>>();

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted;
  }

  /** Whether this process is the store's one writer. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** The remembered fact, or what `read` answers; absence (null) is remembered as well. */
  async recall<T>(subject: Subject, read: () => Promise<T>): Promise<T> {
    if (!this.#isTrusted) return await read();
    const name = nameOf(subject);
    const known = this.#facts.get(name);
    if (known !== undefined) return known as T;
    const mine = Symbol();
    const readers = this.#reading.get(name) ?? new Set();
    this.#reading.set(name, readers.add(mine));
    try {
      const fact = await read();
      if (readers.has(mine)) this.#facts.set(name, fact);
      return fact;
    } finally {
      readers.delete(mine);
      if (readers.size === 0 && this.#reading.get(name) === readers) this.#reading.delete(name);
    }
  }

  /** What is remembered of a subject, without reading. */
  peek<T>(subject: Subject): T | undefined {
    return this.#facts.get(nameOf(subject)) as T | undefined;
  }

  /** Remembers what its only writer knows to stand now. */
  note(subject: Subject, fact: unknown): void {
    if (this.#isTrusted) this.#facts.set(nameOf(subject), fact);
  }

  /** Tells of every write of this process to subjects of a prefix, before and after it; one hearer a prefix. */
  hear(prefix: string, hear: (id: string | number) => void): void {
    this.#hearers.set(prefix, hear);
  }

  forget(key: Deno.KvKey): void {
    const name = nameOf(key);
    if (this.#hearers.size > 0) this.#hearers.get(key[0] as string)?.(key[1] as string | number);
    this.#facts.delete(name);
    this.#reading.get(name)?.clear();
  }
}

/** Every write makes the memory forget its subjects: before it begins, and again when it has ended. */
export const forgetting = (memory: Memory): Around => async (written, write) => {
  for (const key of written) memory.forget(key);
  try {
    return await write();
  } finally {
    for (const key of written) memory.forget(key);
  }
};
