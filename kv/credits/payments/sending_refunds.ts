/** A refund on its way: handed to its provider by a job, and ended by the provider's word, which may come late. */
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { putList, putRecord, readMoneyRefunds, replaced } from "./money_refunds.ts";
import {
  explainFailure,
  explainTotal,
  isThereByHand,
  isTold,
  isUnanswered,
  isUnderWay,
  type MoneyRefund,
  type MoneyRefunds,
  nowhereInTotal,
  withByHand,
  withPointless,
} from "./refunds_in_total.ts";
import { withoutLossBefore } from "./payment_changes.ts";
import { type Payment, readPayment } from "./payments.ts";
import { addSettling } from "./settling.ts";

/** After how long a provider is asked again about a refund that it has taken and not ended. */
const askAgainMs = 6 * 3600_000;

export interface Sending {
  /** The refund, now `sent`. */
  refund: MoneyRefund;
  payment: Payment;
  /** Whether its provider may know it already: it was sent before, and no answer was written down. */
  wasSent: boolean;
  /** What the provider calls the other refunds of this payment. */
  otherRefundIds: string[];
}

/** Marks a refund as sent and returns what the job needs to send it; null if nothing is left to send. */
export async function beginSending(store: Store, paymentId: string, refundId: string): Promise<Sending | null> {
  return await transact<Sending | null>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    const refund = list.value?.refunds.find(({ id }) => id === refundId);
    if (!payment.value || !refund || !isUnderWay(refund)) return { done: null };
    const otherRefundIds = list.value!.refunds.flatMap((other) =>
      other.id === refundId || other.providerRefundId === null ? [] : other.providerRefundId
    );
    const sending = { payment: payment.value, otherRefundIds };
    if (refund.state === "sent") return { done: { ...sending, refund, wasSent: true } };
    const sent: MoneyRefund = { ...refund, state: "sent", changedAt: store.now() };
    const op = store.kv.atomic();
    putList(op, payment.value, list, replaced(list.value!.refunds, sent));
    return { commit: op, result: { ...sending, refund: sent, wasSent: false } };
  });
}

/** The idempotency key for the provider. After a refusal it is another one, or the provider would repeat that refusal. */
export const refundKeyAt = ({ id, round }: MoneyRefund): string => `refund-${id}-${round}`;

export type RefundOutcome =
  | { state: "sent"; providerRefundId: string }
  | { state: "done"; providerRefundId: string }
  | { state: "failed"; problem: string; known?: { providerRefundId: string } };

/**
 * Notes what the provider answered about a refund. A refund that has ended already stays as it is; one that the
 * provider has not ended is looked at again later. If its failure was reported before this answer, the payment takes
 * note of it only now: until now nobody knew which refund the provider's id named.
 */
export async function noteRefundOutcome(
  store: Store,
  paymentId: string,
  refundId: string,
  outcome: RefundOutcome,
): Promise<void> {
  await transact<void>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    const refund = list.value?.refunds.find(({ id }) => id === refundId);
    if (!payment.value || !refund || !isUnderWay(refund)) return { done: undefined };
    const { refunds } = list.value!;
    const failure = failureOf(outcome, payment.value);
    const ended = { ...refund, ...endedAs(outcome, failure), changedAt: store.now() };
    const isThere = isTold(refund) || (ended.state === "done" && isThereByHand(payment.value, refunds, refund));
    // The total may have had this refund in it, and not the other of the same amount, of which less is known.
    const other = ended.state === "done" && !isThere ? refunds.find((each) => isTakenFor(each, refund)) : undefined;
    const keepsPlace = ended.state !== "failed" || isUnanswered(ended);
    const next: MoneyRefund = keepsPlace
      ? { ...ended, isTold: isThere || other !== undefined }
      : { ...ended, ...nowhereInTotal };
    const others = other ? replaced(refunds, { ...other, isTold: false }) : refunds;
    const noted = replaced(others, next);
    // This refund no longer accounts for its part of the total, so another one may.
    const explained = isTold(refund) && !isTold(next) ? explainTotal(payment.value, noted, 0) : noted;
    const op = store.kv.atomic().check(payment);
    putList(op, payment.value, list, withByHand(payment.value, explained));
    const without = failure ? withoutLossBefore(payment.value, refund) : payment.value;
    if (without !== payment.value) {
      op.set(payment.key, without);
      addSettling(store, op, without);
    }
    if (next.state === "sent") {
      addJob(store, op, { kind: "refund_money", paymentId, refundId }, store.now() + askAgainMs);
    } else {
      putRecord(store, op, payment.value, next, null);
    }
    return { commit: op, result: undefined };
  });
}

