/**
 * What was read lately, remembered until it is written. True only where this process is the store's one writer, as it
 * must be with a file; on a shared store nothing is remembered and every read goes to it.
 *
 * A subject is the first two parts of a key: one person's record, one session, one man's ledger.
 */
import { BoundedMap } from "./bounded_map.ts";

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

/** The handle, but every write makes the memory forget its subject: before it begins, and again when it has ended. */
export function forgettingKv(kv: Deno.Kv, memory: Memory): Deno.Kv {
  const around = async <T>(written: Deno.KvKey[], write: () => Promise<T>): Promise<T> => {
    for (const key of written) memory.forget(key);
    try {
      return await write();
    } finally {
      for (const key of written) memory.forget(key);
    }
  };
  const methods: Partial<Deno.Kv> = {
    set: (key, value, options) => around([key], () => kv.set(key, value, options)),
    delete: (key) => around([key], () => kv.delete(key)),
    atomic: () => forgettingAtomic(kv.atomic(), around),
  };
  return new Proxy(kv, {
    get(target, name) {
      const own = methods[name as keyof Deno.Kv];
      if (own) return own;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Around = <T>(written: Deno.KvKey[], write: () => Promise<T>) => Promise<T>;

/** Collects the keys of an atomic operation; only set and delete write in this house (design, section 6). */
function forgettingAtomic(op: Deno.AtomicOperation, around: Around): Deno.AtomicOperation {
  const written: Deno.KvKey[] = [];
  const wrapped = {
    check(...checks: Deno.AtomicCheck[]) {
      op.check(...checks);
      return wrapped;
    },
    set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
      written.push(key);
      op.set(key, value, options);
      return wrapped;
    },
    delete(key: Deno.KvKey) {
      written.push(key);
      op.delete(key);
      return wrapped;
    },
    commit: () => around(written, () => op.commit()),
  };
  return wrapped as unknown as Deno.AtomicOperation;
}
