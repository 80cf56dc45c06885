/**
 * Money that goes back at the provider: asked for by an admin, sent by a job, and done or failed by the provider's own
 * word. Credits do not move here: they follow that word (payment_events.ts), whichever way it comes and however often.
 */
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Currency, firstCurrency, isPayable } from "./currencies.ts";
import { lostCents } from "./payment_changes.ts";
import { type Payment, readPayment } from "./payments.ts";

/**
 * requested: nobody has asked the provider yet; sent: it was asked and has not said the end, or its answer was lost;
 * done: it is paid back; failed: the provider refused, or gave no answer for half a day. Failed ones can be tried again.
 */
export type MoneyRefundState = "requested" | "sent" | "done" | "failed";

export interface MoneyRefund {
  /** Named by who asks: the same name is the same refund. */
  id: string;
  cents: number;
  state: MoneyRefundState;
  /** The admin who asked for it. */
  actorId: number | null;
  /** Ms since the epoch, both. */
  requestedAt: number;
  changedAt: number;
  /** How often it was begun anew after a refusal: each time under a key that the provider does not know. */
  round: number;
  providerRefundId: string | null;
  /** Why it failed: the provider's own code, or one of `refundProblems`; null otherwise. */
  problem: string | null;
}

/** All of one payment, oldest first. */
export interface MoneyRefunds {
  paymentId: string;
  manId: number;
  /** Of all of them; absent for euros. */
  currency?: Currency;
  refunds: MoneyRefund[];
}

/** Why money did not go back, in our own words; providers add theirs. */
export const refundProblems = { noAnswer: "no_answer", noProvider: "no_provider" } as const;

/** A provider that has taken a refund and not ended it is asked again after this long. */
const askAgainMs = 6 * 3600_000;

type ListEntry = Deno.KvEntryMaybe<MoneyRefunds>;

export const readMoneyRefunds = (store: Store, paymentId: string): Promise<ListEntry> =>
  store.kv.get<MoneyRefunds>(keys.moneyRefunds(paymentId));

/** What was asked back of a payment at its provider, oldest first. */
export const moneyRefundsOf = async (store: Store, paymentId: string): Promise<MoneyRefund[]> =>
  (await readMoneyRefunds(store, paymentId)).value?.refunds ?? [];

const isUnderWay = ({ state }: MoneyRefund): boolean => state === "requested" || state === "sent";
const sumOf = (refunds: MoneyRefund[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

/** What of a payment can still be asked back: neither gone nor under way. */
export function refundableCents(payment: Payment, refunds: MoneyRefund[]): number {
  if (payment.paidAt === null || payment.providerMoneyId === null) return 0;
  // What is under way is told of as refunded a little before it counts as done.
  const asked = sumOf(refunds.filter((refund) => isUnderWay(refund) || refund.state === "done"));
  return Math.max(0, payment.quote.totalCents - Math.max(lostCents(payment), asked));
}

/**
 * Asks for money of a payment at its provider; a job sends it. The same `id` answers the first time's. Refuses
 * `not_found`, `not_refundable` where nothing can go back or a bank decides about it, and `invalid` for an amount that is
 * not from a cent up to what is left, or that nobody pays in its currency.
 */
export async function askMoneyBack(
  store: Store,
  { id, paymentId, cents, actorId }: { id: string; paymentId: string; cents: number; actorId: number },
): Promise<Result<{ refund: MoneyRefund }>> {
  return await transact<Result<{ refund: MoneyRefund }>>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    if (!payment.value) return { done: refuse("not_found") };
    const refunds = list.value?.refunds ?? [];
    const earlier = refunds.find((refund) => refund.id === id);
    if (earlier) return { done: { ok: true, refund: earlier } };
    const most = refundableCents(payment.value, refunds);
    if (most === 0 || payment.value.state === "disputed") return { done: refuse("not_refundable") };
    if (!isPayable({ cents, currency: payment.value.quote.currency }) || cents < 1 || cents > most) {
      return { done: refuse("invalid", { fields: { amount: "wrong_value" } }) };
    }
    const op = store.kv.atomic().check(payment);
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
  const refund: MoneyRefund = {
    id,
    cents,
    state: "requested",
    actorId,
    requestedAt: now,
    changedAt: now,
    round: 0,
    providerRefundId: null,
    problem: null,
  };
  putList(op, payment, list, [...list.value?.refunds ?? [], refund]);
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

function putList(op: Deno.AtomicOperation, payment: Payment, list: ListEntry, refunds: MoneyRefund[]): void {
  const { id, manId, quote: { currency } } = payment;
  const known = { paymentId: id, manId, ...(currency !== firstCurrency && { currency }) };
  op.check(list).set(list.key, { ...known, refunds } satisfies MoneyRefunds);
  if (refunds.every(({ state }) => state === "done")) op.delete(keys.openMoneyRefund(id));
  else op.set(keys.openMoneyRefund(id), openOf(refunds));
}

function putRecord(
  store: Store,
  op: Deno.AtomicOperation,
  { id, manId, provider, quote: { currency } }: Payment,
  { cents, state, problem }: MoneyRefund,
  actorId: number | null,
): void {
  putAuditRecord(store, op, {
    action: `money_refund_${state}`,
    actorId,
    subject: `payment:${id}`,
    details: { manId, provider, cents, currency, ...(problem !== null && { problem }) },
  });
}

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
  | { state: "failed"; problem: string };

/** Notes what the provider said; what it has not ended is looked at again later. What has ended already stays so. */
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
    const next: MoneyRefund = { ...refund, ...outcome, changedAt: store.now() };
    const op = store.kv.atomic();
    putList(op, payment.value, list, replaced(list.value!.refunds, next));
    if (outcome.state === "sent") {
      addJob(store, op, { kind: "refund_money", paymentId, refundId }, store.now() + askAgainMs);
    } else {
      putRecord(store, op, payment.value, next, null);
    }
    return { commit: op, result: undefined };
  });
}

const replaced = (refunds: MoneyRefund[], next: MoneyRefund): MoneyRefund[] =>
  refunds.map((refund) => refund.id === next.id ? next : refund);

/**
 * Tries a failed refund again. Where the provider has meanwhile told of that much money by itself, because somebody gave
 * it back there, it is done. What did not fail stays as it is. Refuses `not_found`, and `not_refundable` where less than
 * that is left.
 */
export async function retryMoneyBack(
  store: Store,
  { paymentId, refundId, actorId }: { paymentId: string; refundId: string; actorId: number },
): Promise<Result<{ refund: MoneyRefund }>> {
  return await transact<Result<{ refund: MoneyRefund }>>(async () => {
    const [payment, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
    const refunds = list.value?.refunds ?? [];
    const refund = refunds.find(({ id }) => id === refundId);
    if (!payment.value || !refund) return { done: refuse("not_found") };
    if (refund.state !== "failed") return { done: { ok: true, refund } };
    const others = sumOf(refunds.filter((other) => isUnderWay(other) || other.state === "done"));
    const isThere = payment.value.refundedCents >= others + refund.cents;
    if (!isThere && refund.cents > refundableCents(payment.value, refunds)) return { done: refuse("not_refundable") };
    const next: MoneyRefund = {
      ...refund,
      state: isThere ? "done" : "requested",
      changedAt: store.now(),
      // Whether one without an answer went through, nobody knows: it stays the same one.
      round: refund.round + (refund.problem === refundProblems.noAnswer ? 0 : 1),
      providerRefundId: null,
      problem: null,
    };
    const op = store.kv.atomic().check(payment);
    putList(op, payment.value, list, replaced(refunds, next));
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
