/**
 * The record of a money refund, and which of a payment's refunds the provider's total includes: how much of that total
 * is ours, how much somebody gave back by hand there, and how much can still be refunded. Nothing here reads or writes.
 */
import type { Currency } from "../prices/currencies.ts";
import { goneCents, lostCents } from "./payment_changes.ts";
import type { Payment } from "./payments.ts";

/**
 * requested: the provider was not asked yet; sent: it was asked, or may have been, and has not ended the refund, or its
 * answer was lost; done: it is paid back; failed: the provider refused, or gave no answer for half a day. Failed ones
 * can be tried again.
 */
export type MoneyRefundState = "requested" | "sent" | "done" | "failed";

export interface MoneyRefund {
  /** Chosen by whoever asks: the same id is the same refund. */
  id: string;
  cents: number;
  state: MoneyRefundState;
  /** The admin who asked for it; null if the man withdrew, which has taken the credits already. */
  actorId: number | null;
  /** Ms since the epoch, both. */
  requestedAt: number;
  changedAt: number;
  /** How often it was begun anew after a refusal, each time under a key that is new to the provider. */
  round: number;
  providerRefundId: string | null;
  /**
   * The least that counted as given back by hand at the provider (`givenByHand`) at any time since this refund was
   * asked for; absent if that was nothing from the first.
   */
  byHandCents?: number;
  /** Whether the provider's total includes it; if absent, it does exactly if the refund is done. */
  isTold?: boolean;
  /** Whether the provider's total included it until the total fell, and nobody has said yet which refund failed. */
  wasTold?: boolean;
  /** The id of the refund that was asked for in its place after it had failed, or of the last of several parts; or absent. */
  replacedBy?: string;
  /** The id of the failed refund in whose place this one and others were asked for; absent in the last of them. */
  partOf?: string;
  /** Whether it failed and all of the payment is back without it, or gone: nothing is left that could go back. */
  isPointless?: true;
  /** Why it failed: the provider's own code, or one of `refundProblems`; null otherwise. */
  problem: string | null;
}

/** All of one payment, oldest first. */
export interface MoneyRefunds {
  paymentId: string;
  manId: number;
  /** The currency of all of them; absent for euros. */
  currency?: Currency;
  refunds: MoneyRefund[];
}

/** Why money did not go back, in our own words; providers add theirs. */
export const refundProblems = { noAnswer: "no_answer", noProvider: "no_provider" } as const;

/** Whether a refund failed without a refusal: it may have gone through when it was sent, and nobody knows. */
export const isUnanswered = ({ problem }: Pick<MoneyRefund, "problem">): boolean =>
  problem === refundProblems.noAnswer || problem === refundProblems.noProvider;

/** Whether a refund is not there yet, and nobody has to do anything about it. */
export const isUnderWay = ({ state }: MoneyRefund): boolean => state === "requested" || state === "sent";

/** Whether a refund has failed, and its money is still to be given back: somebody has to do something about it. */
export const isUnpaid = ({ state, replacedBy, isPointless }: MoneyRefund): boolean =>
  state === "failed" && replacedBy === undefined && !isPointless;

/** Whether nothing is left to do about a refund: its money is back, or another refund is in its place, or nothing is left. */
export const isOver = (refund: MoneyRefund): boolean => !isUnderWay(refund) && !isUnpaid(refund);

