/**
 * Ends chats, each exactly once whatever the clients do, and sees to it that both hear of it: because one of the two wants
 * it, because the time is over, or because the server cannot go on with it.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, chatById, chatOfPerson, chatsByIds } from "../../kv/chats/chats.ts";
import { endChat, type Ending, endOrphanedChat, orphanedChats } from "../../kv/chats/minutes.ts";
import { partnerIn, sideOf } from "../../kv/chats/pairs.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import type { ChatNotifier } from "./chat_notifier.ts";
import type { Connection } from "./connections/connection.ts";
import type { ChatContext } from "./context.ts";
import type { Conversations } from "./messages/conversation.ts";
import type { HeldChats } from "./held_chats.ts";
import type { KnownChats } from "./known_chats.ts";
import type { PendingWork } from "./pending_work.ts";
import type { OtherInstances } from "./instances/other_instances.ts";
import { newsOfChat } from "./instances/news.ts";
import type { Requests } from "./requests/requests.ts";

const log = getLogger(["vesna", "chat"]);

/** The parts that endings use. */
interface Collaborators {
  known: KnownChats;
  held: HeldChats;
  pending: PendingWork;
  requests: Requests;
  conversations: Conversations;
  notifier: ChatNotifier;
  otherInstances: OtherInstances | null;
}

export class Endings {
  #context: ChatContext;
  #known: KnownChats;
  #held: HeldChats;
  #pending: PendingWork;
  #requests: Requests;
  #conversations: Conversations;
  #notifier: ChatNotifier;
  #otherInstances: OtherInstances | null;
  /** Chats of dead instances that are still to be ended, or of whose end nobody has heard. */
  #orphaned = new Set<string>();

  constructor(
    context: ChatContext,
    { known, held, pending, requests, conversations, notifier, otherInstances }: Collaborators,
  ) {
    this.#context = context;
    this.#known = known;
    this.#held = held;
    this.#pending = pending;
    this.#requests = requests;
    this.#conversations = conversations;
    this.#notifier = notifier;
    this.#otherInstances = otherInstances;
  }

