/** What makes sure that the credits of money that went back, or came again, follow it (payment_events.ts). */
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { creditsToReverse } from "./payment_changes.ts";
import type { Payment } from "./payments.ts";

export const settleJobId = ({ id }: Payment): string => `settle-${id}`;

/**
 * Adds to the commit of a payment the job that settles it, where there is something to settle. The credits follow in a
 * commit of their own, which takes the job back; should nobody live to make it, the job does.
 */
export function addSettling(store: Store, op: Deno.AtomicOperation, payment: Payment): void {
  if (creditsToReverse(payment) === payment.reversedCredits) return;
  addJob(store, op, { kind: "settle_payment", paymentId: payment.id }, payment.changedAt, settleJobId(payment));
}
