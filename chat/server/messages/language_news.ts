/** Tells a person's tabs in the chat that the person reads other languages now. */
import { getLogger } from "@logtape/logtape";
import { languagesKind, readingOf } from "../../../kv/accounts/languages.ts";
import { userById } from "../../../kv/accounts/users.ts";
import type { Store } from "../../../kv/open.ts";
import type { Hub } from "../hub.ts";

const log = getLogger(["vesna", "chat"]);

export class LanguageNews {
  #store: Store;
  #hub: Hub;
  #stopListening: () => void;

  constructor(store: Store, hub: Hub) {
    this.#store = store;
    this.#hub = hub;
    this.#stopListening = store.pubsub.listenToAll(languagesKind, (id) => {
      const userIds = id === null ? [...hub.all()].map(({ userId }) => userId) : [Number(id)];
      for (const userId of userIds) {
        this.#tell(userId).catch((error) => log.error("a change of languages could not be told: {error}", { error }));
      }
    });
  }

  shut(): void {
    this.#stopListening();
  }

  async #tell(userId: number): Promise<void> {
    const user = this.#hub.here(userId) && await userById(this.#store, userId);
    if (!user) return;
    const { reads, into } = readingOf(user);
    this.#hub.sendHere(userId, "languages-changed", { reads, into });
  }
}
