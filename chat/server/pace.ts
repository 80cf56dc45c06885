/**
 * How much is read of all lines together. Whole frames are garbage as soon as they are answered, but a few hundred lines
 * that send the largest ones as fast as they may fill the memory quicker than it is cleared. So each second has room for
 * so much; when it is used up, whoever has said more than most ever do is read no further until the next one.
 */

/** UTF-16 units that are read in a second: a thousand messages and a hundred calls that begin take a tenth of it. */
const unitsPerSecondMax = 4 * 1024 * 1024;
/** A line that has said so much in a second waits when the second is full; any other goes on. */
const unitsOfOneMax = 8 * 1024;
const secondMs = 1000;

export class Pace {
  #began = -Infinity;
  #units = 0;

  /** Takes what a line said, which has said `ofLine` in this second, at a moment in ms; answers for how many ms it has to wait. */
  take(units: number, ofLine: number, now: number): number {
    if (now - this.#began >= secondMs) {
      this.#began = now;
      this.#units = 0;
    }
    this.#units += units;
    return this.#units > unitsPerSecondMax && ofLine > unitsOfOneMax ? this.#began + secondMs - now : 0;
  }
}
