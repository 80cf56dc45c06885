/** A chat in figures, as each of its two people is told of it. */
import { keptMinutesOf } from "../../kv/chats/charges.ts";
import { type Chat, paidUntilOf, servedMsAt } from "../../kv/chats/chats.ts";
import { partnerIn, type Side, sideOf } from "../../kv/chats/pairs.ts";
import type { ServerEvents } from "../shared/server_events.ts";

/** An open chat: with whom, and until when it is paid; for a call also whether its time runs. */
export function openFor(chat: Chat, userId: number, nowMs: number): ServerEvents["chat-open"] {
  const isCall = chat.kind === "video";
  const call = isCall && { video: true, running: chat.resumedAt !== null, wasText: chat.beforeVideo !== null };
  return { id: chat.id, paidUntil: paidUntilOf(chat, nowMs), partnerId: partnerIn(chat, userId), ...call };
}

/** An open chat with the time that was paid and served. */
export function meterFor(chat: Chat, userId: number, nowMs: number): ServerEvents["chat-meter"] {
  return {
    ...summaryFor(chat, sideOf(chat, userId)),
    revision: chat.revision,
    paidMs: chat.paidMs,
    servedMs: servedMsAt(chat, nowMs),
    at: nowMs,
    running: chat.resumedAt !== null,
  };
}

/** What a man has paid, and has left. */
export const paidFor = (chat: Chat, balanceCredits: number, nowMs: number): ServerEvents["reserve-time-done"] => ({
  minutes: chat.minutes,
  cost: chat.costCredits,
  balance: balanceCredits,
  paidUntil: paidUntilOf(chat, nowMs),
  error: null,
});

/** Sent when an invitation was taken back. */
export const noChatEnded: ServerEvents["chat-session-end"] = { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 };

/** What a chat came to; a lady hears nothing of credits. */
export const summaryFor = (chat: Chat, side: Side) => ({
  id: chat.id,
  minutes: chat.minutes,
  kept: keptMinutesOf(chat),
  cost: side === "man" ? chat.costCredits : 0,
  refunded: side === "man" ? chat.refundedCredits : 0,
});
