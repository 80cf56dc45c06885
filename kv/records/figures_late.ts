/**
 * What is noted for a day after that day was counted, as when a clock was a day behind for a while. The days from there on
 * are then counted anew from all records, which is not needed otherwise.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { deleteAsListed } from "../store/deleting.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { Reader } from "./audit/reader.ts";
import { recountDays } from "./figures_recount.ts";
import { type DayFigures, erasable, type FigureName, noFigures } from "./figures_tally.ts";

/** The first day, up to the last that is kept, for which something is noted and not counted yet; null if there is none. */
export async function lateDayOf(reader: Reader, lastKeptDay: number): Promise<number | null> {
  let first: number | null = null;
  await reader.walkAll(prefixes.allOnDays(), (_, [, day]) => {
    if (Number(day) <= lastKeptDay) first = Math.min(first ?? Infinity, Number(day));
  });
  return first;
}

/** Corrects the days that are kept if something came late, and deletes the notes of what came late. */
export async function countLate(store: Store, lastKeptDay: number): Promise<void> {
  const late = await notedBefore(store, lastKeptDay + 1);
  if (late.length === 0) return;
  const counted = await recountDays(new Reader(store), lastKeptDay + 1);
  for (const [day, again] of counted) {
    if (day < Number(late[0]!.key[1])) continue;
    const entry = await store.kv.get<DayFigures>(keys.figuresOfDay(day));
    await commitNow(store.kv.atomic().set(entry.key, corrected(entry.value ?? noFigures(day), again)));
  }
  await deleteAsListed(store, late);
}

/**
 * The notes of all days before this one. They are listed before these days are counted, and deleted only as they were
 * listed: a movement of a man's credits meanwhile writes the same key again.
 */
export const notedBefore = (store: Store, day: number): Promise<Deno.KvEntry<unknown>[]> =>
  Array.fromAsync(store.kv.list({ start: prefixes.onDay(0), end: prefixes.onDay(day) }, { batchSize: 500 }));

/** The figures as counted again; `erasable` ones do not fall, since records may have gone with a deleted account. */
function corrected(kept: DayFigures, again: DayFigures): DayFigures {
  const figures = { ...again };
  for (const name of erasable) figures[name as FigureName] = Math.max(kept[name], again[name]);
  return figures;
}