  /** Ends a chat and tells both, except `answered`, which hears so by its answer. Null if it goes on after all. */
  async end(chatId: string, ending: Ending, answered?: Connection): Promise<Chat | null> {
    const servedUntilMs = this.#held.countedUntilMs(chatId);
    this.#held.beginEnd(chatId);
    // If any of this fails, the chat goes on, and may end another time.
    const { ended, chat } = await this.#pending.add(this.#attempt(chatId, { servedUntilMs, ...ending })).catch(
      (error) => {
        this.#held.endFailed(chatId);
        throw error;
      },
    );
    if (!ended) {
      if (!chat || chat.state === "ended") this.#held.forget(chatId);
      else this.#held.goOn(chat);
      return null;
    }
    this.#held.forget(chatId);
    if (ended.isRepeat) {
      await this.tellFoundEnded(ended.chat);
      return ended.chat;
    }
    await this.#requests.chatEnded(ended.chat);
    await this.#tell(ended.chat, answered);
    return ended.chat;
  }

  /** Tries to end a chat; returns how it ended, or null, and the chat as it stands. */
  async #attempt(chatId: string, ending: Ending) {
    const ended = await endChat(this.#context.store, chatId, ending);
    return { ended, chat: ended?.chat ?? await chatById(this.#context.store, chatId) };
  }

  /** Counts an end, and tells the other instances and both people. */
  async #tell(chat: Chat, answered?: Connection): Promise<void> {
    const { counters } = this.#context;
    counters.chatsEnded++;
    if (chat.refundedCredits > 0) counters.minutesRefunded++;
    log.info("chat {id} ended: {reason} by {by}, {minutes} minutes, {refunded} credits back", {
      id: chat.id,
      reason: chat.endedReason,
      by: chat.endedBy,
      minutes: chat.minutes,
      refunded: chat.refundedCredits,
    });
    this.#conversations.forget(chat);
    this.#otherInstances?.publish(newsOfChat(chat));
    // Somebody may have found the chat ended before its end was answered, and told of it.
    if (this.#known.isEndTold(chat.id)) return;
    this.#known.takeEnd(chat);
    await this.#notifier.tellEndHere(chat, answered);
  }

  /** A chat is over that this instance may have ended without knowing: tells the people here and on other instances. */
  async tellFoundEnded(chat: Chat): Promise<void> {
    this.#otherInstances?.publish(newsOfChat(chat));
    await this.tellEndedElsewhere(chat);
  }

  /** A chat was ended by another instance, or by this one before: tells those who are here, once. */
  async tellEndedElsewhere(chat: Chat): Promise<void> {
    this.#conversations.forget(chat);
    if (this.#known.takeEnd(chat)) await this.#notifier.tellEndHere(chat);
  }

  /**
   * Ends a person's chat as her or his own wish, only with `partnerId` if given. Refuses `chat_not_open` if in none.
   */
  async stop(userId: number, partnerId: number | null, connection: Connection): Promise<Result<{ chat: Chat }>> {
    const chat = await chatOfPerson(this.#context.store, userId);
    if (!chat || (partnerId !== null && partnerIn(chat, userId) !== partnerId)) return refuse("chat_not_open");
    const ended = await this.end(chat.id, { by: sideOf(chat, userId), reason: "stopped" }, connection);
    return ended ? { ok: true, chat: ended } : refuse("chat_not_open");
  }

  /** Ends the chat of two people who are parted, as the doing of `userId` or, if it is not `isOwnDoing`, of the site. */
  async endBetween(userId: number, otherId: number, isOwnDoing: boolean): Promise<void> {
    const chat = await chatOfPerson(this.#context.store, userId);
    if (!chat || partnerIn(chat, userId) !== otherId) return;
    await this.end(chat.id, { by: isOwnDoing ? sideOf(chat, userId) : "server", reason: "blocked" });
  }

  /** Ends the chats that dead instances left open. */
  async repair(isDead: (instanceId: string) => boolean): Promise<void> {
    for (const chatId of await orphanedChats(this.#context.store, isDead)) this.#orphaned.add(chatId);
    await this.endOrphaned();
  }

  /** Ends orphaned chats. If the store was away meanwhile, some may be over already: all people hear of those, too. */
  async endOrphaned(): Promise<void> {
    for (const chatId of this.#orphaned) {
      const ended = await endOrphanedChat(this.#context.store, chatId);
      this.#orphaned.delete(chatId);
      if (ended) await (ended.isRepeat ? this.tellFoundEnded(ended.chat) : this.#tell(ended.chat));
    }
  }

  /**
   * This instance was declared dead under a former name, and its chats are ended by whichever instance is quicker.
   * Tells the people here of chats that are over, also of those that other instances held.
   */
  async beginAnew(formerId: string): Promise<void> {
    for (const chatId of this.#held.ids()) this.#held.forget(chatId);
    await this.outlive((id) => id === formerId);
  }

  /** Ends the chats of dead instances, and tells of those that they had ended without telling anybody. */
  async outlive(isDead: (instanceId: string) => boolean): Promise<void> {
    await this.repair(isDead);
    await this.tellKnownEnded();
  }

  /** Tells those who are here of chats that are over and of which no news came. */
  async tellKnownEnded(): Promise<void> {
    for (const chat of await chatsByIds(this.#context.store, this.#known.ids())) {
      if (chat.state === "ended") await this.tellEndedElsewhere(chat);
    }
  }

  /**
   * Ends all chats that this instance holds, as the server's doing. A chat that the store does not take the end of is
   * left to the next start or another instance: nobody is kept waiting for it.
   */
  async shut(): Promise<void> {
    await Promise.all(
      this.#held.ids().map((chatId) =>
        this.end(chatId, { by: "server", reason: "restart" }).catch((error) => {
          log.error("chat {id} is left to the next start: {error}", { id: chatId, error: String(error) });
        })
      ),
    );
    await this.#pending.settled();
  }
}
