/** Local times as the clock on a wall shows them ("2026-11-26", "20:00"), and the moments that they are. */
import { zoneToUse } from "./zones.ts";

export interface LocalTime {
  /** "2026-11-26". */
  date: string;
  /** "20:00". */
  time: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** A day needs fewer; bounded because anybody who signs up may name any zone. */
const clocksAtMost = 100;

function clockOf(zone: string): Intl.DateTimeFormat {
  const existing = clocks.get(zone);
  if (existing) return existing;
  if (clocks.size >= clocksAtMost) clocks.clear();
  // Swedes write "2026-11-26 20:00".
  const clock = new Intl.DateTimeFormat("sv", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(zone, clock);
  return clock;
}

/** What the clock on the wall shows at a moment (ms since the epoch); a zone that is not known is UTC. */
export function localTimeAt(zone: string | null | undefined, atMs: number): LocalTime {
  const [date = "", time = ""] = clockOf(zoneToUse(zone)).format(atMs).split(" ");
  return { date, time };
}

const dayMs = 24 * 3600_000;

/**
 * The moments (ms since the epoch, the earlier first) at which the clock shows this: nearly always one; none if the
 * clock is put forward over that time; two if it is put back. Null if the date or the time is not valid.
 */
export function momentsOf(zone: string | null | undefined, { date, time }: LocalTime): number[] | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const asUtc = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(`${date}T${time}`)) return null;
  const found = new Set<number>();
  // The offset a day before and a day after: where the clock is changed in between these differ, and each is tried.
  for (const nearMs of [asUtc - dayMs, asUtc + dayMs]) {
    const atMs = asUtc - offsetAt(zone, nearMs);
    const shown = localTimeAt(zone, atMs);
    if (shown.date === date && shown.time === time) found.add(atMs);
  }
  return [...found].toSorted((one, other) => one - other);
}

/** How far the clock is ahead of UTC, in ms. */
function offsetAt(zone: string | null | undefined, atMs: number): number {
  const { date, time } = localTimeAt(zone, atMs);
  return Date.parse(`${date}T${time}Z`) - Math.floor(atMs / 60_000) * 60_000;
}

/**
 * Which of two moments with the same local time this is, on the day the clock is put back; null if there is only one.
 */
export function whichOfTwo(zone: string | null | undefined, atMs: number): "first" | "second" | null {
  const both = momentsOf(zone, localTimeAt(zone, atMs)) ?? [];
  if (both.length < 2) return null;
  return atMs < both[1]! ? "first" : "second";
}
