/** What the two people of a chat hear of its beginning and its end, each what is theirs to know. */
import { getLogger } from "@logtape/logtape";
import { keptMinutesOf } from "../../kv/chats/charges.ts";
import { type Chat, type EndedReason, paidUntilOf, servedMsAt } from "../../kv/chats/chats.ts";
import { idOfSide, type Pair, partnerIn, type Side, sideOf } from "../../kv/chats/pairs.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import type { ServerEvents } from "../shared/server_events.ts";
import type { Connection } from "./connection.ts";
import { localeOf, problemOf, type Room } from "./room.ts";

const log = getLogger(["vesna", "chat"]);

/** The chat is open, or goes on after a break; a call also that it stands still. */
export function tellOpen(room: Room, chat: Chat): void {
  for (const userId of [chat.manId, chat.ladyId]) room.hub.send(userId, "chat-open", openFor(room, chat, userId));
}

/** An open chat as one of the two is told of it. */
export function openFor(room: Room, chat: Chat, userId: number): ServerEvents["chat-open"] {
  const call = chat.kind === "video" ? { video: true, running: chat.resumedAt !== null } : {};
  const paidUntil = paidUntilOf(chat, room.store.now());
  return { id: chat.id, paidUntil, partnerId: partnerIn(chat, userId), ...call };
}

/** The running chat in figures changed; both hear it. */
export function tellMeter(room: Room, chat: Chat): void {
  for (const userId of [chat.manId, chat.ladyId]) room.hub.send(userId, "chat-meter", meterFor(room, chat, userId));
}

/** An open chat in figures, as one of the two is told of it. */
export function meterFor(room: Room, chat: Chat, userId: number): ServerEvents["chat-meter"] {
  const now = room.store.now();
  return {
    ...summaryFor(chat, sideOf(chat, userId)),
    revision: chat.revision,
    paidMs: chat.paidMs,
    servedMs: servedMsAt(chat, now),
    at: now,
    running: chat.resumedAt !== null,
  };
}

/** A minute could not be paid: he hears why, and of credits she hears nothing but that the chat is not paid. */
export async function tellRefused(room: Room, { manId, ladyId }: Pair, refusal: Refusal): Promise<void> {
  const his = problemOf(room, await localeOf(room, manId), refusal);
  const hers = problemOf(room, await localeOf(room, ladyId), refuse("chat_unpaid"));
  for (const [userId, { message }] of [[manId, his], [ladyId, hers]] as const) {
    room.hub.send(userId, "reserve-time-error", { status: his.status, error: { message } });
  }
}

/** The chat is over; the tab that ended it hears it as its answer instead. */
export async function tellEnd(room: Room, chat: Chat, answered?: Connection): Promise<void> {
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
  const reason = chat.endedReason && callFaults[chat.endedReason];
  for (const side of ["man", "lady"] as const) {
    const userId = idOfSide(chat, side);
    const partnerId = partnerIn(chat, userId);
    const isOthersDoing = chat.endedBy !== "server" && chat.endedBy !== side;
    if (isOthersDoing) hub.send(userId, "stop-text-chat", { targetId: userId, myId: partnerId });
    const error = reason && problemOf(room, await localeOf(room, userId), refuse(reason));
    hub.send(userId, "chat-session-end", { ...summaryFor(chat, side), ...(error && { error }) }, answered);
  }
}

/** Why a call ended that neither of the two ended. */
const callFaults: { [Reason in EndedReason]?: "video_not_connected" | "video_lost" } = {
  not_connected: "video_not_connected",
  lost: "video_lost",
};

/** A call goes on as text: who wanted it, null for the server, where no connection could be made. */
export async function tellText(
  room: Room,
  chat: Chat,
  { byId, refundedCredits }: { byId: number | null; refundedCredits: number },
  answered?: { connection: Connection; answer: (told: ServerEvents["video-end"]) => void },
): Promise<void> {
  for (const userId of [chat.manId, chat.ladyId]) {
    const refunded = userId === chat.manId ? refundedCredits : 0;
    const told: ServerEvents["video-end"] = byId !== null
      ? { id: chat.id, reason: "stopped", by: byId, refunded }
      : { id: chat.id, reason: "not_connected", refunded, error: await faultFor(room, userId) };
    if (answered?.connection.userId === userId) answered.answer(told);
    room.hub.send(userId, "video-end", told, answered?.connection);
  }
  tellOpen(room, chat);
}

const faultFor = async (room: Room, userId: number) =>
  problemOf(room, await localeOf(room, userId), refuse("video_not_connected"));

/** What a chat came to; of credits a lady hears nothing. */
export const summaryFor = (chat: Chat, side: Side) => ({
  id: chat.id,
  minutes: chat.minutes,
  kept: keptMinutesOf(chat),
  cost: side === "man" ? chat.costCredits : 0,
  refunded: side === "man" ? chat.refundedCredits : 0,
});
