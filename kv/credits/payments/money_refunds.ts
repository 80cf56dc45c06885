/**
 * Money that goes back at the provider: asked for by an admin, sent by a job (sending_refunds.ts), and done or failed by
 * the provider's own word. Credits do not move here: they follow that word (payment_events.ts), whichever way it comes and
 * however often.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { firstCurrency, isPayable } from "../prices/currencies.ts";
import { type Payment, readPayment } from "./payments.ts";
import { guardRefundRequest, paidByHandAt, readRefundRequest, type RefundRequest } from "./refund_requests.ts";
import {
  givenBackCents,
  givenByHand,
  isOver,
  isThereByHand,
  isTold,
  isUnanswered,
  isUnpaid,
  type MoneyRefund,
  type MoneyRefunds,
  refundableCents,
  withByHand,
  withPointless,
} from "./refunds_in_total.ts";
import { withReplaced } from "./failed_refunds/replaced_refunds.ts";

type ListEntry = Deno.KvEntryMaybe<MoneyRefunds>;

export const readMoneyRefunds = (store: Store, paymentId: string): Promise<ListEntry> =>
  store.kv.get<MoneyRefunds>(keys.moneyRefunds(paymentId));

/** The refunds that were asked for of a payment, oldest first. */
export const moneyRefundsOf = async (store: Store, paymentId: string): Promise<MoneyRefund[]> =>
  (await readMoneyRefunds(store, paymentId)).value?.refunds ?? [];

/** What the admin was shown. */
interface Seen {
  /** When the man's request for all his money was paid by hand (`paidByHandAt`), or null if it was not. */
  seenPaidByHandAt?: number | null;
  /** What of the payment was given back or on its way (`givenBackCents`). */
  seenGivenBackCents?: number;
}

/**
 * Refuses `conflict` if the man was paid by hand, or money of the payment was asked back, since the page was shown:
 * nobody is to pay him twice without knowing.
 */
function refusedUnseen(
  { seenPaidByHandAt, seenGivenBackCents }: Seen,
  request: RefundRequest | null,
  payment: Payment,
  refunds: MoneyRefund[],
): Refusal | null {
  if (seenPaidByHandAt !== undefined && seenPaidByHandAt !== paidByHandAt(request, payment.paidAt)) {
    return refuse("conflict", { wording: "paid_by_hand" });
  }
  const isOutdated = seenGivenBackCents !== undefined && seenGivenBackCents !== givenBackCents(payment, refunds);
  return isOutdated ? refuse("conflict", { wording: "given_back" }) : null;
}

/**
 * Asks for a refund of a payment at its provider; a job sends it. The same `id` returns the first refund. Refuses
 * `not_found`, `not_refundable` if nothing can go back or a bank decides about it, `invalid` for an amount that is not
 * from one cent up to what is left, or that cannot be paid in its currency, and `conflict` if what was seen is outdated.
 */
export async function askMoneyBack(
  store: Store,
  { id, paymentId, cents, actorId, ...seen }: { id: string; paymentId: string; cents: number; actorId: number } & Seen,
): Promise<Result<{ refund: MoneyRefund }>> {
  return await transact<Result<{ refund: MoneyRefund }>>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    if (!payment.value) return { done: refuse("not_found") };
    const refunds = list.value?.refunds ?? [];
    const earlier = refunds.find((refund) => refund.id === id);
    if (earlier) return { done: { ok: true, refund: earlier } };
    const request = await readRefundRequest(store, payment.value.manId);
    const unseen = refusedUnseen(seen, request.value, payment.value, refunds);
    if (unseen) return { done: unseen };
    const most = refundableCents(payment.value, refunds);
    if (most === 0 || payment.value.state === "disputed") return { done: refuse("not_refundable") };
    if (!isPayable({ cents, currency: payment.value.quote.currency }) || cents < 1 || cents > most) {
      return { done: refuse("invalid", { fields: { amount: "wrong_value" } }) };
    }
    const op = store.kv.atomic().check(payment);
    guardRefundRequest(op, request);
    const refund = addMoneyRefund(store, op, payment.value, list, { id, cents, actorId });
    return { commit: op, result: { ok: true, refund } };
  });
}

/**
 * Adds a refund and the job that sends it; the caller has made sure that so much can go back. What has failed, and is
 * given back by this one, is over. Adds one check.
 */
export function addMoneyRefund(
  store: Store,
  op: Deno.AtomicOperation,
  payment: Payment,
  list: ListEntry,
  { id, cents, actorId }: Pick<MoneyRefund, "id" | "cents" | "actorId">,
): MoneyRefund {
  const now = store.now();
  const refunds = list.value?.refunds ?? [];
  const byHandCents = givenByHand(payment, refunds);
  const refund: MoneyRefund = {
    id,
    cents,
    ...(byHandCents > 0 && { byHandCents }),
    state: "requested",
    actorId,
    requestedAt: now,
    changedAt: now,
    round: 0,
    providerRefundId: null,
    problem: null,
  };
  const others = withReplaced(refunds, refund, refundableCents(payment, refunds) - cents);
  putList(op, payment, list, [...others, refund]);
  addJob(store, op, { kind: "refund_money", paymentId: payment.id, refundId: id });
  putRecord(store, op, payment, refund, actorId);
  return refund;
}

