/**
 * That somebody is writing, told to the partner of an open chat and to nobody else; kept nowhere. Said more often than
 * every two seconds, it is not passed on.
 */
import { chatOfPerson, isOpen } from "../../kv/chats/chats.ts";
import { partnerIn } from "../../kv/chats/pairs.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import { typingEverySeconds } from "../shared/limits.ts";
import type { Room } from "./room.ts";

export class Typing {
  #room: Room;
  /** When each person was last passed on (real time), from whichever tab it came. */
  #saidAt = new Map<number, number>();

  #elapsedMs: () => number;

  constructor(room: Room) {
    this.#room = room;
    this.#elapsedMs = room.options.elapsedMs ?? (() => performance.now());
  }

  /** Passes it on; refuses `chat_not_open` where the two have no open chat with each other. */
  async say(userId: number, partnerId: number, isTyping: boolean): Promise<Refusal | void> {
    const now = this.#elapsedMs();
    if (now - (this.#saidAt.get(userId) ?? -Infinity) < typingEverySeconds * 1000) return;
    this.#saidAt.set(userId, now);
    const { store, hub } = this.#room;
    const chat = await chatOfPerson(store, userId);
    if (!chat || !isOpen(chat, store.now()) || partnerIn(chat, userId) !== partnerId) return refuse("chat_not_open");
    hub.send(partnerId, "typing", { from: userId, isTyping });
  }

  /** Somebody has no line any more. */
  forget(userId: number): void {
    this.#saidAt.delete(userId);
  }
}
