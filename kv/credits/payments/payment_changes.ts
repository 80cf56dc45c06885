/**
 * What a provider's event makes of a payment; pure. Events arrive twice and in any order, so each is kept as a fact,
 * and the state follows from the facts: money that came beats everything, and of several ends the first one stays.
 */
import { type Refusal, refuse } from "../../store/refusals.ts";
import { type Dispute, type Payment, type PaymentState, reversalId } from "./payments.ts";
import { centsBesideRefunds, withTotalTold } from "./refunds_in_disputes.ts";

/**
 * Amounts are integer cents, currencies and the country in which the buyer lives (ISO 3166-1 alpha-2) upper-case. `moneyId`:
 * what the provider calls the money that came or went, if it names it: more than one may have come (mispaid/mispaid_money.ts).
 */
export type PaymentChange =
  | { kind: "pending" | "declined" | "expired" | "cancelled" }
  /** The buyer agreed; the money has still to be taken. */
  | { kind: "approved"; amountCents: number; currency: string; buyerCountry?: string }
  | { kind: "paid"; amountCents: number; currency: string; moneyId: string; buyerCountry?: string }
  /** All that was refunded so far, not the last refund alone; `toldAt`: as of when, by the provider's clock, ms. */
  | ({ kind: "refunded" } & RefundTotal)
  /** What one refund gave back, from a provider that keeps no total. */
  | { kind: "refunded"; addedCents: number; currency: string; moneyId?: string }
  /** A refund that was taken, or even reported as done, has failed after all; the total is without it. */
  | ({ kind: "refund_failed"; providerRefundId: string; problem: string } & RefundTotal)
  /** `disputeId`: null where the money was taken back and no dispute is named. */
  | (
    & { kind: "disputed"; disputeId: string | null; currency: string; moneyId?: string }
    & Omit<Dispute, "id" | "askedIn">
  );

interface RefundTotal {
  refundedCents: number;
  currency: string;
  moneyId?: string;
  toldAt?: number;
}

/**
 * The payment after a change; the same object if nothing changes. Refuses `payment_mismatch` if the amount or the
 * currency is not the agreed one; only a bank may dispute in another currency. A payment that becomes paid gets its
 * receipt's number in the commit.
 */
export function changedPayment(payment: Payment, change: PaymentChange, nowMs: number): Payment | Refusal {
  const next = changed(payment, change, nowMs);
  return next === payment || "ok" in next ? next : { ...next, changedAt: nowMs };
}

function changed(payment: Payment, change: PaymentChange, nowMs: number): Payment | Refusal {
  const { quote, state } = payment;
  const isForeign = "currency" in change && change.currency !== quote.currency;
  if (isForeign && change.kind !== "disputed") return refuse("payment_mismatch");
  switch (change.kind) {
    case "pending":
      return state === "created" ? { ...payment, state: "pending" } : payment;
    case "declined":
    case "expired":
    case "cancelled":
      return isOpen(state) ? { ...payment, state: change.kind } : payment;
    case "approved":
      if (change.amountCents !== quote.totalCents) return refuse("payment_mismatch");
      return state === "created" || state === "declined"
        ? { ...withCountry(payment, change.buyerCountry), state: "pending" }
        : payment;
    case "paid": {
      if (change.amountCents !== quote.totalCents) return refuse("payment_mismatch");
      if (payment.paidAt !== null) return payment;
      return withPaidState({
        ...withCountry(payment, change.buyerCountry),
        paidAt: nowMs,
        providerMoneyId: change.moneyId,
      });
    }
    case "refunded":
      return "addedCents" in change
        ? withTotal(payment, { ...change, refundedCents: payment.refundedCents + change.addedCents })
        : withTotal(payment, change);
    case "refund_failed":
      return withTotal(withFailedRefund(payment, change.providerRefundId, change.problem), change);
    case "disputed": {
      const { disputeId, amountCents, currency, outcome, wasOpen, dueAt, toldAt, refundsSince } = change;
      const times = {
        ...(wasOpen && { wasOpen }),
        ...(dueAt !== undefined && { dueAt }),
        ...(toldAt !== undefined && { toldAt }),
        ...(refundsSince !== undefined && { refundsSince }),
      };
      const asked = { amountCents, ...(isForeign && { askedIn: currency }) };
      return withDispute(payment, { id: disputeId ?? reversalId, ...asked, outcome, ...times });
    }
  }
}

