/** Days as the site counts them: UTC, numbered from the first of January 1970; and what happened just now. */

export const dayMs = 24 * 3600_000;

/** The number of the UTC day of a moment, ms since the epoch. */
export const utcDayOf = (atMs: number): number => Math.floor(atMs / dayMs);

/** The first moment of a day. */
export const startOfDay = (day: number): number => day * dayMs;

/** The UTC day of a moment (ms since the epoch) as a date: "2026-03-14". */
export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The next moment at an hour of the day, in hours UTC; a day later if it is that hour right now. */
export function nextAtHour(nowMs: number, hourUtc: number): number {
  const today = startOfDay(utcDayOf(nowMs)) + hourUtc * 3600_000;
  return today > nowMs ? today : today + dayMs;
}

/** How many seconds are left of the UTC day, the last one counted in full. */
export const secondsLeftOfDay = (nowMs: number): number => Math.ceil((dayMs - nowMs % dayMs) / 1000);

/**
 * Whether a moment is less than `withinMs` away from now. It may lie ahead, if the clock was put back a little; one that lies
 * further ahead was written by a clock that was wrong, and must not count as new for as long as that clock was ahead.
 */
export const isRecent = (nowMs: number, atMs: number, withinMs: number): boolean => Math.abs(nowMs - atMs) < withinMs;
