/**
 * What must happen at a moment of server time. The clock is looked at again and again, so that this also holds if it
 * runs faster or a test moves it. A clock that jumps back takes every deadline back with it.
 */

interface Deadline {
  dueAt: number;
  run: () => void;
}

/** A clock that goes back by more than this has jumped; less is a mere correction. */
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

  /** Calls `run` once when server time reaches `dueAt` (ms). Returns a function that calls this off. */
  at(dueAt: number, run: () => void): () => void {
    const deadline = { dueAt, run };
    this.#waiting.add(deadline);
    return () => void this.#waiting.delete(deadline);
  }

  /** Calls `tick` at every look. */
  onTick(tick: (nowMs: number) => void): void {
    this.#ticks.add(tick);
  }

  /** Calls `jump` when the clock went back, with the time before and the time now. */
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
