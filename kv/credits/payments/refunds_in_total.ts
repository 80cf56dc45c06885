/**
 * A refund of money as it is kept, and which of a payment's refunds the provider's total has: what of it is ours, what
 * somebody gave back by hand there, and what can still be asked back. Nothing here reads or writes.
 */
import type { Currency } from "../prices/currencies.ts";
import { lostCents } from "./payment_changes.ts";
import type { Payment } from "./payments.ts";

/**
 * requested: nobody has asked the provider yet; sent: it was asked and has not said the end, or its answer was lost, or it
 * may have been asked; done: it is paid back; failed: the provider refused, or gave no answer for half a day. Failed ones
 * can be tried again.
 */
export type MoneyRefundState = "requested" | "sent" | "done" | "failed";

export interface MoneyRefund {
  /** Named by who asks: the same name is the same refund. */
  id: string;
  cents: number;
  state: MoneyRefundState;
  /** The admin who asked for it; null where its man withdrew, whose credits went with that. */
  actorId: number | null;
  /** Ms since the epoch, both. */
  requestedAt: number;
  changedAt: number;
  /** How often it was begun anew after a refusal: each time under a key that the provider does not know. */
  round: number;
  providerRefundId: string | null;
  /**
   * The least that has been given back by hand at the provider (`givenByHand`) since this was asked for; absent where
   * that was nothing from the first.
   */
  byHandCents?: number;
  /** Whether the provider's total has it; absent where its state says so: what is done is there, and nothing else. */
  isTold?: boolean;
  /** Whether the provider's total had it until that fell, and nobody has said yet whose money it was that failed. */
  wasTold?: boolean;
  /** Why it failed: the provider's own code, or one of `refundProblems`; null otherwise. */
  problem: string | null;
}

/** All of one payment, oldest first. */
export interface MoneyRefunds {
  paymentId: string;
  manId: number;
  /** Of all of them; absent for euros. */
  currency?: Currency;
  refunds: MoneyRefund[];
}

/** Why money did not go back, in our own words; providers add theirs. */
export const refundProblems = { noAnswer: "no_answer", noProvider: "no_provider" } as const;

/** Whether no provider refused it: then it may have gone through when it was sent, and nobody knows. */
export const isUnanswered = ({ problem }: Pick<MoneyRefund, "problem">): boolean =>
  problem === refundProblems.noAnswer || problem === refundProblems.noProvider;

/** Not there yet, and nobody has to do anything. */
export const isUnderWay = ({ state }: MoneyRefund): boolean => state === "requested" || state === "sent";

