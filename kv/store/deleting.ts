/** Deleting many records, in commits of a size that every store takes, without holding all of their keys. */
import { commitNow } from "./commit.ts";
import type { BareStore } from "./open.ts";
import { checksAtMost } from "./handles/own_repeats.ts";

/** Far below the thousand writes of a commit. */
const keysInCommit = 200;

export async function deleteKeys(store: BareStore, doomed: Deno.KvKey[]): Promise<void> {
  for (let from = 0; from < doomed.length; from += keysInCommit) {
    const op = store.kv.atomic();
    for (const key of doomed.slice(from, from + keysInCommit)) op.delete(key);
    await commitNow(op);
  }
}

/** Below the number of checks that a commit may hold. */
const checkedInCommit = checksAtMost - 1;

/** Deletes the entries that are still as they were listed; what somebody has changed since stays. */
export async function deleteAsListed(store: BareStore, listed: Deno.KvEntry<unknown>[]): Promise<void> {
  const commit = (some: Deno.KvEntry<unknown>[]) => {
    const op = store.kv.atomic();
    for (const entry of some) op.check(entry).delete(entry.key);
    return commitNow(op);
  };
  for (let from = 0; from < listed.length; from += checkedInCommit) {
    const some = listed.slice(from, from + checkedInCommit);
    if (await commit(some)) continue;
    for (const entry of some) await commit([entry]);
  }
}

/** Deletes the listed entries that are `wanted`, with the keys that `alongside` names for each. */
async function deleteListed<T>(
  store: BareStore,
  listed: Deno.KvListSelector,
  wanted: (entry: Deno.KvEntry<T>) => boolean = () => true,
  alongside: (entry: Deno.KvEntry<T>) => Deno.KvKey[] = () => [],
): Promise<void> {
  let doomed: Deno.KvKey[] = [];
  for await (const entry of store.kv.list<T>(listed, { batchSize: 500 })) {
    if (!wanted(entry)) continue;
    doomed.push(...alongside(entry), entry.key);
    if (doomed.length < keysInCommit) continue;
    await deleteKeys(store, doomed);
    doomed = [];
  }
  await deleteKeys(store, doomed);
}

/** Deletes the entries under a prefix that are `wanted`, with the keys that `alongside` names for each. */
export const deleteUnder = <T>(
  store: BareStore,
  prefix: Deno.KvKey,
  wanted?: (entry: Deno.KvEntry<T>) => boolean,
  alongside?: (entry: Deno.KvEntry<T>) => Deno.KvKey[],
): Promise<void> => deleteListed(store, { prefix }, wanted, alongside);
