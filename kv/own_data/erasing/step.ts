/** What every step of an erasing is given, and the ways in which steps delete. */
import { commitNow } from "../../commit.ts";
import type { Deletion } from "../../deletions.ts";
import type { Store } from "../../open.ts";

export interface Erasing {
  store: Store;
  deletion: Deletion;
  /** Whether what was under way when the account ended is over. */
  isSecondLook: boolean;
  /** Removes an uploaded file; one that is gone already is no fault. */
  removeFile: (name: string) => Promise<void>;
}

/** Each may be broken off anywhere and begun anew: what is gone is gone, what is left is found again. */
export type Step = (erasing: Erasing) => Promise<void>;

/** Far below the thousand writes of a commit. */
const keysInCommit = 200;

export async function deleteKeys(store: Store, doomed: Deno.KvKey[]): Promise<void> {
  for (let from = 0; from < doomed.length; from += keysInCommit) {
    const op = store.kv.atomic();
    for (const key of doomed.slice(from, from + keysInCommit)) op.delete(key);
    await commitNow(op);
  }
}

/** Deletes what lies under a prefix and is `wanted`, with what belongs to it. */
export async function deleteUnder<T>(
  store: Store,
  prefix: Deno.KvKey,
  wanted: (entry: Deno.KvEntry<T>) => boolean = () => true,
  alongside: (entry: Deno.KvEntry<T>) => Deno.KvKey[] = () => [],
): Promise<void> {
  let doomed: Deno.KvKey[] = [];
  for await (const entry of store.kv.list<T>({ prefix }, { batchSize: 500 })) {
    if (!wanted(entry)) continue;
    doomed.push(...alongside(entry), entry.key);
    if (doomed.length < keysInCommit) continue;
    await deleteKeys(store, doomed);
    doomed = [];
  }
  await deleteKeys(store, doomed);
}
