/**
 * What a bank is shown in a payment's newest dispute, once an admin has read it: first staged at the provider, where no
 * bank sees it, then submitted, once and for good. A job sends each step; what was sent stays as it was.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { type Attempt, transact } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { type Dispute, isPaymentId, type Payment, readPayment } from "./payments.ts";

export type EvidenceStep = "stage" | "submit";

export interface DisputeEvidence {
  paymentId: string;
  manId: number;
  disputeId: string;
  /** The texts, by the provider's names of them. */
  fields: Record<string, string>;
  /** The latest step, and its state, with the meaning of `MoneyRefundState` (refunds_in_total.ts). */
  step: EvidenceStep;
  state: "requested" | "sent" | "done" | "failed";
  /** The admin who asked for the step. */
  actorId: number;
  /** Ms since the epoch, both. */
  requestedAt: number;
  changedAt: number;
  /** How many steps were asked for: each goes under a key of its own. */
  round: number;
  /** Whether the bank may have it, because an answer was lost. */
  mayBeSubmitted: boolean;
  /** Until when the provider takes evidence, ms since the epoch; null where it named no time. */
  dueAt: number | null;
  /** Why the step failed: the provider's code, or a word of ours; null otherwise. */
  problem: string | null;
  /** Whether nothing more can be sent for this dispute: the bank has some evidence, takes none, or has decided. */
  isFinal?: boolean;
}

/** Why a step failed without a refusal; the providers' own problems are in services/payments/types.ts. */
export const unsentProblems = { noAnswer: "no_answer", noProvider: "no_provider" } as const;

type Entry = Deno.KvEntryMaybe<DisputeEvidence>;

const readEvidence = (store: Store, paymentId: string): Promise<Entry> =>
  store.kv.get<DisputeEvidence>(keys.disputeEvidence(isPaymentId(paymentId) ? paymentId : ""));

export const evidenceOf = async (store: Store, paymentId: string): Promise<DisputeEvidence | null> =>
  (await readEvidence(store, paymentId)).value;

/** The newest dispute of a payment that a bank has not decided; null where there is none. */
export const openDisputeOf = ({ disputes }: Payment): Dispute | null =>
  disputes.findLast(({ outcome }) => outcome === "open") ?? null;

export const isEvidenceUnderWay = ({ state }: DisputeEvidence): boolean => state === "requested" || state === "sent";

/** Whether texts may be staged, also once more: as long as none for this dispute is, or may be, submitted. */
export function mayStage(payment: Payment, evidence: DisputeEvidence | null): boolean {
  const dispute = openDisputeOf(payment);
  if (dispute === null || (evidence && isEvidenceUnderWay(evidence))) return false;
  return evidence?.disputeId !== dispute.id ||
    (!evidence.mayBeSubmitted && !(evidence.step === "submit" && evidence.state === "done"));
}

/** Whether the staged texts may be submitted, or a failed submission may be tried again. */
export const maySubmit = (payment: Payment, evidence: DisputeEvidence | null): evidence is DisputeEvidence =>
  evidence !== null && evidence.disputeId === openDisputeOf(payment)?.id &&
  evidence.state === (evidence.step === "stage" ? "done" : "failed");

export type EvidenceAsked = Result<{ evidence: DisputeEvidence }>;

/**
 * Asks for texts to be staged; if the same texts are under way already, returns those. Refuses `not_found`, and
 * `conflict` if no dispute is open, other texts are under way, or some are submitted.
 */
export function askToStage(
  store: Store,
  { paymentId, fields, actorId }: Pick<DisputeEvidence, "paymentId" | "fields" | "actorId">,
): Promise<EvidenceAsked> {
  return ask(store, paymentId, (payment, before) => {
    const isSame = before !== null && JSON.stringify(before.fields) === JSON.stringify(fields);
    if (isSame && before.step === "stage" && isEvidenceUnderWay(before)) return before;
    if (!mayStage(payment, before)) return null;
    const { manId } = payment;
    const disputeId = openDisputeOf(payment)!.id;
    const dueAt = openDisputeOf(payment)!.dueAt ?? null;
    const round = (before?.round ?? 0) + 1;
    const known = { paymentId, manId, disputeId, fields, dueAt, round, mayBeSubmitted: false };
    return { ...known, ...fresh(store, "stage", actorId) };
  });
}

/**
 * Asks for the staged texts to be submitted; a repeat changes nothing. Refuses `not_found`, and `conflict` if nothing
 * is staged for the open dispute.
 */
