/** When the store is back: finds out what became of starts, chats and ends meanwhile, and tells it. */
import { getLogger } from "@logtape/logtape";
import type { Endings } from "./endings.ts";
import type { HeldChats } from "./held_chats.ts";
import type { Meter } from "./meter.ts";
import type { Starts } from "./starts.ts";

const log = getLogger(["vesna", "chat"]);

/** The parts that look again. */
interface Collaborators {
  held: HeldChats;
  starts: Starts;
  meter: Meter;
  endings: Endings;
}

export class StoreReturn {
  #collaborators: Collaborators;

  constructor(collaborators: Collaborators) {
    this.#collaborators = collaborators;
  }

  /** `sinceMs`: since when the store was away, server time. */
  async lookAgain(sinceMs: number): Promise<void> {
    const { held, starts, meter, endings } = this.#collaborators;
    // In the same turn as the store's return: no chat may be found used up before.
    held.leaveOut(sinceMs);
    try {
      await Promise.all([starts.lookAgain(), meter.lookAgain(), endings.endOrphaned()]);
      await endings.tellKnownEnded();
    } catch (error) {
      log.error("the chats could not be looked at: {error}", { error });
    }
  }
}
