/**
 * What two people write to each other: committed, then acknowledged, then delivered, to every tab and in order.
 * Between instances only numbers travel; the messages themselves are read from the store.
 */
import { getLogger } from "@logtape/logtape";
import { wasCall } from "../../kv/chats/charges.ts";
import { chatOfPerson } from "../../kv/chats/chats.ts";
import { type Conversation, conversationOf, conversationsOf, unreadIn } from "../../kv/chats/conversations.ts";
import { history } from "../../kv/chats/history.ts";
import { type ChatMark, chatMarks } from "../../kv/chats/marks.ts";
import {
  authorIdOf,
  type Message,
  messageAt,
  messageIdOf,
  placeOfMessageId,
  writeMessage,
} from "../../kv/chats/messages.ts";
import { idOfSide, isOfPair, otherSide, type Pair, pairOf, partnerIn, sideOf } from "../../kv/chats/pairs.ts";
import { isViewed, markViewed } from "../../kv/chats/views.ts";
import { isBlockedBetween } from "../../kv/safety/blocks.ts";
import { type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import type { ChatMessage, PastChat } from "../shared/server_events.ts";
import { summaryFor } from "./chat_figures.ts";
import type { Connection } from "./connections/connection.ts";
import type { ChatContext } from "./context.ts";
import { type Hub, noteUnread, nothingUnread } from "./hub.ts";
import type { Presence } from "./presence.ts";
import type { Relay } from "./relay.ts";
import type { RelayMessage } from "./relay_messages.ts";
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
 * How long news may come of a chat that is over, or of what was read already: longer than they lie in the store (relay.ts);
 * real time.
 */
const keptMs = 180_000;
/** Read at once where several are missing. */
const missingAtOnce = 100;

export class Conversations {
  #context: ChatContext;
  #hub: Hub;
  #presence: Presence;
  #relay: Relay | null;
  #translations: MessageTranslations;
  #delivered = new Map<string, Delivered>();
  /** Pairs whose chat is over, and since when (real time), the longest first. */
  #unused = new Map<string, number>();
  #elapsedMs: () => number;

  constructor(
    context: ChatContext,
    { hub, presence, relay, translations }: {
      hub: Hub;
      presence: Presence;
      relay: Relay | null;
      translations: MessageTranslations;
    },
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#presence = presence;
    this.#relay = relay;
    this.#translations = translations;
    this.#elapsedMs = context.options.elapsedMs ?? (() => performance.now());
  }

  /** What is written from now on to or by these two is delivered from after that number. */
  expectAfter(pair: Pair, seq: number): void {
    const name = nameOfPair(pair);
    if (!this.#delivered.has(name)) this.#delivered.set(name, { pair, seq, tail: Promise.resolve() });
    this.#unused.delete(name);
  }

  /**
   * Somebody is about to come in amid a chat: what was written before stands in its history, what is written from now on
   * is delivered, whichever of it is heard of first.
   */
  async expectFromNow(userId: number): Promise<void> {
    const { store } = this.#context;
    const chat = await chatOfPerson(store, userId);
    if (!chat || chat.state === "ended" || this.#delivered.has(nameOfPair(chat))) return;
    const conversation = await conversationOf(store, chat);
    this.expectAfter(chat, conversation.value?.lastSeq ?? 0);
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

  /** The same for somebody who comes, and reads what there is: what follows is delivered. */
  async arriving(userId: number, isMan: boolean): Promise<ReadonlyMap<number, number>> {
    const conversations = await conversationsOf(this.#context.store, userId, isMan);
    for (const conversation of conversations) this.#goOnAfter(conversation);
    return this.#unreadIn(conversations, userId);
  }

  /** While neither of two was here, nobody told this instance what they wrote. */
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
   * happen in the order of the messages. Sending again is answered with the first message, which is delivered only where
   * nobody heard what became of it.
   */
  async write(
    from: Connection,
    wanted: { to: number; body: string; clientId: string },
    answer: (message: ChatMessage) => void,
  ): Promise<Refusal | void> {
    const { store, counters } = this.#context;
    const relay = this.#relay;
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
    const isUnheard = delivered !== undefined && !this.#unused.has(nameOfPair(pair)) && delivered.seq < message.seq;
    relay?.publish({ kind: "message", ...pair, seq: message.seq, isRepeat });
    if (isRepeat && !isUnheard) return answer(await this.asShown(message, conversation));
    counters.messages++;
    // In the same turn as the end of the commit, so that messages queue up in their order.
    await this.deliver(pair, message.seq, { message, from, answer });
  }

  /** A message of which another instance tells. */
  async hear({ manId, ladyId, seq, isRepeat }: RelayMessage & { kind: "message" }): Promise<void> {
    const pair = { manId, ladyId };
    if (!isRepeat || this.#delivered.has(nameOfPair(pair))) await this.deliver(pair, seq);
  }

  /** Delivers up to a number, and what is missing before it; what was delivered is not delivered again. */
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
    // Its author hears that it is to be sent again, and is answered then.
    return own ? delivery : delivered.tail;
  }

  /** Who is here was here before their chat began, and has heard nothing of it: the first news may not be of its first. */
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
    // Others' news came with it: its author is answered all the same.
    own.answer(await this.asShown(own.message, null));
    this.#translations.follow(own.message);
  }

  /** The messages after one number up to another, or the first of them; most often there is one. */
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
    const shown = await this.asShown(message, null);
    // Not before: where the store does not answer it is still to be shown.
    delivered.seq = Math.max(delivered.seq, message.seq);
    own?.answer(shown);
    const reader = hub.here(recipientId);
    if (reader) noteUnread(reader, authorId, (reader.unread.get(authorId) ?? 0) + 1);
    hub.sendHere(recipientId, "NewMessage", { message: shown });
    hub.sendHere(authorId, "NewMessage", { message: shown }, own?.from);
    if (own) this.#translations.follow(message);
  }

  /** A translation is its reader's alone. */
  async asShown(message: Message, conversation: Conversation | null, readerId?: number): Promise<ChatMessage> {
    const from = authorIdOf(message);
    return {
      _id: messageIdOf(message),
      seq: message.seq,
      clientId: message.clientId,
      from,
      to: partnerIn(message, from),
      body: message.body,
      createdAt: new Date(message.at).toISOString(),
      viewed: conversation !== null && isViewed(message, conversation),
      fromName: this.#presence.nameOf(from) ?? await this.#context.people.nameOf(from),
      translation: readerId !== undefined && readerId !== from ? message.translation ?? null : null,
    };
  }

  /** A page of what one has with somebody, and the chats that stand in it; of strangers it is empty. */
  async history(
    userId: number,
    isMan: boolean,
    otherId: number,
    wanted: { afterSeq?: number; beforeSeq?: number; limit: number },
  ): Promise<{ messages: ChatMessage[]; more: boolean; chats: PastChat[] }> {
    const pair = isMan ? { manId: userId, ladyId: otherId } : { manId: otherId, ladyId: userId };
    const { messages, more, conversation } = await history(this.#context.store, pair, wanted);
    const isForward = wanted.afterSeq !== undefined;
    const [first, last] = [messages[0]?.seq ?? 1, messages.at(-1)?.seq ?? 0];
    const marks = await chatMarks(this.#context.store, pair, {
      fromSeq: isForward ? wanted.afterSeq! + 1 : more ? first : 1,
      beforeSeq: isForward && more ? last + 1 : wanted.beforeSeq ?? Infinity,
    });
    return {
      messages: await Promise.all(messages.map((message) => this.asShown(message, conversation, userId))),
      more,
      chats: marks.map((mark) => pastChat(mark, isMan)),
    };
  }

  /** Notes that all of somebody's messages were seen. */
  viewedAll(reader: Connection, isMan: boolean, authorId: number): Promise<Result<{ count: number }>> {
    const pair = isMan ? { manId: reader.userId, ladyId: authorId } : { manId: authorId, ladyId: reader.userId };
    return this.#viewed(reader, pair, undefined);
  }

  /** Notes that a message was seen, and so all before it. */
  async viewedOne(reader: Connection, messageId: string): Promise<Result<{ count: number }>> {
    const place = placeOfMessageId(messageId);
    if (!place) return refuse("not_found");
    if (!isOfPair(place, reader.userId)) return refuse("forbidden");
    if (!await messageAt(this.#context.store, place)) return refuse("not_found");
    return await this.#viewed(reader, { manId: place.manId, ladyId: place.ladyId }, place.seq);
  }

  async #viewed(reader: Connection, pair: Pair, upToSeq: number | undefined): Promise<Result<{ count: number }>> {
    const hub = this.#hub;
    const marked = await markViewed(this.#context.store, pair, reader.userId, upToSeq);
    if (!marked.ok) return marked;
    if (marked.count > 0) {
      const authorId = idOfSide(pair, otherSide(sideOf(pair, reader.userId)));
      const ids = marked.seqs.map((seq) => messageIdOf({ ...pair, seq }));
      hub.send(authorId, "your-message-viewed", { ids });
      const person = hub.here(reader.userId);
      if (person && marked.conversation) noteUnread(person, authorId, unreadIn(marked.conversation, reader.userId));
      const shown = person && this.#presence.oneFor(person, authorId);
      if (shown) hub.sendHere(reader.userId, "update-user-list", { users: [shown], gone: [] }, reader);
    }
    return { ok: true, count: marked.count };
  }
}

const pastChat = ({ chat, untilSeq }: ChatMark, isMan: boolean): PastChat => ({
  ...summaryFor(chat, isMan ? "man" : "lady"),
  video: wasCall(chat),
  beganAt: chat.openedAt ?? chat.createdAt,
  endedAt: chat.endedAt,
  afterSeq: chat.firstSeq,
  untilSeq,
});
