/** The audit of what an admin has to look at about payments: each is in the index that the desk reads, and nothing else is. */
import { type OpenMatter, openSinceOf } from "../../../credits/payments/money_matters.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** Whether a payment with something open stands in the index, since the right moment. */
export async function auditOpenMatter(reader: Reader, payment: Payment, fault: Report): Promise<void> {
  const since = openSinceOf(payment);
  if (since === null) return;
  const known = await reader.valueAt<OpenMatter>(keys.openMatter(payment.id));
  if (known?.since !== since) fault("has something to look at, and is not among those that wait for it");
}

/** Whether everything in the index has something open. */
export async function auditOpenMatters(reader: Reader, report: Report): Promise<void> {
  await reader.walk<OpenMatter>(prefixes.openMatters(), async (_value, [, paymentId]) => {
    const payment = await reader.valueAt<Payment>(keys.payment(String(paymentId)));
    if (!payment || openSinceOf(payment) === null) {
      report(`payment ${String(paymentId)} is said to have something to look at, and has not`);
    }
  });
}
