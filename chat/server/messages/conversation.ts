/**
 * What two people write to each other: committed, then acknowledged, then delivered, to every tab and in order.
 * Between instances only numbers travel; the messages themselves are read from the store.
 */
import { getLogger } from "@logtape/logtape";
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { type Conversation, conversationsOf, unreadIn } from "../../../kv/chats/conversations.ts";
import { history } from "../../../kv/chats/history.ts";
import { authorIdOf, type Message, messageAt, writeMessage } from "../../../kv/chats/messages.ts";
import { isOfPair, type Pair, pairOf, partnerIn } from "../../../kv/chats/pairs.ts";
import { isBlockedBetween } from "../../../kv/safety/blocks.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { ChatMessage } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import { type Hub, noteUnread, nothingUnread } from "../hub.ts";
import type { Presence } from "../presence/presence.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import type { InstanceNews } from "../instances/news.ts";
import { type Authors, shownMessage } from "./shown_message.ts";
import type { MessageTranslations } from "./translations.ts";

const log = getLogger(["vesna", "chat"]);

/** How far the messages of a pair were delivered here; later ones wait for their turn. */
interface Delivered {
  pair: Pair;
  seq: number;
  tail: Promise<void>;
}

/** A message that was written here, with the tab that wrote it and waits for the answer. */
interface Own {
  message: Message;
  from: Connection;
  answer: (message: ChatMessage) => void;
}

const nameOfPair = ({ manId, ladyId }: Pair): string => `${manId}-${ladyId}`;
/**
 * How long news may still come of an ended chat, or of messages that were read already: longer than news lie in the
 * store (outbox.ts); real time.
 */
const keptMs = 180_000;
/** How many missing messages are read at once. */
const missingAtOnce = 100;

export class Conversations {
  #context: ChatContext;
  #hub: Hub;
  #otherInstances: OtherInstances | null;
  #translations: MessageTranslations;
  #delivered = new Map<string, Delivered>();
  /** Pairs whose chat is over, and since when (real time), the longest first. */
  #unused = new Map<string, number>();
  #elapsedMs: () => number;
  #authors: Authors;

  constructor(
    context: ChatContext,
    { hub, presence, otherInstances, translations }: {
      hub: Hub;
      presence: Presence;
      otherInstances: OtherInstances | null;
      translations: MessageTranslations;
    },
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#otherInstances = otherInstances;
    this.#translations = translations;
    this.#authors = { presence, people: context.people };
    this.#elapsedMs = context.options.elapsedMs ?? (() => performance.now());
  }

