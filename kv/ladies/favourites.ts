/**
 * Favourites: which ladies a man keeps, and since when. For thirty days each of them is told that he does, so that she may
 * write first; once he lets her go, she is told no more.
 */
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { placesRemembered } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import type { LadyIndex, LadyPage } from "./index/lady_index.ts";
import type { LadyQuery } from "./index/query.ts";
import { indexOfLadies, publishedLadyById } from "./ladies.ts";
import { visitsKeptMs } from "./visits.ts";

/** So many that no person misses one more, and few enough to be read at once. */
export const favouritesAtMost = 1000;

/** A man's favourites: lady → when he kept her, ms since the epoch; the latest first. */
export function favouritesOf(store: Store, manId: number): Promise<ReadonlyMap<number, number>> {
  return store.memory.recall(["favourite", manId], async () => {
    const found: [ladyId: number, at: number][] = [];
    const all = store.kv.list<number>({ prefix: prefixes.favouritesOf(manId) }, { batchSize: 500 });
    for await (const { key, value } of all) found.push([Number(key[2]), value]);
    return new Map(found.sort(([ladyA, atA], [ladyB, atB]) => atB - atA || ladyB - ladyA));
  });
}

/**
 * Keeps a lady; one who is kept already stays as she is. Refuses `not_found` for a lady who is not shown, `blocked` if one
 * of the two blocked the other, and `too_many_favourites` beyond a thousand.
 */
export async function keepFavourite(store: Store, manId: number, ladyId: number): Promise<Result<{ at: number }>> {
  if (!await publishedLadyById(store, ladyId)) return refuse("not_found");
  if (await isBlockedBetween(store, manId, ladyId)) return refuse("blocked");
  return await store.mutexes.run(`favourites:${manId}`, () =>
    transact<Result<{ at: number }>>(async () => {
      const known = await store.kv.get<number>(keys.favourite(manId, ladyId));
      if (known.value !== null) return { done: { ok: true, at: known.value } };
      if ((await favouritesOf(store, manId)).size >= favouritesAtMost) return { done: refuse("too_many_favourites") };
      const at = store.now();
      const op = store.kv.atomic().check(known).set(known.key, at).set(keys.admirer(ladyId, at, manId), null);
      return { commit: op, result: { ok: true, at } };
    }));
}

/** Lets a lady go, if she was kept; returns whether she was. */
export function dropFavourite(store: Store, manId: number, ladyId: number): Promise<boolean> {
  return transact<boolean>(async () => {
    const known = await store.kv.get<number>(keys.favourite(manId, ladyId));
    if (known.value === null) return { done: false };
    const op = store.kv.atomic().check(known).delete(known.key).delete(keys.admirer(ladyId, known.value, manId));
    return { commit: op, result: true };
  });
}

/** One page of a man's favourites who are shown and match the query; without `sort`, the latest kept come first. */
export async function favouritePage(store: Store, manId: number, query: LadyQuery): Promise<LadyPage> {
  const kept = [...(await favouritesOf(store, manId)).keys()];
  // Made from their records, which say who is shown: the site's own index lacks ladies who stand in no list.
  const index = await indexOfLadies(store, kept);
  if (query.sort) return index.search(query, store.now());
  const { page = 1, limit = 20 } = query;
  const matching = allOf(index, query, store.now());
  const ids = kept.filter((ladyId) => matching.has(ladyId));
  return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length };
}

function allOf(index: LadyIndex, query: LadyQuery, nowMs: number): Set<number> {
  const found = new Set<number>();
  for (let page = 1;; page++) {
    const { ids, total } = index.search({ ...query, page, limit: 100 }, nowMs);
    for (const id of ids) found.add(id);
    if (ids.length === 0 || found.size >= total) return found;
  }
}

/** The men who have kept a lady for no longer than a visit is remembered, newest first. */
export async function* admirersOf(store: Store, ladyId: number): AsyncGenerator<{ manId: number; at: number }> {
  const since = store.now() - visitsKeptMs;
  for await (const { id, at } of placesRemembered(store, prefixes.admirersOf(ladyId))) {
    if (at < since) return;
    yield { manId: id, at };
  }
}
