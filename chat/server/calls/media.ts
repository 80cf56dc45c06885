/** Who of a call's two sees the other. Both must within 20 s of the beginning, and again within 20 s of a loss. */
import type { Side } from "../../../kv/chats/pairs.ts";
import type { Store } from "../../../kv/open.ts";
import { mediaSeconds } from "../../shared/limits.ts";
import type { ChatContext } from "../context.ts";
import type { Deadlines } from "../deadlines.ts";

export class Media {
  #store: Store;
  #deadlines: Deadlines;
  #over: () => void;
  #up = new Set<Side>();
  #callOff: (() => void) | null = null;
  /** When the call ends unless both see each other before; ms. */
  #until = 0;
  /** Whether both ever saw each other. */
  wasUp = false;

  /** `over` is called when the two did not see each other in time. */
  constructor({ store, deadlines }: ChatContext, over: () => void) {
    this.#store = store;
    this.#deadlines = deadlines;
    this.#over = over;
    this.#wait();
  }

  get areBothUp(): boolean {
    return this.#up.size === 2;
  }

  get until(): number {
    return this.#until;
  }

  /** One sees the other; true where both do since now. */
  markUp(side: Side): boolean {
    if (this.#up.has(side)) return false;
    this.#up.add(side);
    if (!this.areBothUp) return false;
    this.stop();
    this.wasUp = true;
    return true;
  }

  /** One does not see the other any more; true where that is new. */
  markLost(side: Side): boolean {
    if (!this.#up.delete(side)) return false;
    if (this.#callOff === null) this.#wait();
    return true;
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #wait(): void {
    this.#until = this.#store.now() + mediaSeconds * 1000;
    this.#callOff = this.#deadlines.at(this.#until, () => {
      this.#callOff = null;
      this.#over();
    });
  }
}
