/**
 * What must happen at a moment of server time: looked at again and again, so that it holds for a clock that runs
 * faster, or that a test moves. A clock that jumps back takes every deadline back with it.
 */

interface Deadline {
  dueAt: number;
  run: () => void;
}

/** A step back of the clock that is no mere correction. */
const jumpMs = 1000;

export class Deadlines {
  #now: () => number;
  #waiting = new Set<Deadline>();
  #lastMs: number;
  #timer: ReturnType<typeof setInterval> | null = null;
  #everyMs: number;
  #ticks = new Set<(nowMs: number) => void>();
  #jumps = new Set<(untilMs: number, nowMs: number) => void>();

  constructor(now: () => number, everyMs: number) {
    this.#now = now;
    this.#lastMs = now();
    this.#everyMs = everyMs;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.look(), this.#everyMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  /** Runs once when server time has come to `dueAt` (ms), unless the answered function was called before. */
  at(dueAt: number, run: () => void): () => void {
    const deadline = { dueAt, run };
    this.#waiting.add(deadline);
    return () => void this.#waiting.delete(deadline);
  }

  /** Calls `tick` at every look. */
  onTick(tick: (nowMs: number) => void): void {
    this.#ticks.add(tick);
  }

  /** Calls `jump` when the clock went back: what it was before, and what it is. */
  onJump(jump: (untilMs: number, nowMs: number) => void): void {
    this.#jumps.add(jump);
  }

  look(): void {
    const nowMs = this.#now();
    const backMs = this.#lastMs - nowMs;
    if (backMs > jumpMs) {
      for (const deadline of this.#waiting) deadline.dueAt -= backMs;
      for (const jump of this.#jumps) jump(this.#lastMs, nowMs);
    }
    this.#lastMs = nowMs;
    for (const deadline of [...this.#waiting]) {
      if (deadline.dueAt > nowMs) continue;
      this.#waiting.delete(deadline);
      deadline.run();
    }
    for (const tick of this.#ticks) tick(nowMs);
  }
}