/**
 * The payment with a new total of refunds. It may also fall: the latest total counts, and of one moment the largest. A total
 * without a time counts as of the latest moment known, or money that went back would never be heard of.
 */
function withTotal(payment: Payment, { refundedCents, toldAt: givenAt }: RefundTotal): Payment | Refusal {
  if (!isPart(refundedCents, payment)) return refuse("payment_mismatch");
  const knownAt = payment.refundToldAt ?? 0;
  const toldAt = givenAt ?? knownAt;
  const refundTotals = withTotalTold(payment, refundedCents, toldAt);
  const noted = refundTotals === payment.refundTotals ? payment : { ...payment, refundTotals };
  if (toldAt < knownAt || (toldAt === knownAt && refundedCents <= payment.refundedCents)) {
    // An old total may still say what went back within a dispute.
    return noted === payment ? payment : withPaidState(noted);
  }
  return withPaidState({ ...noted, refundedCents, ...(toldAt > 0 && { refundToldAt: toldAt }) });
}

function withFailedRefund(payment: Payment, id: string, problem: string): Payment {
  const failedRefunds = payment.failedRefunds ?? [];
  const isKnown = failedRefunds.some((refund) => refund.id === id);
  return isKnown ? payment : { ...payment, failedRefunds: [...failedRefunds, { id, problem }] };
}

function withDispute(payment: Payment, told: Dispute): Payment | Refusal {
  const { amountCents, askedIn } = told;
  if (!isAmount(amountCents) || !isCurrency(askedIn ?? payment.quote.currency)) return refuse("payment_mismatch");
  // At its own rate, a bank may ask for more than was paid; we cannot lose more than that. How much of the payment an amount
  // in another currency is, nobody says.
  const { totalCents } = payment.quote;
  const dispute = { ...told, amountCents: askedIn === undefined ? Math.min(amountCents, totalCents) : totalCents };
  const earlier = payment.disputes.find(({ id }) => id === dispute.id);
  const known = earlier ? afterWord(earlier, dispute) : dispute;
  if (known === earlier) return payment;
  return withPaidState({ ...payment, disputes: [...payment.disputes.filter((each) => each !== earlier), known] });
}

/**
 * The dispute after another word about it; the same object if nothing changes. It is never opened again once it is
 * decided, but an appeal may decide it anew: the latest decision counts.
 */
function afterWord(earlier: Dispute, told: Dispute): Dispute {
  if (told.outcome === "open") return earlier;
  if (earlier.outcome === "open") return { ...told, wasOpen: true };
  if ((told.toldAt ?? 0) <= (earlier.wonAgainAt ?? earlier.toldAt ?? 0)) return earlier;
  // A win that is told again keeps its first time: with a later one it would undo a reversal that came in between.
  return earlier.outcome === "won" && told.outcome === "won" ? { ...earlier, wonAgainAt: told.toldAt } : told;
}

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);
const isAmount = (cents: number): boolean => Number.isSafeInteger(cents) && cents >= 0;
const isPart = (cents: number, { quote }: Payment): boolean => isAmount(cents) && cents <= quote.totalCents;

/**
 * The payment after one of its refunds has failed: if the refund counted as lost when he withdrew, it no longer does.
 * The same object if it did not count, or was taken out before.
 */
export function withoutLossBefore(payment: Payment, { id, cents }: { id: string; cents: number }): Payment {
  const { withdrawn } = payment;
  if (!withdrawn?.refundsBefore?.includes(id)) return payment;
  const lostBeforeCents = Math.max(0, withdrawn.lostBeforeCents - cents);
  const refundsBefore = withdrawn.refundsBefore.filter((each) => each !== id);
  return { ...payment, withdrawn: { ...withdrawn, lostBeforeCents, refundsBefore } };
}

