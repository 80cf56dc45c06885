/**
 * How much is read of all connections together. Whole frames are garbage as soon as they are answered, but a few
 * hundred connections that send the largest ones as fast as they may fill the memory quicker than it is cleared. So
 * each second has room for so much; when it is used up, whoever says more than most ever do is read no further for as
 * long as that is worth.
 */

/** UTF-16 units that are read in a second: a thousand messages and thirty calls that begin take half of it. */
const unitsPerSecondMax = 1024 * 1024;
/** What a connection may say in a full second without waiting, and how much is worth a second of waiting. */
const unitsOfOneMax = 8 * 1024;
const unitsPerWaitedSecond = 8 * 1024;
/** Shorter than the silence after which a connection is asked for a sign of life. */
const waitMsMax = 10_000;
const secondMs = 1000;

export class Pace {
  #began = -Infinity;
  #units = 0;

  /**
   * Takes what a connection said, which has said `ofConnection` in this second, at a moment in ms; answers for how many
   * ms it waits.
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
