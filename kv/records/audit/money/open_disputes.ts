/** The audit of disputes that no bank has decided: each is in the index that the desk reads, and nothing else is. */
import { openDisputeOf } from "../../../credits/payments/dispute_evidence.ts";
import type { OpenDispute } from "../../../credits/payments/open_disputes.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** Whether a payment that is disputed stands in the index. */
export async function auditOpenDispute(reader: Reader, payment: Payment, fault: Report): Promise<void> {
  const dispute = openDisputeOf(payment);
  if (!dispute) return;
  const known = await reader.valueAt<OpenDispute>(keys.openDispute(payment.id));
  if (known?.disputeId !== dispute.id) fault("is disputed, and not among the open disputes");
}

/** Whether everything in the index is disputed. */
export async function auditOpenDisputes(reader: Reader, report: Report): Promise<void> {
  await reader.walk<OpenDispute>(prefixes.openDisputes(), async (_value, [, paymentId]) => {
    const payment = await reader.valueAt<Payment>(keys.payment(String(paymentId)));
    if (!payment || !openDisputeOf(payment)) report(`payment ${String(paymentId)} is said to be disputed, and is not`);
  });
}
