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
} from "./refunds_in_total.ts";
import { withoutLossBefore } from "./payment_changes.ts";
import { type Payment, readPayment } from "./payments.ts";
import { addSettling } from "./settling.ts";

/** A provider that has taken a refund and not ended it is asked again after this long. */
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

/** What a job sends; null where there is nothing to send any more. */
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

/** By what the provider knows a try: after a refusal another one, so that it is not answered by that refusal again. */
export const refundKeyAt = ({ id, round }: MoneyRefund): string => `refund-${id}-${round}`;

export type RefundOutcome =
  | { state: "sent"; providerRefundId: string }
  | { state: "done"; providerRefundId: string }
  | { state: "failed"; problem: string; known?: { providerRefundId: string } };

/**
 * Notes what the provider said; what it has not ended is looked at again later. What has ended already stays so. A failure
 * that was told of before counts for the payment from now on: until now nobody knew whose name that was.
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
    // Of two equal ones the total may have had this one, and not the other of which less is known.
    const other = ended.state === "done" && !isThere ? refunds.find((each) => isTakenFor(each, refund)) : undefined;
    const keepsPlace = ended.state !== "failed" || isUnanswered(ended);
    const next: MoneyRefund = keepsPlace
      ? { ...ended, isTold: isThere || other !== undefined }
      : { ...ended, ...nowhereInTotal };
    const others = other ? replaced(refunds, { ...other, isTold: false }) : refunds;
    const noted = replaced(others, next);
    // What it had of the total and has no more is another's.
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

/** Whether a refund that is not done counts as told, and may be there in place of this one of the same amount. */
const isTakenFor = (each: MoneyRefund, { id, cents }: MoneyRefund): boolean =>
  each.id !== id && each.cents === cents && each.state !== "done" && isTold(each);

/** That it has failed, as its provider has told of it without this refund; undefined where nobody has said so yet. */
function failureOf(outcome: RefundOutcome, { failedRefunds = [] }: Payment): { problem: string } | undefined {
  if (outcome.state === "failed") return outcome.known && outcome;
  return failedRefunds.find(({ id }) => id === outcome.providerRefundId);
}

/** What a refund is after an answer, which word of its failure may have overtaken. */
function endedAs(outcome: RefundOutcome, failure: { problem: string } | undefined): Partial<MoneyRefund> {
  if (outcome.state === "failed") return { state: "failed", problem: outcome.problem };
  const { state, providerRefundId } = outcome;
  return failure ? { state: "failed", providerRefundId, problem: failure.problem } : { state, providerRefundId };
}

/**
 * Adds to the commit of the provider's word what it says of our refunds: which of them its new total has, and which has
 * failed, also where it counted as done. An admin may try that one again. Answers the payment as it is without it. One check.
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
  const next = failure
    ? afterFailure(payment, refunds, failure, { riseCents, failedAt: store.now() })
    : riseCents === 0
    ? refunds
    : explainTotal(payment, refunds, riseCents);
  // Checked also where nothing changes: the answer 'done', which names a refund, may be written down at this very moment.
  if (next.every((each, at) => each === refunds[at])) op.check(list);
  else putList(op, payment, list, next);
  const hasFailedNow = (each: MoneyRefund, at: number) => each.state === "failed" && refunds[at]!.state !== "failed";
  for (const each of next.filter(hasFailedNow)) putRecord(store, op, payment, each, null);
  return next.filter((each, at) => hasFailedNow(each, at) || each.providerRefundId === failure?.providerRefundId)
    .reduce((without, each) => withoutLossBefore(without, each), payment);
}

/**
 * The refunds after word of a failure: the one of that name has failed. Where none has it, so has what was given by hand in
 * place of ours and is in the total no more: nobody would be told of it again.
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
