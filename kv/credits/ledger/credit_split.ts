/**
 * Which of a man's credits he bought and which were given to him; pure. Gifts are spent first, a refunded charge goes
 * back to where it was taken from, and a reversed payment takes bought credits. This is the rule of unused_credits.ts,
 * followed from day to day instead of from the first entry on. Here payments are not told apart: gifts that a reversal
 * took for want of bought credits do not come back as gifts.
 */
import type { Entry } from "./entry.ts";

/** Its size does not grow with the ledger: it does not hold what each charge took. */
export interface CreditSplit {
  /** The number of the last entry that is counted. */
  seq: number;
  bought: number;
  given: number;
}

export const noCredits: CreditSplit = { seq: 0, bought: 0, given: 0 };

/** Follows one man's entries in their order, from where he was counted last. */
export class SplitCount {
  #split: CreditSplit;
  readonly #fromSeq: number;
  /** How many given credits each charge took, by its `seq`, until it is given back, which may happen at any time. */
  #givenBySeq = new Map<number, number>();

  constructor({ seq, bought, given }: CreditSplit = noCredits) {
    this.#split = { seq, bought, given };
    this.#fromSeq = seq;
  }

  /** The split after the entries that were followed so far. */
  get split(): CreditSplit {
    return this.#split;
  }

  /** Whether the entry gives back a charge from before this count began: then only a count from the first entry is right. */
  needsEarlier({ reversesSeq = Infinity }: Entry): boolean {
    return reversesSeq <= this.#fromSeq;
  }

  follow(entry: Entry): void {
    const { bought, given } = this.#split;
    // From the balances, not from `deltaCredits`: a debt is settled before anything else.
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
    // Income with a `paymentId` is bought: paid for, or money that came again after a dispute.
    if (reversesSeq === undefined) return reference.paymentId === undefined ? credits : 0;
    if (credits === 0) return 0;
    const taken = this.#givenBySeq.get(reversesSeq) ?? 0;
    this.#givenBySeq.delete(reversesSeq);
    return Math.min(taken, credits);
  }
}
