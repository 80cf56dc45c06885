/**
 * Letting go of whoever may not stay: the connection ends, and with a person's last one, on all instances, her or his
 * chat.
 */
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { sideOf } from "../../../kv/chats/pairs.ts";
import type { Store } from "../../../kv/open.ts";
import { BoundedMap } from "../../../kv/store/bounded_map.ts";
import type { Endings } from "../endings.ts";
import type { Hub } from "../hub.ts";
import type { Dismissal } from "./admissions.ts";
import type { Connection } from "./connection.ts";

/** A session that ends, ends on all instances within so long. */
const sameMomentMs = 3000;

/** What a closing says beside its code. */
export const dismissalReasons: Record<Dismissal, string> = {
  notSignedIn: "not signed in",
  noChatForThis: "no chat for this role",
};

export class Dismissals {
  #store: Store;
  #hub: Hub;
  #endings: Endings;
  /** Whose session ended here while there was another connection elsewhere, and when (real time). */
  #dismissedAt = new BoundedMap<number, number>(1000);

  constructor(store: Store, hub: Hub, endings: Endings) {
    this.#store = store;
    this.#hub = hub;
    this.#endings = endings;
  }

  async dismiss(connection: Connection, why: Dismissal): Promise<void> {
    connection.close(why, dismissalReasons[why]);
    await this.#endChat(connection.userId, why);
  }

  /** The last connection to another instance is gone: perhaps for the reason for which the last one here went. */
  async goneElsewhere(userId: number): Promise<void> {
    const dismissedAt = this.#dismissedAt.get(userId) ?? -Infinity;
    if (performance.now() - dismissedAt < sameMomentMs) await this.#endChat(userId, "notSignedIn");
  }

  async #endChat(userId: number, why: Dismissal): Promise<void> {
    const mayNotChat = why === "noChatForThis";
    if (!mayNotChat && this.#hub.isConnected(userId)) return void this.#dismissedAt.set(userId, performance.now());
    this.#dismissedAt.delete(userId);
    const chat = await chatOfPerson(this.#store, userId);
    if (chat) await this.#endings.end(chat.id, { by: mayNotChat ? "server" : sideOf(chat, userId), reason: "left" });
  }
}
