/** The job that makes sure that credits follow money that went back or came again (payment_events.ts). */
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { creditsToReverse } from "./payment_changes.ts";
import type { Payment } from "./payments.ts";

export const settleJobId = ({ id }: Payment): string => `settle-${id}`;

/**
 * Adds to the commit of a payment the job that settles it, if there is something to settle. The credits follow in a
 * commit of their own, which deletes the job; if the process dies before that commit, the job makes it.
 */
export function addSettling(store: Store, op: Deno.AtomicOperation, payment: Payment): void {
  if (creditsToReverse(payment) === payment.reversedCredits) return;
  addJob(store, op, { kind: "settle_payment", paymentId: payment.id }, payment.changedAt, settleJobId(payment));
}
