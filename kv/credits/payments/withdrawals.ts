/**
 * Withdrawing from the contract of a payment (Directive (EU) 2023/2673): within fourteen days its unused credits are
 * taken out at once, and their money goes back through the provider. Used credits are not paid back.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { startOfDay, utcDayOf } from "../../store/days.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { moneyReference } from "../ledger/entry.ts";
import { post } from "../ledger/ledger.ts";
import { addMoneyRefund, moneyRefundsOf, readMoneyRefunds } from "./money_refunds.ts";
import { isOurs, type MoneyRefund, refundableCents } from "./refunds_in_total.ts";
import { creditsToReverse, lostCents } from "./payment_changes.ts";
import { refillKeyOf, settlePayment } from "./payment_events.ts";
import { allPaymentsOf, type Payment, paymentOf, readPayment } from "./payments.ts";
import { documentNumber } from "../tax/tax.ts";
import { unusedOf } from "./unused_credits.ts";

export const withdrawalDays = 14;

export interface Withdrawal {
  /** Also the id of its refund at the provider. */
  id: string;
  paymentId: string;
  manId: number;
  /** Taken out, and paid back as `cents`. */
  credits: number;
  usedCredits: number;
  cents: number;
  /** When he withdrew, ms since the epoch. */
  at: number;
}

/** The end of the fourteenth day after the one on which he paid, by UTC; ms since the epoch. */
export const withdrawalEndsAt = (paidAt: number): number => startOfDay(utcDayOf(paidAt) + withdrawalDays + 1);

/** His purchases from whose contracts he may still withdraw, or has withdrawn in time, newest first. */
export async function purchasesInTime(store: Store, manId: number): Promise<(Payment & { paidAt: number })[]> {
  const isInTime = (payment: Payment): payment is Payment & { paidAt: number } =>
    payment.paidAt !== null && store.now() < withdrawalEndsAt(payment.paidAt);
  return (await Array.fromAsync(allPaymentsOf(store, manId))).filter(isInTime);
}

/** What withdrawing now would do. */
export interface WithdrawalOffer {
  payment: Payment;
  credits: number;
  usedCredits: number;
  cents: number;
  endsAt: number;
}

const withdrawalIdOf = (paymentId: string): string => `withdrawal-${paymentId}`;

/** The withdrawal from a payment's contract, or null. */
export const withdrawalOf = async (store: Store, paymentId: string): Promise<Withdrawal | null> =>
  (await store.kv.get<Withdrawal>(keys.withdrawal(paymentId))).value;

/** How the money of a withdrawal stands at the provider. */
export async function withdrawalState(store: Store, { id, paymentId }: Withdrawal): Promise<MoneyRefund["state"]> {
  return (await moneyRefundsOf(store, paymentId)).find((refund) => refund.id === id)?.state ?? "requested";
}

/**
 * A man's own payment by what stands on its receipt: its number, the number of the receipt with tax, or the payment's
 * id; null if there is none.
 */
export async function paymentByNumber(store: Store, manId: number, written: string): Promise<Payment | null> {
  const text = written.trim().replace(/^#/, "");
  const isReceipt = /^\d{4}-\d{6,}$/.test(text);
  if (!isReceipt && !/^\d{1,9}$/.test(text)) return await paymentOf(store, manId, text);
  const isMeant = ({ number, tax }: Payment) =>
    isReceipt ? tax?.receipt != null && documentNumber(tax.receipt) === text : number === Number(text);
  for await (const payment of allPaymentsOf(store, manId)) if (isMeant(payment)) return payment;
  return null;
}

/**
 * What withdrawing from a payment's contract would pay back. Refuses `not_found` if it was not paid, `withdrawal_over`
 * if he asked (`askedAt`) after the fourteen days, and `nothing_unused` if none of its credits are unused, he has
 * withdrawn already, its money went back, or a bank decides about it.
 */
export async function withdrawalOffer(
  store: Store,
  paymentId: string,
  askedAt = store.now(),
): Promise<Result<{ offer: WithdrawalOffer }>> {
  const read = await readOffer(store, paymentId, askedAt);
  return "ok" in read ? read : { ok: true, offer: read.offer };
}

async function readOffer(store: Store, paymentId: string, askedAt: number) {
  const [entry, list] = await Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]);
  const payment = entry.value;
  if (!payment || payment.paidAt === null) return refuse("not_found");
  const endsAt = withdrawalEndsAt(payment.paidAt);
  if (askedAt >= endsAt) return refuse("withdrawal_over");
  const { part, seq } = await unusedOf(store, payment);
  const cents = Math.min(part?.cents ?? 0, refundableCents(payment, list.value?.refunds ?? []));
  if (!part || cents === 0 || payment.withdrawn) return refuse("nothing_unused");
  const usedCredits = payment.quote.totalCredits - payment.reversedCredits - part.credits;
  return { entry, list, seq, offer: { payment, credits: part.credits, usedCredits, cents, endsAt } };
}

