/**
 * For tests: a remote store that counts how often somebody waits for it. What is asked side by side, or in one getMany, is
 * one round; what is asked after an answer begins another.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "../open.ts";
import { askedBy, type Asking } from "../store/handles/distant.ts";
import { withMethods } from "../store/handles/handle.ts";
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

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

/** How many rounds one piece of work needed. */
export interface RoundCount {
  reads: number;
  writes: number;
}

export interface CountingStore {
  /** The store as one of many processes has it: nothing is remembered from one request to the next. */
  store: Store;
  /** Counts the rounds of `work`, without what others ask beside it and what it leaves running. */
  count: <T>(work: () => Promise<T>) => Promise<RoundCount & { result: T }>;
}

export function countingStore(store: Store): CountingStore {
  const working = new AsyncLocalStorage<Asked>();
  /** Asks in a round of the work under way; what belongs to no work is asked uncounted. */
  const askCounted: Asking = (ask, kind) => working.getStore()?.[kind].ask(ask) ?? ask();
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

/** A handle whose questions all go through `asking`: of a list, each of its batches. */
export const countedHandle = (kv: Deno.Kv, asking: Asking): Deno.Kv =>
  withMethods(askedBy(kv, asking), {
    list: (selector, options) => countedList(kv.list(selector, options), options, asking),
  });

/** The client reads a list in batches: it asks the store only where one begins. */
function countedList<T>(
  list: Deno.KvListIterator<T>,
  { limit = Infinity, batchSize = Math.min(limit, 100) }: Deno.KvListOptions = {},
  asking: Asking,
): Deno.KvListIterator<T> {
  let given = 0;
  return {
    get cursor() {
      return list.cursor;
    },
    async next() {
      const isBatchsBegin = given % batchSize === 0 && given < limit;
      const next = await (isBatchsBegin ? asking(() => list.next(), "reads") : list.next());
      given++;
      return next;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as Deno.KvListIterator<T>;
}