/** Whether `each` counts as told without being done, and may have been taken for the given refund of the same amount. */
const isTakenFor = (each: MoneyRefund, { id, cents }: MoneyRefund): boolean =>
  each.id !== id && each.cents === cents && each.state !== "done" && isTold(each);

/** The failure of a refund that the provider knew, told by this answer or an earlier event; undefined if there is none. */
function failureOf(outcome: RefundOutcome, { failedRefunds = [] }: Payment): { problem: string } | undefined {
  if (outcome.state === "failed") return outcome.known && outcome;
  return failedRefunds.find(({ id }) => id === outcome.providerRefundId);
}

/** What an answer changes in a refund. An event that tells of its failure may have come before the answer. */
function endedAs(outcome: RefundOutcome, failure: { problem: string } | undefined): Partial<MoneyRefund> {
  if (outcome.state === "failed") return { state: "failed", problem: outcome.problem };
  const { state, providerRefundId } = outcome;
  return failure ? { state: "failed", providerRefundId, problem: failure.problem } : { state, providerRefundId };
}

/**
 * Adds to the commit of the provider's event what it means for our refunds: which of them the new total has, and which
 * has failed, even if it counted as done. An admin may try that one again. Returns the payment, in which a refund that
 * has failed no longer counts as lost before he withdrew. Adds one check.
 */
export function followTotal(
  store: Store,
  op: Deno.AtomicOperation,
  before: Payment,
  payment: Payment,
  list: Deno.KvEntryMaybe<MoneyRefunds>,
  failure: { providerRefundId: string; problem: string } | null,
): Payment {
  const refunds = list.value?.refunds ?? [];
  const riseCents = payment.refundedCents - before.refundedCents;
  const told = failure
    ? afterFailure(payment, refunds, failure, { riseCents, failedAt: store.now() })
    : riseCents === 0
    ? refunds
    : explainTotal(payment, refunds, riseCents);
  const next = withPointless(payment, told);
  // Check the list even if nothing changes: the answer 'done', which names a refund, may be written at this very moment.
  if (next.every((each, at) => each === refunds[at])) op.check(list);
  else putList(op, payment, list, next);
  const hasFailedNow = (each: MoneyRefund, at: number) => each.state === "failed" && refunds[at]!.state !== "failed";
  for (const each of next.filter(hasFailedNow)) putRecord(store, op, payment, each, null);
  return next.filter((each, at) => hasFailedNow(each, at) || each.providerRefundId === failure?.providerRefundId)
    .reduce((without, each) => withoutLossBefore(without, each), payment);
}

/**
 * The refunds after a reported failure: the one with that provider's id has failed. If none has that id, those have
 * failed that were given by hand in place of ours and are no longer in the total: nobody would be told of them again.
 */
function afterFailure(
  payment: Payment,
  refunds: MoneyRefund[],
  { providerRefundId, problem }: { providerRefundId: string; problem: string },
  { riseCents, failedAt }: { riseCents: number; failedAt: number },
): MoneyRefund[] {
  const asFailed = (refund: MoneyRefund): MoneyRefund =>
    refund.state !== "failed"
      ? { ...refund, ...nowhereInTotal, state: "failed", problem, changedAt: failedAt }
      : isTold(refund) || refund.wasTold
      ? { ...refund, ...nowhereInTotal }
      : refund;
  const isNamed = (each: MoneyRefund) => each.providerRefundId === providerRefundId;
  const isOfOurs = refunds.some(isNamed);
  const without = refunds.map((each) => isNamed(each) ? asFailed(each) : each);
  const explained = explainFailure(payment, without, { riseCents, isOfOurs });
  const isGone = (each: MoneyRefund) => each.state === "done" && each.providerRefundId === null && !isTold(each);
  return withByHand(payment, isOfOurs ? explained : explained.map((each) => isGone(each) ? asFailed(each) : each));
}