/** What the list of payments says of a payment with refunds that are not over. */
export interface OpenMoneyRefund {
  /** Since when a failed refund waits for an admin (ms since the epoch); null if all are under way. */
  failedAt: number | null;
}

/** What stands in the index for these refunds. */
export function openOf(refunds: MoneyRefund[]): OpenMoneyRefund {
  const failures = refunds.filter(isUnpaid).map(({ changedAt }) => changedAt);
  return { failedAt: failures.length === 0 ? null : Math.min(...failures) };
}

/** Writes a payment's list of refunds, and its place in the index. Adds one check. */
export function putList(op: Deno.AtomicOperation, payment: Payment, list: ListEntry, known: MoneyRefund[]): void {
  const refunds = withPointless(payment, known);
  const { id, manId, quote: { currency } } = payment;
  const about = { paymentId: id, manId, ...(currency !== firstCurrency && { currency }) };
  op.check(list).set(list.key, { ...about, refunds } satisfies MoneyRefunds);
  if (refunds.every(isOver)) op.delete(keys.openMoneyRefund(id));
  else op.set(keys.openMoneyRefund(id), openOf(refunds));
}

/** Adds the audit record of how a refund stands; one that is tried again is recorded as requested. */
export function putRecord(
  store: Store,
  op: Deno.AtomicOperation,
  { id, manId, provider, quote: { currency } }: Payment,
  { cents, state, problem }: MoneyRefund,
  actorId: number | null,
): void {
  putAuditRecord(store, op, {
    action: `money_refund_${state === "sent" ? "requested" : state}`,
    actorId,
    subject: `payment:${id}`,
    details: { manId, provider, cents, currency, ...(problem !== null && { problem }) },
  });
}

/**
 * Tries a failed refund again. If the provider has meanwhile reported that much money, because somebody gave it back
 * there since, the refund is done. A refund that has not failed stays as it is. Refuses `not_found`, `not_refundable`
 * if less than its amount is left or another is in its place, and `conflict` if what was seen is outdated.
 */
export async function retryMoneyBack(
  store: Store,
  { paymentId, refundId, actorId, ...seen }: { paymentId: string; refundId: string; actorId: number } & Seen,
): Promise<Result<{ refund: MoneyRefund }>> {
  return await transact<Result<{ refund: MoneyRefund }>>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    const refunds = list.value?.refunds ?? [];
    const refund = refunds.find(({ id }) => id === refundId);
    if (!payment.value || !refund) return { done: refuse("not_found") };
    if (refund.state !== "failed") return { done: { ok: true, refund } };
    const request = await readRefundRequest(store, payment.value.manId);
    const unseen = refusedUnseen(seen, request.value, payment.value, refunds);
    if (unseen) return { done: unseen };
    if (!isUnpaid(refund)) return { done: refuse("not_refundable") };
    const isThere = isTold(refund) || isThereByHand(payment.value, refunds, refund);
    if (!isThere && refund.cents > refundableCents(payment.value, refunds)) return { done: refuse("not_refundable") };
    const isSameOne = isUnanswered(refund);
    const next: MoneyRefund = {
      ...refund,
      // The job looks for the same refund at the provider before it sends it again.
      state: isThere ? "done" : isSameOne ? "sent" : "requested",
      isTold: isThere,
      changedAt: store.now(),
      round: isSameOne ? refund.round : refund.round + 1,
      providerRefundId: isSameOne ? refund.providerRefundId : null,
      problem: null,
    };
    const op = store.kv.atomic().check(payment);
    guardRefundRequest(op, request);
    putList(op, payment.value, list, withByHand(payment.value, replaced(refunds, next)));
    if (!isThere) addJob(store, op, { kind: "refund_money", paymentId, refundId });
    putRecord(store, op, payment.value, next, actorId);
    return { commit: op, result: { ok: true, refund: next } };
  });
}

/** Since when each payment with a failed refund waits (ms since the epoch), the longest wait first. */
export async function failedRefundTimes(store: Store): Promise<number[]> {
  const times: number[] = [];
  for await (const { value } of store.kv.list<OpenMoneyRefund>({ prefix: prefixes.openMoneyRefunds() })) {
    if (value.failedAt !== null) times.push(value.failedAt);
  }
  return times.sort((one, other) => one - other);
}

/** All refunds of every payment that has one which is not over. */
export async function openMoneyRefunds(store: Store): Promise<MoneyRefunds[]> {
  const open: MoneyRefunds[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.openMoneyRefunds() })) {
    const list = (await readMoneyRefunds(store, String(key[1]))).value;
    if (list) open.push(list);
  }
  return open;
}

/** The refunds of a list, one of them changed. */
export const replaced = (refunds: MoneyRefund[], next: MoneyRefund): MoneyRefund[] =>
  refunds.map((refund) => refund.id === next.id ? next : refund);
