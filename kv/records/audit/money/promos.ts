/**
 * The audit of promo codes: uses are held by the payments that have them, by no other, are counted right, and are no more
 * than the code allows.
 */
import { holdsPromo } from "../../../credits/payments/payment_changes.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { faultsOfPromo, type Promo, type PromoUses } from "../../../credits/prices/promo_codes.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditPromos(reader: Reader, report: Report): Promise<void> {
  const totals = new Map<string, number>();
  const uses = new Map<string, Payment[]>();
  await reader.walk<PromoUses>(prefixes.allPromoUses(), async ({ paymentIds }, key) => {
    const [code, manId] = [String(key[1]), Number(key[2])];
    totals.set(code, (totals.get(code) ?? 0) + paymentIds.length);
    const fault: Report = (sentence) => report(`the uses of ${code} by man ${manId} ${sentence}`);
    if (new Set(paymentIds).size !== paymentIds.length) fault("name a payment twice");
    for (const paymentId of paymentIds) {
      const payment = await reader.valueAt<Payment>(keys.payment(paymentId));
      const isIts = payment?.manId === manId && payment.quote.promoCode === code && holdsPromo(payment.state);
      if (!isIts) fault(`name payment ${paymentId}, which has none`);
      else uses.set(code, [...uses.get(code) ?? [], payment]);
    }
  });
  await reader.walk<Payment>(prefixes.allPayments(), async ({ id, manId, quote: { promoCode }, state }) => {
    if (promoCode === null || !holdsPromo(state)) return;
    const his = await reader.valueAt<PromoUses>(keys.promoUses(promoCode, manId));
    if (!his?.paymentIds.includes(id)) report(`payment ${id} has no use of ${promoCode}, at whose price it stands`);
  });
  await reader.walk<number>(prefixes.allPromoTotals(), (total, key) => {
    const counted = totals.get(String(key[1])) ?? 0;
    if (total !== counted) report(`the code ${String(key[1])} has ${counted} uses, but is said to have ${total}`);
    totals.delete(String(key[1]));
  });
  await reader.walk<Promo>(prefixes.promos(), (promo, key) => {
    const fields = Object.keys(faultsOfPromo(promo));
    if (promo.code !== key[1]) fields.push("code");
    if (fields.length > 0) report(`the code ${String(key[1])} is impossible: ${fields.join(", ")}`);
    auditLimits(promo, uses.get(String(key[1])) ?? [], report);
  });
  for (const [code, counted] of totals) {
    if (counted > 0) report(`the code ${code} has ${counted} uses, which nobody has counted`);
  }
}

/**
 * Whether a code is used more often than it allows. Money that came late is credited beyond the limits. Uses from before
 * staff changed the code last may have been allowed, whatever it allows now: then only a later one is a fault.
 */
function auditLimits({ code, usesPerMan, usesTotal, changedAt = 0 }: Promo, uses: Payment[], report: Report): void {
  const counted = uses.filter(({ isBeyondPromo }) => !isBeyondPromo);
  const isFault = (held: Payment[], limit: number) =>
    held.length > limit && held.some(({ createdAt }) => createdAt >= changedAt);
  if (usesTotal !== null && isFault(counted, usesTotal)) {
    report(`the code ${code} has ${counted.length} uses of ${usesTotal}`);
  }
  for (const [manId, his] of Map.groupBy(counted, ({ manId }) => manId)) {
    if (isFault(his, usesPerMan)) report(`the code ${code} has ${his.length} uses of ${usesPerMan} by man ${manId}`);
  }
}
