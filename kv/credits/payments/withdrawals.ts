/**
 * Withdrawing from the contract of a payment (Directive (EU) 2023/2673): within fourteen days its unused credits are
 * taken out at once, and their money goes back through the provider. Used credits are not paid back; of those that come
 * back in time he may withdraw as well.
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
import { refundsFor } from "./failed_refunds/replaced_refunds.ts";
import { creditsToReverse, lostCents } from "./payment_changes.ts";
import { refillKeyOf, settlePayment } from "./payment_events.ts";
import { allPaymentsOf, type Payment, paymentOf, readPayment } from "./payments.ts";
import { documentNumber } from "../tax/tax.ts";
import { unusedOf } from "./unused_credits.ts";

export const withdrawalDays = 14;

/** What one press has withdrawn. */
export interface WithdrawalPart {
  /** Also the id of its refund at the provider. */
  id: string;
  /** Taken out, and paid back as `cents`. */
  credits: number;
  usedCredits: number;
  cents: number;
  /** When he withdrew, ms since the epoch. */
  at: number;
}

export interface Withdrawal extends WithdrawalPart {
  paymentId: string;
  manId: number;
  /** Credits that came back to the payment after he had withdrawn, and that he withdrew as well; absent if there are none. */
  further?: WithdrawalPart[];
}

/** All parts of a withdrawal, the first one first. */
export const partsOfWithdrawal = ({ further = [], ...first }: Withdrawal): WithdrawalPart[] => [first, ...further];

/** All that was withdrawn from one payment, and when the last part was. */
export function withdrawnInAll(withdrawal: Withdrawal): Omit<WithdrawalPart, "id"> {
  const parts = partsOfWithdrawal(withdrawal);
  const { usedCredits, at } = parts.at(-1)!;
  const sum = (of: "credits" | "cents") => parts.reduce((total, part) => total + part[of], 0);
  return { credits: sum("credits"), cents: sum("cents"), usedCredits, at };
}

/** The end of the fourteenth day after the one on which he paid, by UTC; ms since the epoch. */
export const withdrawalEndsAt = (paidAt: number): number => startOfDay(utcDayOf(paidAt) + withdrawalDays + 1);

/**
 * The last day on which the money may reach a man who withdrew (Directive 2011/83/EU, Art. 13(1)), or deleted his account and
 * was promised the same: its beginning by UTC, ms since the epoch.
 */
export const moneyDueAt = (atMs: number): number => startOfDay(utcDayOf(atMs) + withdrawalDays);

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

/** The id of the next part of a withdrawal, after those before it. */
const partIdOf = (paymentId: string, earlier: Withdrawal | null): string =>
  earlier ? `withdrawal-${paymentId}-${partsOfWithdrawal(earlier).length + 1}` : `withdrawal-${paymentId}`;

/** The withdrawal from a payment's contract, or null. */
export const withdrawalOf = async (store: Store, paymentId: string): Promise<Withdrawal | null> =>
  (await store.kv.get<Withdrawal>(keys.withdrawal(paymentId))).value;

/** How the money of a withdrawal stands at the provider: as that of the part that has come least far. */
export async function withdrawalState(store: Store, withdrawal: Withdrawal): Promise<MoneyRefund["state"]> {
  const refunds = await moneyRefundsOf(store, withdrawal.paymentId);
  const parts = partsOfWithdrawal(withdrawal).map(({ id }) => id);
  const states = refunds.filter(({ id }) => parts.includes(id)).flatMap((refund) => refundsFor(refunds, refund))
    .map(({ state }) => state);
  return (["failed", "requested", "sent", "done"] as const).find((state) => states.includes(state)) ?? "requested";
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
 * if he asked (`askedAt`) after the fourteen days, and `nothing_unused` if none of its credits are unused, its money went
 * back, or a bank decides about it.
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
  const [entry, list, withdrawal] = await Promise.all([
    readPayment(store, paymentId),
    readMoneyRefunds(store, paymentId),
    store.kv.get<Withdrawal>(keys.withdrawal(paymentId)),
  ]);
  const payment = entry.value;
  if (!payment || payment.paidAt === null) return refuse("not_found");
  const endsAt = withdrawalEndsAt(payment.paidAt);
  if (askedAt >= endsAt) return refuse("withdrawal_over");
  const { part, seq } = await unusedOf(store, payment);
  const cents = Math.min(
    part?.cents ?? 0,
    refundableCents(payment, list.value?.refunds ?? []),
    unpromisedCents(payment),
  );
  if (!part || cents === 0 || isLostBeside(payment)) return refuse("nothing_unused");
  const usedCredits = payment.quote.totalCredits - payment.reversedCredits - part.credits;
  return { entry, list, withdrawal, seq, offer: { payment, credits: part.credits, usedCredits, cents, endsAt } };
}

