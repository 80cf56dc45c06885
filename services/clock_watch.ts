/**
 * Whether the clock has just jumped ahead. What is done because its time has come (credits that go back, profiles that
 * rest, records that are cleared away) is not undone when somebody puts the clock right, so it waits until the jump has
 * lasted.
 */

const dayMs = 24 * 3600_000;
/** No correction is that large, and no machine sleeps that long unnoticed. */
const jumpMs = dayMs;
/** By then somebody has put a wrong clock right. */
export const doubtMs = 10 * 60_000;

export type ClockWord = "jumped" | "put right" | "taken";

export class ClockWatch {
  #now: () => number;
  #rate: number;
  #steady: () => number;
  #told: (word: ClockWord, aheadDays: number) => void;
  /** How far the clock is ahead of the steady time, as it was last believed. */
  #offsetMs: number;
  #since: number | null = null;

  /** `now` is watched; `steady` counts real ms and never jumps. */
  constructor(
    now: () => number,
    rate: number,
    told: (word: ClockWord, aheadDays: number) => void,
    steady: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#rate = rate;
    this.#told = told;
    this.#steady = steady;
    this.#offsetMs = this.#beyond();
  }

  /** Whether the clock has just jumped ahead; to be asked every few seconds. */
  isInDoubt(): boolean {
    const offsetMs = this.#beyond();
    const aheadMs = offsetMs - this.#offsetMs;
    if (aheadMs <= jumpMs) {
      if (this.#since !== null) this.#told("put right", 0);
      this.#since = null;
      // Small corrections add up, and a step back leaves nothing to be done too early.
      this.#offsetMs = offsetMs;
      return false;
    }
    if (this.#since === null) {
      this.#since = this.#steady();
      this.#told("jumped", Math.round(aheadMs / dayMs));
    }
    if (this.#steady() - this.#since < doubtMs) return true;
    this.#told("taken", Math.round(aheadMs / dayMs));
    this.#since = null;
    this.#offsetMs = offsetMs;
    return false;
  }

  #beyond(): number {
    return this.#now() - this.#steady() * this.#rate;
  }
}
