/** The audit of payments: each paid one has one refill, money that went back took its credits, receipts have no gaps. */
import { man } from "../../../accounts/users.ts";
import { isPayable } from "../../../credits/prices/currencies.ts";
import { type Entry, moneyOf } from "../../../credits/ledger/entry.ts";
import { mispaidOf } from "../../../credits/payments/money_matters.ts";
import { creditsToReverse } from "../../../credits/payments/payment_changes.ts";
import { refillKeyOf } from "../../../credits/payments/payment_events.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { groupOf } from "../letters/introductions.ts";
import type { Reader, Report } from "../reader.ts";
import { auditOpenMatter } from "./money_matters.ts";
import { auditOpenDispute } from "./open_disputes.ts";

export async function auditPayments(reader: Reader, report: Report): Promise<void> {
  const newest = await reader.valueAt<number>(keys.receiptNumber()) ?? 0;
  const numbers = new Set<number>();
  const unsettled = await unsettledPayments(reader);
  await reader.walk<Payment>(prefixes.allPayments(), async (payment, key) => {
    const fault: Report = (sentence) => report(`payment ${String(key[1])} ${sentence}`);
    if (payment.id !== key[1]) fault(`calls itself ${payment.id}`);
    auditQuote(payment, fault);
    auditNumber(payment, numbers, newest, fault);
    await Promise.all([
      auditOwner(reader, payment, fault),
      auditIndexes(reader, payment, fault),
      auditRefill(reader, payment, fault),
      auditReversals(reader, payment, unsettled.has(payment.id), fault),
      auditOpenDispute(reader, payment, fault),
      auditOpenMatter(reader, payment, fault),
    ]);
  });
  // No number is given twice and none is above the newest; so if there are `newest` of them, none is missing.
  if (numbers.size !== newest) report(`there are ${numbers.size} receipts, but the newest has the number ${newest}`);
  await auditPaymentEntries(reader, report);
  await auditPaymentIndexes(reader, report);
}

function auditQuote({ quote }: Payment, fault: Report): void {
  const cents = quote.priceCents - quote.walletDiscountCents - quote.promoDiscountCents;
  const credits = quote.packageCredits + quote.bonusCredits + quote.promoCredits;
  const isPaidSo = [cents, quote.priceCents].every((each) => isPayable({ cents: each, currency: quote.currency }));
  if (!isPaidSo) fault(`costs ${cents} cents, which nobody pays in ${quote.currency}`);
  if (quote.totalCents !== cents || cents < 1) fault(`costs ${quote.totalCents} cents, but its lines make ${cents}`);
  if (quote.totalCredits !== credits) fault(`brings ${quote.totalCredits} credits, but its lines make ${credits}`);
}

const paidStates = ["paid", "refunded", "disputed"];

function auditNumber({ state, paidAt, number }: Payment, numbers: Set<number>, newest: number, fault: Report): void {
  const isPaid = paidAt !== null;
  if (isPaid !== paidStates.includes(state)) fault(`is ${state}, though it was ${isPaid ? "" : "not "}paid`);
  if (isPaid !== (number !== null)) fault(isPaid ? "was paid and has no receipt" : "has a receipt and was not paid");
  if (number === null) return;
  if (numbers.has(number)) fault(`has the receipt number ${number} of another`);
  if (number > newest) fault(`has the receipt number ${number}, which nobody has counted`);
  numbers.add(number);
}

async function auditOwner(reader: Reader, { manId }: Payment, fault: Report): Promise<void> {
  if (await groupOf(reader, manId) !== man) fault(`belongs to ${manId}, who is no man`);
}

async function auditIndexes(reader: Reader, payment: Payment, fault: Report): Promise<void> {
  const { id, manId, createdAt, provider } = payment;
  if (!await reader.isThere(keys.paymentOfMan(manId, createdAt, id))) fault("is missing among its man's");
  for (const providerId of [payment.providerId, payment.providerMoneyId]) {
    if (providerId === null) continue;
    const found = await reader.valueAt<string>(keys.paymentIdByProviderId(provider, providerId));
    if (found !== id) fault(`is ${providerId} at ${provider}, which leads to ${found ?? "nothing"}`);
  }
  for (const { moneyId } of mispaidOf(payment)) {
    // Money that another payment was told of first stays that one's.
    if (await reader.isThere(keys.paymentIdByProviderId(provider, moneyId))) continue;
    fault(`got the money ${moneyId} at ${provider}, which leads to nothing`);
  }
}

async function auditRefill(reader: Reader, payment: Payment, fault: Report): Promise<void> {
  const entry = await reader.entryByKey(payment.manId, refillKeyOf(payment));
  if (payment.paidAt === null) {
    if (entry) fault(`was not paid, but entry ${entry.seq} credits it`);
  } else if (!entry) {
    fault("was paid and never credited");
  } else if (entry.operation !== "refill" || entry.deltaCredits !== payment.quote.totalCredits) {
    fault(`brings ${payment.quote.totalCredits} credits, but entry ${entry.seq} moves ${entry.deltaCredits}`);
  }
}

