/** An instance of the site: what it keeps in memory dies with it. */
import { ChatServer } from "../../../chat/server/chat_server.ts";
import type { Store } from "../../../kv/open.ts";
import type { Process, SimulatedTime } from "../time/simulated_time.ts";
import type { FaultyLine } from "./faulty_line.ts";

/** How often an instance checks its deadlines, ms: as often as a real site, it would do little else. */
const tickMs = 250;

export class Instance {
  readonly chat: ChatServer;
  /** Whether it accepts connections. */
  isOpen = false;
  readonly #time: SimulatedTime;

  constructor(time: SimulatedTime, readonly process: Process, readonly line: FaultyLine, readonly store: Store) {
    this.#time = time;
    this.chat = new ChatServer({
      store,
      words: (_, reason) => reason,
      noPhoto: "/no-avatar.webp",
      formerName: (locale) => `Deleted member (${locale})`,
      isShared: true,
      tickMs,
    });
  }

  /** Starts as the site does; if that fails, `failed` is called. */
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
