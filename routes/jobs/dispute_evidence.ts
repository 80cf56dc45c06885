/** Sends the evidence of a dispute, once an admin has read it, to the payment's provider; the bank decides the dispute. */
import { getLogger } from "@logtape/logtape";
import {
  beginEvidence,
  evidenceKeyOf,
  type EvidenceSending,
  noteEvidence,
  unsentProblems,
} from "../../kv/credits/payments/dispute_evidence.ts";
import { attemptsAtMost, type Job } from "../../kv/store/jobs/work.ts";
import type { EvidenceAnswer, EvidenceFields } from "../../services/payments/types.ts";
import type { PaymentJobsDependencies } from "./payment_jobs.ts";

const log = getLogger(["vesna", "payments"]);

/** Does the job `send_evidence`. Throws if it must be tried again; after the last attempt the step counts as failed. */
export async function sendEvidence(
  deps: PaymentJobsDependencies,
  { paymentId, attempts }: Job & { kind: "send_evidence" },
): Promise<void> {
  const begun = await beginEvidence(deps.store, paymentId);
  if (!begun) return;
  await noteEvidence(deps.store, begun.evidence, await askProvider(deps, begun, attempts));
}

async function askProvider(
  { payments }: PaymentJobsDependencies,
  { evidence, payment, wasSent }: EvidenceSending,
  attempts: number,
): Promise<EvidenceAnswer> {
  const provider = payments.named(payment.provider);
  if (!provider?.sendEvidence) return { state: "failed", problem: unsentProblems.noProvider };
  const { disputeId, step, fields } = evidence;
  try {
    const order = { disputeId, step, key: evidenceKeyOf(evidence, attempts), wasSent };
    return await provider.sendEvidence({ ...order, fields: fields as EvidenceFields });
  } catch (error) {
    if (attempts + 1 < attemptsAtMost) throw error;
    log.error("evidence is given up: {error}", { error: error instanceof Error ? error.message : "no error" });
    return { state: "failed", problem: unsentProblems.noAnswer };
  }
}
