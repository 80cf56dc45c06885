/**
 * The minutes of calls: the first is paid before anybody hears an answer, time runs while both see each other, and a
 * call goes back to text without a minute charged twice. What is charged is decided in kv.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, chatById, chatOfPerson, type MinutePrices } from "../../../kv/chats/chats.ts";
import { endChat, reserveMinute } from "../../../kv/chats/minutes.ts";
import { type Pair, partnerIn, type Side, sideOf } from "../../../kv/chats/pairs.ts";
import { switchToText, switchToVideo } from "../../../kv/chats/switches.ts";
import { type Refusal, refusals, refuse, type Result } from "../../../kv/store/refusals.ts";
import { mediaSeconds } from "../../shared/limits.ts";
import type { ServerEvents } from "../../shared/server_events.ts";
import type { Answered, ChatNotifier } from "../chat_notifier.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Conversations } from "../messages/conversation.ts";
import type { Endings } from "../endings.ts";
import type { HeldChats } from "../held_chats.ts";
import type { Hub } from "../hub.ts";
import type { PendingWork } from "../pending_work.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import { type InstanceNews, newsOfChat } from "../instances/news.ts";
import type { Starts } from "../starts.ts";
import { CallTabs } from "./call_tabs.ts";
import { iceServersFor } from "./ice_servers.ts";

const log = getLogger(["vesna", "chat"]);

interface Wanted {
  starterId: number;
  /** The open text chat that becomes the call; null for a new one. */
  chatId: string | null;
  directAgreed: Record<Side, boolean>;
  /** The credits for a minute that the man was shown, if his client says so. */
  quoted: MinutePrices | undefined;
}

/** Whether a refusal is about his credits or the price he was shown: she only learns that the call is not paid. */
export const isHisAlone = ({ reason }: Refusal): boolean => refusals[reason] === 402 || reason === "quote_changed";

type Begun = Result<{ chat: Chat; balanceCredits: number; isCharged: boolean }>;

/** The parts that the meter of calls uses. */
interface Collaborators {
  hub: Hub;
  held: HeldChats;
  pending: PendingWork;
  endings: Endings;
  starts: Starts;
  conversations: Conversations;
  notifier: ChatNotifier;
  otherInstances: OtherInstances | null;
}

export class CallMeter {
  #context: ChatContext;
  #hub: Hub;
  #held: HeldChats;
  #pending: PendingWork;
  #endings: Endings;
  #starts: Starts;
  #conversations: Conversations;
  #notifier: ChatNotifier;
  #otherInstances: OtherInstances | null;
  #tabs = new CallTabs();

  constructor(
    context: ChatContext,
    { hub, held, pending, endings, starts, conversations, notifier, otherInstances }: Collaborators,
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#held = held;
    this.#pending = pending;
    this.#endings = endings;
    this.#starts = starts;
    this.#conversations = conversations;
    this.#notifier = notifier;
    this.#otherInstances = otherInstances;
  }

  /**
   * Begins an accepted call with its first minute paid, and tells both. If it cannot be paid, both are told that and no
   * call opens; a text chat goes on. Refuses what startChat, switchToVideo, reserveMinute and the ledger refuse, but
   * `chat_unpaid` to a lady where the reason is his alone.
   */
  async start(pair: Pair, wanted: Wanted): Promise<Result<{ chat: Chat }>> {
    this.agreed(pair.manId, pair.ladyId);
    const begun = await this.#pending.add(wanted.chatId === null ? this.#begin(pair, wanted) : this.#upgrade(wanted));
    if (!begun.ok) {
      if (!isHisAlone(begun)) return begun;
      await this.#notifier.tellRefused(pair, begun);
      return wanted.starterId === pair.ladyId ? refuse("chat_unpaid") : begun;
    }
    const { chat, balanceCredits, isCharged } = begun;
    if (isCharged) this.#context.counters.minutesCharged++;
    log.info("chat {id} is a call", { id: chat.id });
    if (!this.#held.replace(chat)) return refuse("chat_not_open");
    this.#otherInstances?.publish(newsOfChat(chat));
    await this.#tellCreated(chat);
    this.#notifier.tellPaid(chat, balanceCredits);
    this.#notifier.tellOpen(chat);
    this.#held.noticeConnections(chat.id);
    return { ok: true, chat };
  }

  /** Two agreed to a call, here or on another instance. */
  agreed(...userIds: number[]): void {
    this.#tabs.began(userIds);
  }

  async #begin(pair: Pair, { starterId, directAgreed, quoted }: Wanted): Promise<Begun> {
    const { store, counters } = this.#context;
    const started = await this.#starts.start(pair, { starterId, kind: "video", call: { directAgreed } });
    if (!started.ok) return started;
    const { chat } = started;
    const reserved = await reserveMinute(store, pair.manId, chat.id, quoted).catch((error) => {
      // It is unknown whether the minute was written. Nothing of it was served, so it goes back.
      this.#held.endUnbegun(chat.id, "not_connected");
      throw error;
    });
    if (reserved.ok) {
      counters.chatsStarted++;
      return reserved;
    }
    // Nobody has heard of this chat yet, and nobody will.
    this.#held.beginEnd(chat.id);
    await endChat(store, chat.id, { by: "server", reason: "not_paid" }).catch((error) => {
      this.#held.endFailed(chat.id);
      this.#held.endUnbegun(chat.id, "not_paid");
      throw error;
    });
    this.#held.forget(chat.id);
    this.#conversations.forget(chat);
    return reserved;
  }