/** The payments that a job will settle: a crash may have come between the provider's word and the credits. */
async function unsettledPayments(reader: Reader): Promise<Set<string>> {
  const found = new Set<string>();
  await reader.walk<Job>(prefixes.jobs(), (job) => void (job.kind === "settle_payment" && found.add(job.paymentId)));
  return found;
}

const reversalKeyOf = (payment: Payment, number: number): string => `${refillKeyOf(payment)}:reversal:${number}`;

function isKnownReversal(payment: Payment, key: string): boolean {
  const number = Number(key.slice(reversalKeyOf(payment, 0).length - 1));
  return number >= 1 && number <= payment.reversals && key === reversalKeyOf(payment, number);
}

async function auditReversals(reader: Reader, payment: Payment, isUnsettled: boolean, fault: Report): Promise<void> {
  const wanted = creditsToReverse(payment);
  if (payment.reversedCredits !== wanted && !isUnsettled) {
    fault(`took ${payment.reversedCredits} credits back instead of ${wanted}`);
  }
  const { currency } = payment.quote;
  let [reversed, cents] = [0, 0];
  for (let number = 1; number <= payment.reversals; number++) {
    const entry = await reader.entryByKey(payment.manId, reversalKeyOf(payment, number));
    if (!entry) fault(`has no entry for its reversal ${number}`);
    reversed -= entry?.deltaCredits ?? 0;
    // Entries from before money was noted do not name any.
    const money = entry && moneyOf(entry.reference);
    if (money?.some((each) => each.currency !== currency)) {
      fault(`is in ${currency}, but its reversal ${number} is not`);
    }
    cents += money?.[0]?.cents ?? NaN;
  }
  if (reversed !== payment.reversedCredits) {
    fault(`took ${payment.reversedCredits} credits back, but its entries took ${reversed}`);
  }
  if (payment.reversedCents !== undefined && !Number.isNaN(cents) && payment.reversedCents !== cents) {
    fault(`gave ${payment.reversedCents} cents back, but its entries gave ${cents}`);
  }
}

/** From entries to payments: an entry that names a payment is one that the payment knows of. */
async function auditPaymentEntries(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Entry>(prefixes.allEntries(), async (entry, key) => {
    const { paymentId } = entry.reference;
    if (paymentId === undefined) return;
    const fault: Report = (sentence) => report(`entry ${entry.seq} of man ${String(key[1])} ${sentence}`);
    const payment = await reader.valueAt<Payment>(keys.payment(paymentId));
    if (!payment) return fault(`names payment ${paymentId}, which is not there`);
    if (payment.manId !== key[1]) return fault(`names payment ${paymentId} of man ${payment.manId}`);
    const refillKey = refillKeyOf(payment);
    const isItsOwn = entry.operation === "refill"
      ? entry.idempotencyKey === refillKey
      : entry.operation === "refund" && isKnownReversal(payment, entry.idempotencyKey);
    if (!isItsOwn) fault(`moves credits for payment ${paymentId} beside those that the payment knows of`);
  });
}

async function auditPaymentIndexes(reader: Reader, report: Report): Promise<void> {
  const paymentAt = (paymentId: unknown) => reader.valueAt<Payment>(keys.payment(String(paymentId)));
  await reader.walk(prefixes.allPaymentsOfMen(), async (_value, [, manId, createdAt, paymentId]) => {
    const payment = await paymentAt(paymentId);
    if (payment?.manId !== manId || payment?.createdAt !== createdAt) {
      report(`man ${String(manId)} is said to have payment ${String(paymentId)}, which is not so`);
    }
  });
  await reader.walk<string>(prefixes.allPaymentKeys(), async (paymentId, [, manId, key]) => {
    if ((await paymentAt(paymentId))?.manId !== manId) {
      report(`the key ${String(key)} of man ${String(manId)} leads to payment ${paymentId}, which is not his`);
    }
  });
  await reader.walk<string>(prefixes.allPaymentProviderIds(), async (paymentId, [, provider, providerId]) => {
    const payment = await paymentAt(paymentId);
    const moneyIds = payment ? mispaidOf(payment).map(({ moneyId }) => moneyId) : [];
    const ids = [payment?.providerId, payment?.providerMoneyId, ...moneyIds];
    if (payment?.provider !== provider || !ids.includes(String(providerId))) {
      report(`${String(providerId)} at ${String(provider)} leads to payment ${paymentId}, which is another`);
    }
  });
  await reader.walk<string>(prefixes.allLastPaidPayments(), async (paymentId, [, manId]) => {
    const payment = await paymentAt(paymentId);
    if (!payment || payment.manId !== manId || payment.paidAt === null) {
      report(`man ${String(manId)} is said to have paid payment ${paymentId} last, which is not so`);
    }
  });
}
