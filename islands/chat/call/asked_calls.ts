/** Calls that others ask for and that do not ring yet, each with its latest offer, in the order in which they came. */
import type { Signal } from "./signals.ts";

interface AskedCall {
  offer: Signal;
  /** The id of the invitation. */
  requestId: string | undefined;
  /** Until when the invitation waits; server time, ms. */
  untilMs: number;
}

export class AskedCalls {
  #calls = new Map<number, AskedCall>();

  keep(fromId: number, call: AskedCall): void {
    this.forget(fromId);
    this.#calls.set(fromId, call);
  }

  /** Forgets one person's call; without `fromId` all of them, because a greeting tells again which calls wait. */
  forget(fromId?: number): void {
    if (fromId === undefined) this.#calls.clear();
    else this.#calls.delete(fromId);
  }

  /** Removes and returns somebody's call; undefined if there is none, or if its time is over. */
  take(fromId: number, nowMs: number): AskedCall | undefined {
    const call = this.#calls.get(fromId);
    this.#calls.delete(fromId);
    return call && call.untilMs > nowMs ? call : undefined;
  }

  /** The last person kept of those who may ring now. */
  latest(mayRing: (fromId: number) => boolean, nowMs: number): number | undefined {
    return [...this.#calls.keys()].findLast((id) => mayRing(id) && this.#calls.get(id)!.untilMs > nowMs);
  }
}
