/**
 * The figures of the site by UTC days. A day that is over is counted once and kept; one that is not over is counted when
 * somebody asks. There are no running counters, so that none can disagree with the records.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { startOfDay, utcDayOf } from "../store/days.ts";
import { deleteAsListed, deleteKeys, deleteUnder } from "../store/deleting.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { Reader } from "./audit/reader.ts";
import { countDay, countedOn } from "./figures_count.ts";
import { countLate, notedBefore } from "./figures_late.ts";
import { recountDays } from "./figures_recount.ts";
import { type DayFigures, noFigures } from "./figures_tally.ts";

export { type DayFigures, type FigureName, type MoneyFigures, moneyOn } from "./figures_tally.ts";

/** A day is over only so long after midnight: what was dated before it may still be on its way to the store. */
const settleMs = 5 * 60_000;
/** How many keys one commit writes. */
const writesAtOnce = 200;

/** The day that is not over yet. */
const presentDay = (store: Store): number => utcDayOf(store.now() - settleMs);

/** The figures of the last `count` days, today included, oldest first. Days before the site began are empty. */
export async function figuresOfLastDays(store: Store, count: number): Promise<DayFigures[]> {
  await keepPastDays(store);
  const today = utcDayOf(store.now());
  const first = today - count + 1;
  const range = { start: keys.figuresOfDay(first), end: keys.figuresOfDay(today + 1) };
  // In the first minutes of a day the day before is not counted yet.
  const open = [today - 1, today].filter((day) => day >= Math.max(first, presentDay(store)));
  const [kept, last, counted] = await Promise.all([
    Array.fromAsync(store.kv.list<DayFigures>(range, { batchSize: 500 }), ({ value }) => value),
    lastKept(store),
    Promise.all(open.map((day) => countDay(store, day))),
  ]);
  const known = new Map([...counted.map(({ figures }) => figures), ...kept].map((figures) => [figures.day, figures]));
  const keptDays = new Set(kept.map(({ day }) => day));
  const days: DayFigures[] = [];
  for (let day = first; day <= today; day++) {
    const before = days.at(-1) ?? (last && last.day < day ? last : null);
    const figures = known.get(day) ?? noFigures(day);
    days.push(open.includes(day) && !keptDays.has(day) ? countedOn(figures, before) : figures);
  }
  return days;
}

/** The first day for which anything is noted; null if there is none. */
async function firstNoted(store: Store): Promise<number | null> {
  for await (const { key } of store.kv.list({ prefix: prefixes.allOnDays() }, { limit: 1 })) return Number(key[1]);
  return null;
}

async function lastKept(store: Store): Promise<DayFigures | null> {
  const newest = store.kv.list<DayFigures>({ prefix: prefixes.figuresOfDays() }, { reverse: true, limit: 1 });
  for await (const { value } of newest) return value;
  return null;
}

/** Counts and keeps every day that is over and not kept yet; the first time from all records there are. */
export function keepPastDays(store: Store): Promise<void> {
  return store.mutexes.run("figures", async () => {
    const present = presentDay(store);
    const [{ value: start }, newest, noted] = await Promise.all([
      store.kv.get<number>(keys.figuresStart()),
      lastKept(store),
      firstNoted(store),
    ]);
    if (start === null) return await begin(store, present);
    let last = newest;
    if (last && noted !== null && noted <= last.day) {
      await countLate(store, last.day);
      last = await lastKept(store);
    }
    const first = (last?.day ?? start - 1) + 1;
    if (first >= present) return;
    const counted = await notedBefore(store, present);
    for (let day = first; day < present; day++) last = await keepDay(store, day, last);
    await deleteAsListed(store, counted);
  });
}

/** Counts all days before the present one by walking through everything, and notes what has happened on the present one. */
async function begin(store: Store, present: number): Promise<void> {
  const noted: Deno.KvKey[] = [];
  const counted = await notedBefore(store, present);
  const days = await recountDays(new Reader(store), present, (kind, day, id) => {
    if (day >= present) noted.push(keys.onDay(day, kind, id));
  });
  await writeAll(store, [
    ...noted.map((key) => [key, null] as const),
    ...[...days].map(([day, figures]) => [keys.figuresOfDay(day), figures] as const),
  ]);
  await commitNow(store.kv.atomic().set(keys.figuresStart(), present));
  await deleteAsListed(store, counted);
}

async function keepDay(store: Store, day: number, before: DayFigures | null): Promise<DayFigures> {
  const { figures: ofDay, splits } = await countDay(store, day);
  const figures = countedOn(ofDay, before);
  const key = keys.figuresOfDay(day);
  const isNew = await commitNow(store.kv.atomic().check({ key, versionstamp: null }).set(key, figures));
  if (!isNew) return (await store.kv.get<DayFigures>(key)).value!;
  // Written after the day itself: splits only save reading old entries again, and an older split is as right.
  await writeAll(store, [...splits].map(([manId, split]) => [keys.creditSplit(manId), split] as const));
  return figures;
}

async function writeAll(store: Store, entries: (readonly [Deno.KvKey, unknown])[]): Promise<void> {
  for (let from = 0; from < entries.length; from += writesAtOnce) {
    const op = store.kv.atomic();
    for (const [key, value] of entries.slice(from, from + writesAtOnce)) op.set(key, value);
    await commitNow(op);
  }
}

/** Forgets all figures after old records were brought into a store: they are counted anew on demand, or after midnight. */
export async function forgetFigures(store: Store): Promise<void> {
  await deleteKeys(store, [keys.figuresStart()]);
  for (const prefix of [prefixes.figuresOfDays(), prefixes.creditSplits()]) await deleteUnder(store, prefix);
}

// ── every night ───────────────────────────────────────────────────────────

/** The first job waits for so long, so that the site's first pages come before it. */
const beginAfterMs = 10_000;

/** Plans the first job of this kind when the site starts; each job plans the next. */
export async function beginFiguresJob(store: Store): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, { kind: "keep_figures" }, store.now() + beginAfterMs, "figures-first");
  await commitNow(op);
}

/** Does the job: keeps the days that are over, and plans the next job. */
export async function keepFigures(store: Store): Promise<void> {
  await keepPastDays(store);
  await planFigures(store);
}

/** Plans the job for after the next midnight, also if an earlier one was given up; a repeat changes nothing. */
export async function planFigures(store: Store): Promise<void> {
  const op = store.kv.atomic();
  const nextAt = startOfDay(utcDayOf(store.now()) + 1) + settleMs;
  addJob(store, op, { kind: "keep_figures" }, nextAt, "figures");
  await commitNow(op);
}
