/** A time to talk as it is kept, and whether it still stands. */
import type { ChatKind } from "../chats/chats.ts";
import type { Pair } from "../chats/pairs.ts";

export const momentsAtMost = 3;
export const daysAheadAtMost = 60;
/** How long calendars keep free for a talk, and for how long it still stands once it has begun. */
export const talkMinutes = 30;
export const reminderMinutes = 15;
/** How long one is kept after the last of its moments. */
export const talkKeptDays = 30;

export const minuteMs = 60_000;

export interface Talk extends Pair {
  /** The id of this proposal; the next one between the two has another. */
  id: string;
  proposerId: number;
  kind: ChatKind;
  /** What was proposed, ms since the epoch, the earliest first. */
  moments: number[];
  proposedAt: number;
  state: "proposed" | "agreed" | "declined" | "called_off";
  /** The moment that was agreed; null where none was. */
  at: number | null;
  /** When it was agreed, declined or called off. */
  changedAt: number | null;
  /** How often it changed after it was agreed: calendars take the highest. */
  sequence: number;
  /** When both were reminded. */
  remindedAt: number | null;
}

/** Whether it waits for an answer that is still possible, or was agreed and is not over; pure. */
export function isStanding({ state, moments, at }: Talk, nowMs: number): boolean {
  if (state === "proposed") return moments.at(-1)! > nowMs;
  return state === "agreed" && at! + talkMinutes * minuteMs > nowMs;
}

/** The talk once somebody has called it off; pure. */
export const calledOff = (talk: Talk, nowMs: number): Talk => ({
  ...talk,
  state: "called_off",
  changedAt: nowMs,
  sequence: talk.sequence + 1,
});