/** What is left of a payment beside what he was promised: parts are rounded up, and a refused one can still be refunded. */
const unpromisedCents = ({ quote, withdrawn }: Payment): number =>
  quote.totalCents - (withdrawn ? withdrawn.lostBeforeCents + withdrawn.cents : 0);

/**
 * Whether more of a payment went back after he had withdrawn than he was promised: which credits that money took, and
 * which may still go, an admin has to see.
 */
const isLostBeside = (payment: Payment): boolean =>
  payment.withdrawn !== undefined &&
  lostCents(payment) > payment.withdrawn.lostBeforeCents + payment.withdrawn.cents;

export type Withdrew = Result<{ withdrawal: Withdrawal; isRepeat: boolean }>;

/** How often a withdrawal is planned: he may spend, or a provider's event come, between the reading and the commit. */
const plansAtMost = 20;

/**
 * Withdraws from the contract of a payment: one commit takes its unused credits out, asks their money back and has the
 * acknowledgment mailed. A repeat returns the first withdrawal, unless credits have come back since: then they are a further
 * part of it. Refuses as `withdrawalOffer` does.
 */
export async function withdraw(
  store: Store,
  { paymentId, askedAt, origin }: { paymentId: string; askedAt?: number; origin?: string },
): Promise<Withdrew> {
  for (let plan = 0; plan < plansAtMost; plan++) {
    const done = await store.mutexes.run(`payment:${paymentId}`, async (): Promise<Withdrew | null> => {
      const read = await readOffer(store, paymentId, askedAt ?? store.now());
      if ("ok" in read) {
        const earlier = await withdrawalOf(store, paymentId);
        return earlier ? { ok: true, withdrawal: earlier, isRepeat: true } : read;
      }
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
  { entry, list, withdrawal: earlier, seq, offer: { payment, credits, usedCredits, cents } }: ReadOffer,
  origin: string | undefined,
): Promise<Withdrew | null> {
  const { id: paymentId, manId } = payment;
  const before = payment.withdrawn ?? {
    credits: 0,
    cents: 0,
    lostBeforeCents: lostCents(payment),
    refundsBefore: (list.value?.refunds ?? []).filter(isOurs).map(({ id }) => id),
  };
  const part: WithdrawalPart = {
    id: partIdOf(paymentId, earlier.value),
    credits,
    usedCredits,
    cents,
    at: store.now(),
  };
  const withdrawal: Withdrawal = earlier.value
    ? { ...earlier.value, further: [...earlier.value.further ?? [], part] }
    : { ...part, paymentId, manId };
  const withdrawn = { ...before, credits: before.credits + credits, cents: before.cents + cents };
  const next: Payment = {
    ...payment,
    withdrawn,
    reversedCredits: payment.reversedCredits + credits,
    reversedCents: withdrawn.lostBeforeCents + withdrawn.cents,
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
        .check(earlier).set(earlier.key, withdrawal);
      addMoneyRefund(store, op, payment, list, { id: part.id, cents, actorId: null });
      addJob(store, op, { kind: "withdrawal_mail", paymentId, partId: part.id, origin });
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
