/**
 * The meter: begins, prolongs and ends chats by the server's time alone. It asks the man before the paid time ends,
 * stops the count while one of the two is gone, and ends each chat exactly once, whatever the clients do.
 */
import { getLogger } from "@logtape/logtape";
import { idOfSide, type Pair, partnerIn, type Side, sideOf } from "../../kv/chat_pairs.ts";
import { endChat, type Ending, endOrphanedChats, isDue, reserveMinute } from "../../kv/chat_minutes.ts";
import {
  type Chat,
  chatById,
  chatOfPerson,
  isOpen,
  paidMsOf,
  paidUntilOf,
  rebase,
  servedMsAt,
  setRunning,
  startChat,
} from "../../kv/chats.ts";
import { refuse, type Result } from "../../kv/refusals.ts";
import { askBeforeEndSeconds, graceSeconds } from "../shared/limits.ts";
import { tellEnd, tellOpen, tellRefused } from "./chat_news.ts";
import type { Connection } from "./connection.ts";
import type { Room } from "./room.ts";

const log = getLogger(["vesna", "chat"]);

/** How long a chat waits for its first minute. */
const unpaidMs = 60_000;

interface Held {
  chat: Chat;
  /** The number of paid minutes for whose end the man was asked. */
  askedAt: number;
  /** Who is gone, and how the end of the grace is called off. */
  gone: Map<Side, () => void>;
  isEnding: boolean;
  /** Changes of the count happen one after the other. */
  tail: Promise<void>;
}

export class Meter {
  #room: Room;
  /** Chats that this instance holds. */
  #held = new Map<string, Held>();
  #heldOf = new Map<number, string>();
  /** Work of the store that a shutdown waits for. */
  #working = new Set<Promise<unknown>>();

