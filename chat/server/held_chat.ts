/** One chat that this instance holds: its state, and what is due in it next. */
import { type Chat, servedMsAt } from "../../kv/chats/chats.ts";
import type { Side } from "../../kv/chats/pairs.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";
import { askBeforeEndSeconds } from "../shared/limits.ts";
import type { Absences } from "./absences.ts";
import type { Media } from "./calls/media.ts";

/** How long a chat waits for its first minute. */
const unpaidMs = 60_000;
/**
 * How long the man has to pay before he is asked again: his answer may have met a store that was away, or a lady who was
 * just gone. A minute that is paid already is not paid twice.
 */
const askAgainMs = 3000;
/** The pauses between two tries of what the store refuses, such as an ending while the disk is full; server time. */
const restsMs = { firstMs: 500, longestMs: 30_000 };

export interface HeldChat {
  chat: Chat;
  /** Before this moment of server time the man is not asked for a minute, unless something changes. */
  askAgainAt: number;
  /** Nothing is due before this moment of server time, unless something changes: so thousands are quickly looked at. */
  quietUntil: number;
  /** Who is gone, and how to call off the end of the grace. */
  gone: Map<Side, () => void>;
  /** How long the man was away from it as a text chat; null until that is noted. */
  absences: Absences | null;
  /** Of a call: which of the two see the other. */
  media: Media | null;
  isEnding: boolean;
  /** Since when its time does not count (server time); until that is written, it is unknown what is due. */
  uncountedSinceMs: number | null;
  /** The same of an earlier absence, which is being written. */
  leavingOutSinceMs: number | null;
  /** Whether the store refused the last of its changes. */
  trouble: Trouble;
  /** Since when its time is to stand still (server time), also while the store refuses to note it; null while it may run. */
  stillSinceMs: number | null;
  /** Calls off the next try to pause or resume it. */
  cancelRetry: () => void;
  /** Changes of the count happen one after the other. */
  tail: Promise<void>;
}

/** The state of a chat that is held from now on. */
export const heldSince = (chat: Chat, now: () => number): HeldChat => ({
  chat,
  // The man's page pays the first minute by itself when it hears of the chat.
  askAgainAt: chat.state === "created" ? chat.createdAt + askAgainMs : 0,
  quietUntil: 0,
  gone: new Map(),
  absences: null,
  media: null,
  isEnding: false,
  uncountedSinceMs: null,
  leavingOutSinceMs: null,
  trouble: new Trouble(restsMs, now),
  stillSinceMs: null,
  cancelRetry: () => {},
  tail: Promise.resolve(),
});

/** Up to when its time counts (server time), until a pause or a return is written; undefined if it counts up to now. */
export function countedUntilMs({ stillSinceMs, uncountedSinceMs, leavingOutSinceMs }: HeldChat): number | undefined {
  const earliest = Math.min(stillSinceMs ?? Infinity, uncountedSinceMs ?? Infinity, leavingOutSinceMs ?? Infinity);
  return earliest === Infinity ? undefined : earliest;
}

/**
 * Takes what is due now: the end, or the question to the man, which then counts as asked. If nothing is due, notes until
 * when nothing will be.
 */
export function takeDue(held: HeldChat, nowMs: number): "not_paid" | "time_over" | "question" | null {
  if (
    held.isEnding || (held.uncountedSinceMs ?? held.leavingOutSinceMs) !== null || nowMs < held.quietUntil ||
    held.trouble.isResting
  ) return null;
  const { chat, gone } = held;
  const isUnpaid = chat.state === "created";
  const isRunning = chat.resumedAt !== null && held.stillSinceMs === null;
  const servedMs = servedMsAt(chat, held.stillSinceMs ?? nowMs);
  const leftMs = isUnpaid ? chat.createdAt + unpaidMs - nowMs : chat.paidMs - servedMs;
  if (leftMs <= 0) return isUnpaid ? "not_paid" : "time_over";
  const endsAt = isUnpaid || isRunning ? nowMs + leftMs : Infinity;
  // No minute begins while one of the two is gone. The first one of a call is paid with the call.
  const mayAsk = isUnpaid ? chat.kind === "text" && gone.size === 0 : isRunning;
  const dueAt = isUnpaid ? chat.createdAt : endsAt - askBeforeEndSeconds * 1000;
  const askAt = mayAsk ? Math.max(dueAt, held.askAgainAt) : Infinity;
  if (nowMs >= askAt) {
    held.askAgainAt = nowMs + askAgainMs;
    return "question";
  }
  held.quietUntil = Math.min(askAt, endsAt);
  return null;
}
