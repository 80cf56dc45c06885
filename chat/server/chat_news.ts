/** What the two people of a chat hear of its beginning and its end, each what is theirs to know. */
import { getLogger } from "@logtape/logtape";
import { idOfSide, partnerIn, type Side } from "../../kv/chat_pairs.ts";
import { type Chat, paidUntilOf } from "../../kv/chats.ts";
import type { Connection } from "./connection.ts";
import { type Refusal, refuse } from "../../kv/refusals.ts";
import { localeOf, problemOf, type Room } from "./room.ts";

const log = getLogger(["vesna", "chat"]);

/** The chat is open, or goes on after a break. */
export function tellOpen(room: Room, chat: Chat): void {
  const told = { id: chat.id, paidUntil: paidUntilOf(chat, room.store.now()) };
  room.hub.send(chat.manId, "chat-open", told);
  room.hub.send(chat.ladyId, "chat-open", told);
}

/** A minute could not be paid: he hears why, and of credits she hears nothing but that the chat is not paid. */
export async function tellRefused(room: Room, chat: Chat, refusal: Refusal): Promise<void> {
  const his = problemOf(room, await localeOf(room, chat.manId), refusal);
  const hers = problemOf(room, await localeOf(room, chat.ladyId), refuse("chat_unpaid"));
  for (const [userId, { message }] of [[chat.manId, his], [chat.ladyId, hers]] as const) {
    room.hub.send(userId, "reserve-time-error", { status: his.status, error: { message } });
  }
}

/** The chat is over; the tab that ended it hears it as its answer instead. */
export function tellEnd(room: Room, chat: Chat, answered?: Connection): void {
  const { hub, counters, relay } = room;
  counters.chatsEnded++;
  if (chat.refundedCredits > 0) counters.minutesRefunded++;
  log.info("chat {id} ended: {reason} by {by}, {minutes} minutes, {refunded} credits back", {
    id: chat.id,
    reason: chat.endedReason,
    by: chat.endedBy,
    minutes: chat.minutes,
    refunded: chat.refundedCredits,
  });
  room.conversations.forget(chat);
  relay?.publish({ kind: "chat", chatId: chat.id });
  for (const side of ["man", "lady"] as const) {
    const userId = idOfSide(chat, side);
    const partnerId = partnerIn(chat, userId);
    const isOthersDoing = chat.endedBy !== "server" && chat.endedBy !== side;
    if (isOthersDoing) hub.send(userId, "stop-text-chat", { targetId: userId, myId: partnerId });
    hub.send(userId, "chat-session-end", summaryFor(chat, side), answered);
  }
}

/** What a chat came to; of credits a lady hears nothing. */
export const summaryFor = (chat: Chat, side: Side) => ({
  id: chat.id,
  minutes: chat.minutes,
  cost: side === "man" ? chat.costCredits : 0,
  refunded: side === "man" ? chat.refundedCredits : 0,
});
