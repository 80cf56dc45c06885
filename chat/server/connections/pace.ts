/**
 * Limits how much is read from all connections together. Whole frames are garbage as soon as they are answered, but a
 * few hundred connections that send the largest ones as fast as they may fill the memory faster than it is cleared. So
 * each second has a budget. When it is used up, a connection that says more than most ever do is paused, for longer the
 * more it says.
 */

/** UTF-16 units that are read in a second: a thousand messages and thirty calls that begin take half of it. */
const unitsPerSecondMax = 1024 * 1024;
/** What a connection may say in a used-up second without waiting, and how much costs it a second of waiting. */
const unitsOfOneMax = 8 * 1024;
const unitsPerWaitedSecond = 8 * 1024;
/** Shorter than the silence after which a connection is asked for a sign of life. */
const waitMsMax = 10_000;
const secondMs = 1000;

export class Pace {
  #began = -Infinity;
  #units = 0;

  /**
   * Counts what a connection said at `now` (ms), after which it said `ofConnection` in this second. Returns for how
   * many ms it has to wait.
   */
  take(units: number, ofConnection: number, now: number): number {
    if (now - this.#began >= secondMs) {
      this.#began = now;
      this.#units = 0;
    }
    this.#units += units;
    if (this.#units <= unitsPerSecondMax || ofConnection <= unitsOfOneMax) return 0;
    return Math.min(waitMsMax, ofConnection / unitsPerWaitedSecond * 1000);
  }
}