export const sumOf = (refunds: MoneyRefund[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

/** What of a payment can still be asked back: neither gone nor under way, each counted once. */
export function refundableCents(payment: Payment, refunds: MoneyRefund[]): number {
  if (payment.paidAt === null || payment.providerMoneyId === null) return 0;
  const untoldCents = sumOf(refunds.filter((refund) => isUnderWay(refund) && !isTold(refund)));
  return Math.max(0, payment.quote.totalCents - lostCents(payment) - untoldCents);
}

/** Whether a refund is in the provider's total, which may be days before it is done and before its answer is noted. */
export const isTold = (refund: MoneyRefund): boolean => refund.isTold ?? refund.state === "done";

/** What of the provider's total is none of ours, at the most: somebody gave it back by hand there. */
export const givenByHand = ({ refundedCents }: Payment, refunds: MoneyRefund[]): number =>
  Math.max(0, refundedCents - sumOf(refunds.filter(isTold)));

/**
 * Whether a refund that went back must be counted as ours, also where no rise of the total has shown it: what is done while
 * another one's failure is still to be told of takes that one's place there.
 */
export const isOurs = (refund: MoneyRefund): boolean => refund.state === "done" || isTold(refund);

/**
 * What of the provider's total may be this refund: none of our others, and given back since this was asked for, by hand or
 * by its own job.
 */
function roomFor({ refundedCents }: Payment, refunds: MoneyRefund[], { id, byHandCents = 0 }: MoneyRefund): number {
  return refundedCents - sumOf(refunds.filter((other) => other.id !== id && isOurs(other))) - byHandCents;
}

/** Whether so much was given back by hand since a refund was asked for that it may be that refund. */
export const isThereByHand = (payment: Payment, refunds: MoneyRefund[], refund: MoneyRefund): boolean =>
  roomFor(payment, refunds, refund) >= refund.cents;

/**
 * Which refunds are in the total, which has just risen by so much (fallen, where it is negative): those that were, as far
 * as they still fit, and those that fit beside them: one of just the rise, one of just what is left, or as many as there is
 * room for, those first of which most is known. What was left by earlier words counts as well: one that rose may have hidden
 * behind another's fall. What somebody gives back by hand while ours is under way looks the same: then more is asked back
 * than is left, which the provider refuses for admins to see; the other way a man would lose money unseen. What did not
 * change is the same object.
 */
export function explainTotal(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  return withFitting(payment, withoutUnfit(payment, refunds, { fallCents: -riseCents }), riseCents);
}

/**
 * The same once a failure is told of: what is done has the place that is free now, before all of which less is known, and
 * what was taken for the rise of another has none. A failure whose name is none of ours is rather one of a refund that has
 * no name: then one that has a name was there all the time, although the total fell before the failure was told of.
 */
export function explainFailure(
  payment: Payment,
  refunds: MoneyRefund[],
  { riseCents, isOfOurs }: { riseCents: number; isOfOurs: boolean },
): MoneyRefund[] {
  const explained = isOfOurs
    ? withoutMistaken(payment, withDone(refunds))
    : withoutNameless(payment, refunds, riseCents);
  return withFitting(payment, explained, riseCents);
}

/** The refunds, all told that are done. */
const withDone = (refunds: MoneyRefund[]): MoneyRefund[] =>
  refunds.map((each) => each.state === "done" && !isTold(each) ? inTotal(each) : each);

/** The refunds once one of ours has failed: told no more where there is no room beside what is done. */
function withoutMistaken(payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] {
  const fit = withoutUnfit(payment, refunds, { fallCents: 0 });
  const isMistaken = (each: MoneyRefund) => isTold(each) && each.state !== "done" && !isThereByHand(payment, fit, each);
  return fit.map((each) => isMistaken(each) ? { ...each, isTold: false } : each);
}

/** The refunds once one has failed whose name is none of ours: before all others one without a name is told no more. */
function withoutNameless(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  const isNameless = (each: MoneyRefund) => each.providerRefundId === null;
  const hasNameless = refunds.some((each) => each.state === "done" && isNameless(each) && isTold(each));
  const isThere = (each: MoneyRefund) => hasNameless && each.wasTold === true && !isNameless(each);
  const there = refunds.map((each) => isThere(each) ? inTotal(each) : each);
  return withoutUnfit(payment, withDone(there), { fallCents: -riseCents, isNamelessFirst: true });
}

/** Of a refund that failed itself. */
export const nowhereInTotal = { isTold: false, wasTold: false };

const inTotal = (refund: MoneyRefund): MoneyRefund => ({ ...refund, isTold: true, wasTold: false });
const fallenOut = (refund: MoneyRefund): MoneyRefund => ({
  ...refund,
  isTold: false,
  wasTold: refund.state !== "done",
});

/**
 * The refunds, told no more as far as they have no room: one of just what fell or is too much, unless it is done, or those
 * first of which least is known; if so said, those without a name before all others.
 */
function withoutUnfit(
  payment: Payment,
  refunds: MoneyRefund[],
  { fallCents, isNamelessFirst = false }: { fallCents: number; isNamelessFirst?: boolean },
): MoneyRefund[] {
  const told = bySureness(refunds).filter(isTold).reverse();
  let tooMuchCents = sumOf(told) - payment.refundedCents;
  const nameless = told.filter(({ providerRefundId }) => isNamelessFirst && providerRefundId === null);
  const some = [...nameless, ...told.filter(({ state }) => state !== "done")];
  const same = some.find(({ cents }) => cents === fallCents && cents >= tooMuchCents) ??
    some.find(({ cents }) => cents === tooMuchCents);
  const unfit = new Set<MoneyRefund>();
  for (const refund of new Set([...(same ? [same] : []), ...nameless, ...told])) {
    if (tooMuchCents <= 0) break;
    tooMuchCents -= refund.cents;
    unfit.add(refund);
  }
  return refunds.map((refund) => unfit.has(refund) ? fallenOut(refund) : refund);
}

/** The refunds, those told as well that have room. */
function withFitting(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  let explained = refunds;
  let risenCents = riseCents;
  const untold = bySureness(refunds).filter((refund) => !isTold(refund));
  const same = untold.find(({ cents }) => cents === riseCents) ??
    untold.find((refund) => refund.cents === roomFor(payment, refunds, refund));
  for (const refund of same ? [same, ...untold.filter((other) => other !== same)] : untold) {
    if (refund.cents > Math.max(risenCents, roomFor(payment, explained, refund))) continue;
    risenCents -= refund.cents;
    explained = explained.map((each) => each === refund ? inTotal(refund) : each);
  }
  return explained;
}

const nowhere = 4;
/** How sure it is that a refund went through, the surest first. */
function surenessOf(refund: MoneyRefund): number {
  if (refund.state === "done") return 0;
  if (refund.state === "sent") return refund.providerRefundId !== null ? 1 : 2;
  return refund.state === "failed" && isUnanswered(refund) ? 3 : nowhere;
}

const bySureness = (refunds: MoneyRefund[]): MoneyRefund[] =>
  refunds.filter((refund) => surenessOf(refund) < nowhere)
    .sort((one, other) => surenessOf(one) - surenessOf(other));

/**
 * The refunds, none of which counts more as given by hand before it than is so still. A total that fell, or did not rise by
 * what is done, may be one of ours failing whose name nobody knows yet: until then all stays as it was.
 */
export function withByHand(payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] {
  const isUnnamed = (refund: MoneyRefund) => refund.state !== "done" && refund.providerRefundId === null;
  const isOnlyDone = (refund: MoneyRefund) => refund.state === "done" && !isTold(refund);
  if (refunds.some((refund) => (isTold(refund) && isUnnamed(refund)) || isOnlyDone(refund))) return refunds;
  const most = givenByHand(payment, refunds);
  return refunds.map((refund) => (refund.byHandCents ?? 0) <= most ? refund : { ...refund, byHandCents: most });
}
