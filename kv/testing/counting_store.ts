/**
 * For tests: a store elsewhere that counts how often somebody waits for it. What is asked side by side, or in one getMany,
 * is one round; what is asked after an answer begins another.
 */
import type { Store } from "../open.ts";
import { asDistantProcess, Way } from "./distant_store.ts";
import { withKv } from "./store.ts";

/** Questions of one kind. All of a round are answered together, when the last of them is. */
class Rounds {
  count = 0;
  #round: { asked: Promise<unknown>[]; answered: Promise<void> } | null = null;

  async ask<T>(ask: () => Promise<T>): Promise<T> {
    const answer = ask();
    const asked = this.#round?.asked ?? [];
    asked.push(answer);
    if (!this.#round) {
      this.count++;
      this.#round = { asked, answered: this.#answer(asked) };
    }
    await this.#round.answered;
    return await answer;
  }

  async #answer(asked: Promise<unknown>[]): Promise<void> {
    await tick();
    for (let answered = 0; answered < asked.length;) {
      answered = asked.length;
      await Promise.allSettled(asked);
    }
    this.#round = null;
  }

  /** Whether somebody waits. */
  get isUnderWay(): boolean {
    return this.#round !== null;
  }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

/** How many rounds one piece of work needed. */
export interface RoundCount {
  reads: number;
  writes: number;
}

export interface CountingStore {
  /** As a process of many has it: nothing is remembered from one request to the next. */
  store: Store;
  /** Counts the rounds of some work that nobody else's stands beside; what it leaves behind ends uncounted. */
  count: <T>(work: () => Promise<T>) => Promise<RoundCount & { result: T }>;
}

export function countingStore(store: Store): CountingStore {
  const [reads, writes] = [new Rounds(), new Rounds()];
  const counted = withKv(store, countedHandle(store.kv, reads, writes));
  return {
    store: asDistantProcess(counted, new Way(), "counted", 60_000),
    async count(work) {
      const before = { reads: reads.count, writes: writes.count };
      const result = await work();
      const needed = { reads: reads.count - before.reads, writes: writes.count - before.writes };
      await tick();
      while (reads.isUnderWay || writes.isUnderWay) await tick();
      return { ...needed, result };
    },
  };
}

function countedHandle(kv: Deno.Kv, reads: Rounds, writes: Rounds): Deno.Kv {
  const methods: Partial<Deno.Kv> = {
    get: (key, options) => reads.ask(() => kv.get(key, options)),
    getMany: (wanted, options) => reads.ask(() => kv.getMany(wanted, options)),
    list: (selector, options) => countedList(kv.list(selector, options), options, reads),
    set: (key, value, options) => writes.ask(() => kv.set(key, value, options)),
    delete: (key) => writes.ask(() => kv.delete(key)),
    atomic: () => {
      const op = kv.atomic();
      const commit = op.commit.bind(op);
      op.commit = () => writes.ask(commit);
      return op;
    },
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

/** The client reads a list in batches: it asks the store only where one begins. */
function countedList<T>(
  list: Deno.KvListIterator<T>,
  { limit = Infinity, batchSize = Math.min(limit, 100) }: Deno.KvListOptions = {},
  reads: Rounds,
): Deno.KvListIterator<T> {
  let given = 0;
  return {
    get cursor() {
      return list.cursor;
    },
    async next() {
      const isBatchsBegin = given % batchSize === 0 && given < limit;
      const next = await (isBatchsBegin ? reads.ask(() => list.next()) : list.next());
      given++;
      return next;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as Deno.KvListIterator<T>;
}
