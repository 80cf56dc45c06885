/** What figures of days cannot say: how long the oldest letter waits for a translator at this moment. */
import type { Store } from "../open.ts";
import { prefixes } from "../store/prefixes.ts";

/** Since when the oldest letter has waited (ms since the epoch); null if none waits. */
export async function oldestWait(store: Store): Promise<number | null> {
  const oldest = store.kv.list({ prefix: prefixes.translationQueue() }, { limit: 1 });
  for await (const { key } of oldest) return Number(key[1]);
  return null;
}
