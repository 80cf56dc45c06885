/** Days as the site counts them: UTC, numbered from the first of January 1970. */

export const dayMs = 24 * 3600_000;

/** The number of the UTC day of a moment, ms since the epoch. */
export const utcDayOf = (atMs: number): number => Math.floor(atMs / dayMs);

/** The first moment of a day. */
export const startOfDay = (day: number): number => day * dayMs;

/** The UTC day of a moment (ms since the epoch) as a date: "2026-03-14". */
export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
