/**
 * For tests: a store in memory as the client of a remote store sees it, one for each process. The way to it can be slow, cut
 * off and mended. Like that client, it waits for ever while the way is cut off, and repeats a write whose answer was lost.
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
  /** How long each read and each write takes on the way, ms. */
  delayMs = 0;
  /** For how many of the next writes the answer is lost: they are carried out, and then sent again. */
  lostAnswers = 0;
  /** How many answers were lost so far. */
  lost = 0;
  /** How many reads and writes wait while the way is cut off. */
  waiting = 0;
  /** Cuts the way off once this is true after a write, before the write is answered. */
  cutAfter: (() => Promise<boolean>) | null = null;
  #mended: PromiseWithResolvers<void> | null = null;

  /** From now on nothing comes through in either direction; what is asked waits. */
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

/** The bare handle of a process that reaches the store over this way. */
export function overWay(kv: Deno.Kv, way: Way): Deno.Kv {
  return aroundWrites(askedBy(kv, (ask) => way.pass(ask)), (_, write) => way.write(write));
}

/**
 * How long a distant process waits for an answer, ms. A busy machine takes many times 100 ms for what an idle one does at
 * once: a store that nobody cut off must not be called silent.
 */
const shortPatienceMs = patience(2);

/** The store as a distant process opens it (openBareStore), which waits `patienceMs` for an answer. */
export const asDistantProcess = (store: Store, way: Way, name: string, patienceMs = shortPatienceMs): Store =>
  asProcessOver(store, overWay(store.kv, way), name, patienceMs);

/** The same, over a bare handle of its own. */
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
