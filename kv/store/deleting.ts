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

/** With the mark of a repeat as many as a commit may check. */
const checkedInCommit = checksAtMost - 1;

/** Deletes what is still as it was listed: what somebody has written since stays. */
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

/** Deletes what is listed and `wanted`, with what belongs to it. */
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

/** Deletes what lies under a prefix and is `wanted`, with what belongs to it. */
export const deleteUnder = <T>(
  store: BareStore,
  prefix: Deno.KvKey,
  wanted?: (entry: Deno.KvEntry<T>) => boolean,
  alongside?: (entry: Deno.KvEntry<T>) => Deno.KvKey[],
): Promise<void> => deleteListed(store, { prefix }, wanted, alongside);
