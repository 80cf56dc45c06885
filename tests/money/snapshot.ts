/** The whole store at one moment, in memory: a small world is read faster at once than key by key. */
import type { Store } from "../../kv/open.ts";
import { keys } from "../../kv/store/keys.ts";

export class Snapshot {
  #values = new Map<string, unknown>();

  static async of(store: Store): Promise<Snapshot> {
    const snapshot = new Snapshot();
    for await (const { key, value } of store.kv.list({ prefix: [] }, { batchSize: 500 })) {
      snapshot.#values.set(JSON.stringify(key), value);
    }
    return snapshot;
  }

  get<T>(key: Deno.KvKey): T | null {
    return (this.#values.get(JSON.stringify(key)) as T | undefined) ?? null;
  }

  /** Every entry whose key begins with these parts. */
  all<T>(firstPart: Deno.KvKey): { key: Deno.KvKey; value: T }[] {
    const start = JSON.stringify(firstPart).slice(0, -1) + ",";
    return [...this.#values].filter(([key]) => key.startsWith(start))
      .map(([key, value]) => ({ key: JSON.parse(key) as Deno.KvKey, value: value as T }));
  }

  userIdOf(email: string): number | null {
    return this.get<number>(keys.userIdByEmail(email));
  }
}
