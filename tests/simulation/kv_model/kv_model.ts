/**
 * What Deno KV keeps, in memory and without threads: every call happens at once, so that runs which ask in the same order
 * get the same answers. kv_model_test.ts holds it against the real store. It knows no size limits, and expired records go
 * when `expire` is called.
 */
import { copyOf } from "./copy.ts";
import { encodedKey } from "./encoded_key.ts";

export type Mutation =
  | { type: "set"; key: Deno.KvKey; value: unknown; expireIn?: number }
  | { type: "delete"; key: Deno.KvKey }
  | { type: "sum" | "min" | "max"; key: Deno.KvKey; value: Deno.KvU64 };

/** What a list asks for in one batch. */
export interface Range {
  /** Encoded keys: from this one on, and before that one. */
  from: string;
  before: string;
  limit: number;
  isReverse: boolean;
}

export interface KeptEntry {
  encoded: string;
  entry: Deno.KvEntry<unknown>;
}

interface Kept extends Deno.KvEntry<unknown> {
  expiresAt: number;
}

const u64 = 1n << 64n;

export class KvModel {
  #now: () => number;
  #kept = new Map<string, Kept>();
  /** The encoded keys of all that is kept, in order. */
  #order: string[] = [];
  /** The encoded keys of records that expire. */
  #expiring = new Set<string>();
  #commits = 0;
  #hearers = new Set<(written: ReadonlySet<string>) => void>();

  /** `now` is the clock by which records expire, ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: Deno.KvKey): Deno.KvEntryMaybe<unknown> {
    const kept = this.#kept.get(encodedKey(key));
    return kept ? shown(kept) : { key: [...key], value: null, versionstamp: null };
  }

  list({ from, before, limit, isReverse }: Range): KeptEntry[] {
    const names = this.#order.slice(this.#placeOf(from), this.#placeOf(before));
    if (isReverse) names.reverse();
    return names.slice(0, limit).map((encoded) => ({ encoded, entry: shown(this.#kept.get(encoded)!) }));
  }

  /** Writes everything, or nothing if a check does not hold. */
  commit(
    checks: readonly Deno.AtomicCheck[],
    mutations: readonly Mutation[],
  ): Deno.KvCommitResult | Deno.KvCommitError {
    for (const { key, versionstamp } of checks) {
      if ((this.#kept.get(encodedKey(key))?.versionstamp ?? null) !== versionstamp) return { ok: false };
    }
    const versionstamp = `${(++this.#commits).toString(16).padStart(16, "0")}0000`;
    const written = new Set<string>();
    for (const mutation of mutations) written.add(this.#mutate(mutation, versionstamp));
    for (const hear of this.#hearers) hear(written);
    return { ok: true, versionstamp };
  }

  /** Deletes all records whose time is over. */
  expire(): void {
    const now = this.#now();
    const over = [...this.#expiring].filter((name) => this.#kept.get(name)!.expiresAt <= now);
    for (const name of over) this.#delete(name);
    if (over.length > 0) { for (const hear of this.#hearers) hear(new Set(over)); }
  }

  /** Calls `hear` with the encoded keys of each write, until the returned function is called. */
  onWrite(hear: (written: ReadonlySet<string>) => void): () => void {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  }

  #mutate(mutation: Mutation, versionstamp: string): string {
    const { key } = mutation;
    const name = encodedKey(key);
    const before = this.#kept.get(name);
    if (mutation.type === "delete") this.#delete(name);
    else if (mutation.type === "set") {
      const expiresAt = mutation.expireIn === undefined ? Infinity : this.#now() + mutation.expireIn;
      this.#set(name, { key: [...key], value: mutation.value, versionstamp, expiresAt });
    } else {
      if (before && !(before.value instanceof Deno.KvU64)) throw new TypeError(`${mutation.type} of what is no KvU64`);
      const value = before ? counted(mutation.type, before.value as Deno.KvU64, mutation.value) : mutation.value;
      this.#set(name, { key: [...key], value, versionstamp, expiresAt: Infinity });
    }
    return name;
  }

  #set(name: string, kept: Kept): void {
    if (!this.#kept.has(name)) this.#order.splice(this.#placeOf(name), 0, name);
    this.#kept.set(name, kept);
    if (kept.expiresAt < Infinity) this.#expiring.add(name);
    else this.#expiring.delete(name);
  }

  #delete(name: string): void {
    if (!this.#kept.delete(name)) return;
    this.#expiring.delete(name);
    this.#order.splice(this.#placeOf(name), 1);
  }

  /** How many encoded keys sort before this one. */
  #placeOf(name: string): number {
    let [from, to] = [0, this.#order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#order[middle]! < name) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const shown = ({ key, value, versionstamp }: Kept): Deno.KvEntry<unknown> => ({
  key: [...key],
  value: copyOf(value),
  versionstamp,
});

function counted(type: "sum" | "min" | "max", { value: one }: Deno.KvU64, { value: other }: Deno.KvU64): Deno.KvU64 {
  if (type === "sum") return new Deno.KvU64((one + other) % u64);
  return new Deno.KvU64((type === "min") === (one < other) ? one : other);
}
