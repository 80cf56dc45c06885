/** The audit of withdrawals: each agrees with its payment, and the money of each part was asked back and is not forgotten. */
import {
  isUnpaid,
  type MoneyRefund,
  type MoneyRefunds,
  refundableCents,
} from "../../../credits/payments/refunds_in_total.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { partsOfWithdrawal, type Withdrawal, withdrawnInAll } from "../../../credits/payments/withdrawals.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditWithdrawals(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Withdrawal>(prefixes.allWithdrawals(), async (withdrawal, [, paymentId]) => {
    const fault: Report = (sentence) => report(`the withdrawal from payment ${String(paymentId)} ${sentence}`);
    const payment = await reader.valueAt<Payment>(keys.payment(String(paymentId)));
    const { credits, cents, usedCredits } = withdrawnInAll(withdrawal);
    if (payment?.id !== withdrawal.paymentId || payment.manId !== withdrawal.manId) {
      return fault("is not of a payment of this man");
    }
    const { withdrawn, quote } = payment;
    if (withdrawn?.credits !== credits || withdrawn.cents !== cents) {
      fault(`takes ${credits} credits for ${cents} cents, which its payment does not know`);
    }
    if (credits < 1 || usedCredits < 0 || credits + usedCredits > quote.totalCredits) {
      fault(`takes ${credits} credits beside ${usedCredits} used ones of ${quote.totalCredits}`);
    }
    const list = await reader.valueAt<MoneyRefunds>(keys.moneyRefunds(payment.id));
    const refunds = list?.refunds ?? [];
    for (const part of partsOfWithdrawal(withdrawal)) {
      const refund = refunds.find(({ id }) => id === part.id);
      if (refund?.cents !== part.cents) fault(`never asked for its ${part.cents} cents`);
    }
    const standing = standingCents(refunds, withdrawal);
    if (standing < cents && refundableCents(payment, refunds) > 0) {
      fault(`promised ${cents} cents, of which ${standing} are back, under way or waiting`);
    }
  });
  await reader.walk<Payment>(prefixes.allPayments(), async ({ id, withdrawn }) => {
    if (!withdrawn || await reader.isThere(keys.withdrawal(id))) return;
    report(`payment ${id} was withdrawn from, and has no withdrawal`);
  });
}

/**
 * What has gone back since he withdrew, is under way, or waits for an admin. Of what an earlier build took for paid by another
 * part, this is too little, until an admin has asked for the rest.
 */
const standingCents = (refunds: MoneyRefund[], { at }: Withdrawal): number =>
  refunds.filter((each) => each.requestedAt >= at && (each.state !== "failed" || isUnpaid(each)))
    .reduce((sum, { cents }) => sum + cents, 0);
