/** Many values by their keys. */
import type { BareStore } from "../open.ts";

/** The values in the order of the keys, null where there is none; asked by ten, the most that getMany takes. */
export async function getAll<T>(store: BareStore, wanted: Deno.KvKey[]): Promise<(T | null)[]> {
  const found: (T | null)[] = [];
  for (let from = 0; from < wanted.length; from += 10) {
    const entries = await store.kv.getMany<T[]>(wanted.slice(from, from + 10));
    found.push(...entries.map((entry) => entry.value as T | null));
  }
  return found;
}
