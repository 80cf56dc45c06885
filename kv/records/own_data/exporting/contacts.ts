/** The people with whom a person has letters or has chatted. */
import type { Store } from "../../../open.ts";
import { prefixes } from "../../../store/prefixes.ts";

/** Their ids, each once: first those with letters, then those with chats alone, each in rising order. */
export async function* contacts(store: Store, userId: number): AsyncGenerator<number> {
  const known = new Set<number>();
  for (const prefix of [prefixes.threadsOf(userId), prefixes.conversationsOf(userId)]) {
    for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) {
      const partnerId = Number(key[2]);
      if (known.has(partnerId)) continue;
      known.add(partnerId);
      yield partnerId;
    }
  }
}
