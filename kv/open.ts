/** The one handle on the store, with the clock, the randomness and the secret that its nouns need. */
import { createHmac, randomBytes } from "node:crypto";
import { BoundedMap } from "./bounded_map.ts";
import { IdBlocks } from "./ids.ts";
import { keys } from "./keys.ts";
import { LadyIndex } from "./lady_index.ts";
import type { Entry } from "./ledger.ts";
import { Mutexes } from "./mutex.ts";
import type { GroupId } from "./users.ts";

export interface Store {
  kv: Deno.Kv;
  /** Server time, ms since the epoch. */
  now: () => number;
  /** An unguessable text for ids and tokens, 128 bits or more, safe in an address. */
  randomToken: () => string;
  /** A keyed hash of a text, base64url: what mailed keys and codes are made from, so that none is stored. */
  sign: (text: string) => string;
  ids: IdBlocks;
  mutexes: Mutexes;
  ladies: LadyIndex;
  /** The last entry of men who moved credits lately: a guess that the next commit checks, never the truth. */
  lastEntries: BoundedMap<number, Entry>;
  /** Groups of people, which never change. */
  groups: BoundedMap<number, GroupId>;
  close: () => void;
}

export interface StoreOptions {
  /** A file, ":memory:", a KV Connect address, or nothing for the platform's own store. */
  location?: string;
  secret: string;
  now?: () => number;
  randomToken?: () => string;
}

/**
 * Opens the store and proves that what is written is there.
 * Throws when the sentinel cannot be written and read: without it an app may run silently on a store that is thrown away.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const kv = await Deno.openKv(options.location);
  const now = options.now ?? Date.now;
  await checkSentinel(kv, now());
  return {
    kv,
    now,
    randomToken: options.randomToken ?? (() => randomBytes(24).toString("base64url")),
    sign: (text) => createHmac("sha256", options.secret).update(text).digest("base64url"),
    ids: new IdBlocks(kv),
    mutexes: new Mutexes(),
    ladies: new LadyIndex(),
    lastEntries: new BoundedMap(10_000),
    groups: new BoundedMap(50_000),
    close: () => kv.close(),
  };
}

async function checkSentinel(kv: Deno.Kv, nowMs: number): Promise<void> {
  await kv.set(keys.sentinel(), nowMs);
  const written = await kv.get<number>(keys.sentinel());
  if (written.value !== nowMs) throw new Error("the store does not keep what is written to it");
}
