/** Lists index keys in pages, newest first, since every listed key ends in a rising time or id. */
import type { Subject } from "../memory.ts";
import type { BareStore } from "../open.ts";
import type { Place } from "./cursors.ts";

export interface Paging {
  /** From 1. */
  page: number;
  limit: number;
}

export const pageOf = <T>(all: readonly T[], paging: Paging): T[] =>
  all.slice((paging.page - 1) * paging.limit, paging.page * paging.limit);

export async function listKeys(store: BareStore, prefix: Deno.KvKey): Promise<Deno.KvKey[]> {
  const found: Deno.KvKey[] = [];
  for await (const entry of store.kv.list({ prefix }, { reverse: true, batchSize: 500 })) found.push(entry.key);
  return found;
}

/** The places in which the newest keys of a selector end, newest first. */
export const placesListed = (store: BareStore, selector: Deno.KvListSelector, limit: number): Promise<Place[]> =>
  Array.fromAsync(
    store.kv.list(selector, { reverse: true, limit, batchSize: Math.min(limit, 500) }),
    ({ key }) => ({ at: Number(key.at(-2)), id: Number(key.at(-1)) }),
  );

/** How many places of a list are remembered together. */
const placesAtOnce = 50;

/**
 * Yields the places in which the keys below a prefix of two parts end, newest first, and reads only as many as the caller
 * takes. The memory keeps them under the prefix as subject; nothing else may be recalled of this subject.
 */
export async function* placesRemembered(store: BareStore, prefix: Deno.KvKey): AsyncGenerator<Place> {
  const subject = prefix as Subject;
  let places: readonly Place[] | undefined;
  let last: Place | undefined;
  do {
    const selector = { prefix, ...last && { end: [...prefix, last.at, last.id] } };
    const part = last ? `${last.at} ${last.id}` : "";
    [places] = await store.memory.recallParts(subject, [part], async () => [
      await placesListed(store, selector, placesAtOnce),
    ]);
    yield* places!;
    last = places!.at(-1);
  } while (places!.length === placesAtOnce);
}
