/** Who counts as new: first published within the last 30 days. */
import { dayMs } from "../../kv/store/days.ts";

const newForMs = 30 * dayMs;

/** The moment from which on a first publication is new, ms since the epoch. */
export const newSince = (nowMs: number): number => nowMs - newForMs;

export const isNewLady = (record: { firstTimeActivatedAt: number | null }, nowMs: number): boolean =>
  record.firstTimeActivatedAt !== null && record.firstTimeActivatedAt >= newSince(nowMs);
