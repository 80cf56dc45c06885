/**
 * Which of the two in a call see the other. Both must within 20 s of the beginning, and within 20 s of each loss. All losses
 * together may last as long as kv/chats/standing_still.ts allows: what they see and hear goes from one to the other past the
 * server, and a program that kept reporting losses would hold a call without paying. For the same reason it matters who
 * says that the other is lost: whom the other still sees has not lost the path.
 */
import type { Ending } from "../../../kv/chats/minutes.ts";
import type { Side } from "../../../kv/chats/pairs.ts";
import { stillLeftMs } from "../../../kv/chats/standing_still.ts";
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
  /** Since when both see each other, or one does not; ms. */
  #sinceMs: number;
  #seenMs = 0;
  #lossesMs = 0;
  /** Whether less than 20 s were left for this loss. */
  #isCutShort = false;
  /** Whether one who never lost the other during this loss said to see the other still. */
  #isContradicted = false;
  /** Who lost the other during this loss. */
  #losersNow = new Set<Side>();
  /** Who ever lost the other in this call. */
  #losers = new Set<Side>();
  /** Whether both ever saw each other. */
  wereBothUp = false;

  /** `tooLate` is called when the two did not see each other in time. */
  constructor({ store, deadlines }: ChatContext, tooLate: () => void) {
    this.#store = store;
    this.#deadlines = deadlines;
    this.#tooLate = tooLate;
    this.#sinceMs = store.now();
    this.#wait();
  }

  get areBothUp(): boolean {
    return this.#up.size === 2;
  }

  get untilMs(): number {
    return this.#untilMs;
  }

  /**
   * Whose doing a lost call is. A lost path is missed on both sides within seconds, so it is the man's, if he is not
   * believed, where she says that she still sees him; also if his losses used up what there was, and she never missed him.
   * If she says nothing, her device or her line may be at fault.
   */
  get lostBy(): Pick<Ending, "by" | "contradicted"> {
    const isHisAlone = this.#isContradicted || (this.#isCutShort && !this.#losers.has("lady"));
    if (!isHisAlone || this.#losersNow.has("lady")) return { by: "server" };
    return { by: "man", contradicted: { stillMs: this.#lossesMs + this.#lastsMs, seenMs: this.#seenMs } };
  }

  /** Notes that one sees the other, or still does; true if from now on both do. */
  markUp(side: Side): boolean {
    if (this.#up.has(side)) {
      // Who lost the other as well, and has found a path since, may be seen by nobody on it.
      this.#isContradicted ||= !this.areBothUp && !this.#losersNow.has(side);
      return false;
    }
    this.#up.add(side);
    if (!this.areBothUp) return false;
    this.#losersNow.clear();
    this.stop();
    const lastedMs = this.#turn();
    if (this.wereBothUp) this.#lossesMs += lastedMs;
    this.wereBothUp = true;
    return true;
  }

  /** Notes that one no longer sees the other; true if that is new. */
  markLost(side: Side): boolean {
    const wereUp = this.areBothUp;
    if (!this.#up.delete(side)) return false;
    this.#losers.add(side);
    this.#losersNow.add(side);
    this.#isContradicted = false;
    if (wereUp) this.#seenMs += this.#turn();
    if (this.#cancel === null) this.#wait();
    return true;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** How long it has been so that both see each other, or that one does not; ms. */
  get #lastsMs(): number {
    // The clock may have been put back.
    return Math.max(0, this.#store.now() - this.#sinceMs);
  }

  /** Both began to see each other, or no longer do: returns how long it was otherwise, ms. */
  #turn(): number {
    const lastedMs = this.#lastsMs;
    this.#sinceMs = this.#store.now();
    return lastedMs;
  }

  #wait(): void {
    const leftMs = stillLeftMs(this.#lossesMs, this.#seenMs);
    this.#isCutShort = leftMs < mediaSeconds * 1000;
    this.#untilMs = this.#store.now() + Math.min(mediaSeconds * 1000, leftMs);
    this.#cancel = this.#deadlines.at(this.#untilMs, () => {
      this.#cancel = null;
      this.#tooLate();
    });
  }
}
