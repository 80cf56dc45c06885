/**
 * What was read lately, remembered until it is written. True only where this process is the store's one writer, as it
 * must be with a file. On a shared store it is remembered for the length of one request at most, and until a commit of
 * this process is refused: who tries again reads again.
 *
 * A subject is the first two parts of a key: one person's record, one session, one man's ledger.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { BoundedMap } from "./bounded_map.ts";
import type { Around } from "./handles/write_around.ts";

export type Subject = readonly [prefix: string, id: string | number];

/** How a subject is told apart from all others. */
export const nameOf = (subject: readonly Deno.KvKeyPart[]): string => `${String(subject[0])} ${String(subject[1])}`;

/** What one request has asked a shared store, by subject. */
type Asked = Map<string, Promise<unknown>>;

/** What a piece of work has recalled, by the name of its subject. */
type Seen = Map<string, { subject: Subject; fact: unknown }>;

export interface Witnessed<T> {
  answer: T;
  /** Everything that the answer was made of. */
  about: readonly Subject[];
  /** Whether all of it is remembered still as it was then; never true of a shared store. */
  stands: () => boolean;
}

/** Stands for a fact that was another one when it was recalled again: no answer made of both stands. */
const overtaken = Symbol();

export class Memory {
  #isTrusted: boolean;
  #asked = new AsyncLocalStorage<Asked>();
  /** Of the requests that are not answered yet. */
  #underWay = new Set<Asked>();
  #facts = new BoundedMap<string, unknown>(100_000);
  #witnesses = new AsyncLocalStorage<Seen>();
  /** Who wants to know what was written, by the prefix of its subject. */
  #hearers = new Map<string, ((id: string | number) => void)[]>();
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

  /** The facts of many subjects of one prefix; `read` is asked once, for those that are not remembered. */
  recallMany<Id extends string | number, T>(
    prefix: string,
    ids: readonly Id[],
    read: (missing: Id[]) => Promise<T[]>,
  ): Promise<T[]> {
    return together(ids, read, (id, ask) => this.recall([prefix, id], ask));
  }

  /**
   * Facts of one subject that are read apart, such as one man's threads with each lady: all are forgotten together. Such
   * a subject is recalled in no other way.
   */
  async recallParts<Part extends string | number, T>(
    subject: Subject,
    parts: readonly Part[],
    read: (missing: Part[]) => Promise<T[]>,
  ): Promise<T[]> {
    // A write takes the whole map away: what was being read for it is told to who asked, and to nobody later.
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
   * written. One witness at a time: what stands within another's work is seen by the inner one alone.
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

  /** On a shared store: what `work` has read once is read no more in it, nor is what is being read. */
  async duringRequest<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTrusted) return await work();
    const asked: Asked = new Map();
    this.#underWay.add(asked);
    try {
      return await this.#asked.run(asked, work);
    } finally {
      this.#underWay.delete(asked);
      // What the request leaves behind, a stream of news say, holds it no longer.
      asked.clear();
    }
  }

  /** Begins to read on a shared store what the request under way will want soon; a failure is told to who wants it. */
  expect(read: () => Promise<unknown>): void {
    if (!this.#isTrusted && this.#askedNow()) read().catch(() => {});
  }

  /** Null outside of a request, and in what a request has left behind. */
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

  /** On a shared store a refused commit tells that another process has written what was read. */
  forgetAsked(): void {
    for (const asked of this.#underWay) asked.clear();
  }

  /** What is remembered of a subject, without reading. */
  peek<T>(subject: Subject): T | undefined {
    return this.#facts.get(nameOf(subject)) as T | undefined;
  }

  /** Remembers what its only writer knows to stand now. */
  note(subject: Subject, fact: unknown): void {
    if (this.#isTrusted) this.#facts.set(nameOf(subject), fact);
  }

  /** Tells of every write of this process to subjects of a prefix, before and after it. */
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

/** What stands under each name; those that are not known are asked for all at once. */
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
