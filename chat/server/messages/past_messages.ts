/** Past messages: read page by page with the chats among them, and noted as seen. */
import { wasCall } from "../../../kv/chats/charges.ts";
import { type Conversation, conversationOf, unreadIn } from "../../../kv/chats/conversations.ts";
import { history } from "../../../kv/chats/history.ts";
import { type ChatMark, chatMarks } from "../../../kv/chats/marks.ts";
import { messageIdOf, placeOfMessageId } from "../../../kv/chats/messages.ts";
import { type Pair, pairOfSides, partnerIn } from "../../../kv/chats/pairs.ts";
import { markViewed } from "../../../kv/chats/views.ts";
import { refuse, type Result } from "../../../kv/store/refusals.ts";
import type { ChatMessage, PastChat } from "../../shared/server_events.ts";
import { summaryFor } from "../chat_figures.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import { type Hub, noteUnread } from "../hub.ts";
import type { Presence } from "../presence/presence.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import { shownMessage } from "./shown_message.ts";

export class PastMessages {
  #context: ChatContext;
  #hub: Hub;
  #presence: Presence;
  #otherInstances: OtherInstances | null;

  constructor(
    context: ChatContext,
    { hub, presence, otherInstances }: { hub: Hub; presence: Presence; otherInstances: OtherInstances | null },
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#presence = presence;
    this.#otherInstances = otherInstances;
  }

  /** Returns a page of two people's messages, and the chats among them; empty for strangers. */
  async history(
    userId: number,
    isMan: boolean,
    otherId: number,
    wanted: { afterSeq?: number; beforeSeq?: number; limit: number },
  ): Promise<{ messages: ChatMessage[]; more: boolean; chats: PastChat[] }> {
    const { store, people } = this.#context;
    const presence = this.#presence;
    const pair = pairOfSides(isMan, userId, otherId);
    const { messages, more, conversation } = await history(store, pair, wanted);
    const isForward = wanted.afterSeq !== undefined;
    const [first, last] = [messages[0]?.seq ?? 1, messages.at(-1)?.seq ?? 0];
    const marks = await chatMarks(store, pair, {
      fromSeq: isForward ? wanted.afterSeq! + 1 : more ? first : 1,
      beforeSeq: isForward && more ? last + 1 : wanted.beforeSeq ?? Infinity,
    });
    return {
      messages: await Promise.all(
        messages.map((message) => shownMessage({ presence, people }, message, conversation, userId)),
      ),
      more,
      chats: marks.map((mark) => pastChat(mark, isMan)),
    };
  }

  /** Notes that all of somebody's messages were seen. */
  viewedAll(reader: Connection, isMan: boolean, authorId: number): Promise<Result<{ count: number }>> {
    return this.#viewed(reader, pairOfSides(isMan, reader.userId, authorId), undefined);
  }

  /** Notes that a message was seen, and so all before it. */
  async viewedOne(reader: Connection, messageId: string): Promise<Result<{ count: number }>> {
    const place = placeOfMessageId(messageId);
    if (!place) return refuse("not_found");
    return await this.#viewed(reader, { manId: place.manId, ladyId: place.ladyId }, place.seq);
  }

  async #viewed(reader: Connection, pair: Pair, upToSeq: number | undefined): Promise<Result<{ count: number }>> {
    const authorId = partnerIn(pair, reader.userId);
    const isBlocked = this.#hub.here(reader.userId)?.blockedIds.has(authorId);
    const marked = await markViewed(this.#context.store, pair, reader.userId, upToSeq, isBlocked);
    if (!marked.ok) return marked;
    const ids = marked.seqs.map((seq) => messageIdOf({ ...pair, seq }));
    if (ids.length > 0) this.#hub.send(authorId, "your-message-viewed", { ids });
    if (marked.count > 0) {
      if (marked.conversation) this.#tellUnread(marked.conversation, reader.userId, reader);
      this.#otherInstances?.publish({ kind: "seen", ...pair, readerId: reader.userId });
    }
    return { ok: true, count: marked.count };
  }

  /** Somebody has read on another device, at another instance. */
  async seenElsewhere({ manId, ladyId, readerId }: Pair & { readerId: number }): Promise<void> {
    const { value } = await conversationOf(this.#context.store, { manId, ladyId });
    if (value) this.#tellUnread(value, readerId);
  }

  /** Tells a reader's tabs here how many of the other's messages are unread now; `except` knows already. */
  #tellUnread(conversation: Conversation, readerId: number, except?: Connection): void {
    const authorId = partnerIn(conversation, readerId);
    const person = this.#hub.here(readerId);
    if (!person) return;
    noteUnread(person, authorId, unreadIn(conversation, readerId));
    const shown = this.#presence.oneFor(person, authorId);
    if (shown) this.#hub.sendHere(readerId, "update-user-list", { users: [shown], gone: [] }, except);
  }
}

const pastChat = ({ chat, untilSeq }: ChatMark, isMan: boolean): PastChat => ({
  ...summaryFor(chat, isMan ? "man" : "lady"),
  video: wasCall(chat),
  turns: (chat.turns ?? []).map(({ kind, at, afterSeq }) => ({ video: kind === "video", at, afterSeq })),
  beganAt: chat.openedAt ?? chat.createdAt,
  endedAt: chat.endedAt,
  afterSeq: chat.firstSeq,
  untilSeq,
});
