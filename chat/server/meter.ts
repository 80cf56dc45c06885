/**
 * The meter: begins chats and prolongs them minute by minute, by the server's time alone. HeldChats counts their time,
 * Endings ends them.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, chatById, type ChatKind, chatOfPerson, isOpen, type MinutePrices } from "../../kv/chats/chats.ts";
import { isDue, reserveMinute } from "../../kv/chats/minutes.ts";
import { type Pair, partnerIn } from "../../kv/chats/pairs.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import { meterFor, openFor } from "./chat_figures.ts";
import type { ChatNotifier } from "./chat_notifier.ts";
import type { Connection } from "./connections/connection.ts";
import type { ChatContext } from "./context.ts";
import type { Conversations } from "./messages/conversation.ts";
import type { Endings } from "./endings.ts";
import type { HeldChats } from "./held_chats.ts";
import type { Hub } from "./hub.ts";
import type { KnownChats } from "./known_chats.ts";
import type { OtherInstances } from "./instances/other_instances.ts";
import { newsOfChat } from "./instances/news.ts";
import type { Starts } from "./starts.ts";

const log = getLogger(["vesna", "chat"]);

/** No more chats than this are near their end at once. */
const refusedMax = 10_000;

/** The parts that the meter uses. */
interface Collaborators {
  known: KnownChats;
  hub: Hub;
  held: HeldChats;
  endings: Endings;
  starts: Starts;
  conversations: Conversations;
  notifier: ChatNotifier;
  otherInstances: OtherInstances | null;
}

export class Meter {
  #context: ChatContext;
  #known: KnownChats;
  #hub: Hub;
  #held: HeldChats;
  #endings: Endings;
  #starts: Starts;
  #conversations: Conversations;
  #notifier: ChatNotifier;
  #otherInstances: OtherInstances | null;
  /**
   * The refusal that both were told last, by chat: the man is asked until the minute is paid, and may be refused again.
   */
  #refused = new BoundedMap<string, string>(refusedMax);
  /** The tabs of the man that sent an outdated price, by chat and minute. */
  #outdated = new BoundedMap<string, WeakSet<Connection>>(refusedMax);

  constructor(
    context: ChatContext,
    { known, hub, held, endings, starts, conversations, notifier, otherInstances }: Collaborators,
  ) {
    this.#context = context;
    this.#known = known;
    this.#hub = hub;
    this.#held = held;
    this.#endings = endings;
    this.#starts = starts;
    this.#conversations = conversations;
    this.#notifier = notifier;
    this.#otherInstances = otherInstances;
  }

  /**
   * Begins a text chat of two who agreed; `answer` tells the starter before others hear. A call has already begun when
   * this is asked, and is only answered. Refuses what startChat refuses.
   */
  async start(
    pair: Pair,
    { starterId, kind }: { starterId: number; kind: ChatKind },
    connection: Connection,
    answer: (chatId: string) => void,
  ): Promise<Result<{ chat: Chat }>> {
    const started = await this.#starts.start(pair, { starterId, kind }, ({ id }) => answer(id));
    if (started.ok && !started.isRepeat) this.#starts.announce(started.chat, connection);
    return started;
  }

  /** Pays the next minute if both are here. `reserved` tells both of a refusal, and ends a chat that was never paid. */
  async reserve(
    manId: number,
    chatId: string,
    quoted?: MinutePrices,
  ): Promise<Awaited<ReturnType<typeof reserveMinute>>> {
    const { store, counters } = this.#context;
    const before = await chatById(store, chatId);
    if (!before || before.manId !== manId) return refuse("not_found");
    const isDueAlone = before.state !== "ended" && isDue(before, store.now()) && !this.#hub.isConnected(before.ladyId);
    if (isDueAlone) return refuse("partner_offline");
    // Until the count is put right, it is unknown whether a minute is due; he is asked after that.
    if (before.state === "open" && this.#held.countedUntilMs(chatId) !== undefined) {
      return { ok: true, chat: before, balanceCredits: await balanceOf(store, manId), isCharged: false };
    }
    const reserved = await reserveMinute(store, manId, chatId, quoted);
    if (!reserved.ok || !reserved.isCharged) return reserved;
    counters.minutesCharged++;
    const { chat } = reserved;
    log.info("chat {id} minute {minute} charged", { id: chatId, minute: chat.minutes });
    this.#held.replace(chat);
    this.#otherInstances?.publish(newsOfChat(chat));
    return reserved;
  }

