/** Which failed refunds another one stands for, or several parts. Nothing here reads or writes. */
import { isUnanswered, isUnpaid, type MoneyRefund, sumOf } from "../refunds_in_total.ts";

/**
 * The refunds before another one, `next`, is asked for, of which `leftCents` will be left. It takes the place of the
 * first refused one of its amount, or of parts that were all refused and make it: "Try again" would pay that money twice. Or it
 * is the last part of such a one. If nothing is left, no failed one is open. What a man withdraws is money of its own, and
 * takes no other's place.
 */
export function withReplaced(
  refunds: MoneyRefund[],
  next: Pick<MoneyRefund, "id" | "cents" | "actorId">,
  leftCents: number,
): MoneyRefund[] {
  if (next.actorId === null) return refunds;
  const same = refunds.find((each) => isRefused(each) && each.cents === next.cents);
  const again = same ? [same] : refusedParts(refunds, next.cents);
  const whole = again.length > 0
    ? undefined
    : refunds.find((each) => isRefused(each) && isGivenInParts(refunds, each, next, leftCents));
  const parts = whole ? partsSince(refunds, whole) : [];
  return refunds.map((each) => {
    if (each === whole || again.includes(each) || (leftCents === 0 && isUnpaid(each))) {
      return { ...each, replacedBy: next.id };
    }
    return parts.includes(each) ? { ...each, partOf: whole!.id } : each;
  });
}

/** Whether a refund was refused, and its money is still to be given back. */
const isRefused = (each: MoneyRefund): boolean => isUnpaid(each) && !isUnanswered(each);

/** The parts in the place of a failed refund of this amount, if all of them were refused in their turn; or none. */
function refusedParts(refunds: MoneyRefund[], cents: number): MoneyRefund[] {
  const ofEach = refunds.filter((each) => each.replacedBy !== undefined && each.cents === cents)
    .map((each) => refundsFor(refunds, each));
  return ofEach.find((parts) => parts.every(isRefused)) ?? [];
}

/**
 * Whether a refund that failed has been given back in parts, `next` among them: exactly its amount since then, or at least
 * as much if too little is left to try it again.
 */
function isGivenInParts(
  refunds: MoneyRefund[],
  failed: MoneyRefund,
  next: Pick<MoneyRefund, "cents">,
  leftCents: number,
): boolean {
  const sinceCents = sumOf(partsSince(refunds, failed)) + next.cents;
  return sinceCents === failed.cents || (sinceCents > failed.cents && leftCents < failed.cents);
}

/** What admins have asked for since a refund failed, has not failed itself, and is not in the place of another. */
const partsSince = (refunds: MoneyRefund[], failed: MoneyRefund): MoneyRefund[] =>
  refunds.filter(({ id, state, actorId, requestedAt, partOf }) =>
    state !== "failed" && actorId !== null && requestedAt >= failed.changedAt && partOf === undefined &&
    !refunds.some(({ replacedBy }) => replacedBy === id)
  );

/** The refunds in whose states the money of this one stands: itself, or those in its place. */
export const refundsFor = (refunds: MoneyRefund[], refund: MoneyRefund): MoneyRefund[] =>
  refund.replacedBy === undefined
    ? [refund]
    : refunds.filter(({ id, partOf }) => id === refund.replacedBy || partOf === refund.id)
      .flatMap((each) => refundsFor(refunds, each));
