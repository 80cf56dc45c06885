/** Listing of index keys: newest first, since every listed key ends in a rising time or id, and in pages. */
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

/** The places that the newest of some keys end in, newest first. */
export const placesListed = (store: BareStore, selector: Deno.KvListSelector, limit: number): Promise<Place[]> =>
  Array.fromAsync(
    store.kv.list(selector, { reverse: true, limit, batchSize: Math.min(limit, 500) }),
    ({ key }) => ({ at: Number(key.at(-2)), id: Number(key.at(-1)) }),
  );
