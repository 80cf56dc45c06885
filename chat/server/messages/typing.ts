/**
 * Tells the partner of an open chat, and nobody else, that somebody is writing; kept nowhere. More often than every two
 * seconds it is not passed on.
 */
import { chatOfPerson, isOpen } from "../../../kv/chats/chats.ts";
import { partnerIn } from "../../../kv/chats/pairs.ts";
import type { Store } from "../../../kv/open.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { typingEverySeconds } from "../../shared/limits.ts";
import type { ChatContext } from "../context.ts";
import type { Hub } from "../hub.ts";

export class Typing {
  #store: Store;
  #hub: Hub;
  /** When `typing` of each person was last passed on (real time), from whichever tab it came. */
  #saidAt = new Map<number, number>();

  #elapsedMs: () => number;

  constructor({ store, options }: ChatContext, hub: Hub) {
    this.#store = store;
    this.#hub = hub;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /** Passes on whether somebody is writing; refuses `chat_not_open` where the two have no open chat with each other. */
  async say(userId: number, partnerId: number, isTyping: boolean): Promise<Refusal | void> {
    const now = this.#elapsedMs();
    if (now - (this.#saidAt.get(userId) ?? -Infinity) < typingEverySeconds * 1000) return;
    this.#saidAt.set(userId, now);
    const store = this.#store;
    const chat = await chatOfPerson(store, userId);
    if (!chat || !isOpen(chat, store.now()) || partnerIn(chat, userId) !== partnerId) return refuse("chat_not_open");
    this.#hub.send(partnerId, "typing", { from: userId, isTyping });
  }

  /** Somebody has no connection any more. */
  forget(userId: number): void {
    this.#saidAt.delete(userId);
  }
}
