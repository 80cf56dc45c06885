/**
 * Which of a man's credits he bought and which were given to him; pure. Gifts are spent first, what goes back goes back
 * to where it was taken from, and money that went back takes what was bought. The rule of unused_credits.ts, followed
 * from day to day instead of from the first entry on; it does not tell one payment from another.
 */
import type { Entry } from "./ledger.ts";

export interface CreditSplit {
  /** The last entry that is counted in. */
  seq: number;
  bought: number;
  given: number;
  /** Given credits that a charge took, by its number, until the charge is given back. */
  givenBySeq: Record<number, number>;
}

export const noCredits: CreditSplit = { seq: 0, bought: 0, given: 0, givenBySeq: {} };

/** The split after one more entry of the same man. */
export function splitAfter(split: CreditSplit, entry: Entry): CreditSplit {
  // By balances, not by the entry's own number: a debt is settled before anything else.
  const change = entry.balanceAfter - split.bought - split.given;
  const next = { ...split, seq: entry.seq };
  if (change > 0) return withIncome(next, entry, change);
  if (change === 0) return next;
  if (entry.reference.paymentId !== undefined) {
    const fromBought = Math.min(split.bought, -change);
    return { ...next, bought: split.bought - fromBought, given: split.given + change + fromBought };
  }
  const fromGiven = Math.min(split.given, -change);
  return {
    ...next,
    given: split.given - fromGiven,
    bought: split.bought + change + fromGiven,
    givenBySeq: fromGiven > 0 ? { ...split.givenBySeq, [entry.seq]: fromGiven } : split.givenBySeq,
  };
}

function withIncome(split: CreditSplit, entry: Entry, credits: number): CreditSplit {
  if (entry.reversesSeq !== undefined) {
    const { [entry.reversesSeq]: taken = 0, ...givenBySeq } = split.givenBySeq;
    const back = Math.min(taken, credits);
    return { ...split, given: split.given + back, bought: split.bought + credits - back, givenBySeq };
  }
  // For money, or money that came again after a dispute.
  return entry.reference.paymentId !== undefined
    ? { ...split, bought: split.bought + credits }
    : { ...split, given: split.given + credits };
}
