/** Listing of index keys: newest first, since every listed key ends in a rising time or id, and in pages. */
import type { BareStore } from "../open.ts";

export interface Paging {
  /** From 1. */
  page: number;
  limit: number;
}

export const pageOf = <T>(all: T[], paging: Paging): T[] =>
  all.slice((paging.page - 1) * paging.limit, paging.page * paging.limit);

export async function listKeys(store: BareStore, prefix: Deno.KvKey): Promise<Deno.KvKey[]> {
  const found: Deno.KvKey[] = [];
  for await (const entry of store.kv.list({ prefix }, { reverse: true, batchSize: 500 })) found.push(entry.key);
  return found;
}
