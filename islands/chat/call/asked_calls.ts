/** Calls that others ask for and that do not ring yet, each with its latest offer; the latest caller waits longest. */
import type { Signal } from "./signals.ts";

interface AskedCall {
  offer: Signal;
  /** Which question it is. */
  requestId: string | undefined;
  /** Server time. */
  untilMs: number;
}

export class AskedCalls {
  #calls = new Map<number, AskedCall>();

  keep(fromId: number, call: AskedCall): void {
    this.forget(fromId);
    this.#calls.set(fromId, call);
  }

  /** Somebody's question is over; without a name everybody's, as a greeting tells anew what waits. */
  forget(fromId?: number): void {
    if (fromId === undefined) this.#calls.clear();
    else this.#calls.delete(fromId);
  }

  /** Takes what somebody asks; undefined where it is nothing, or over by itself. */
  take(fromId: number, nowMs: number): AskedCall | undefined {
    const call = this.#calls.get(fromId);
    this.#calls.delete(fromId);
    return call && call.untilMs > nowMs ? call : undefined;
  }

  /** Of those who may ring now, who was kept last. */
  latest(mayRing: (fromId: number) => boolean, nowMs: number): number | undefined {
    return [...this.#calls.keys()].findLast((id) => mayRing(id) && this.#calls.get(id)!.untilMs > nowMs);
  }
}
