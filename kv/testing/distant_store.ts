/**
 * For tests: a store in memory as the client of a store elsewhere sees it, one for each process. The way to it can be long,
 * cut off and mended; like that client it then waits for ever, and it sends a write again whose answer was lost.
 */
import { patience } from "../../tests/patience.ts";
import type { Store } from "../open.ts";
import { askedBy, distantHandle } from "../store/handles/distant.ts";
import { forgetting, Memory } from "../store/memory.ts";
import { StoreHealth } from "../store/health/health.ts";
import { PubSub } from "../store/pubsub.ts";
import { aroundWrites } from "../store/handles/write_around.ts";
import { asOtherProcess } from "./store.ts";

/** The way from one process to the store. */
export class Way {
  /** For each question and each write. */
  delayMs = 0;
  /** How many of the next writes are carried out, answered to nobody, and sent again. */
  lostAnswers = 0;
  /** How many were lost so far. */
  lost = 0;
  /** How many questions and writes wait while it is cut off. */
  waiting = 0;
  /** The way is cut off when a write has brought this about, before its answer. */
  cutAfter: (() => Promise<boolean>) | null = null;
  #mended: PromiseWithResolvers<void> | null = null;

  /** From now on nothing comes through, in neither direction; what is asked waits. */
  cut(): void {
    this.#mended ??= Promise.withResolvers();
  }

  mend(): void {
    this.#mended?.resolve();
    this.#mended = null;
  }

  async pass<T>(ask: () => Promise<T>): Promise<T> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    await this.#open();
    const answer = await ask();
    await this.#open();
    return answer;
  }

  async write<T>(send: () => Promise<T>): Promise<T> {
    const answer = await send();
    if (await this.cutAfter?.()) {
      this.cutAfter = null;
      this.cut();
      await this.#open();
    }
    if (this.lostAnswers === 0) return answer;
    this.lostAnswers--;
    this.lost++;
    return await send();
  }

  async #open(): Promise<void> {
    this.waiting++;
    while (this.#mended) await this.#mended.promise;
    this.waiting--;
  }
}

/** The bare handle of a process that this way leads to the store. */
export function overWay(kv: Deno.Kv, way: Way): Deno.Kv {
  return aroundWrites(askedBy(kv, (ask) => way.pass(ask)), (_, write) => way.write(write));
}

/**
 * How long such a process waits for an answer, ms. A busy machine takes many times 100 ms over what it does at once when it
 * is idle: a store that nobody cut off must not be called silent.
 */
export const shortPatienceMs = patience(2);

/** The store as a process elsewhere opens it (openBareStore), which waits so long for an answer. */
export const asDistantProcess = (store: Store, way: Way, name: string, patienceMs = shortPatienceMs): Store =>
  asProcessOver(store, overWay(store.kv, way), name, patienceMs);

/** The same by a bare handle of its own. */
export function asProcessOver(store: Store, bare: Deno.Kv, name: string, patienceMs: number): Store {
  const health = new StoreHealth(bare, { now: store.now, instance: name, patienceMs });
  const memory = new Memory(false);
  const forget = forgetting(memory);
  let tokens = 0;
  const asked = distantHandle(bare, health, () => `${name}-mark-${++tokens}`);
  const kv = aroundWrites(asked, (written, write) => forget(written, () => health.keeping(written, write)));
  const pubsub = new PubSub(kv);
  health.onReturn(() => pubsub.publishAllHere());
  return asOtherProcess(store, { kv, memory, health, pubsub });
}
