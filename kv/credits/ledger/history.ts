/** Reading a man's ledger back, newest first: all of it, some days, one kind of movement. Writes nothing. */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import type { Entry, Operation } from "./entry.ts";
import { lastEntry } from "./ledger.ts";

export interface HistoryFilter {
  operation?: Operation;
  /** From this moment on, ms since the epoch. */
  fromMs?: number;
  /** Before this moment, ms since the epoch. */
  untilMs?: number;
}

interface Seqs {
  first: number;
  last: number;
}

/**
 * A page of the entries that match the filter. Entries are numbered from 1, without gaps and in the order of time, so
 * that a span of days is a range of numbers; only for a kind of movement the entries have to be searched.
 */
export async function history(
  store: Store,
  manId: number,
  { page, limit }: { page: number; limit: number },
  filter: HistoryFilter = {},
): Promise<{ entries: Entry[]; totalCount: number }> {
  const seqs = await seqsOf(store, manId, filter);
  const skipped = (page - 1) * limit;
  if (filter.operation === undefined) {
    const last = seqs.last - skipped;
    const range = { first: Math.max(seqs.first, last - limit + 1), last };
    const entries = await Array.fromAsync(entriesBetween(store, manId, range));
    return { entries, totalCount: Math.max(0, seqs.last - seqs.first + 1) };
  }
  const entries: Entry[] = [];
  let totalCount = 0;
  for await (const entry of entriesBetween(store, manId, seqs)) {
    if (entry.operation !== filter.operation) continue;
    if (++totalCount > skipped && entries.length < limit) entries.push(entry);
  }
  return { entries, totalCount };
}

/** Every entry that matches the filter, one after the other. */
export async function* wholeHistory(store: Store, manId: number, filter: HistoryFilter): AsyncGenerator<Entry> {
  for await (const entry of entriesBetween(store, manId, await seqsOf(store, manId, filter))) {
    if (filter.operation === undefined || entry.operation === filter.operation) yield entry;
  }
}

async function* entriesBetween(store: Store, manId: number, { first, last }: Seqs): AsyncGenerator<Entry> {
  if (last < first) return;
  const range = { start: keys.entry(manId, first), end: keys.entry(manId, last + 1) };
  for await (const entry of store.kv.list<Entry>(range, { reverse: true, batchSize: 200 })) yield entry.value;
}

async function seqsOf(store: Store, manId: number, { fromMs, untilMs }: HistoryFilter): Promise<Seqs> {
  const total = (await lastEntry(store, manId))?.seq ?? 0;
  const first = fromMs === undefined ? 1 : await firstSince(store, manId, total, fromMs);
  const last = untilMs === undefined ? total : await firstSince(store, manId, total, untilMs) - 1;
  return { first, last };
}

/** The number of the first entry at or after a moment, or the next free one; time never runs backwards in a ledger. */
async function firstSince(store: Store, manId: number, total: number, atMs: number): Promise<number> {
  let [low, high] = [1, total + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = (await store.kv.get<Entry>(keys.entry(manId, middle))).value;
    if (entry && entry.at >= atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