  async #upgrade({ chatId, directAgreed, quoted }: Wanted): Promise<Begun> {
    const servedUntilMs = this.#held.countedUntilMs(chatId!);
    return await switchToVideo(this.#context.store, chatId!, directAgreed, { quoted, servedUntilMs });
  }

  async #tellCreated(chat: Chat): Promise<void> {
    for (const userId of [chat.manId, chat.ladyId]) {
      const iceServers = await iceServersFor(this.#context);
      const told = { id: chat.id, error: null, partnerId: partnerIn(chat, userId), video: true, iceServers };
      this.#hub.send(userId, "chat-session-create", told);
    }
  }

  /** One sees the other; when both do, time runs. Refuses `chat_not_open` outside a call. */
  async connected(
    tab: Connection,
    chatId: string,
    answer: (told: ServerEvents["video-connected"]) => void,
  ): Promise<Refusal | void> {
    const chat = await this.#callOf(tab.userId, chatId);
    if (!chat) return refuse("chat_not_open");
    const media = this.#held.mediaOf(chatId);
    if (this.#tabs.takenFrom(tab) === chatId) return answer({ bothConnected: media?.areBothUp ?? false, id: chatId });
    this.#tabs.sees(tab, chatId);
    const isNew = media?.markUp(sideOf(chat, tab.userId)) ?? false;
    answer({ bothConnected: media?.areBothUp ?? false, id: chatId });
    if (isNew) this.#bothUp(chat, tab);
    if (!media) this.#tellHolder(chat, tab.userId, true);
  }

  #bothUp(chat: Chat, answered?: Connection): void {
    for (const userId of [chat.manId, chat.ladyId]) {
      this.#hub.send(userId, "video-connected", { bothConnected: true, id: chat.id }, answered);
    }
    this.#held.noticeConnections(chat.id);
  }

  /** One does not see the other any more: time stands still. Refuses `chat_not_open` outside a call. */
  async lost(
    tab: Connection,
    chatId: string,
    answer: (told: ServerEvents["video-lost"]) => void,
  ): Promise<Refusal | void> {
    const chat = await this.#callOf(tab.userId, chatId);
    if (!chat) return refuse("chat_not_open");
    this.#tabs.seesNot(tab);
    const noted = this.#tabs.takenFrom(tab) === chatId ? null : this.#noteLost(chat, tab.userId, tab);
    const until = noted ?? this.#context.store.now() + mediaSeconds * 1000;
    answer({ id: chatId, from: tab.userId, until });
  }