  constructor(room: Room) {
    this.#room = room;
    room.deadlines.onTick((nowMs) => this.#tick(nowMs));
    room.deadlines.onJump((untilMs, nowMs) => this.#jump(untilMs, nowMs));
  }

  get count(): number {
    return this.#held.size;
  }

  /** Whether somebody is gone from a chat that still waits for her or him. */
  isInGrace(userId: number): boolean {
    const held = this.#held.get(this.#heldOf.get(userId) ?? "");
    return held !== undefined && !held.isEnding && held.gone.has(sideOf(held.chat, userId));
  }

  /** Begins a chat of two who agreed, and answers it before others hear; see startChat for what it refuses. */
  async start(
    pair: Pair,
    starterId: number,
    connection: Connection,
    answer: (chatId: string) => void,
  ): Promise<Result<{ chat: Chat }>> {
    const { store, hub, counters, instanceId } = this.#room;
    const started = await startChat(store, pair, { starterId, kind: "text", instanceId });
    if (!started.ok) return started;
    const { chat, isRepeat } = started;
    answer(chat.id);
    if (isRepeat) return started;
    counters.chatsStarted++;
    log.info("chat {id} created", { id: chat.id, manId: chat.manId, ladyId: chat.ladyId });
    this.#room.requests.began(pair);
    this.#room.conversations.expectAfter(pair, chat.firstSeq);
    this.#hold(chat);
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
    this.#replace(chat);
    relay?.publish({ kind: "chat", chatId });
    return reserved;
  }

  /** What follows a reservation, once the man has his answer. */
  async reserved(manId: number, chatId: string, result: Awaited<ReturnType<typeof reserveMinute>>): Promise<void> {
    const { store } = this.#room;
    if (result.ok) {
      if (result.isCharged && result.chat.minutes === 1) tellOpen(this.#room, result.chat);
      // Whoever left while the minute was being paid is gone from it now.
      if (result.isCharged) this.#noticeLines(chatId);
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
    const held = this.#held.get(chatId);
    if (held) held.isEnding = true;
    const ended = await this.#work(endChat(this.#room.store, chatId, ending));
    if (!ended) {
      await this.#holdOn(chatId);
      return null;
    }
    this.#letGo(chatId);
    if (!ended.isRepeat) tellEnd(this.#room, ended.chat, answered);
    return ended.chat;
  }

  /** What was about to end goes on: the man paid at the last moment. */
  async #holdOn(chatId: string): Promise<void> {
    const chat = await chatById(this.#room.store, chatId);
    const held = this.#held.get(chatId);
    if (!chat || chat.state === "ended") return this.#letGo(chatId);
    if (held) Object.assign(held, { chat, isEnding: false });
    this.#noticeLines(chatId);
  }

  /** Somebody's first line came, or the last one went. */
  lineChanged(userId: number): void {
    const chatId = this.#heldOf.get(userId);
    if (chatId) this.#noticeLines(chatId);
  }

  /** What a new line must know of a chat that goes on already. */
  async welcome(userId: number, connection: Connection): Promise<void> {
    const chat = await chatOfPerson(this.#room.store, userId);
    if (!chat) return;
    const partnerId = partnerIn(chat, userId);
    if (chat.state === "created") connection.send("chat-session-create", { id: chat.id, error: null, partnerId });
    const now = this.#room.store.now();
    if (isOpen(chat, now)) connection.send("chat-open", { id: chat.id, paidUntil: paidUntilOf(chat, now), partnerId });
  }

  /** Another instance changed a chat. */
  async changedElsewhere(chatId: string): Promise<void> {
    const chat = await chatById(this.#room.store, chatId);
    if (chat?.state === "ended") this.#room.conversations.forget(chat);
    if (!chat || chat.state === "ended") return this.#letGo(chatId);
    if (chat.state === "created") this.#room.conversations.expectAfter(chat, chat.firstSeq);
    if (chat.instanceId !== this.#room.instanceId) return;
    this.#replace(chat);
    this.#noticeLines(chatId);
  }

  /** Ends the chats that dead instances left open. */
  async repair(isDead: (instanceId: string) => boolean): Promise<void> {
    for (const chat of await endOrphanedChats(this.#room.store, isDead)) tellEnd(this.#room, chat);
  }

  /** Ends everything that this instance holds, as the server's doing. */
  async shut(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((chatId) => this.end(chatId, { by: "server", reason: "restart" })));
    while (this.#working.size > 0) await Promise.allSettled(this.#working);
  }

  #hold(chat: Chat): void {
    const held: Held = { chat, askedAt: 0, gone: new Map(), isEnding: false, tail: Promise.resolve() };
    this.#held.set(chat.id, held);
    this.#heldOf.set(chat.manId, chat.id);
    this.#heldOf.set(chat.ladyId, chat.id);
    this.#room.counters.chatsOpen = this.#held.size;
    this.#noticeLines(chat.id);
  }

  #letGo(chatId: string): void {
    const held = this.#held.get(chatId);
    if (!held) return;
    for (const callOff of held.gone.values()) callOff();
    this.#held.delete(chatId);
    for (const userId of [held.chat.manId, held.chat.ladyId]) {
      if (this.#heldOf.get(userId) === chatId) this.#heldOf.delete(userId);
      this.#room.presence.graceOver(userId);
    }
    this.#room.counters.chatsOpen = this.#held.size;
  }

  #replace(chat: Chat): void {
    const held = this.#held.get(chat.id);
    if (held && !held.isEnding && chat.minutes >= held.chat.minutes) held.chat = chat;
    else if (!held && chat.instanceId === this.#room.instanceId && chat.state !== "ended") this.#hold(chat);
  }

  /** Begins or calls off the grace of each of the two, and stops or goes on with the count. */
  #noticeLines(chatId: string): void {
    const held = this.#held.get(chatId);
    if (!held || held.isEnding) return;
    const { hub, store, deadlines } = this.#room;
    const now = store.now();
    for (const side of ["man", "lady"] as const) {
      const isHere = hub.isConnected(idOfSide(held.chat, side));
      const callOff = held.gone.get(side);
      if (isHere && callOff) {
        callOff();
        held.gone.delete(side);
      } else if (!isHere && !callOff) {
        const endsAt = now + graceSeconds[held.chat.kind] * 1000;
        held.gone.set(side, deadlines.at(endsAt, () => this.#graceOver(chatId, side)));
      }
    }
    const mayRun = held.gone.size === 0;
    held.tail = held.tail.then(async () => {
      const { chat } = held;
      if (held.isEnding || chat.state !== "open" || (chat.resumedAt !== null) === mayRun) return;
      const next = await this.#work(setRunning(store, chatId, mayRun, now));
      if (!next || next.state !== "open" || this.#held.get(chatId) !== held) return;
      if (next.minutes >= held.chat.minutes) held.chat = next;
      // The question may have gone down with the line.
      held.askedAt = 0;
      if (mayRun) tellOpen(this.#room, next);
    }).catch((error) => log.error("a chat could not be paused: {error}", { error }));
  }

  #graceOver(chatId: string, side: Side): void {
    this.#endSoon(chatId, { by: side, reason: "left" });
  }

  #tick(nowMs: number): void {
    for (const [chatId, held] of this.#held) {
      const { chat } = held;
      if (held.isEnding) continue;
      if (chat.state === "created") {
        if (nowMs - chat.createdAt >= unpaidMs) this.#endSoon(chatId, { by: "server", reason: "not_paid" });
        continue;
      }
      const leftMs = paidMsOf(chat) - servedMsAt(chat, nowMs);
      if (leftMs <= 0) {
        this.#endSoon(chatId, { by: "server", reason: "time_over" });
      } else if (leftMs <= askBeforeEndSeconds * 1000 && held.askedAt !== chat.minutes && chat.resumedAt !== null) {
        held.askedAt = chat.minutes;
        this.#room.hub.send(chat.manId, "check-for-reserve-time", { chatId });
      }
    }
  }

  /** A clock that went back would serve a minute for longer than a minute: the count goes on from the new time. */
  #jump(untilMs: number, nowMs: number): void {
    for (const [chatId, held] of this.#held) {
      if (held.chat.state === "created") held.chat = { ...held.chat, createdAt: Math.min(held.chat.createdAt, nowMs) };
      held.tail = held.tail.then(async () => {
        const next = await this.#work(rebase(this.#room.store, chatId, untilMs, nowMs));
        if (next && next.state === "open" && next.minutes >= held.chat.minutes) held.chat = next;
      }).catch((error) => log.error("a chat could not be counted anew: {error}", { error }));
    }
  }

  #endSoon(chatId: string, ending: Ending): void {
    const held = this.#held.get(chatId);
    if (!held || held.isEnding) return;
    held.isEnding = true;
    this.end(chatId, ending).catch((error) => {
      // It stays held, and the next look tries again.
      if (this.#held.get(chatId) === held) held.isEnding = false;
      log.error("chat {id} could not be ended: {error}", { id: chatId, error });
    });
  }

  #work<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    work.finally(() => this.#working.delete(work)).catch(() => {});
    return work;
  }
}
