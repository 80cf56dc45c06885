/** Number ids in blocks: one commit reserves many, so that a hot counter never slows a letter. Gaps are harmless. */
import { transact } from "./commit.ts";
import { keys } from "./keys.ts";

/**
 * The first id of each counter. Photos below it are the drawings that the demo's people came with, rates below it are
 * those of the first price list, and promotion 1 came with the site.
 */
const firstIds: Record<string, number> = { user: 10_001, letter: 1, photo: 1_001, rate: 7, promotion: 2 };
const blockSize = 64;

/** The id of no account. Under it stands what is of guests, or of nobody. */
export const nobody = 0;

export class IdBlocks {
  #kv: Deno.Kv;
  #blocks = new Map<string, { next: number; end: number }>();
  #refills = new Map<string, Promise<void>>();

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  /** The next unused id of a counter ("user", "letter"); never given twice, also across processes and restarts. */
  async next(name: string): Promise<number> {
    for (;;) {
      const block = this.#blocks.get(name);
      if (block && block.next < block.end) return block.next++;
      await this.#refill(name);
    }
  }

  /** Resolves when `next` will answer at once. */
  async ready(name: string): Promise<void> {
    const block = this.#blocks.get(name);
    if (!block || block.next >= block.end) await this.#refill(name);
  }

  /** Reserves `count` neighbouring ids at once and returns the first; for imports. */
  async reserveRange(name: string, count: number): Promise<number> {
    return await transact<number>(async () => {
      const entry = await this.#kv.get<number>(keys.counter(name));
      const start = entry.value ?? firstIds[name] ?? 1;
      const commit = this.#kv.atomic().check(entry).set(keys.counter(name), start + count);
      return { commit, result: start };
    });
  }

  #refill(name: string): Promise<void> {
    const known = this.#refills.get(name);
    if (known) return known;
    const refill = this.#reserve(name, blockSize).finally(() => this.#refills.delete(name));
    this.#refills.set(name, refill);
    return refill;
  }

  async #reserve(name: string, count: number): Promise<void> {
    const start = await this.reserveRange(name, count);
    this.#blocks.set(name, { next: start, end: start + count });
  }
}
