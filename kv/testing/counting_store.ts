/**
 * For tests: a store elsewhere that counts how often somebody waits for it. What is asked side by side, or in one getMany,
 * is one round; what is asked after an answer begins another.
 */
import { AsyncLocalStorage } from "node:async_hooks";
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
}

/** What one piece of work asks. */
interface Asked {
  reads: Rounds;
  writes: Rounds;
}

type Kind = keyof Asked;
/** Asks as a round of the work under way; what belongs to none is asked uncounted. */
type Ask = <T>(kind: Kind, ask: () => Promise<T>) => Promise<T>;

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

/** How many rounds one piece of work needed. */
export interface RoundCount {
  reads: number;
  writes: number;
}

export interface CountingStore {
  /** As a process of many has it: nothing is remembered from one request to the next. */
  store: Store;
  /** Counts the rounds of some work; what others ask beside it, and what it leaves behind, is not counted. */
  count: <T>(work: () => Promise<T>) => Promise<RoundCount & { result: T }>;
}

export function countingStore(store: Store): CountingStore {
  const working = new AsyncLocalStorage<Asked>();
  const askCounted: Ask = (kind, ask) => working.getStore()?.[kind].ask(ask) ?? ask();
  const counted = withKv(store, countedHandle(store.kv, askCounted));
  return {
    store: asDistantProcess(counted, new Way(), "counted", 60_000),
    async count(work) {
      const asked = { reads: new Rounds(), writes: new Rounds() };
      const result = await working.run(asked, work);
      return { reads: asked.reads.count, writes: asked.writes.count, result };
    },
  };
}

function countedHandle(kv: Deno.Kv, asking: Ask): Deno.Kv {
  const methods: Partial<Deno.Kv> = {
    get: (key, options) => asking("reads", () => kv.get(key, options)),
    getMany: (wanted, options) => asking("reads", () => kv.getMany(wanted, options)),
    list: (selector, options) => countedList(kv.list(selector, options), options, asking),
    set: (key, value, options) => asking("writes", () => kv.set(key, value, options)),
    delete: (key) => asking("writes", () => kv.delete(key)),
    atomic: () => {
      const op = kv.atomic();
      const commit = op.commit.bind(op);
      op.commit = () => asking("writes", commit);
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
  asking: Ask,
): Deno.KvListIterator<T> {
  let given = 0;
  return {
    get cursor() {
      return list.cursor;
    },
    async next() {
      const isBatchsBegin = given % batchSize === 0 && given < limit;
      const next = await (isBatchsBegin ? asking("reads", () => list.next()) : list.next());
      given++;
      return next;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as Deno.KvListIterator<T>;
}
