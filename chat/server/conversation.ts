/**
 * What two people write to each other: committed, then acknowledged, then delivered, to every tab and in order.
 * Between instances only numbers travel; the messages themselves are read from the store.
 */
import {
  authorIdOf,
  history,
  isViewed,
  markViewed,
  type Message,
  messageAt,
  messageIdOf,
  placeOfMessageId,
  writeMessage,
} from "../../kv/chat_messages.ts";
import { idOfSide, isOfPair, otherSide, type Pair, pairOf, partnerIn, sideOf } from "../../kv/chat_pairs.ts";
import { type Conversation, conversationsOf, unreadIn } from "../../kv/conversations.ts";
import { refuse, type Result } from "../../kv/refusals.ts";
import type { ChatMessage } from "../shared/server_events.ts";
import type { Connection } from "./connection.ts";
import type { Room } from "./room.ts";

/** How far the messages of a pair were delivered here; later ones wait for their turn. */
interface Delivered {
  seq: number;
  tail: Promise<void>;
}

const nameOfPair = ({ manId, ladyId }: Pair): string => `${manId}-${ladyId}`;
/** Read at once where several are missing. */
const missingAtOnce = 100;

export class Conversations {
  #room: Room;
  #delivered = new Map<string, Delivered>();

  constructor(room: Room) {
    this.#room = room;
  }

  /** What is written from now on to or by these two is delivered from after that number. */
  expectAfter(pair: Pair, seq: number): void {
    const name = nameOfPair(pair);
    if (!this.#delivered.has(name)) this.#delivered.set(name, { seq, tail: Promise.resolve() });
  }

  forget(pair: Pair): void {
    // Not before what is under way was delivered.
    const name = nameOfPair(pair);
    const delivered = this.#delivered.get(name);
    delivered?.tail.then(() => {
      if (this.#delivered.get(name) === delivered) this.#delivered.delete(name);
    });
  }

  /** The unread messages of a person, by partner. */
  async unreadOf(userId: number, isMan: boolean): Promise<Map<number, number>> {
    const unread = new Map<number, number>();
    for (const conversation of await conversationsOf(this.#room.store, userId, isMan)) {
      const count = unreadIn(conversation, userId);
      if (count > 0) unread.set(partnerIn(conversation, userId), count);
    }
    return unread;
  }

  /** Writes a message and answers it as the wire has it; `deliver` is to be called once the author has the answer. */
  async write(
    from: Connection,
    toId: number,
    body: string,
    clientId: string,
  ): Promise<Result<{ message: ChatMessage; deliver: () => Promise<void> }>> {
    const { store, counters } = this.#room;
    const paired = await pairOf(store, from.userId, toId);
    if (!paired.ok) return paired.reason === "not_found" ? refuse("chat_not_open") : paired;
    const written = await writeMessage(store, paired.pair, { authorId: from.userId, body, clientId });
    if (!written.ok) return written;
    const { message, conversation, isRepeat } = written;
    if (!isRepeat) counters.messages++;
    return {
      ok: true,
      message: await this.asShown(message, conversation),
      deliver: async () => {
        if (isRepeat) return;
        const { relay } = this.#room;
        if (relay?.hasLine(message.manId) || relay?.hasLine(message.ladyId)) {
          relay.publish({ kind: "message", manId: message.manId, ladyId: message.ladyId, seq: message.seq });
        }
        await this.deliver(message, message.seq, message, from);
      },
    };
  }

  /** Delivers up to a number, and what is missing before it; what was delivered is not delivered again. */
  deliver(pair: Pair, seq: number, known?: Message, except?: Connection): Promise<void> {
    if (!this.#room.hub.here(pair.manId) && !this.#room.hub.here(pair.ladyId)) {
      const delivered = this.#delivered.get(nameOfPair(pair));
      if (delivered) delivered.seq = Math.max(delivered.seq, seq);
      return Promise.resolve();
    }
    this.expectAfter(pair, seq - 1);
    const delivered = this.#delivered.get(nameOfPair(pair))!;
    delivered.tail = delivered.tail.then(() => this.#deliverNext(delivered, pair, seq, known, except)).catch(() => {});
    return delivered.tail;
  }

  async #deliverNext(delivered: Delivered, pair: Pair, seq: number, known?: Message, except?: Connection) {
    while (delivered.seq < seq) {
      if (known && delivered.seq === seq - 1) {
        delivered.seq = seq;
        await this.#show(known, except);
        continue;
      }
      const { messages } = await history(this.#room.store, pair, {
        afterSeq: delivered.seq,
        beforeSeq: known ? seq : seq + 1,
        limit: missingAtOnce,
      });
      if (messages.length === 0) return;
      for (const message of messages) {
        delivered.seq = message.seq;
        await this.#show(message);
      }
    }
  }

  async #show(message: Message, except?: Connection): Promise<void> {
    const { hub } = this.#room;
    const authorId = authorIdOf(message);
    const recipientId = partnerIn(message, authorId);
    const shown = { message: await this.asShown(message, null) };
    const reader = hub.here(recipientId);
    if (reader) reader.unread.set(authorId, (reader.unread.get(authorId) ?? 0) + 1);
    hub.sendHere(recipientId, "NewMessage", shown);
    hub.sendHere(authorId, "NewMessage", shown, except);
  }

  async asShown(message: Message, conversation: Conversation | null): Promise<ChatMessage> {
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
      fromName: await this.#room.people.nameOf(from),
    };
  }

  /** A page of what one has with somebody; of strangers it is empty. */
  async history(
    userId: number,
    isMan: boolean,
    otherId: number,
    wanted: { afterSeq?: number; beforeSeq?: number; limit: number },
  ): Promise<{ messages: ChatMessage[]; more: boolean }> {
    const pair = isMan ? { manId: userId, ladyId: otherId } : { manId: otherId, ladyId: userId };
    const { messages, more, conversation } = await history(this.#room.store, pair, wanted);
    return { messages: await Promise.all(messages.map((message) => this.asShown(message, conversation))), more };
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
    if (!await messageAt(this.#room.store, place)) return refuse("not_found");
    return await this.#viewed(reader, { manId: place.manId, ladyId: place.ladyId }, place.seq);
  }

  async #viewed(reader: Connection, pair: Pair, upToSeq: number | undefined): Promise<Result<{ count: number }>> {
    const { hub, store, presence } = this.#room;
    const marked = await markViewed(store, pair, reader.userId, upToSeq);
    if (!marked.ok) return marked;
    if (marked.count > 0) {
      const authorId = idOfSide(pair, otherSide(sideOf(pair, reader.userId)));
      const ids = marked.seqs.map((seq) => messageIdOf({ ...pair, seq }));
      hub.send(authorId, "your-message-viewed", { ids });
      const person = hub.here(reader.userId);
      if (person && marked.conversation) person.unread.set(authorId, unreadIn(marked.conversation, reader.userId));
      const shown = person && presence.oneFor(person, authorId);
      if (shown) hub.sendHere(reader.userId, "update-user-list", { users: [shown], gone: [] }, reader);
    }
    return { ok: true, count: marked.count };
  }
}