  /** What follows a reservation, once the tab that asked has its answer. */
  async reserved(tab: Connection, chatId: string, result: Awaited<ReturnType<typeof reserveMinute>>): Promise<void> {
    const { userId: manId } = tab;
    const { store } = this.#context;
    if (result.ok) {
      const isFirst = result.isCharged && result.chat.minutes === 1;
      if (isFirst && !this.#known.isEndTold(chatId)) this.#notifier.tellOpen(result.chat);
      // Somebody may have left while the minute was being paid.
      if (result.isCharged) this.#held.noticeConnections(chatId);
      return;
    }
    const chat = await chatById(store, chatId);
    if (!chat || chat.manId !== manId || chat.state === "ended") return;
    if (result.reason === "partner_offline") return;
    if (result.reason === "quote_changed" && this.#mayPayElsewhere(tab, chat)) return;
    const refused = `${chat.minutes} ${result.reason}`;
    const isTold = this.#refused.get(chatId) === refused;
    this.#refused.set(chatId, refused);
    if (!isTold) await this.#notifier.tellRefused(chat, result);
    if (chat.state === "created") await this.#endings.end(chatId, { by: "server", reason: "not_paid" });
  }

  /** Whether another of his tabs may send the valid price. Once this one is asked again, none did. */
  #mayPayElsewhere(tab: Connection, { id, minutes }: Chat): boolean {
    const key = `${id} ${minutes}`;
    const outdated = this.#outdated.get(key) ?? new WeakSet();
    if (outdated.has(tab)) return false;
    this.#outdated.set(key, outdated.add(tab));
    const isElsewhere = this.#otherInstances?.isConnected(tab.userId) ?? false;
    return isElsewhere || [...this.#hub.here(tab.userId)?.tabs ?? []].some((each) => !outdated.has(each));
  }

  /** What a new connection must know of a chat that goes on already. */
  async welcome(userId: number, connection: Connection): Promise<void> {
    const chat = await chatOfPerson(this.#context.store, userId);
    // It may have ended while it was read.
    if (!chat || chat.state === "ended" || this.#known.isEndTold(chat.id)) return;
    this.#known.know(chat);
    // The new page has heard of no refusal.
    this.#refused.delete(chat.id);
    const partnerId = partnerIn(chat, userId);
    // Nobody hears of a call that is not paid, nor of its end if nothing comes of it.
    if (chat.state === "created" && chat.kind === "text") {
      connection.send("chat-session-create", { id: chat.id, error: null, partnerId });
    }
    const nowMs = this.#context.store.now();
    if (!isOpen(chat, nowMs)) return;
    connection.send("chat-meter", meterFor(chat, userId, nowMs));
    connection.send("chat-open", openFor(chat, userId, nowMs));
  }

  /**
   * The store is back. What was last asked of it may have happened after all, such as the first minute of a chat: both
   * hear of that now.
   */
  async lookAgain(): Promise<void> {
    for (const chatId of this.#held.ids()) {
      const before = this.#held.known(chatId);
      await this.changedElsewhere(chatId);
      const chat = this.#held.known(chatId);
      // Perhaps what was asked last has ended it: people on other instances hear so, too.
      if (!chat && before) this.#otherInstances?.publish(newsOfChat(before));
      if (before?.state !== "created" || chat?.state !== "open") continue;
      this.#context.counters.minutesCharged++;
      this.#notifier.tellOpen(chat);
    }
  }

  /** Another instance changed a chat. */
  async changedElsewhere(chatId: string): Promise<void> {
    const chat = await chatById(this.#context.store, chatId);
    if (!chat || chat.state === "ended") this.#held.forget(chatId);
    if (chat?.state === "ended") return await this.#endings.tellEndedElsewhere(chat);
    if (!chat) return;
    const isAnyHere = Boolean(this.#hub.here(chat.manId) ?? this.#hub.here(chat.ladyId));
    if (isAnyHere) this.#known.know(chat);
    // Also if its first news came when it was already open: nobody here has heard a message of it yet.
    if (isAnyHere || chat.state === "created") this.#conversations.expectAfter(chat, chat.firstSeq);
    if (chat.instanceId !== this.#context.instanceId) return;
    this.#held.replace(chat);
    this.#held.noticeConnections(chatId);
  }
}
