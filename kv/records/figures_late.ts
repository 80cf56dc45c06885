/**
 * Happenings of days that were counted before they came: a clock that was a day behind for a while dates them so. The
 * days from there on are counted anew from all records, of which there is no need otherwise.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { deleteAsListed } from "../store/deleting.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { Reader } from "./audit/reader.ts";
import { recountDays } from "./figures_recount.ts";
import { type DayFigures, erasable, type FigureName, noFigures } from "./figures_tally.ts";

/** The first day, up to the last that is kept, of which something was noted that is not counted yet; null for none. */
export async function lateDayOf(reader: Reader, lastKeptDay: number): Promise<number | null> {
  let first: number | null = null;
  await reader.walkAll(prefixes.allOnDays(), (_, [, day]) => {
    if (Number(day) <= lastKeptDay) first = Math.min(first ?? Infinity, Number(day));
  });
  return first;
}

/** Corrects what is kept up to this day, where something came late, and forgets what was noted of it. */
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
 * What is noted of the days before this one. Listed before they are counted and deleted as it was listed: what moves a
 * man's credits meanwhile writes the same key again.
 */
export const notedBefore = (store: Store, day: number): Promise<Deno.KvEntry<unknown>[]> =>
  Array.fromAsync(store.kv.list({ start: prefixes.onDay(0), end: prefixes.onDay(day) }, { batchSize: 500 }));

/** As counted again; but what a deleted account took with it stays in what was counted while it was there. */
function corrected(kept: DayFigures, again: DayFigures): DayFigures {
  const figures = { ...again };
  for (const name of erasable) figures[name as FigureName] = Math.max(kept[name], again[name]);
  return figures;
}
