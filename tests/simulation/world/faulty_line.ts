/**
 * The line between an instance and the store, as bad as the seed makes it: slow, refusing commits though nobody wrote,
 * losing answers so that a write is sent again, and cut off for a time. Like the client of a remote store it waits for
 * ever, and what was asked before the cut may still happen.
 */
import type { Asked, Line } from "../kv_model/model_handle.ts";
import type { Process, SimulatedTime } from "../time/simulated_time.ts";

/** The probability of each fault, for each question or write. */
export interface Chances {
  /** A commit is refused though all of its checks hold. */
  conflict: number;
  /** A write is carried out, answered to nobody, and sent again. */
  lostAnswer: number;
  /** Something takes seconds to arrive. */
  slow: number;
}

export const noFaults: Chances = { conflict: 0, lostAnswer: 0, slow: 0 };

/** Delays; ms. */
const usual = { least: 0.5, most: 12 };
const slow = { least: 200, most: 4500 };

/** How often each fault happened, to see that it did. */
export interface FaultCounts {
  conflicts: number;
  lostAnswers: number;
  slow: number;
}

interface Question {
  asked: Asked;
  /** Asks the store; `answer` then takes what it answers to the one who asked. */
  apply: () => unknown;
  answer: (answer: unknown) => void;
}

export class FaultyLine implements Line {
  chances: Chances = noFaults;
  /** Nothing comes through before this moment, in either direction; ms from the beginning. */
  cutUntilMs = 0;
  #time: SimulatedTime;
  #of: Process;
  #network: Process;
  #counts: FaultCounts;

  /** `network` is the process of what happens to no instance. */
  constructor(time: SimulatedTime, of: Process, network: Process, counts: FaultCounts) {
    this.#time = time;
    this.#of = of;
    this.#network = network;
    this.#counts = counts;
  }

  carry<T>(asked: Asked, apply: () => T): Promise<T> {
    return new Promise<T>((answer) => {
      this.#send({ asked, apply, answer: answer as (answer: unknown) => void });
    });
  }

  tell(tell: () => void): boolean {
    if (!this.#of.isDead) this.#travel(this.#of, "watch", tell);
    return !this.#of.isDead;
  }

  #send(question: Question): void {
    this.#travel(this.#network, question.asked, () => {
      const { asked, apply, answer } = question;
      if (asked === "commit" && this.#happens("conflict")) {
        this.#counts.conflicts++;
        return this.#answer(() => answer({ ok: false }));
      }
      const answered = apply();
      if (asked !== "read") this.#time.trace.note(`${JSON.stringify(answered)}\n`);
      if (asked !== "read" && this.#happens("lostAnswer") && !this.#of.isDead) {
        this.#counts.lostAnswers++;
        return this.#send(question);
      }
      this.#answer(() => answer(answered));
    });
  }

  #answer(answer: () => void): void {
    this.#travel(this.#of, "answer", answer);
  }

  #travel(to: Process, what: string, arrive: () => void): void {
    this.#time.after(this.#delayMs(), to, what, () => {
      const waitMs = this.cutUntilMs - this.#time.nowMs;
      if (waitMs <= 0) arrive();
      else this.#time.after(waitMs, to, what, () => this.#travel(to, what, arrive));
    });
  }

  #happens(fault: keyof Chances): boolean {
    return this.chances[fault] > 0 && this.#time.random() < this.chances[fault];
  }

  #delayMs(): number {
    const isSlow = this.#happens("slow");
    if (isSlow) this.#counts.slow++;
    const { least, most } = isSlow ? slow : usual;
    return least + this.#time.random() * (most - least);
  }
}