export function askToSubmit(
  store: Store,
  { paymentId, actorId }: Pick<DisputeEvidence, "paymentId" | "actorId">,
): Promise<EvidenceAsked> {
  return ask(store, paymentId, (payment, before) => {
    if (before?.step === "submit" && before.state !== "failed") return before;
    if (!maySubmit(payment, before)) return null;
    return { ...before, round: before.round + 1, ...fresh(store, "submit", actorId) };
  });
}

const fresh = (store: Store, step: EvidenceStep, actorId: number) => {
  const now = store.now();
  return {
    step,
    state: "requested",
    actorId,
    requestedAt: now,
    changedAt: now,
    problem: null,
    isFinal: false,
  } as const;
};

/** Commits a step of either kind: the evidence that `next` makes, the job, and the audit record. */
function ask(
  store: Store,
  paymentId: string,
  next: (payment: Payment, before: DisputeEvidence | null) => DisputeEvidence | null,
): Promise<EvidenceAsked> {
  return transact<EvidenceAsked>(async (): Promise<Attempt<EvidenceAsked>> => {
    const [payment, entry] = await Promise.all([readPayment(store, paymentId), readEvidence(store, paymentId)]);
    if (!payment.value) return { done: refuse("not_found") };
    const evidence = next(payment.value, entry.value);
    if (evidence === null) return { done: refuse("conflict") };
    if (evidence === entry.value) return { done: { ok: true, evidence } };
    const op = store.kv.atomic().check(payment).check(entry).set(entry.key, evidence);
    addJob(store, op, { kind: "send_evidence", paymentId });
    putRecord(store, op, evidence, evidence.actorId);
    return { commit: op, result: { ok: true, evidence } };
  });
}

export interface EvidenceSending {
  /** Now `sent`. */
  evidence: DisputeEvidence;
  payment: Payment;
  /** Whether the bank may have it: it was submitted before, and no answer was written down. */
  wasSent: boolean;
}

/** Marks the evidence as sent and returns what the job needs to send it; null if nothing is left to send. */
export async function beginEvidence(store: Store, paymentId: string): Promise<EvidenceSending | null> {
  return await transact<EvidenceSending | null>(async () => {
    const [payment, entry] = await Promise.all([readPayment(store, paymentId), readEvidence(store, paymentId)]);
    if (!payment.value || !entry.value || !isEvidenceUnderWay(entry.value)) return { done: null };
    const wasSent = entry.value.mayBeSubmitted;
    const mayBeSubmitted = entry.value.step === "submit";
    const evidence = { ...entry.value, state: "sent", mayBeSubmitted, changedAt: store.now() } as const;
    const op = store.kv.atomic().check(entry).set(entry.key, evidence);
    return { commit: op, result: { evidence, payment: payment.value, wasSent } };
  });
}

/**
 * The idempotency key of one attempt at the provider. Each attempt has its own, because Stripe repeats a failure under
 * its key for a day. That no step is done twice is seen from the state of the dispute.
 */
export const evidenceKeyOf = ({ disputeId, round }: DisputeEvidence, attempt: number): string =>
  `evidence-${disputeId}-${round}-${attempt}`;

export type EvidenceOutcome =
  | { state: "done"; dueAt: number | null }
  | { state: "failed"; problem: string; isFinal?: boolean };

/** Notes what the provider said of a step; does nothing if that step is no longer under way. */
export async function noteEvidence(
  store: Store,
  { paymentId, round }: Pick<DisputeEvidence, "paymentId" | "round">,
  outcome: EvidenceOutcome,
): Promise<void> {
  await transact<void>(async () => {
    const entry = await readEvidence(store, paymentId);
    const before = entry.value;
    if (!before || before.round !== round || !isEvidenceUnderWay(before)) return { done: undefined };
    const isLost = outcome.state === "failed" && outcome.problem === unsentProblems.noAnswer;
    const next: DisputeEvidence = {
      ...before,
      ...outcome,
      dueAt: (outcome.state === "done" ? outcome.dueAt : null) ?? before.dueAt,
      mayBeSubmitted: isLost && before.mayBeSubmitted,
      changedAt: store.now(),
    };
    const op = store.kv.atomic().check(entry).set(entry.key, next);
    putRecord(store, op, next, null);
    return { commit: op, result: undefined };
  });
}

/** The log tells which step of which dispute, and no text. */
function putRecord(
  store: Store,
  op: Deno.AtomicOperation,
  { paymentId, manId, disputeId, step, state, problem }: DisputeEvidence,
  actorId: number | null,
): void {
  const details = { manId, disputeId, step, ...(problem !== null && { problem }) };
  putAuditRecord(store, op, {
    action: `dispute_evidence_${state}`,
    actorId,
    subject: `payment:${paymentId}`,
    details,
  });
}
