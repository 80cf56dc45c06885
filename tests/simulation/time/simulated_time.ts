/**
 * Time that passes as fast as it can be computed: one thing happens after the other, each with everything that follows
 * from it at once, and of those that are due at the same moment the seed picks the next. Nothing else decides the order.
 */
import { setImmediate } from "node:timers";
import { Heap } from "./heap.ts";
import type { Trace } from "./trace.ts";

/** Somebody whose things happen: an instance, which may stand still or die. */
export class Process {
  isDead = false;
  /** Nothing happens to it before; ms from the beginning. */
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
  /** How much has happened. */
  count = 0;
  /** To whom what happens now happens. */
  current: Process;
  readonly random: () => number;
  readonly trace: Trace;
  #next = new Heap<Happening>();

  constructor(random: () => number, trace: Trace, outside: Process) {
    this.random = random;
    this.trace = trace;
    this.current = outside;
  }

  /** Lets something happen to a process after so many ms; a dead one's never happens. */
  after(delayMs: number, of: Process, what: string, run: () => void): void {
    this.#next.push({ dueMs: this.nowMs + Math.max(0, delayMs), order: this.random(), what, of, run });
  }

  /** Goes on until `isOver`, looked at after each thing that happens; throws where nothing would happen any more. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const next = this.#next.pop();
      if (!next) throw new Error("nothing happens any more");
      const { of, dueMs } = next;
      if (of.isDead) continue;
      if (of.frozenUntilMs > dueMs) {
        // Everything that came meanwhile comes first afterwards, in its order.
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

/** Everything that follows without waiting for something else has happened when this resolves. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
