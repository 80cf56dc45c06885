/** An instance of the site: what it keeps in memory goes with it. */
import { ChatServer } from "../../../chat/server/chat_server.ts";
import type { Store } from "../../../kv/open.ts";
import type { Process, SimulatedTime } from "../time/simulated_time.ts";
import type { FaultyLine } from "./faulty_line.ts";

/** How often an instance looks at its deadlines: as often as a site it would look more than do anything else. */
const tickMs = 250;

export class Instance {
  readonly chat: ChatServer;
  /** Whether it takes anybody in. */
  isOpen = false;
  readonly #time: SimulatedTime;

  constructor(time: SimulatedTime, readonly process: Process, readonly line: FaultyLine, readonly store: Store) {
    this.#time = time;
    this.chat = new ChatServer({
      store,
      words: (_, reason) => reason,
      noPhoto: "/no-avatar.webp",
      isShared: true,
      tickMs,
    });
  }

  /** Begins as a site begins: where that fails it ends, and `failed` is called. */
  open(failed: () => void): void {
    this.#time.after(0, this.process, "open", () => {
      this.#open().catch(failed);
    });
  }

  async #open(): Promise<void> {
    await this.store.pubsub.connect(this.process.name);
    await this.chat.open();
    this.isOpen = true;
  }
}
