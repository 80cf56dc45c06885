/** What the men of the demo have paid, as payments with receipts, and the demo's promo code. */
import { applyPaymentEvent } from "../kv/credits/payments/payment_events.ts";
import { paymentsOf } from "../kv/credits/payments/payments.ts";
import { rates } from "../kv/credits/prices/prices.ts";
import { putPromo } from "../kv/credits/prices/promo_codes.ts";
import { beginPayment } from "../kv/credits/payments/purchases.ts";
import type { Store } from "../kv/open.ts";

/** The promo code of the contract: ten per cent off, a hundred times for each man. */
export async function addDemoPromo(store: Store): Promise<void> {
  await putPromo(store, {
    code: "SPRING10",
    percent: 10,
    credits: 0,
    validFrom: null,
    validUntil: null,
    usesPerMan: 100,
    usesTotal: null,
  });
}

/** A package, bought by card and paid at once. */
export async function addDemoPayment(store: Store, manId: number, rateName: string, position: number): Promise<void> {
  const rate = rates.find(({ name }) => name === rateName);
  if (!rate) throw new Error(`no package ${rateName}`);
  const key = `demo-payment:${position}`;
  const begun = await beginPayment(store, {
    manId,
    rateId: rate.id,
    method: "card",
    provider: "sandbox",
    promoCode: null,
    key,
    returnBase: "",
    locale: "en",
  });
  if (!begun.ok) throw new Error(`${key}: ${begun.reason}`);
  const { id: paymentId, quote: { totalCents: amountCents, currency } } = begun.payment;
  const change = { kind: "paid", amountCents, currency, moneyId: `money_${paymentId}` } as const;
  const paid = await applyPaymentEvent(store, { provider: "sandbox", eventId: `demo:${paymentId}`, paymentId, change });
  if (!paid.ok) throw new Error(`${key}: ${paid.reason}`);
}

/** The provider pays a man's last package back, and the ledger takes its credits. */
export async function refundDemoPayment(store: Store, manId: number): Promise<void> {
  const { payments: [payment] } = await paymentsOf(store, manId, { page: 1, limit: 1 });
  if (!payment) throw new Error(`man ${manId} of the demo has paid nothing`);
  const { id: paymentId, quote: { totalCents: refundedCents, currency } } = payment;
  const change = { kind: "refunded", refundedCents, currency } as const;
  const event = { provider: "sandbox", eventId: `demo-refund:${paymentId}`, paymentId, change } as const;
  const refunded = await applyPaymentEvent(store, event);
  if (!refunded.ok) throw new Error(`the refund of ${paymentId}: ${refunded.reason}`);
}