  /** From now on messages of these two are delivered from the one after `seq` on. */
  expectAfter(pair: Pair, seq: number): void {
    const name = nameOfPair(pair);
    if (!this.#delivered.has(name)) this.#delivered.set(name, { pair, seq, tail: Promise.resolve() });
    this.#unused.delete(name);
  }

  /** Their chat is over, or both are gone. News of its last messages may still come, and must not be delivered twice. */
  forget(pair: Pair): void {
    const name = nameOfPair(pair);
    if (!this.#delivered.has(name)) return;
    const now = this.#elapsedMs();
    this.#unused.delete(name);
    this.#unused.set(name, now);
    for (const [longest, since] of this.#unused) {
      if (now - since < keptMs) break;
      this.#unused.delete(longest);
      this.#delivered.delete(longest);
    }
  }

  /** The unread messages of a person, by partner. */
  async unreadOf(userId: number, isMan: boolean): Promise<ReadonlyMap<number, number>> {
    return this.#unreadIn(await conversationsOf(this.#context.store, userId, isMan), userId);
  }

  /**
   * The same for somebody who connects. Messages from before stand in the history; those written from now on are
   * delivered, whichever of them is heard of first.
   */
  async arriving(userId: number, isMan: boolean): Promise<ReadonlyMap<number, number>> {
    const { store } = this.#context;
    const [conversations, chat] = await Promise.all([
      conversationsOf(store, userId, isMan),
      chatOfPerson(store, userId),
    ]);
    for (const conversation of conversations) this.#goOnAfter(conversation);
    if (chat && chat.state !== "ended") {
      const theirs = conversations.find(({ manId, ladyId }) => manId === chat.manId && ladyId === chat.ladyId);
      this.expectAfter(chat, theirs?.lastSeq ?? chat.firstSeq);
    }
    return this.#unreadIn(conversations, userId);
  }

  /** While neither of the two was here, nobody told this instance what they wrote: goes on after their last message. */
  #goOnAfter(conversation: Conversation): void {
    const { manId, ladyId, lastSeq, updatedAt } = conversation;
    if (this.#isAnyHere(conversation)) return;
    const isOfNow = this.#context.store.now() - updatedAt < keptMs;
    if (!isOfNow && !this.#delivered.has(nameOfPair(conversation))) return;
    this.expectAfter({ manId, ladyId }, lastSeq);
    const delivered = this.#delivered.get(nameOfPair(conversation))!;
    delivered.seq = Math.max(delivered.seq, lastSeq);
  }

  /** Somebody's last connection here is gone. */
  left(userId: number): void {
    for (const { pair } of this.#delivered.values()) {
      if (isOfPair(pair, userId) && !this.#isAnyHere(pair)) this.forget(pair);
    }
  }

  #isAnyHere({ manId, ladyId }: Pair): boolean {
    return Boolean(this.#hub.here(manId) ?? this.#hub.here(ladyId));
  }

  #unreadIn(conversations: Conversation[], userId: number): ReadonlyMap<number, number> {
    const unread = new Map<number, number>();
    for (const conversation of conversations) {
      const count = unreadIn(conversation, userId);
      if (count > 0) unread.set(partnerIn(conversation, userId), count);
    }
    return unread.size === 0 ? nothingUnread : unread;
  }

  /**
   * Writes a message, answers the author with it, and delivers it to everybody else. Answers and deliveries of a pair
   * happen in the order of the messages. A message that is sent again is answered as it was first written, and
   * delivered only if it was not delivered here before.
   */
  async write(
    from: Connection,
    wanted: { to: number; body: string; clientId: string },
    answer: (message: ChatMessage) => void,
  ): Promise<Refusal | void> {
    const { store, counters } = this.#context;
    const otherInstances = this.#otherInstances;
    const paired = await pairOf(store, from.userId, wanted.to);
    if (!paired.ok) return paired.reason === "not_found" ? refuse("chat_not_open") : paired;
    const { pair } = paired;
    const written = await writeMessage(store, pair, { authorId: from.userId, ...wanted });
    if (!written.ok) {
      const isBlocked = written.reason === "chat_not_open" && await isBlockedBetween(store, from.userId, wanted.to);
      return isBlocked ? refuse("blocked") : written;
    }
    const { message, conversation, isRepeat } = written;
    const delivered = this.#delivered.get(nameOfPair(pair));
    // Even if the chat is over by now: otherwise the next one would begin with this message.
    const isUnheard = delivered !== undefined && delivered.seq < message.seq;
    otherInstances?.publish({ kind: "message", ...pair, seq: message.seq, isRepeat });
    if (isRepeat && !isUnheard) return answer(await shownMessage(this.#authors, message, conversation));
    counters.messages++;
    // In the same turn as the end of the commit, so that messages queue up in their order.
    await this.deliver(pair, message.seq, { message, from, answer });
  }

  /** A message of which another instance tells. */
  async hear({ manId, ladyId, seq, isRepeat }: InstanceNews & { kind: "message" }): Promise<void> {
    const pair = { manId, ladyId };
    if (!isRepeat || this.#delivered.has(nameOfPair(pair))) await this.deliver(pair, seq);
  }

  /** Delivers messages up to `seq`, with those missing before it; none is delivered twice. */
  deliver(pair: Pair, seq: number, own?: Own): Promise<void> {
    const name = nameOfPair(pair);
    if (!own && !this.#isAnyHere(pair)) {
      const delivered = this.#delivered.get(name);
      if (delivered) delivered.seq = Math.max(delivered.seq, seq);
      return Promise.resolve();
    }
    const delivered = this.#delivered.get(name) ?? this.#expectAll(pair, seq);
    this.#unused.delete(name);
    const delivery = delivered.tail.then(() => this.#deliverNext(delivered, pair, seq, own));
    delivered.tail = delivery.catch((error) => {
      log.error("a message could not be delivered: {error}", { error: String(error) });
    });
    // If this fails, the author is told to send again, and is answered then.
    return own ? delivery : delivered.tail;
  }

  /** The people here connected before their chat began: the first news that comes may be of a later message. */
  #expectAll(pair: Pair, seq: number): Delivered {
    const { store } = this.#context;
    const delivered: Delivered = { pair, seq: 0, tail: Promise.resolve() };
    this.#delivered.set(nameOfPair(pair), delivered);
    delivered.tail = chatOfPerson(store, pair.manId).catch(() => null).then((chat) => {
      const isTheirs = chat?.ladyId === pair.ladyId && chat.state !== "ended";
      delivered.seq = Math.max(delivered.seq, isTheirs ? Math.min(chat.firstSeq, seq - 1) : seq - 1);
    });
    return delivered;
  }

  async #deliverNext(delivered: Delivered, pair: Pair, seq: number, own?: Own): Promise<void> {
    while (delivered.seq < seq) {
      if (own && delivered.seq === seq - 1) return await this.#show(delivered, own.message, own);
      const messages = await this.#between(pair, delivered.seq, own ? seq - 1 : seq);
      if (messages.length === 0) throw new Error(`message ${delivered.seq + 1} of ${nameOfPair(pair)} is not there`);
      for (const message of messages) await this.#show(delivered, message);
    }
    if (!own) return;
    // News of later messages delivered it already; its author is answered all the same.
    own.answer(await shownMessage(this.#authors, own.message, null));
    this.#translations.follow(own.message);
  }

  /** The messages after `afterSeq` up to `upToSeq`, or the first of them; most often there is one. */
  async #between(pair: Pair, afterSeq: number, upToSeq: number): Promise<Message[]> {
    const { store } = this.#context;
    if (upToSeq > afterSeq + 1) {
      return (await history(store, pair, { afterSeq, beforeSeq: upToSeq + 1, limit: missingAtOnce })).messages;
    }
    const message = await messageAt(store, { ...pair, seq: upToSeq });
    return message ? [message] : [];
  }

  async #show(delivered: Delivered, message: Message, own?: Own): Promise<void> {
    const hub = this.#hub;
    const authorId = authorIdOf(message);
    const recipientId = partnerIn(message, authorId);
    const shown = await shownMessage(this.#authors, message, null);
    // Not before: if the store does not answer, the message still has to be shown.
    delivered.seq = Math.max(delivered.seq, message.seq);
    own?.answer(shown);
    const reader = hub.here(recipientId);
    if (reader) noteUnread(reader, authorId, (reader.unread.get(authorId) ?? 0) + 1);
    hub.sendHere(recipientId, "NewMessage", { message: shown });
    hub.sendHere(authorId, "NewMessage", { message: shown }, own?.from);
    if (own) this.#translations.follow(message);
  }
}
