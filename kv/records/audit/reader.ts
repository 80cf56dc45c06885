/** Reads for the audit: everything under a prefix, and single keys, many of them in one go. */
import type { Deletion } from "../../accounts/deletions.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { rowOf } from "../own_data/table.ts";

export type Report = (sentence: string) => void;

const visitsAtOnce = 100;
/** getMany takes ten keys at most. */
const keysAtOnce = 10;

interface Wanted {
  key: Deno.KvKey;
  found: (entry: Deno.KvEntryMaybe<unknown>) => void;
  failed: (error: unknown) => void;
}

export class Reader {
  #kv: Deno.Kv;
  #wanted: Wanted[] = [];
  #leaving: ReadonlySet<number> = new Set();
  #erased: ReadonlySet<number> = new Set();
  /** Server time, ms since the epoch. */
  readonly now: number;

  /** Until when a server worked on the store: what was due later cannot have been done. */
  readonly servedUntil: number;

  /** How fast the store's clock runs. */
  readonly clockRate: number;

  constructor(
    store: Store,
    { clockRate = 1, servedUntil = Infinity }: { clockRate?: number; servedUntil?: number } = {},
  ) {
    this.clockRate = Math.max(1, clockRate);
    this.#kv = store.kv;
    this.now = store.now();
    this.servedUntil = Math.min(this.now, servedUntil);
  }

  /** Learns whose erasing is under way, and whose has ended. */
  async meetLeaving(): Promise<void> {
    const [leaving, erased] = [new Set<number>(), new Set<number>()];
    await this.walkAll<Deletion>(prefixes.deletions(), ({ userId, erasedAt }) => {
      (erasedAt === null ? leaving : erased).add(userId);
    });
    [this.#leaving, this.#erased] = [leaving, erased];
  }

  /** Whether somebody's account was deleted and its records are still being erased, one by one. */
  isLeaving(userId: number): boolean {
    return this.#leaving.has(userId);
  }

  /** Whether somebody's erasing has ended: no word of hers or his is left, wherever it lies. */
  isErased(userId: number | null): boolean {
    return userId !== null && this.#erased.has(userId);
  }

  /**
   * Visits what is under a prefix, except records that go with somebody who is leaving (by the table of own data): until
   * the erasing has ended they may be there in part, and then none may be left (deletions.ts). Sums and counts need
   * walkAll instead.
   */
  walk<T>(prefix: Deno.KvKey, visit: (value: T, key: Deno.KvKey) => Promise<void> | void): Promise<void> {
    if (this.#leaving.size === 0) return this.walkAll(prefix, visit);
    return this.walkAll<T>(prefix, (value, key) => this.#goes(key, value) ? undefined : visit(value, key));
  }

  #goes(key: Deno.KvKey, value: unknown): boolean {
    return rowOf(key)?.people?.(key, value).some((id) => this.#leaving.has(id as number)) ?? false;
  }

  /** Visits everything under a prefix: the visits begin in the order of the keys, and many run at once. */
  async walkAll<T>(prefix: Deno.KvKey, visit: (value: T, key: Deno.KvKey) => Promise<void> | void): Promise<void> {
    let batch: Deno.KvEntry<T>[] = [];
    const visitAll = async () => {
      await Promise.all(batch.map((entry) => visit(entry.value, entry.key)));
      batch = [];
    };
    for await (const entry of this.#kv.list<T>({ prefix }, { batchSize: 500 })) {
      if (batch.push(entry) === visitsAtOnce) await visitAll();
    }
    await visitAll();
  }

  async valueAt<T>(key: Deno.KvKey): Promise<T | null> {
    return (await this.#entryAt(key)).value as T | null;
  }

  async entryByKey(manId: number, idempotencyKey: string): Promise<Entry | null> {
    const seq = await this.valueAt<number>(keys.entrySeqByIdempotencyKey(manId, idempotencyKey));
    return seq === null ? null : await this.valueAt<Entry>(keys.entry(manId, seq));
  }

  /** Whether there is anything under a key; its value may be null. */
  async isThere(key: Deno.KvKey): Promise<boolean> {
    return (await this.#entryAt(key)).versionstamp !== null;
  }

  #entryAt(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    return new Promise((found, failed) => {
      // All keys that are asked for before the microtask runs are read together.
      if (this.#wanted.push({ key, found, failed }) === 1) queueMicrotask(() => this.#readWanted());
    });
  }

  #readWanted(): void {
    const wanted = this.#wanted;
    this.#wanted = [];
    for (let from = 0; from < wanted.length; from += keysAtOnce) {
      const some = wanted.slice(from, from + keysAtOnce);
      this.#kv.getMany(some.map(({ key }) => key)).then(
        (entries) => entries.forEach((entry, position) => some[position]!.found(entry)),
        (error) => some.forEach(({ failed }) => failed(error)),
      );
    }
  }
}
