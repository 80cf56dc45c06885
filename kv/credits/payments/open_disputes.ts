/** Disputes that no bank has decided yet, kept in an index, and which of them wait for an answer of ours. */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { type Attempt, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { type DisputeEvidence, evidenceOf, isEvidenceUnderWay, openDisputeOf } from "./dispute_evidence.ts";
import { isPaymentId, type Payment, paymentById } from "./payments.ts";

/** What stands in the index for a payment. */
export interface OpenDispute {
  disputeId: string;
  /** When we heard of it (ms since the epoch). */
  since: number;
  /** When an admin noted that it was answered on the provider's own pages (ms since the epoch). */
  answeredAt?: number;
}

const readOpenDispute = (store: Store, paymentId: string): Promise<Deno.KvEntryMaybe<OpenDispute>> =>
  store.kv.get<OpenDispute>(keys.openDispute(isPaymentId(paymentId) ? paymentId : ""));

/** The index record of a payment; null if it has no open dispute. */
export const openDisputeRecord = async (store: Store, paymentId: string): Promise<OpenDispute | null> =>
  (await readOpenDispute(store, paymentId)).value;

/** Updates the index in the commit that changes a payment; a dispute that stays open keeps its time. */
export function putOpenDispute(store: Store, op: Deno.AtomicOperation, before: Payment, next: Payment): void {
  const disputeId = openDisputeOf(next)?.id;
  if (disputeId === openDisputeOf(before)?.id) return;
  if (disputeId === undefined) op.delete(keys.openDispute(next.id));
  else op.set(keys.openDispute(next.id), { disputeId, since: store.now() } satisfies OpenDispute);
}

/**
 * Notes that a dispute was answered where this site cannot see it, or takes that note back; a repeat changes nothing.
 * Refuses `conflict` if this dispute of the payment is not open.
 */
export function noteAnswered(
  store: Store,
  { paymentId, disputeId, isAnswered, actorId }: {
    paymentId: string;
    disputeId: string;
    isAnswered: boolean;
    actorId: number;
  },
): Promise<Result<unknown>> {
  return transact<Result<unknown>>(async (): Promise<Attempt<Result<unknown>>> => {
    const entry = await readOpenDispute(store, paymentId);
    if (entry.value?.disputeId !== disputeId) return { done: refuse("conflict") };
    const { answeredAt, ...open } = entry.value;
    if ((answeredAt !== undefined) === isAnswered) return { done: { ok: true } };
    const next: OpenDispute = isAnswered ? { ...open, answeredAt: store.now() } : open;
    const op = store.kv.atomic().check(entry).set(entry.key, next);
    putAuditRecord(store, op, {
      action: isAnswered ? "dispute_answered" : "dispute_unanswered",
      actorId,
      subject: `payment:${paymentId}`,
      details: { disputeId },
    });
    return { commit: op, result: { ok: true } };
  });
}

export interface UnansweredDispute {
  paymentId: string;
  /** Since when it waits for us (ms since the epoch). */
  since: number;
  /** Until when the provider takes evidence (ms since the epoch); null where it named no time. */
  dueAt: number | null;
}

/**
 * Disputes that can still be answered, and for which no evidence is submitted or on its way; the first due comes first.
 * If a provider is answered on its own pages, only an admin's note tells that this was done.
 */
export async function unansweredDisputes(store: Store): Promise<UnansweredDispute[]> {
  const open = await Array.fromAsync(store.kv.list<OpenDispute>({ prefix: prefixes.openDisputes() }));
  const found = await Promise.all(open.map(({ key, value }) => unansweredOf(store, String(key[1]), value)));
  return found.filter((each) => each !== null)
    .sort((one, other) => dueFirst(one) - dueFirst(other) || one.since - other.since);
}

const dueFirst = ({ dueAt }: UnansweredDispute): number => dueAt ?? Number.MAX_SAFE_INTEGER;

async function unansweredOf(
  store: Store,
  paymentId: string,
  { since, answeredAt }: OpenDispute,
): Promise<UnansweredDispute | null> {
  if (answeredAt !== undefined) return null;
  const [payment, known] = await Promise.all([paymentById(store, paymentId), evidenceOf(store, paymentId)]);
  const dispute = payment && openDisputeOf(payment);
  if (!dispute) return null;
  const evidence = known?.disputeId === dispute.id ? known : null;
  const dueAt = evidence?.dueAt ?? dispute.dueAt ?? null;
  if ((dueAt !== null && dueAt <= store.now()) || (evidence && isAnswered(evidence))) return null;
  return { paymentId, since: evidence?.state === "failed" ? evidence.changedAt : since, dueAt };
}

/** Whether there is nothing left to do: evidence is on its way, or the bank has some, or takes none. */
function isAnswered(evidence: DisputeEvidence): boolean {
  if (isEvidenceUnderWay(evidence)) return true;
  return evidence.state === "done" ? evidence.step === "submit" : evidence.isFinal === true;
}
