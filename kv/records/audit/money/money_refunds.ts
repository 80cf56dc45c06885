/** The audit of money refunds: the provider has reported those that count as done, and a job sends those under way. */
import { firstCurrency, isPayable } from "../../../credits/prices/currencies.ts";
import { type OpenMoneyRefund, openOf } from "../../../credits/payments/money_refunds.ts";
import { isOver, type MoneyRefunds } from "../../../credits/payments/refunds_in_total.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditMoneyRefunds(reader: Reader, report: Report): Promise<void> {
  const sending = new Set<string>();
  await reader.walk<Job>(prefixes.jobs(), (job) => void (job.kind === "refund_money" && sending.add(job.refundId)));
  await reader.walk<MoneyRefunds>(prefixes.allMoneyRefunds(), async (list, key) => {
    const fault: Report = (sentence) => report(`money that goes back of payment ${String(key[1])} ${sentence}`);
    const payment = await reader.valueAt<Payment>(keys.payment(String(key[1])));
    if (payment?.id !== list.paymentId || payment.manId !== list.manId) return fault("is not of a payment of this man");
    auditSums(list, payment, fault);
    const isOpen = !list.refunds.every(isOver);
    const open = await reader.valueAt<OpenMoneyRefund>(keys.openMoneyRefund(payment.id));
    if ((open !== null) !== isOpen) {
      fault(isOpen ? "is not there yet and not among those that wait" : "is there and waits all the same");
    } else if (open && open.failedAt !== openOf(list.refunds).failedAt) {
      fault("is said to wait for somebody since another moment than it does");
    }
    for (const { id, state } of list.refunds) {
      const isUnderWay = state === "requested" || state === "sent";
      if (isUnderWay && !sending.has(id)) fault(`is ${state} in ${id}, which nobody sends`);
    }
  });
  await reader.walk(prefixes.openMoneyRefunds(), async (_value, [, paymentId]) => {
    if (await reader.isThere(keys.moneyRefunds(String(paymentId)))) return;
    report(`money of payment ${String(paymentId)} is said to wait, and nobody asked for any`);
  });
}

function auditSums(
  { refunds, currency = firstCurrency }: MoneyRefunds,
  { quote, refundedCents }: Payment,
  fault: Report,
): void {
  if (new Set(refunds.map(({ id }) => id)).size !== refunds.length) fault("was asked for twice under one name");
  const sumOf = (states: string[]) =>
    refunds.filter(({ state }) => states.includes(state)).reduce((sum, { cents }) => sum + cents, 0);
  if (currency !== quote.currency) fault(`is in ${currency}, but was paid in ${quote.currency}`);
  if (refunds.some(({ cents }) => !isPayable({ cents, currency }) || cents < 1)) fault("holds an amount that is none");
  const asked = sumOf(["requested", "sent", "done"]);
  if (asked > quote.totalCents) fault(`makes ${asked} cents of ${quote.totalCents}`);
  const done = sumOf(["done"]);
  if (done > refundedCents) fault(`counts ${done} cents as done, but the provider told of ${refundedCents}`);
}
