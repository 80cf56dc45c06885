/**
 * Money that goes back at the provider: asked for by an admin, sent by a job (sending_refunds.ts), and done or failed by
 * the provider's own word. Credits do not move here: they follow that word (payment_events.ts), whichever way it comes and
 * however often.
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
 * requested: nobody has asked the provider yet; sent: it was asked and has not said the end, or its answer was lost, or it
 * may have been asked; done: it is paid back; failed: the provider refused, or gave no answer for half a day. Failed ones
 * can be tried again.
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
  /**
   * The least that has been given back by hand at the provider (`givenByHand`) since this was asked for; absent where
   * that was nothing from the first.
   */
  byHandCents?: number;
  /** Whether the provider's total has it; absent where its state says so: what is done is there, and nothing else. */
  isTold?: boolean;
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

/** Whether no provider refused it: then it may have gone through when it was sent, and nobody knows. */
export const isUnanswered = ({ problem }: Pick<MoneyRefund, "problem">): boolean =>
  problem === refundProblems.noAnswer || problem === refundProblems.noProvider;

type ListEntry = Deno.KvEntryMaybe<MoneyRefunds>;

export const readMoneyRefunds = (store: Store, paymentId: string): Promise<ListEntry> =>
  store.kv.get<MoneyRefunds>(keys.moneyRefunds(paymentId));

/** What was asked back of a payment at its provider, oldest first. */
export const moneyRefundsOf = async (store: Store, paymentId: string): Promise<MoneyRefund[]> =>
  (await readMoneyRefunds(store, paymentId)).value?.refunds ?? [];

/** Not there yet, and nobody has to do anything. */
export const isUnderWay = ({ state }: MoneyRefund): boolean => state === "requested" || state === "sent";
const sumOf = (refunds: MoneyRefund[]): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

/** What of a payment can still be asked back: neither gone nor under way, each counted once. */
export function refundableCents(payment: Payment, refunds: MoneyRefund[]): number {
  if (payment.paidAt === null || payment.providerMoneyId === null) return 0;
  const untoldCents = sumOf(refunds.filter((refund) => isUnderWay(refund) && !isTold(refund)));
  return Math.max(0, payment.quote.totalCents - lostCents(payment) - untoldCents);
}

/** Whether a refund is in the provider's total, which may be days before it is done and before its answer is noted. */
export const isTold = (refund: MoneyRefund): boolean => refund.isTold ?? refund.state === "done";

/** What of the provider's total is none of ours, at the most: somebody gave it back by hand there. */
export const givenByHand = ({ refundedCents }: Payment, refunds: MoneyRefund[]): number =>
  Math.max(0, refundedCents - sumOf(refunds.filter(isTold)));

/**
 * Whether a refund that went back must be counted as ours, also where no rise of the total has shown it: what is done while
 * another one's failure is still to be told of takes that one's place there.
 */
export const isOurs = (refund: MoneyRefund): boolean => refund.state === "done" || isTold(refund);

/** Whether so much was given back by hand since a refund was asked for that it may be that refund. */
export function isThereByHand(payment: Payment, refunds: MoneyRefund[], { cents, byHandCents = 0 }: MoneyRefund) {
  return payment.refundedCents - sumOf(refunds.filter(isOurs)) - byHandCents >= cents;
}

/**
 * Which refunds are in the total after it rose by so much: one of just that amount, or as many as fit, those first of which
 * most is known. What somebody gives back by hand while ours is under way looks the same: then more is asked back than is
 * left, which the provider refuses for admins to see; the other way a man would lose money unseen. Where the total is less
 * than what of ours was in it, those go first of which least is known. What did not change is the same object.
 */
export function explainTotal(payment: Payment, refunds: MoneyRefund[], riseCents: number): MoneyRefund[] {
  const known = refunds.filter((refund) => surenessOf(refund) < nowhere)
    .sort((one, other) => surenessOf(one) - surenessOf(other));
  const changes = new Map<MoneyRefund, MoneyRefund>();
  const untold = known.filter((refund) => !isTold(refund));
  const same = untold.find(({ cents }) => cents === riseCents);
  let unexplainedCents = riseCents;
  for (const refund of same ? [same] : untold) {
    if (refund.cents > unexplainedCents) continue;
    unexplainedCents -= refund.cents;
    changes.set(refund, { ...refund, isTold: true });
  }
  let tooMuchCents = sumOf(refunds.filter((refund) => isTold(changes.get(refund) ?? refund))) - payment.refundedCents;
  for (const refund of known.filter(isTold).reverse()) {
    if (tooMuchCents <= 0) break;
    tooMuchCents -= refund.cents;
    changes.set(refund, { ...refund, isTold: false });
  }
  return refunds.map((refund) => changes.get(refund) ?? refund);
}

/** Once a failure has its name: what is done has the place that is free now, before all of which less is known. */
export const withDoneTold = (payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] =>
  explainTotal(
    payment,
    refunds.map((refund) => refund.state === "done" && !isTold(refund) ? { ...refund, isTold: true } : refund),
    0,
  );

const nowhere = 4;
/** How sure it is that a refund went through, the surest first. */
function surenessOf(refund: MoneyRefund): number {
  if (refund.state === "done") return 0;
  if (refund.state === "sent") return refund.providerRefundId !== null ? 1 : 2;
  return refund.state === "failed" && isUnanswered(refund) ? 3 : nowhere;
}

/**
 * The refunds, none of which counts more as given by hand before it than is so still. A total that fell, or did not rise by
 * what is done, may be one of ours failing whose name nobody knows yet: until then all stays as it was.
 */
export function withByHand(payment: Payment, refunds: MoneyRefund[]): MoneyRefund[] {
  const isUnnamed = (refund: MoneyRefund) => refund.state !== "done" && refund.providerRefundId === null;
  const isOnlyDone = (refund: MoneyRefund) => refund.state === "done" && !isTold(refund);
  if (refunds.some((refund) => (isTold(refund) && isUnnamed(refund)) || isOnlyDone(refund))) return refunds;
  const most = givenByHand(payment, refunds);
  return refunds.map((refund) => (refund.byHandCents ?? 0) <= most ? refund : { ...refund, byHandCents: most });
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
 * it back there since, it is done. What did not fail stays as it is. Refuses `not_found`, and `not_refundable` where less than
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
