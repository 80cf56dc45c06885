/** Leases: who holds a piece of work, and until when. */
import { clocksDifferMs } from "./work.ts";

/**
 * Whether a lease holds at a moment (ms since the epoch); `longestMs` is the longest that is given. One that lasts far
 * longer than any that is given now comes from a clock that was ahead, and holds nothing. Clocks that differ only by
 * `clocksDifferMs` respect each other's leases.
 */
export const isLeaseAt = (untilMs: number, nowMs: number, longestMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + longestMs + clocksDifferMs;
