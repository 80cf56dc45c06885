/**
 * Time that passes as fast as it can be computed: one thing happens after the other, each with everything that follows
 * from it at once. Of things that are due at the same moment, the seed picks the next. Nothing else decides the order.
 */
import { setImmediate } from "node:timers";
import { Heap } from "./heap.ts";
import type { Trace } from "./trace.ts";

/** Something that things happen to: an instance, which may freeze or die. */
export class Process {
  isDead = false;
  /** Nothing happens to it before this moment; ms from the beginning. */
  frozenUntilMs = 0;

  constructor(readonly name: string) {}
}

interface Happening {
  dueMs: number;
  order: number;
  what: string;
  of: Process;
  run: () => void;
}

export class SimulatedTime {
  /** Ms from the beginning. */
  nowMs = 0;
  /** How many things have happened. */
  count = 0;
  /** The process to which the present thing happens. */
  current: Process;
  readonly random: () => number;
  readonly trace: Trace;
  #next = new Heap<Happening>();

  constructor(random: () => number, trace: Trace, outside: Process) {
    this.random = random;
    this.trace = trace;
    this.current = outside;
  }

  /** Lets something happen to a process after so many ms, unless it is dead by then. */
  after(delayMs: number, of: Process, what: string, run: () => void): void {
    this.#next.push({ dueMs: this.nowMs + Math.max(0, delayMs), order: this.random(), what, of, run });
  }

  /** Goes on until `isOver`, which is asked before each thing that happens; throws if nothing is left to happen. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const next = this.#next.pop();
      if (!next) throw new Error("nothing happens any more");
      const { of, dueMs } = next;
      if (of.isDead) continue;
      if (of.frozenUntilMs > dueMs) {
        // What came while it was frozen comes first afterwards, in its own order.
        this.#next.push({ ...next, dueMs: of.frozenUntilMs, order: dueMs - of.frozenUntilMs });
        continue;
      }
      this.nowMs = dueMs;
      this.count++;
      this.current = of;
      this.trace.note(`${dueMs} ${of.name} ${next.what}\n`);
      next.run();
      await turn();
    }
  }
}

/** Resolves when everything has happened that follows without waiting for something else. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
