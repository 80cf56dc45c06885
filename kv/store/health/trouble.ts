/**
 * Something that is tried again and again and fails, such as commits while the disk is full: the pauses between two tries
 * grow, and only the beginning and the end are worth a line of the log.
 */

export interface PauseLimits {
  firstMs: number;
  longestMs: number;
}

export class Trouble {
  #limits: PauseLimits;
  #now: () => number;
  #failures = 0;
  #restUntil = -Infinity;

  /** `now` in ms: real time (`performance.now`), or the store's where a test must be able to move it. */
  constructor(limits: PauseLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Whether the next try must still wait. */
  get isResting(): boolean {
    return this.restMs > 0;
  }

  /** How long the next try must still wait; a clock that was put back prolongs no pause. */
  get restMs(): number {
    return Math.min(Math.max(0, this.#restUntil - this.#now()), this.#pauseMs);
  }

  get #pauseMs(): number {
    return Math.min(this.#limits.longestMs, this.#limits.firstMs * 2 ** (this.#failures - 1));
  }

  /** Notes a failed try; true for the first of a row, which should be logged. */
  failed(): boolean {
    this.#failures++;
    this.#restUntil = this.#now() + this.#pauseMs;
    return this.#failures === 1;
  }

  /** Notes that a try worked; true if it had failed before, which should be logged. */
  worked(): boolean {
    const hadFailed = this.#failures > 0;
    this.#failures = 0;
    this.#restUntil = -Infinity;
    return hadFailed;
  }
}
