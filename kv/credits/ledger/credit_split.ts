/**
 * Which of a man's credits he bought and which were given to him; pure. Gifts are spent first, what goes back goes back
 * to where it was taken from, and money that went back takes what was bought. The rule of unused_credits.ts, followed
 * from day to day instead of from the first entry on. It does not tell one payment from another, so that gifts which money
 * that went back took for want of bought credits stay taken.
 */
import type { Entry } from "./entry.ts";

/** Of one size, however long the ledger is: what each charge took is not in it. */
export interface CreditSplit {
  /** The last entry that is counted in. */
  seq: number;
  bought: number;
  given: number;
}

export const noCredits: CreditSplit = { seq: 0, bought: 0, given: 0 };

/** Follows one man's entries in their order, from where he was counted last. */
export class SplitCount {
  #split: CreditSplit;
  readonly #fromSeq: number;
  /** Given credits that a charge took, by its number, until the charge is given back: which may be at any time. */
  #givenBySeq = new Map<number, number>();

  constructor({ seq, bought, given }: CreditSplit = noCredits) {
    this.#split = { seq, bought, given };
    this.#fromSeq = seq;
  }

  /** The split after the entries that were followed so far. */
  get split(): CreditSplit {
    return this.#split;
  }

  /** Whether the entry gives back a charge from before the start: then only a count from the first entry on is right. */
  needsEarlier({ reversesSeq = Infinity }: Entry): boolean {
    return reversesSeq <= this.#fromSeq;
  }

  follow(entry: Entry): void {
    const { bought, given } = this.#split;
    // By balances, not by the entry's own number: a debt is settled before anything else.
    const change = entry.balanceAfter - bought - given;
    const toGiven = change >= 0 ? this.#givenIncome(entry, change) : -this.#takenFromGiven(entry, -change);
    this.#split = { seq: entry.seq, bought: bought + change - toGiven, given: given + toGiven };
  }

  #takenFromGiven({ seq, reference }: Entry, credits: number): number {
    const { bought, given } = this.#split;
    if (reference.paymentId !== undefined) return credits - Math.min(bought, credits);
    const taken = Math.min(given, credits);
    if (taken > 0) this.#givenBySeq.set(seq, taken);
    return taken;
  }

  #givenIncome({ reversesSeq, reference }: Entry, credits: number): number {
    // For money, or money that came again after a dispute.
    if (reversesSeq === undefined) return reference.paymentId === undefined ? credits : 0;
    if (credits === 0) return 0;
    const taken = this.#givenBySeq.get(reversesSeq) ?? 0;
    this.#givenBySeq.delete(reversesSeq);
    return Math.min(taken, credits);
  }
}
