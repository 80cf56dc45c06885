/**
 * Lets go of people who may not stay: closes the connection, and ends the person's chat, at once if she or he may chat
 * no more, otherwise with the last connection on all instances.
 */
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { sideOf } from "../../../kv/chats/pairs.ts";
import type { Store } from "../../../kv/open.ts";
import { BoundedMap } from "../../../kv/store/bounded_map.ts";
import type { Endings } from "../endings.ts";
import type { Hub } from "../hub.ts";
import type { Dismissal } from "./admissions.ts";
import type { Connection } from "./connection.ts";

/** Within this time an ended session is noticed on all instances. */
const sameMomentMs = 3000;

/** The reason that is sent beside the close code. */
export const dismissalReasons: Record<Dismissal, string> = {
  notSignedIn: "not signed in",
  noChatForThis: "no chat for this role",
};

export class Dismissals {
  #store: Store;
  #hub: Hub;
  #endings: Endings;
  /** People whose session ended here while they had another connection, and when (real time). */
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

  /** A person's last connection to another instance is gone, perhaps for the same reason as the last one here. */
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
