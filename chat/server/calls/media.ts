/** Which of the two in a call see the other. Both must within 20 s of the beginning, and within 20 s of each loss. */
import type { Side } from "../../../kv/chats/pairs.ts";
import type { Store } from "../../../kv/open.ts";
import { mediaSeconds } from "../../shared/limits.ts";
import type { ChatContext } from "../context.ts";
import type { Deadlines } from "../deadlines.ts";

export class Media {
  #store: Store;
  #deadlines: Deadlines;
  #tooLate: () => void;
  #up = new Set<Side>();
  #cancel: (() => void) | null = null;
  /** When the call ends unless both see each other before; ms. */
  #untilMs = 0;
  /** Whether both ever saw each other. */
  wereBothUp = false;

  /** `tooLate` is called when the two did not see each other in time. */
  constructor({ store, deadlines }: ChatContext, tooLate: () => void) {
    this.#store = store;
    this.#deadlines = deadlines;
    this.#tooLate = tooLate;
    this.#wait();
  }

  get areBothUp(): boolean {
    return this.#up.size === 2;
  }

  get untilMs(): number {
    return this.#untilMs;
  }

  /** Notes that one sees the other; true if from now on both do. */
  markUp(side: Side): boolean {
    if (this.#up.has(side)) return false;
    this.#up.add(side);
    if (!this.areBothUp) return false;
    this.stop();
    this.wereBothUp = true;
    return true;
  }

  /** Notes that one no longer sees the other; true if that is new. */
  markLost(side: Side): boolean {
    if (!this.#up.delete(side)) return false;
    if (this.#cancel === null) this.#wait();
    return true;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(): void {
    this.#untilMs = this.#store.now() + mediaSeconds * 1000;
    this.#cancel = this.#deadlines.at(this.#untilMs, () => {
      this.#cancel = null;
      this.#tooLate();
    });
  }
}
