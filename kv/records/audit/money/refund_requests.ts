/** The audit of money asked back with an account: he has left, it is the sum of its parts, and these had been paid. */
import { firstCurrency, type Money, sumsOf } from "../../../credits/prices/currencies.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import type { RefundRequest } from "../../../credits/payments/refund_requests.ts";
import { moneyOfPart, moneyOfUnused, type UnusedPart } from "../../../credits/payments/unused_credits.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditRefundRequests(reader: Reader, report: Report): Promise<void> {
  await reader.walk<RefundRequest>(prefixes.refundRequests(), async (request, key) => {
    const manId = Number(key[1]);
    const fault: Report = (sentence) => report(`the money that user ${manId} asked back ${sentence}`);
    if (request.manId !== manId) fault(`calls itself user ${request.manId}'s`);
    if (!await reader.isThere(keys.deletion(manId))) fault("is of nobody who has left");
    if (request.settledBy !== null && request.settledAt === null) fault("was paid by hand, and nobody knows when");
    auditSums(request, fault);
    for (const part of request.parts) {
      const payment = await reader.valueAt<Payment>(keys.payment(part.paymentId));
      if (!isPartOf(part, payment, manId)) fault(`names payment ${part.paymentId}, which has no such part`);
    }
  });
}

function auditSums(request: RefundRequest, fault: Report): void {
  const credits = request.parts.reduce((sum, part) => sum + part.credits, 0);
  if (request.credits !== credits) fault(`is for ${request.credits} credits, but its parts make ${credits}`);
  const [told, made] = [moneyOfUnused(request), sumsOf(request.parts.map(moneyOfPart))].map(inWords);
  if (told !== made) fault(`makes ${told}, but its parts make ${made}`);
}

const inWords = (sums: Money[]): string => sums.map(({ currency, cents }) => `${currency} ${cents}`).join(", ");

/** Whether a part fits its payment. Whoever pays it back looks at what went back since, and at what a bank decides about. */
const isPartOf = (part: UnusedPart, payment: Payment | null, manId: number): boolean =>
  payment?.manId === manId && payment.paidAt !== null && part.provider === payment.provider &&
  (part.currency ?? firstCurrency) === payment.quote.currency &&
  part.credits <= payment.quote.totalCredits && part.cents <= payment.quote.totalCents;