  /**
   * Notes that a person no longer sees the other. Returns until when the two are waited for (server time, ms); null if
   * another instance holds the chat, which is told instead. A connection that was cut off may say so late, when the
   * person already found the path again and told so by a new one. So the person's other connections hear of the loss
   * too, and one that still sees the other contradicts.
   */
  #noteLost(chat: Chat, userId: number, said?: Connection): number | null {
    const media = this.#held.mediaOf(chat.id);
    if (!media) {
      this.#tellHolder(chat, userId, false);
      return null;
    }
    if (media.markLost(sideOf(chat, userId))) {
      const told = { id: chat.id, from: userId, until: media.untilMs };
      for (const each of [chat.manId, chat.ladyId]) this.#hub.send(each, "video-lost", told, said);
      this.#held.noticeConnections(chat.id);
    }
    return media.untilMs;
  }

  #tellHolder({ id, instanceId }: Chat, userId: number, isUp: boolean): void {
    this.#otherInstances?.publish({ kind: "media", chatId: id, heldBy: instanceId, userId, isUp });
  }

  /** A tab is closed, and with it the call that ran in it, unless another tab of the person has taken the call over. */
  tabGone(tab: Connection): void {
    const chatId = this.#tabs.closed(tab);
    if (chatId === null) return;
    this.#callOf(tab.userId, chatId).then((chat) => chat && this.#noteLost(chat, tab.userId)).catch((error) => {
      log.error("a closed tab could not be noticed: {error}", { error });
    });
  }

  /**
   * Somebody comes back into a call by this tab, perhaps on another device: the tab that had the call before has it no
   * more, and time stands still until the two see each other. Does nothing outside a call with `partnerId`.
   */
  async cameBack(tab: Connection, partnerId: number): Promise<void> {
    const chat = await this.#callOf(tab.userId);
    if (!chat || partnerIn(chat, tab.userId) !== partnerId) return;
    this.#tabs.cameBack(tab, chat.id);
    // The tabs that had the call hear this first: after it they do not contradict the loss.
    this.#hub.send(tab.userId, "video-request-accept", { id: chat.id, to: partnerId }, tab);
    this.#noteLost(chat, tab.userId, tab);
  }

  /** What a new connection must know of a call: that its person came back into it on another device. */
  async welcome(tab: Connection): Promise<void> {
    const chatId = this.#tabs.takenFrom(tab);
    const chat = chatId === null ? null : await this.#callOf(tab.userId, chatId);
    if (chat) tab.send("video-request-accept", { id: chat.id, to: partnerIn(chat, tab.userId) });
  }

  /** News from another instance of a call that this one holds. */
  async heard({ chatId, userId, isUp }: InstanceNews & { kind: "media" }): Promise<void> {
    const media = this.#held.mediaOf(chatId);
    const chat = media && await chatById(this.#context.store, chatId);
    if (!chat) return;
    if (!isUp) this.#noteLost(chat, userId);
    else if (media.markUp(sideOf(chat, userId))) this.#bothUp(chat);
  }

  /** The open call that a person is in, only the one named where one is; null for none. */
  async #callOf(userId: number, chatId?: string): Promise<Chat | null> {
    const chat = await chatOfPerson(this.#context.store, userId);
    const isCall = chat?.kind === "video" && chat.state === "open";
    return isCall && chat.id === (chatId ?? chat.id) ? chat : null;
  }

  /** Back to text, as the wish of one of the two. Refuses `chat_not_open` outside a call. */
  async stop(
    tab: Connection,
    chatId: string,
    answer: (told: ServerEvents["video-end"]) => void,
  ): Promise<Refusal | void> {
    const chat = await this.#callOf(tab.userId, chatId);
    if (!chat) return refuse("chat_not_open");
    const answered = { connection: tab, answer };
    return await this.#toText(chat, tab.userId, answered);
  }

  /** Back to text, because the two did not find each other. */
  async fallBack(chatId: string): Promise<void> {
    const chat = await chatById(this.#context.store, chatId);
    if (chat?.kind === "video" && chat.state === "open") await this.#toText(chat, null);
  }

  async #toText(
    chat: Chat,
    byId: number | null,
    answered?: Answered<ServerEvents["video-end"]>,
  ): Promise<Refusal | void> {
    const { store, counters } = this.#context;
    const by = byId === null ? "server" : sideOf(chat, byId);
    const switched = await this.#pending.add(switchToText(store, chat.id, by, this.#held.countedUntilMs(chat.id)));
    if (!switched.ok) {
      // A chat that cannot be paid as text either is over.
      const reason = byId === null ? "not_connected" : "stopped";
      if (switched.reason !== "chat_not_open") await this.#endings.end(chat.id, { by, reason });
      return switched;
    }
    const { chat: next, balanceCredits, isCharged, isRepeat } = switched;
    const refundedCredits = isRepeat ? 0 : next.refundedCredits - chat.refundedCredits;
    if (refundedCredits > 0) counters.minutesRefunded++;
    log.info("chat {id} is text again", { id: chat.id });
    if (!this.#held.replace(next)) return refuse("chat_not_open");
    this.#otherInstances?.publish(newsOfChat(chat));
    await this.#notifier.tellText(next, { byId, refundedCredits }, answered);
    if (isCharged) this.#notifier.tellPaid(next, balanceCredits);
    this.#held.noticeConnections(chat.id);
  }
}
