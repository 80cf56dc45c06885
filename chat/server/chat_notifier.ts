/** Tells the two people of a chat what becomes of it, each what is theirs to know. */
import { userById, zoneOf } from "../../kv/accounts/users.ts";
import type { Chat, EndedReason } from "../../kv/chats/chats.ts";
import { idOfSide, type Pair, partnerIn } from "../../kv/chats/pairs.ts";
import { type Reason, type Refusal, refuse } from "../../kv/store/refusals.ts";
import type { ServerEvents } from "../shared/server_events.ts";
import { meterFor, openFor, paidFor, summaryFor } from "./chat_figures.ts";
import type { Connection } from "./connections/connection.ts";
import type { ChatContext, Reader } from "./context.ts";
import type { Hub } from "./hub.ts";
import { type Problem, problemOf } from "./problems.ts";

/** Why a call ended that neither of the two ended. */
const callFaults: { [Reason in EndedReason]?: "video_not_connected" | "video_lost" } = {
  not_connected: "video_not_connected",
  lost: "video_lost",
};

/** The tab that asked; it hears the outcome as the answer to its question. */
export interface Answered<Told> {
  connection: Connection;
  answer: (told: Told) => void;
}

export class ChatNotifier {
  #context: ChatContext;
  #hub: Hub;

  constructor(context: ChatContext, hub: Hub) {
    this.#context = context;
    this.#hub = hub;
  }

  /** Tells both that the chat is open, or goes on after a break; of a call also that its time stands still. */
  tellOpen(chat: Chat): void {
    const nowMs = this.#context.store.now();
    for (const userId of [chat.manId, chat.ladyId]) this.#hub.send(userId, "chat-open", openFor(chat, userId, nowMs));
  }

  /** Tells both the figures of a running chat that changed. */
  tellMeter(chat: Chat): void {
    const nowMs = this.#context.store.now();
    for (const userId of [chat.manId, chat.ladyId]) this.#hub.send(userId, "chat-meter", meterFor(chat, userId, nowMs));
  }

  /** Tells the man what was charged without his asking. */
  tellPaid(chat: Chat, balanceCredits: number): void {
    this.#hub.send(chat.manId, "reserve-time-done", paidFor(chat, balanceCredits, this.#context.store.now()));
  }

  /** A minute could not be paid: he hears why, she only that the chat is not paid. */
  async tellRefused({ manId, ladyId }: Pair, refusal: Refusal): Promise<void> {
    const his = problemOf(this.#context, await this.#readerOf(manId), refusal);
    const hers = await this.#problemFor(ladyId, "chat_unpaid");
    for (const [userId, partnerId, { status, message }] of [[manId, ladyId, his], [ladyId, manId, hers]] as const) {
      this.#hub.send(userId, "reserve-time-error", { status, error: { message }, partnerId });
    }
  }

  /** Tells those who are here that the chat is over, except the tab that ended it, which hears so as its answer. */
  async tellEndHere(chat: Chat, answered?: Connection): Promise<void> {
    const reason = chat.endedReason && callFaults[chat.endedReason];
    for (const side of ["man", "lady"] as const) {
      const userId = idOfSide(chat, side);
      const partnerId = partnerIn(chat, userId);
      // Whoever lost the other has not left, even where the loss is that person's doing.
      const hasOtherLeft = !reason && chat.endedBy !== "server" && chat.endedBy !== side;
      if (!this.#hub.here(userId)) continue;
      if (hasOtherLeft) this.#hub.sendHere(userId, "stop-text-chat", { targetId: userId, myId: partnerId });
      const error = reason && await this.#problemFor(userId, reason);
      this.#hub.sendHere(userId, "chat-session-end", { ...summaryFor(chat, side), ...(error && { error }) }, answered);
    }
  }

  /** Tells both that a call goes on as text. `byId` wanted it; null if the server did, for want of a connection. */
  async tellText(
    chat: Chat,
    { byId, refundedCredits }: { byId: number | null; refundedCredits: number },
    answered?: Answered<ServerEvents["video-end"]>,
  ): Promise<void> {
    for (const userId of [chat.manId, chat.ladyId]) {
      const refunded = userId === chat.manId ? refundedCredits : 0;
      const told: ServerEvents["video-end"] = byId !== null ? { id: chat.id, reason: "stopped", by: byId, refunded } : {
        id: chat.id,
        reason: "not_connected",
        refunded,
        error: await this.#problemFor(userId, "video_not_connected"),
      };
      if (answered?.connection.userId === userId) answered.answer(told);
      this.#hub.send(userId, "video-end", told, answered?.connection);
    }
    this.tellOpen(chat);
  }

  async #problemFor(userId: number, reason: Reason): Promise<Problem> {
    return problemOf(this.#context, await this.#readerOf(userId), refuse(reason));
  }

  /** The language and time zone of a person who may not be here. */
  async #readerOf(userId: number): Promise<Reader> {
    const here = this.#hub.readerOf(userId);
    if (here) return here;
    const user = await userById(this.#context.store, userId);
    return user ? { locale: user.locale, zone: zoneOf(user) } : { locale: "en", zone: null };
  }
}