export type Withdrew = Result<{ withdrawal: Withdrawal; isRepeat: boolean }>;

/** How often a withdrawal is planned: he may spend, or a provider's event come, between the reading and the commit. */
const plansAtMost = 20;

/**
 * Withdraws from the contract of a payment: one commit takes its unused credits out, asks their money back and has the
 * acknowledgment mailed. A repeat returns the first withdrawal. Refuses as `withdrawalOffer` does.
 */
export async function withdraw(
  store: Store,
  { paymentId, askedAt, origin }: { paymentId: string; askedAt?: number; origin?: string },
): Promise<Withdrew> {
  for (let plan = 0; plan < plansAtMost; plan++) {
    const done = await store.mutexes.run(`payment:${paymentId}`, async (): Promise<Withdrew | null> => {
      const earlier = await withdrawalOf(store, paymentId);
      if (earlier) return { ok: true, withdrawal: earlier, isRepeat: true };
      const read = await readOffer(store, paymentId, askedAt ?? store.now());
      if ("ok" in read) return read;
      // Money that went back before takes its credits first.
      const { payment } = read.offer;
      return payment.reversedCredits === creditsToReverse(payment) ? await commitWithdrawal(store, read, origin) : null;
    });
    if (done) return done;
    await settlePayment(store, paymentId);
  }
  throw new Error("a payment changed all the time");
}

type ReadOffer = Exclude<Awaited<ReturnType<typeof readOffer>>, Refusal>;

/** Commits a withdrawal; null if what was read has changed. */
async function commitWithdrawal(
  store: Store,
  { entry, list, seq, offer: { payment, credits, usedCredits, cents } }: ReadOffer,
  origin: string | undefined,
): Promise<Withdrew | null> {
  const { id: paymentId, manId } = payment;
  const lostBeforeCents = lostCents(payment);
  const refundsBefore = (list.value?.refunds ?? []).filter(isOurs).map(({ id }) => id);
  const withdrawal: Withdrawal = {
    id: withdrawalIdOf(paymentId),
    paymentId,
    manId,
    credits,
    usedCredits,
    cents,
    at: store.now(),
  };
  const next: Payment = {
    ...payment,
    withdrawn: { credits, cents, lostBeforeCents, refundsBefore },
    reversedCredits: payment.reversedCredits + credits,
    reversedCents: lostBeforeCents + cents,
    reversals: payment.reversals + 1,
    changedAt: store.now(),
  };
  const goneNow = { cents: next.reversedCents! - reversedSoFar(payment), currency: payment.quote.currency };
  const posted = await post(store, {
    manId,
    operation: "refund",
    deltaCredits: -credits,
    reference: { paymentId, note: payment.quote.rateName, ...moneyReference([goneNow]) },
    idempotencyKey: `${refillKeyOf(payment)}:reversal:${next.reversals}`,
  }, {
    read: () => Promise.all([readPayment(store, paymentId), readMoneyRefunds(store, paymentId)]),
    add(op, following, [payments, refunds]) {
      // Plan anew if something was spent, given or asked back since the unused credits were counted.
      const isAsRead = payments.versionstamp === entry.versionstamp && refunds.versionstamp === list.versionstamp;
      if (!isAsRead || following.seq !== seq + 1) return refuse("conflict");
      op.check(entry).set(entry.key, next)
        .check({ key: keys.withdrawal(paymentId), versionstamp: null })
        .set(keys.withdrawal(paymentId), withdrawal);
      addMoneyRefund(store, op, payment, list, { id: withdrawal.id, cents, actorId: null });
      addJob(store, op, { kind: "withdrawal_mail", paymentId, origin });
      const details = { manId, credits, usedCredits, cents, currency: payment.quote.currency };
      putAuditRecord(store, op, { action: "withdrawn", actorId: manId, subject: `payment:${paymentId}`, details });
    },
  });
  if (posted.ok) return posted.isRepeat ? null : { ok: true, withdrawal, isRepeat: false };
  // Credits of another payment are still to be given again: until then he owes credits, and none are unused.
  if (posted.reason === "credits_owed") return refuse("nothing_unused");
  if (posted.reason !== "conflict" && posted.reason !== "insufficient_credits") {
    throw new Error(`the ledger refused a withdrawal: ${posted.reason}`);
  }
  return null;
}

/** Estimated from the credits for payments from before `reversedCents` was noted. */
const reversedSoFar = ({ reversedCents, reversedCredits, quote }: Payment): number =>
  reversedCents ?? Math.round(reversedCredits * quote.totalCents / quote.totalCredits);
