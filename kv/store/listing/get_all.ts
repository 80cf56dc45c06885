/** Many values by their keys. */
import type { BareStore } from "../open.ts";

/** The values in the order of the keys, null where there is none; read in parallel, by ten, the most that getMany takes. */
export async function getAll<T>(store: BareStore, wanted: Deno.KvKey[]): Promise<(T | null)[]> {
  const tens = Array.from({ length: Math.ceil(wanted.length / 10) }, (_, at) => wanted.slice(at * 10, at * 10 + 10));
  const found = await Promise.all(tens.map((ten) => store.kv.getMany<T[]>(ten)));
  return found.flat().map((entry) => entry.value as T | null);
}
