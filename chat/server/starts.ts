/**
 * Starts chats, and sees to it that this instance holds each chat that stands in the store under its name: also one whose
 * start the store carried out when nobody waited for it any more.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, chatOfPerson, startChat, type Started, type Starting } from "../../kv/chats/chats.ts";
import { type Pair, partnerIn } from "../../kv/chats/pairs.ts";
import { alsoIfLate } from "../../kv/store/health/health.ts";
import type { Connection } from "./connections/connection.ts";
import type { ChatContext } from "./context.ts";
import type { Conversations } from "./messages/conversation.ts";
import type { HeldChats } from "./held_chats.ts";
import type { Hub } from "./hub.ts";
import type { OtherInstances } from "./instances/other_instances.ts";
import { newsOfChat } from "./instances/news.ts";
import type { Agreements } from "./requests/agreements.ts";

const log = getLogger(["vesna", "chat"]);

/** The parts that starts use. */
interface Collaborators {
  hub: Hub;
  held: HeldChats;
  agreements: Agreements;
  conversations: Conversations;
  otherInstances: OtherInstances | null;
}

export class Starts {
  #context: ChatContext;
  #hub: Hub;
  #held: HeldChats;
  #agreements: Agreements;
  #conversations: Conversations;
  #otherInstances: OtherInstances | null;
  /** The pairs whose start has an unknown outcome, which must be looked up. */
  #unknown = new Set<Pair>();

  constructor(context: ChatContext, { hub, held, agreements, conversations, otherInstances }: Collaborators) {
    this.#context = context;
    this.#hub = hub;
    this.#held = held;
    this.#agreements = agreements;
    this.#conversations = conversations;
    this.#otherInstances = otherInstances;
  }

  /**
   * Starts a chat that this instance holds from then on; `answer` hears of it before anybody else. Refuses what startChat
   * refuses.
   */
  async start(pair: Pair, wanted: Omit<Starting, "instanceId">, answer?: (chat: Chat) => void): Promise<Started> {
    const { store, instanceId } = this.#context;
    const starting = startChat(store, pair, { ...wanted, instanceId });
    const started = await alsoIfLate(starting, () => void this.#settled(pair));
    if (!started.ok) return started;
    const { chat } = started;
    answer?.(chat);
    const isRepeat = started.isRepeat || this.#held.known(chat.id) !== null;
    if (!isRepeat) this.#began(chat);
    return { ...started, isRepeat };
  }

  #began(chat: Chat): void {
    log.info("chat {id} created", { id: chat.id, manId: chat.manId, ladyId: chat.ladyId });
    this.#agreements.usedUp(chat);
    this.#conversations.expectAfter(chat, chat.firstSeq);
    this.#held.hold(chat);
    this.#otherInstances?.publish(newsOfChat(chat));
  }

  /** Counts a new text chat and tells both of it; `except` knows already. */
  announce(chat: Chat, except?: Connection): void {
    this.#context.counters.chatsStarted++;
    for (const userId of [chat.manId, chat.ladyId]) {
      const told = { id: chat.id, error: null, partnerId: partnerIn(chat, userId) };
      this.#hub.send(userId, "chat-session-create", told, except);
    }
  }

  #settled(pair: Pair): void {
    this.#unknown.add(pair);
    // The store may not count as back yet: then it is looked at again.
    this.lookAgain().catch((error) =>
      log.warn("nobody knows yet what came of a start: {error}", { error: String(error) })
    );
  }

  /**
   * Looks up starts whose people were told that nothing came of them. A chat that did begin goes on, or ends as unpaid.
   */
  async lookAgain(): Promise<void> {
    for (const pair of this.#unknown) {
      const chat = await chatOfPerson(this.#context.store, pair.manId);
      this.#unknown.delete(pair);
      const isOurs = chat?.instanceId === this.#context.instanceId && chat.ladyId === pair.ladyId;
      if (!isOurs || chat.state === "ended" || this.#held.known(chat.id)) continue;
      this.#began(chat);
      if (chat.kind === "text") this.announce(chat);
    }
  }
}
