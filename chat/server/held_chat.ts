/** One chat that this instance holds: what is known of it, and what its time brings next. */
import { type Chat, servedMsAt } from "../../kv/chats/chats.ts";
import type { Side } from "../../kv/chats/pairs.ts";
import { Trouble } from "../../kv/store/health/trouble.ts";
import { askBeforeEndSeconds } from "../shared/limits.ts";
import type { Media } from "./calls/media.ts";

/** How long a chat waits for its first minute. */
const unpaidMs = 60_000;
/** Between two tries at what the store refuses, such as an ending while the disk is full; server time. */
const restsMs = { firstMs: 500, longestMs: 30_000 };

export interface HeldChat {
  chat: Chat;
  /** The number of paid minutes for whose end the man was asked. */
  askedAt: number;
  /** Before this moment of server time nothing is due, unless something changes: thousands are looked at each time. */
  quietUntil: number;
  /** Who is gone, and how the end of the grace is called off. */
  gone: Map<Side, () => void>;
  /** Of a call: who sees whom. */
  media: Media | null;
  isEnding: boolean;
  /** Since when its time does not count (server time); until that is written nobody knows what is due. */
  uncountedSinceMs: number | null;
  /** Whether the store refused the last of its changes. */
  trouble: Trouble;
  /** Changes of the count happen one after the other. */
  tail: Promise<void>;
}

/** A chat from now on. */
export const heldSince = (chat: Chat, now: () => number): HeldChat => ({
  chat,
  askedAt: 0,
  quietUntil: 0,
  gone: new Map(),
  media: null,
  isEnding: false,
  uncountedSinceMs: null,
  trouble: new Trouble(restsMs, now),
  tail: Promise.resolve(),
});

/** The man is asked once more before the paid time ends. */
export function askAnew(held: HeldChat): void {
  held.askedAt = 0;
  held.quietUntil = 0;
}

/** What is due now: its end, or that the man is asked, which counts as done. Notes until when nothing is. */
export function dueIn(held: HeldChat, nowMs: number): "not_paid" | "time_over" | "question" | null {
  if (held.isEnding || held.uncountedSinceMs !== null || nowMs < held.quietUntil || held.trouble.isResting) return null;
  const { chat } = held;
  if (chat.state === "created") {
    held.quietUntil = chat.createdAt + unpaidMs;
    return nowMs - chat.createdAt >= unpaidMs ? "not_paid" : null;
  }
  const leftMs = chat.paidMs - servedMsAt(chat, nowMs);
  if (leftMs <= 0) return "time_over";
  if (leftMs <= askBeforeEndSeconds * 1000 && held.askedAt !== chat.minutes && chat.resumedAt !== null) {
    held.askedAt = chat.minutes;
    return "question";
  }
  if (chat.resumedAt === null) held.quietUntil = Infinity;
  else held.quietUntil = nowMs + leftMs - (held.askedAt === chat.minutes ? 0 : askBeforeEndSeconds * 1000);
  return null;
}
