/**
 * Remembers what was read lately, until it is written. This is safe only if this process is the store's only writer, as
 * it must be with a file. On a shared store a fact is remembered for the length of one request at most, and only until a
 * commit of this process fails, so that the next attempt reads again.
 *
 * A subject is the first two parts of a key: one person's record, one session, one man's ledger.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { BoundedMap } from "./bounded_map.ts";
import type { Around } from "./handles/write_around.ts";

export type Subject = readonly [prefix: string, id: string | number];

/** The name of a subject, unlike that of any other. */
export const nameOf = (subject: readonly Deno.KvKeyPart[]): string => `${String(subject[0])} ${String(subject[1])}`;

/** What one request has asked a shared store, by subject. */
type Asked = Map<string, Promise<unknown>>;

/** What a piece of work has recalled, by the name of its subject. */
type Seen = Map<string, { subject: Subject; fact: unknown }>;

export interface Witnessed<T> {
  answer: T;
  /** Everything that the answer was made of. */
  about: readonly Subject[];
  /** Whether all of it is still remembered as it was then; never true of a shared store. */
  stands: () => boolean;
}

/** Stands for a fact that had changed when it was recalled again: an answer made of both must not be kept. */
const overtaken = Symbol();

export class Memory {
  #isTrusted: boolean;
  #asked = new AsyncLocalStorage<Asked>();
  /** What the requests that are not answered yet have asked. */
  #underWay = new Set<Asked>();
  #facts = new BoundedMap<string, unknown>(100_000);
  #witnesses = new AsyncLocalStorage<Seen>();
  /** Who wants to hear of writes, by the prefix of their subject. */
  #hearers = new Map<string, ((id: string | number) => void)[]>();
  /** Reads under way, by subject. A write to the subject takes them out, and then their answer is not remembered. */
  #reading = new Map<string, Set<symbol>>();

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted;
  }

  /** Whether this process is the store's one writer. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** The remembered fact, or what `read` returns; absence (null) is remembered as well. */
  async recall<T>(subject: Subject, read: () => Promise<T>): Promise<T> {
    const name = nameOf(subject);
    const fact = await (this.#isTrusted ? this.#recallTrusted(name, read) : this.#recallAsked(name, read));
    const seen = this.#witnesses.getStore();
    if (seen) {
      const before = seen.get(name);
      seen.set(name, { subject, fact: before && before.fact !== fact ? overtaken : fact });
    }
    return fact;
  }

  async #recallTrusted<T>(name: string, read: () => Promise<T>): Promise<T> {
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

  /** The facts of many subjects of one prefix; `read` is called once, for those that are not remembered. */
  recallMany<Id extends string | number, T>(
    prefix: string,
    ids: readonly Id[],
    read: (missing: Id[]) => Promise<T[]>,
  ): Promise<T[]> {
    return together(ids, read, (id, ask) => this.recall([prefix, id], ask));
  }

  /**
   * Facts of one subject that are read separately, such as one man's threads with each lady, and forgotten together. Such
   * a subject must not be recalled in any other way.
   */
  async recallParts<Part extends string | number, T>(
    subject: Subject,
    parts: readonly Part[],
    read: (missing: Part[]) => Promise<T[]>,
  ): Promise<T[]> {
    // A write drops the whole map: a read under way then still answers its caller, but nobody later.
    const facts = await this.recall(subject, () => Promise.resolve(new Map<Part, Promise<T>>()));
    return await together(parts, read, (part, ask) => {
      const known = facts.get(part);
      if (known) return known;
      const fact = ask();
      facts.set(part, fact);
      fact.catch(() => facts.delete(part));
      return fact;
    });
  }

  /**
   * Does `work`, and tells what it recalled: an answer made of nothing else can be kept until one of these subjects is
   * written. If one witness runs inside another, only the inner one sees what its work recalls.
   */
  async witness<T>(work: () => Promise<T>): Promise<Witnessed<T>> {
    const seen: Seen = new Map();
    const answer = await this.#witnesses.run(seen, work);
    return {
      answer,
      about: [...seen.values()].map(({ subject }) => subject),
      stands: () => this.#isTrusted && [...seen].every(([name, { fact }]) => this.#facts.get(name) === fact),
    };
  }

  /** On a shared store, remembers what `work` recalls until it has ended, so that nothing is read twice in it. */
  async duringRequest<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTrusted) return await work();
    const asked: Asked = new Map();
    this.#underWay.add(asked);
    try {
      return await this.#asked.run(asked, work);
    } finally {
      this.#underWay.delete(asked);
      // What outlives the request, such as a stream of events, must not keep these facts.
      asked.clear();
    }
  }

  /** On a shared store, begins to read what the request will soon recall; a failure is told to whoever recalls it. */
  expect(read: () => Promise<unknown>): void {
    if (!this.#isTrusted && this.#askedNow()) read().catch(() => {});
  }

  /** What the current request has asked; null outside of a request, and in what outlives one. */
  #askedNow(): Asked | null {
    const asked = this.#asked.getStore();
    return asked && this.#underWay.has(asked) ? asked : null;
  }

  #recallAsked<T>(name: string, read: () => Promise<T>): Promise<T> {
    const asked = this.#askedNow();
    if (!asked) return read();
    const known = asked.get(name);
    if (known) return known as Promise<T>;
    const fact = read();
    asked.set(name, fact);
    return fact;
  }

  /** Forgets what requests have asked: on a shared store, a failed commit shows that another process has written. */
  forgetAsked(): void {
    for (const asked of this.#underWay) asked.clear();
  }

  /** What is remembered of a subject, without reading. */
  peek<T>(subject: Subject): T | undefined {
    return this.#facts.get(nameOf(subject)) as T | undefined;
  }

  /** Remembers a fact that the store's only writer knows to be current; does nothing on a shared store. */
  note(subject: Subject, fact: unknown): void {
    if (this.#isTrusted) this.#facts.set(nameOf(subject), fact);
  }

  /** Calls `hear` for every write of this process to subjects of a prefix, before and after it. */
  hear(prefix: string, hear: (id: string | number) => void): void {
    this.#hearers.set(prefix, [...this.#hearers.get(prefix) ?? [], hear]);
  }

  forget(key: Deno.KvKey): void {
    const name = nameOf(key);
    for (const asked of this.#underWay) asked.delete(name);
    for (const hear of this.#hearers.get(key[0] as string) ?? []) hear(key[1] as string | number);
    this.#facts.delete(name);
    this.#reading.get(name)?.clear();
  }
}

/** The facts of all names; `read` is called once, for those that `recall` does not know. */
async function together<Name, T>(
  names: readonly Name[],
  read: (missing: Name[]) => Promise<T[]>,
  recall: (name: Name, ask: () => Promise<T>) => Promise<T>,
): Promise<T[]> {
  const missing: Name[] = [];
  const { promise: answers, resolve } = Promise.withResolvers<T[]>();
  const facts = names.map((name) =>
    recall(name, async () => {
      const at = missing.push(name) - 1;
      return (await answers)[at]!;
    })
  );
  if (missing.length > 0) resolve(read(missing));
  return await Promise.all(facts);
}

/** Every write makes the memory forget its subjects: before it begins, and again when it has ended. */
export const forgetting = (memory: Memory): Around => async (written, write) => {
  for (const key of written) memory.forget(key);
  try {
    const answer = await write();
    if ((answer as { ok?: boolean } | undefined)?.ok === false) memory.forgetAsked();
    return answer;
  } finally {
    for (const key of written) memory.forget(key);
  }
};
