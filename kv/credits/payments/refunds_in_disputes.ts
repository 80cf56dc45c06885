/**
 * Money that a seller gives back within a dispute: PayPal tells of it as a refund and as what the dispute ended with, and it
 * went back once. Nothing names that refund, but during a dispute PayPal lets a seller give money back only to settle it. Pure.
 */
import type { Dispute, Payment } from "./payments.ts";

/** A refund may be told of this long after the end of the dispute that it settles. */
const spareMs = 3600_000;

/** The totals of refunds with one more; the same list if it is known. A total without a time belongs to no dispute. */
export function withTotalTold(
  { refundTotals }: Payment,
  refundedCents: number,
  toldAt: number | undefined,
): Payment["refundTotals"] {
  const isKnown = refundTotals?.some((each) => each.toldAt === toldAt && each.refundedCents >= refundedCents);
  if (toldAt === undefined || isKnown) return refundTotals;
  return [...(refundTotals ?? []).filter((each) => each.toldAt !== toldAt), { toldAt, refundedCents }]
    .sort((one, other) => one.toldAt - other.toldAt);
}

/** What of a dispute's money did not go back as a refund within it. */
export function centsBesideRefunds({ amountCents, outcome, refundsSince, toldAt }: Dispute, payment: Payment): number {
  if (refundsSince === undefined) return amountCents;
  const until = outcome === "open" || toldAt === undefined ? Infinity : toldAt + spareMs;
  const within = Math.min(totalAt(payment, until), payment.refundedCents) - totalAt(payment, refundsSince);
  return Math.max(0, amountCents - Math.max(0, within));
}

const totalAt = ({ refundTotals = [] }: Payment, at: number): number =>
  refundTotals.findLast(({ toldAt }) => toldAt <= at)?.refundedCents ?? 0;
