/** A handle on the model like that of Deno.openKv; how long its answers take, and whether they arrive, is up to the line. */
import { copyOf } from "./copy.ts";
import { encodedKey } from "./encoded_key.ts";
import type { KvModel, Mutation, Range } from "./kv_model.ts";

export type Asked = "read" | "write" | "commit";

/** The way between a process and its store. */
export interface Line {
  /** Carries something to the store, where `apply` does it at once, and carries the answer back. */
  carry: <T>(asked: Asked, apply: () => T) => Promise<T>;
  /** Tells the process of a write, some time from now; false if the process is dead. */
  tell: (tell: () => void) => boolean;
}

/** No distance at all: the answer comes before anything else happens. */
export const atOnce: Line = {
  carry: async (_, apply) => apply(),
  tell(tell) {
    queueMicrotask(tell);
    return true;
  },
};

/** The limits of a remote store. */
const checksMax = 10;
const keysMax = 10;
const batchMax = 500;

type Answer = Deno.KvCommitResult | Deno.KvCommitError;

/** Without queues and raw watches, which the site does not use. */
export function modelHandle(model: KvModel, line: Line): Deno.Kv {
  const commit = (asked: Asked, checks: Deno.AtomicCheck[], mutations: Mutation[]): Promise<Answer> =>
    line.carry(asked, () => model.commit(checks, mutations));
  const handle = {
    get: (key: Deno.KvKey) => line.carry("read", () => model.get(key)),
    getMany: (keys: Deno.KvKey[]) => {
      if (keys.length > keysMax) throw new TypeError(`more than ${keysMax} keys`);
      return line.carry("read", () => keys.map((key) => model.get(key)));
    },
    list: (selector: Deno.KvListSelector, options: Deno.KvListOptions = {}) =>
      new ModelList(model, line, selector, options),
    set: (key: Deno.KvKey, value: unknown, options: { expireIn?: number } = {}) =>
      commit("write", [], [{ type: "set", key, value: copyOf(value), ...options }]),
    delete: async (key: Deno.KvKey) => void await commit("write", [], [{ type: "delete", key }]),
    atomic: () => new ModelAtomic((checks, mutations) => commit("commit", checks, mutations)),
    watch: (keys: Deno.KvKey[]) => watched(model, line, keys),
    close: () => {},
  };
  return handle as unknown as Deno.Kv;
}

class ModelAtomic {
  #commit: (checks: Deno.AtomicCheck[], mutations: Mutation[]) => Promise<Answer>;
  #checks: Deno.AtomicCheck[] = [];
  #mutations: Mutation[] = [];

  constructor(commit: (checks: Deno.AtomicCheck[], mutations: Mutation[]) => Promise<Answer>) {
    this.#commit = commit;
  }

  check(...checks: Deno.AtomicCheck[]): this {
    this.#checks.push(...checks);
    return this;
  }

  set(key: Deno.KvKey, value: unknown, options: { expireIn?: number } = {}): this {
    return this.#add({ type: "set", key, value: copyOf(value), ...options });
  }

  delete(key: Deno.KvKey): this {
    return this.#add({ type: "delete", key });
  }

  sum(key: Deno.KvKey, value: bigint): this {
    return this.#add({ type: "sum", key, value: new Deno.KvU64(value) });
  }

  min(key: Deno.KvKey, value: bigint): this {
    return this.#add({ type: "min", key, value: new Deno.KvU64(value) });
  }

  max(key: Deno.KvKey, value: bigint): this {
    return this.#add({ type: "max", key, value: new Deno.KvU64(value) });
  }

  async commit(): Promise<Answer> {
    if (this.#checks.length > checksMax) throw new TypeError(`more than ${checksMax} checks`);
    return await this.#commit(this.#checks, this.#mutations);
  }

  #add(mutation: Mutation): this {
    this.#mutations.push(mutation);
    return this;
  }
}

/** Asks for one batch at a time: what is written between two batches is seen by the second. */
class ModelList {
  #model: KvModel;
  #line: Line;
  #range: Range;
  #left: number;
  #batchSize: number;
  #batch: ReturnType<KvModel["list"]> = [];
  #isOver = false;
  #cursor: string | null = null;

  constructor(model: KvModel, line: Line, selector: Deno.KvListSelector, options: Deno.KvListOptions) {
    const { limit = Infinity, reverse = false, cursor } = options;
    this.#model = model;
    this.#line = line;
    this.#range = { ...rangeOf(selector), limit: 0, isReverse: reverse };
    if (cursor) this.#goOnAfter(atob(cursor));
    this.#left = limit;
    this.#batchSize = Math.min(options.batchSize ?? 100, batchMax);
  }

  /** The cursor of the entry that came last. */
  get cursor(): string {
    if (this.#cursor === null) throw new Error("nothing was read yet");
    return this.#cursor;
  }

  async next(): Promise<IteratorResult<Deno.KvEntry<unknown>, undefined>> {
    if (this.#batch.length === 0 && !this.#isOver) await this.#ask();
    const next = this.#batch.shift();
    if (!next) {
      this.#cursor = "";
      return { done: true, value: undefined };
    }
    this.#cursor = btoa(next.encoded);
    return { done: false, value: next.entry };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #ask(): Promise<void> {
    const limit = Math.min(this.#left, this.#batchSize);
    if (limit > 0) this.#batch = await this.#line.carry("read", () => this.#model.list({ ...this.#range, limit }));
    this.#left -= this.#batch.length;
    this.#isOver = this.#batch.length < limit || this.#left <= 0;
    const last = this.#batch.at(-1);
    if (last) this.#goOnAfter(last.encoded);
  }

  #goOnAfter(encoded: string): void {
    if (this.#range.isReverse) this.#range.before = encoded;
    else this.#range.from = `${encoded}\0`;
  }
}

/** The encoded keys at which the range begins and before which it ends. */
function rangeOf(selector: Deno.KvListSelector): Pick<Range, "from" | "before"> {
  const { prefix, start, end } = selector as { prefix?: Deno.KvKey; start?: Deno.KvKey; end?: Deno.KvKey };
  const below = prefix && encodedKey(prefix);
  if (below === undefined) {
    const range = { from: encodedKey(start!), before: encodedKey(end!) };
    if (range.from > range.before) throw new TypeError("a range that ends before it begins");
    return range;
  }
  for (const bound of [start, end]) {
    const encoded = bound && encodedKey(bound);
    const isBelow = encoded === undefined || (encoded !== below && encoded.startsWith(below));
    if (!isBelow) throw new TypeError("a bound that is not below its prefix");
  }
  return { from: start ? encodedKey(start) : `${below}\0`, before: end ? encodedKey(end) : `${below}\xff` };
}

/** Tells what stands under the keys now, and after every write to one of them. */
function watched(model: KvModel, line: Line, keys: Deno.KvKey[]): ReadableStream<Deno.KvEntryMaybe<unknown>[]> {
  const names = new Set(keys.map(encodedKey));
  let [isTold, isOver] = [false, false];
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      const tell = () => {
        if (isTold) return;
        isTold = true;
        const isThere = line.tell(() => {
          isTold = false;
          if (!isOver) controller.enqueue(keys.map((key) => model.get(key)));
        });
        if (!isThere) stop();
      };
      stop = model.onWrite((written) => void (names.isDisjointFrom(written) || tell()));
      tell();
    },
    cancel() {
      isOver = true;
      stop();
    },
  });
}