/** The payment with the buyer's country as the provider tells it, which counts for the tax until the payment is paid. */
const withCountry = (payment: Payment, country: string | undefined): Payment =>
  payment.tax && country !== undefined ? { ...payment, tax: { ...payment.tax, providerCountry: country } } : payment;

/** Whether the man may still pay it, or its money is under way. */
export const isOpen = (state: PaymentState): boolean => state === "created" || state === "pending";

/** Whether a payment in this state has, or holds, a use of its promo code. */
export const holdsPromo = (state: PaymentState): boolean =>
  state !== "declined" && state !== "expired" && state !== "cancelled";

function withPaidState(payment: Payment): Payment {
  if (payment.paidAt === null) return payment;
  const isDisputed = payment.disputes.some(({ outcome }) => outcome === "open");
  const isGone = lostCents(payment) === payment.quote.totalCents;
  return { ...payment, state: isDisputed ? "disputed" : isGone ? "refunded" : "paid" };
}

/** The cents that went back so far or are asked back. Several disputes, and a reversal, are about the same money. */
export const lostCents = (payment: Payment): number => lostBy(payment, ({ outcome }) => outcome !== "won");

/** The cents that went back for good, unless a refund fails later. */
export const goneCents = (payment: Payment): number => lostBy(payment, ({ outcome }) => outcome === "lost");

/** The cents that a bank asks back and has not decided about. */
export const disputedCents = (payment: Payment): number => mostOf(payment, ({ outcome }) => outcome === "open");

function lostBy(payment: Payment, counts: (dispute: Dispute) => boolean): number {
  return Math.min(payment.quote.totalCents, payment.refundedCents + mostOf(payment, counts));
}

/** The most, beside refunds, that any of these disputes is about. */
const mostOf = (payment: Payment, counts: (dispute: Dispute) => boolean): number =>
  Math.max(
    0,
    ...payment.disputes.filter((each) => counts(each) && !isUndone(each, payment.disputes))
      .map((each) => centsBesideRefunds(each, payment)),
  );

/** Whether a reversal is over. No provider says so, but a dispute that is won after it brings its money again. */
const isUndone = ({ id, toldAt: reversedAt = 0 }: Dispute, disputes: Dispute[]): boolean =>
  id === reversalId && disputes.some(({ outcome, toldAt }) => outcome === "won" && (toldAt ?? -1) >= reversedAt);

/** The other currency in which a bank asks for a payment, and may get it; null if there is none. */
export const askedIn = ({ disputes }: Payment): string | null =>
  disputes.findLast(({ outcome, askedIn }) => outcome !== "won" && askedIn !== undefined)?.askedIn ?? null;

/**
 * The disputes to tell people of, one for each time that the money was asked back: a reversal is left out if its own
 * dispute is there, or if a won dispute has undone it.
 */
export function toldDisputes({ disputes }: Pick<Payment, "disputes">): Dispute[] {
  const isOfAnother = disputes.some(({ id, outcome }) => id !== reversalId && outcome !== "won");
  return disputes.filter((each) => each.id !== reversalId || !(isOfAnother || isUndone(each, disputes)));
}

/** All credits that must be taken back for a payment: in proportion to the lost money, rounded in the man's favour. */
export function creditsToReverse(payment: Payment): number {
  if (payment.paidAt === null) return 0;
  const { withdrawn, quote: { totalCents, totalCredits } } = payment;
  const lost = lostCents(payment);
  const creditsOf = (cents: number) => Math.floor(totalCredits * cents / totalCents);
  if (!withdrawn) return creditsOf(lost);
  // The credits that he withdrew from are out already, so their money takes none; money lost before or later does.
  const { credits, cents, lostBeforeCents } = withdrawn;
  const beside = credits + creditsOf(Math.min(lost, lostBeforeCents));
  return lost <= lostBeforeCents + cents ? beside : Math.max(beside, creditsOf(lost));
}
