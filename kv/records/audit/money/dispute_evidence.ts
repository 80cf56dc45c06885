/** The audit of evidence in disputes: it belongs to a dispute of its payment, and a job sends it if it is under way. */
import { type DisputeEvidence, isEvidenceUnderWay } from "../../../credits/payments/dispute_evidence.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditDisputeEvidence(reader: Reader, report: Report): Promise<void> {
  const sending = new Set<string>();
  await reader.walk<Job>(prefixes.jobs(), (job) => void (job.kind === "send_evidence" && sending.add(job.paymentId)));
  await reader.walk<DisputeEvidence>(prefixes.allDisputeEvidence(), async (evidence, [, id]) => {
    const fault: Report = (sentence) => report(`the evidence of payment ${String(id)} ${sentence}`);
    const payment = await reader.valueAt<Payment>(keys.payment(String(id)));
    if (evidence.paymentId !== id || payment?.manId !== evidence.manId) return fault("is not of a payment of this man");
    if (!payment.disputes.some((dispute) => dispute.id === evidence.disputeId)) fault("is of no dispute of it");
    if (isEvidenceUnderWay(evidence) && !sending.has(String(id))) fault("is under way, and nobody sends it");
    if ((evidence.state === "failed") !== (evidence.problem !== null)) fault("has failed without a reason, or has one");
  });
}
