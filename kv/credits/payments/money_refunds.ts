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
import { barRefundRequest, paidByHandAt, readRefundRequest, type RefundRequest } from "./refund_requests.ts";
import {
  givenByHand,
  isThereByHand,
  isTold,
  isUnanswered,
  type MoneyRefund,
  type MoneyRefunds,
  refundableCents,
  withByHand,
} from "./refunds_in_total.ts";

type ListEntry = Deno.KvEntryMaybe<MoneyRefunds>;

export const readMoneyRefunds = (store: Store, paymentId: string): Promise<ListEntry> =>
  store.kv.get<MoneyRefunds>(keys.moneyRefunds(paymentId));

/** What was asked back of a payment at its provider, oldest first. */
export const moneyRefundsOf = async (store: Store, paymentId: string): Promise<MoneyRefund[]> =>
  (await readMoneyRefunds(store, paymentId)).value?.refunds ?? [];

/** What whoever asks was shown of a man's request of all his money: when it was paid by hand; null where it was not. */
interface Seen {
  seenPaidByHandAt?: number | null;
}

/** Money that was paid by hand meanwhile goes to nobody a second time unasked. */
function refusedUnseen(request: RefundRequest | null, { seenPaidByHandAt }: Seen): Refusal | null {
  if (seenPaidByHandAt === undefined || seenPaidByHandAt === paidByHandAt(request)) return null;
  return refuse("conflict", { wording: "paid_by_hand" });
}

/**
 * Asks for money of a payment at its provider; a job sends it. The same `id` answers the first time's. Refuses
 * `not_found`, `not_refundable` where nothing can go back or a bank decides about it, `invalid` for an amount that is
 * not from a cent up to what is left, or that nobody pays in its currency, and `conflict` where what was seen is old.
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
    const unseen = refusedUnseen(request.value, seen);
    if (unseen) return { done: unseen };
    const most = refundableCents(payment.value, refunds);
    if (most === 0 || payment.value.state === "disputed") return { done: refuse("not_refundable") };
    if (!isPayable({ cents, currency: payment.value.quote.currency }) || cents < 1 || cents > most) {
      return { done: refuse("invalid", { fields: { amount: "wrong_value" } }) };
    }
    const op = store.kv.atomic().check(payment);
    barRefundRequest(op, request);
    const refund = addMoneyRefund(store, op, payment.value, list, { id, cents, actorId });
    return { commit: op, result: { ok: true, refund } };
  });
}

/** Adds a refund to a commit, with the job that sends it; the caller has made sure that so much can go back. One check. */
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
  putList(op, payment, list, [...refunds, refund]);
  addJob(store, op, { kind: "refund_money", paymentId: payment.id, refundId: id });
  putRecord(store, op, payment, refund, actorId);
  return refund;
}

/** What the list of payments says of one of which some money is not there yet. */
export interface OpenMoneyRefund {
  /** Since when one waits for an admin (ms since the epoch); null where all are under way. */
  failedAt: number | null;
}

/** What stands in the index for these refunds. */
export function openOf(refunds: MoneyRefund[]): OpenMoneyRefund {
  const failures = refunds.flatMap(({ state, changedAt }) => state === "failed" ? changedAt : []);
  return { failedAt: failures.length === 0 ? null : Math.min(...failures) };
}

/** The list of a payment as it is from now on. One check. */
export function putList(op: Deno.AtomicOperation, payment: Payment, list: ListEntry, refunds: MoneyRefund[]): void {
  const { id, manId, quote: { currency } } = payment;
  const known = { paymentId: id, manId, ...(currency !== firstCurrency && { currency }) };
  op.check(list).set(list.key, { ...known, refunds } satisfies MoneyRefunds);
  if (refunds.every(({ state }) => state === "done")) op.delete(keys.openMoneyRefund(id));
  else op.set(keys.openMoneyRefund(id), openOf(refunds));
}

/** What became of a refund, for the log; who tries one again asks for it. */
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
 * Tries a failed refund again. Where the provider has meanwhile told of that much money by itself, because somebody gave
 * it back there since, it is done. What did not fail stays as it is. Refuses `not_found`, `not_refundable` where less than
 * that is left, and `conflict` where what was seen is old.
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
    const unseen = refusedUnseen(request.value, seen);
    if (unseen) return { done: unseen };
    const isThere = isTold(refund) || isThereByHand(payment.value, refunds, refund);
    if (!isThere && refund.cents > refundableCents(payment.value, refunds)) return { done: refuse("not_refundable") };
    const isSameOne = isUnanswered(refund);
    const next: MoneyRefund = {
      ...refund,
      // The same one is looked for before it is sent anew.
      state: isThere ? "done" : isSameOne ? "sent" : "requested",
      isTold: isThere,
      changedAt: store.now(),
      round: isSameOne ? refund.round : refund.round + 1,
      providerRefundId: isSameOne ? refund.providerRefundId : null,
      problem: null,
    };
    const op = store.kv.atomic().check(payment);
    barRefundRequest(op, request);
    putList(op, payment.value, list, withByHand(payment.value, replaced(refunds, next)));
    if (!isThere) addJob(store, op, { kind: "refund_money", paymentId, refundId });
    putRecord(store, op, payment.value, next, actorId);
    return { commit: op, result: { ok: true, refund: next } };
  });
}

/** Since when each payment waits whose refund has failed, the longest wait first (ms since the epoch). */
export async function failedRefundTimes(store: Store): Promise<number[]> {
  const times: number[] = [];
  for await (const { value } of store.kv.list<OpenMoneyRefund>({ prefix: prefixes.openMoneyRefunds() })) {
    if (value.failedAt !== null) times.push(value.failedAt);
  }
  return times.sort((one, other) => one - other);
}

/** Every payment of which some money is asked back and not there yet; of each, all that was asked. */
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
