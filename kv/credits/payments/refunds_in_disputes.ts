/**
 * Money that a seller gives back within a dispute: PayPal tells of it as a refund and as what the dispute ended with, and it
 * went back once. Nothing names that refund, but during a dispute PayPal lets a seller give money back only to settle it. Pure.
 */
import type { Dispute, Payment } from "./payments.ts";

/** A refund may be told of this long after the end of the dispute that it settles. */
const spareMs = 3600_000;

type Totals = NonNullable<Payment["refundTotals"]>;

/** The totals of refunds with one more; the payment's own list if it is known. */
export function withTotalTold(payment: Payment, refundedCents: number, toldAt: number): Payment["refundTotals"] {
  const totals = totalsOf(payment);
  const isKnown = totals.some((each) => each.toldAt === toldAt && each.refundedCents >= refundedCents);
  if (isKnown) return payment.refundTotals;
  return [...totals.filter((each) => each.toldAt !== toldAt), { toldAt, refundedCents }]
    .sort((one, other) => one.toldAt - other.toldAt);
}

/** Older records have the last total alone. */
const totalsOf = ({ refundTotals, refundedCents, refundToldAt = 0 }: Payment): Totals =>
  refundTotals ?? [{ toldAt: refundToldAt, refundedCents }];

/** What of a dispute's money did not go back as a refund within it. */
export function centsBesideRefunds({ amountCents, outcome, refundsSince, toldAt }: Dispute, payment: Payment): number {
  if (refundsSince === undefined) return amountCents;
  const until = outcome === "open" || toldAt === undefined ? Infinity : toldAt + spareMs;
  const within = Math.min(totalAt(payment, until), payment.refundedCents) - totalAt(payment, refundsSince);
  return Math.max(0, amountCents - Math.max(0, within));
}

const totalAt = (payment: Payment, at: number): number =>
  totalsOf(payment).findLast(({ toldAt }) => toldAt <= at)?.refundedCents ?? 0;
