/**
 * Evidence in a dispute at Stripe: staged, where its dashboard shows it and no bank sees it, or submitted, once and for
 * good (https://docs.stripe.com/api/disputes/update). Only texts are sent: Stripe takes files as PDF, PNG or JPEG.
 */
import Stripe from "stripe";
import { codeOf } from "./stripe_refunds.ts";
import { type EvidenceAnswer, type EvidenceOrder, evidenceProblems } from "./types.ts";

/**
 * Stages or submits the texts of an order, each once for its key. Throws what Stripe's library throws, except refusals.
 */
export async function sendStripeEvidence(
  stripe: Stripe,
  { disputeId, step, key, fields: evidence, wasSent }: EvidenceOrder,
  options: Stripe.RequestOptions,
): Promise<EvidenceAnswer> {
  try {
    const dispute = await stripe.disputes.retrieve(disputeId, {}, options);
    const { submission_count, due_by } = dispute.evidence_details;
    if (submission_count > 0) {
      // The answer to our submission was lost: a bank is shown evidence once.
      if (step === "submit" && wasSent) return doneBy(dispute);
      return refused("submitted");
    }
    if (!dispute.status.endsWith("needs_response")) return refused("closed");
    if (due_by === 0) return refused("unanswerable");
    // Stripe submits where it is not told otherwise.
    const wanted = { evidence, submit: step === "submit" };
    return doneBy(await stripe.disputes.update(disputeId, wanted, { ...options, idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { state: "failed", problem: codeOf(error.code) };
  }
}

const refused = (problem: keyof typeof evidenceProblems): EvidenceAnswer => ({
  state: "failed",
  problem: evidenceProblems[problem],
  isFinal: true,
});

const doneBy = (dispute: Stripe.Dispute): EvidenceAnswer => ({ state: "done", dueAt: dueAtOf(dispute) });

/** Until when Stripe takes evidence, ms since the epoch; null where it names no time. */
export const dueAtOf = ({ evidence_details }: Pick<Stripe.Dispute, "evidence_details">): number | null =>
  evidence_details?.due_by ? evidence_details.due_by * 1000 : null;
