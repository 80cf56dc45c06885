/** Who counts as new: first published within the last 30 days. */

const newForMs = 30 * 24 * 3600_000;

/** The moment from which on a first publication is new, ms since the epoch. */
export const newSince = (nowMs: number): number => nowMs - newForMs;

export const isNewLady = (record: { firstTimeActivatedAt: number | null }, nowMs: number): boolean =>
  record.firstTimeActivatedAt !== null && record.firstTimeActivatedAt >= newSince(nowMs);
