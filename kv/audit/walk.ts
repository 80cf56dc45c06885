/** Reading for the audit: one entry after another, and point reads by key. */
import type { Store } from "../open.ts";

export type Report = (sentence: string) => void;

const visitsAtOnce = 50;

/** Visits everything under a prefix: begins in the order of the keys, and waits for what the visits read together. */
export async function walk<T>(
  store: Store,
  prefix: Deno.KvKey,
  visit: (value: T, key: Deno.KvKey) => Promise<void> | void,
): Promise<void> {
  let batch: Deno.KvEntry<T>[] = [];
  const visitAll = async () => {
    await Promise.all(batch.map((entry) => visit(entry.value, entry.key)));
    batch = [];
  };
  for await (const entry of store.kv.list<T>({ prefix }, { batchSize: 500 })) {
    if (batch.push(entry) === visitsAtOnce) await visitAll();
  }
  await visitAll();
}

export async function valueAt<T>(store: Store, key: Deno.KvKey): Promise<T | null> {
  return (await store.kv.get<T>(key)).value;
}

/** Whether there is anything under a key; its value may be null. */
export async function isThere(store: Store, key: Deno.KvKey): Promise<boolean> {
  return (await store.kv.get(key)).versionstamp !== null;
}
