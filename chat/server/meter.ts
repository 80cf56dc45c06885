/**
 * The meter: begins, prolongs and ends chats by the server's time alone. It asks the man before the paid time ends,
 * stops the count while one of the two is gone, and ends each chat exactly once, whatever the clients do.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, chatById, type ChatKind, chatOfPerson, isOpen, startChat } from "../../kv/chats/chats.ts";
import { endChat, type Ending, endOrphanedChats, isDue, reserveMinute } from "../../kv/chats/minutes.ts";
import { type Pair, partnerIn, sideOf } from "../../kv/chats/pairs.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import { CallMeter } from "./calls/call_meter.ts";
import { meterFor, openFor, tellEnd, tellOpen, tellRefused } from "./chat_news.ts";
import type { Connection } from "./connection.ts";
import { HeldChats } from "./held_chats.ts";
import type { Room } from "./room.ts";

const log = getLogger(["vesna", "chat"]);

export class Meter {
  readonly calls: CallMeter;
  #room: Room;
  #held: HeldChats;

  constructor(room: Room) {
    this.#room = room;
    const end = (chatId: string, ending: Ending) => this.end(chatId, ending);
    this.#held = new HeldChats(room, { end, fallBack: (chatId) => this.calls.fallBack(chatId) });
    this.calls = new CallMeter(room, this.#held, end);
  }

  get count(): number {
    return this.#held.count;
  }

  /** Whether somebody is gone from a chat that still waits for her or him. */
  isInGrace(userId: number): boolean {
    return this.#held.isInGrace(userId);
  }

  /** Somebody's first line came, or the last one went. */
  lineChanged(userId: number): void {
    this.#held.lineChanged(userId);
  }

  /**
   * Begins a text chat of two who agreed, and answers it before others hear; see startChat for what it refuses. A call
   * has begun already when this is asked, and is answered.
   */
  async start(
    pair: Pair,
    { starterId, kind }: { starterId: number; kind: ChatKind },
    connection: Connection,
    answer: (chatId: string) => void,
  ): Promise<Result<{ chat: Chat }>> {
    const { store, hub, counters, instanceId } = this.#room;
    const started = await startChat(store, pair, { starterId, kind, instanceId });
    if (!started.ok) return started;
    const { chat, isRepeat } = started;
    answer(chat.id);
    if (isRepeat) return started;
    counters.chatsStarted++;
    log.info("chat {id} created", { id: chat.id, manId: chat.manId, ladyId: chat.ladyId });
    this.#room.requests.began(pair);
    this.#room.conversations.expectAfter(pair, chat.firstSeq);
    this.#held.hold(chat);
    this.#room.relay?.publish({ kind: "chat", chatId: chat.id });
    const partnerId = partnerIn(pair, starterId);
    const told = { id: chat.id, error: null };
    hub.send(starterId, "chat-session-create", { ...told, partnerId }, connection);
    hub.send(partnerId, "chat-session-create", { ...told, partnerId: starterId });
    return started;
  }

  /** Pays the next minute, where both are here. Refusals are told to both, and end a chat that was never paid. */
  async reserve(manId: number, chatId: string): Promise<Awaited<ReturnType<typeof reserveMinute>>> {
    const { store, hub, counters, relay } = this.#room;
    const before = await chatById(store, chatId);
    if (!before || before.manId !== manId) return refuse("not_found");
    const isDueAlone = before.state !== "ended" && isDue(before, store.now()) && !hub.isConnected(before.ladyId);
    if (isDueAlone) return refuse("partner_offline");
    const reserved = await reserveMinute(store, manId, chatId);
    if (!reserved.ok || !reserved.isCharged) return reserved;
    counters.minutesCharged++;
    const { chat } = reserved;
    log.info("chat {id} minute {minute} charged", { id: chatId, minute: chat.minutes });
    this.#held.replace(chat);
    relay?.publish({ kind: "chat", chatId });
    return reserved;
  }

  /** What follows a reservation, once the man has his answer. */
  async reserved(manId: number, chatId: string, result: Awaited<ReturnType<typeof reserveMinute>>): Promise<void> {
    const { store } = this.#room;
    if (result.ok) {
      if (result.isCharged && result.chat.minutes === 1) tellOpen(this.#room, result.chat);
      // Whoever left while the minute was being paid is gone from it now.
      if (result.isCharged) this.#held.noticeLines(chatId);
      return;
    }
    const chat = await chatById(store, chatId);
    if (!chat || chat.manId !== manId || chat.state === "ended") return;
    if (result.reason === "partner_offline") return;
    await tellRefused(this.#room, chat, result);
    if (chat.state === "created") await this.end(chatId, { by: "server", reason: "not_paid" });
  }

  /** One of the two ends their chat. Refuses `chat_not_open` where the person is in none, or not with that one. */
  async stop(userId: number, partnerId: number | null, connection: Connection): Promise<Result<{ chat: Chat }>> {
    const chat = await chatOfPerson(this.#room.store, userId);
    if (!chat || (partnerId !== null && partnerIn(chat, userId) !== partnerId)) return refuse("chat_not_open");
    const ended = await this.end(chat.id, { by: sideOf(chat, userId), reason: "stopped" }, connection);
    return ended ? { ok: true, chat: ended } : refuse("chat_not_open");
  }

  /** Ends the chat of two people, whoever wants it: for a block. */
  async endBetween(userId: number, otherId: number): Promise<void> {
    const chat = await chatOfPerson(this.#room.store, userId);
    if (!chat || partnerIn(chat, userId) !== otherId) return;
    await this.end(chat.id, { by: sideOf(chat, userId), reason: "blocked" });
  }

  /** Ends a chat and tells both; who ended it hears it as an answer instead. Null where it was over already. */
  async end(chatId: string, ending: Ending, answered?: Connection): Promise<Chat | null> {
    this.#held.beginEnd(chatId);
    const ended = await this.#held.work(endChat(this.#room.store, chatId, ending)).catch((error) => {
      this.#held.endFailed(chatId);
      throw error;
    });
    if (!ended) {
      const chat = await chatById(this.#room.store, chatId);
      if (!chat || chat.state === "ended") this.#held.letGo(chatId);
      else this.#held.goOn(chat);
      return null;
    }
    this.#held.letGo(chatId);
    if (ended.isRepeat) return ended.chat;
    await this.#room.requests.chatEnded(ended.chat);
    await tellEnd(this.#room, ended.chat, answered);
    return ended.chat;
  }

  /** What a new line must know of a chat that goes on already. */
  async welcome(userId: number, connection: Connection): Promise<void> {
    const chat = await chatOfPerson(this.#room.store, userId);
    if (!chat) return;
    const partnerId = partnerIn(chat, userId);
    if (chat.state === "created") connection.send("chat-session-create", { id: chat.id, error: null, partnerId });
    if (!isOpen(chat, this.#room.store.now())) return;
    connection.send("chat-meter", meterFor(this.#room, chat, userId));
    connection.send("chat-open", openFor(this.#room, chat, userId));
  }

  /** Another instance changed a chat. */
  async changedElsewhere(chatId: string): Promise<void> {
    const chat = await chatById(this.#room.store, chatId);
    if (chat?.state === "ended") this.#room.conversations.forget(chat);
    if (!chat || chat.state === "ended") return this.#held.letGo(chatId);
    if (chat.state === "created") this.#room.conversations.expectAfter(chat, chat.firstSeq);
    if (chat.instanceId !== this.#room.instanceId) return;
    this.#held.replace(chat);
    this.#held.noticeLines(chatId);
  }

  /** Ends the chats that dead instances left open. */
  async repair(isDead: (instanceId: string) => boolean): Promise<void> {
    for (const chat of await endOrphanedChats(this.#room.store, isDead)) await tellEnd(this.#room, chat);
  }

  /** Ends everything that this instance holds, as the server's doing. */
  async shut(): Promise<void> {
    await Promise.all(this.#held.ids().map((chatId) => this.end(chatId, { by: "server", reason: "restart" })));
    await this.#held.settled();
  }
}