/** The cents of these refunds together. */
export const sumOf = (refunds: MoneyRefund[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

/** Whether nothing of a payment is left that could go back, unless a refund fails later or a bank decides anew. */
export const isAllGone = (payment: Payment): boolean => goneCents(payment) === payment.quote.totalCents;

/**
 * The refunds, with those noted as pointless that an admin asked for and that failed, once all of the payment is gone; what a
 * man withdrew is owed to him all the same. A refund that did not change is the same object.
 */
export const withPointless = (payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] =>
  refunds.map((refund) => {
    const isPointless = refund.state === "failed" && refund.actorId !== null && isAllGone(payment);
    if (isPointless === (refund.isPointless ?? false)) return refund;
    const { isPointless: _, ...rest } = refund;
    return isPointless ? { ...rest, isPointless } : rest;
  });

/** How many cents of a payment can still be refunded: what is neither refunded, nor disputed, nor on its way back. */
export function refundableCents(payment: Payment, refunds: MoneyRefund[]): number {
  if (payment.paidAt === null || payment.providerMoneyId === null) return 0;
  return Math.max(0, payment.quote.totalCents - lostCents(payment) - untoldCents(refunds));
}

/** How many cents of a payment were refunded or are on their way back. */
export const givenBackCents = ({ refundedCents }: Payment, refunds: MoneyRefund[]): number =>
  refundedCents + untoldCents(refunds);

const untoldCents = (refunds: MoneyRefund[]): number =>
  sumOf(refunds.filter((refund) => isUnderWay(refund) && !isTold(refund)));

/** Whether a refund is in the provider's total, which may be days before it is done and before its answer is noted. */
export const isTold = (refund: MoneyRefund): boolean => refund.isTold ?? refund.state === "done";

/** The most, in cents, that somebody can have refunded by hand at the provider: the provider's total without our refunds. */
export const givenByHand = ({ refundedCents }: Payment, refunds: MoneyRefund[]): number =>
  Math.max(0, refundedCents - sumOf(refunds.filter(isTold)));

/**
 * Whether a refund counts as our part of the total, even if the total did not rise for it: a refund that is done while
 * the failure of another is still to be reported takes that one's place in the total.
 */
export const isOurs = (refund: MoneyRefund): boolean => refund.state === "done" || isTold(refund);

/**
 * The cents of the provider's total that may be this refund: without our other refunds, and without what was given back
 * by hand before this one was asked for.
 */
function roomFor({ refundedCents }: Payment, refunds: MoneyRefund[], { id, byHandCents = 0 }: MoneyRefund): number {
  return refundedCents - sumOf(refunds.filter((other) => other.id !== id && isOurs(other))) - byHandCents;
}

/** Whether enough was given back by hand since a refund was asked for that it may be that refund. */
export const isThereByHand = (payment: Payment, refunds: MoneyRefund[], refund: MoneyRefund): boolean =>
  roomFor(payment, refunds, refund) >= refund.cents;

/**
 * Decides which refunds are in the total after it has risen by `riseCents` (fallen, if negative). Those that were in it
 * stay, as far as they fit. Then those join that fit beside them: first one of exactly the rise, or else of exactly
 * what is left, then as many as there is room for, those first of which most is known. Room that earlier totals left
 * counts as well: a rise may have been hidden by the fall of another. Money that somebody gives back by hand while ours
 * is under way looks the same. Then more is asked back than is left, which the provider refuses and admins see; the
 * other way round, a man would lose money unseen. A refund that did not change is the same object.
 */
export function explainTotal(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  return withFitting(payment, withoutUnfit(payment, refunds, { fallCents: -riseCents }), riseCents);
}

/**
 * Like `explainTotal`, after a failure was reported. Refunds that are done take the room that is free now, before those
 * of which less is known; a refund that was mistaken for the rise of another loses its place. A failure under an id
 * that is none of ours is rather that of a refund without a provider's id: then a refund with an id was in the total
 * all the time, although the total fell before the failure was reported.
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

/** The refunds, with all that are done counted as in the total. */
const withDone = (refunds: MoneyRefund[]): MoneyRefund[] =>
  refunds.map((each) => each.state === "done" && !isTold(each) ? inTotal(each) : each);

/** The refunds after one of ours has failed: one that is not done leaves the total if there is no room beside those done. */
function withoutMistaken(payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] {
  const fit = withoutUnfit(payment, refunds, { fallCents: 0 });
  const isMistaken = (each: MoneyRefund) => isTold(each) && each.state !== "done" && !isThereByHand(payment, fit, each);
  return fit.map((each) => isMistaken(each) ? { ...each, isTold: false } : each);
}

/** The refunds after a failure under an id that is none of ours: those without a provider's id leave the total first. */
function withoutNameless(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  const isNameless = (each: MoneyRefund) => each.providerRefundId === null;
  const hasNameless = refunds.some((each) => each.state === "done" && isNameless(each) && isTold(each));
  const isThere = (each: MoneyRefund) => hasNameless && each.wasTold === true && !isNameless(each);
  const there = refunds.map((each) => isThere(each) ? inTotal(each) : each);
  return withoutUnfit(payment, withDone(there), { fallCents: -riseCents, isNamelessFirst: true });
}

/** What changes in a refund that has failed itself. */
export const nowhereInTotal = { isTold: false, wasTold: false };

const inTotal = (refund: MoneyRefund): MoneyRefund => ({ ...refund, isTold: true, wasTold: false });
const fallenOut = (refund: MoneyRefund): MoneyRefund => ({
  ...refund,
  isTold: false,
  wasTold: refund.state !== "done",
});

/**
 * The refunds, some of which leave the total until the rest fits. The first to leave is one of exactly what fell, or of
 * exactly what is too much, unless it is done; then those of which least is known. With `isNamelessFirst`, those
 * without a provider's id leave before all others.
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

/** The refunds, with those counted as in the total for which there is room. */
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
 * The refunds, with `byHandCents` lowered to what still counts as given by hand. All stay as they are while a refund in
 * the total is neither done nor has a provider's id, or one that is done is not in it: the total may have fallen, or
 * not have risen, because one of ours failed whose id nobody knows yet.
 */
export function withByHand(payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] {
  const isUnnamed = (refund: MoneyRefund) => refund.state !== "done" && refund.providerRefundId === null;
  const isOnlyDone = (refund: MoneyRefund) => refund.state === "done" && !isTold(refund);
  if (refunds.some((refund) => (isTold(refund) && isUnnamed(refund)) || isOnlyDone(refund))) return refunds;
  const most = givenByHand(payment, refunds);
  return refunds.map((refund) => (refund.byHandCents ?? 0) <= most ? refund : { ...refund, byHandCents: most });
}
