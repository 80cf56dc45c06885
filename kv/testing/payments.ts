/** For tests: purchases begun as a form would, and a provider's word about them. */
import { type AppliedEvent, applyPaymentEvent, type PaymentChange } from "../credits/payment_events.ts";
import type { Payment } from "../credits/payments.ts";
import { type Promo, putPromo } from "../credits/promo_codes.ts";
import { beginPayment, type Purchase } from "../credits/purchases.ts";
import type { Store } from "../open.ts";

/** Economy by PayPal, unless said otherwise. */
export const wish = (store: Store, manId: number, wanted: Partial<Purchase> = {}): Purchase => ({
  manId,
  rateId: 2,
  method: "paypal",
  provider: "sandbox",
  promoCode: null,
  key: store.randomToken(),
  returnBase: "http://localhost:8000/en",
  locale: "en",
  ...wanted,
});

/** A payment that was begun; throws where it is refused. */
export async function begunPayment(store: Store, manId: number, wanted: Partial<Purchase> = {}): Promise<Payment> {
  const begun = await beginPayment(store, wish(store, manId, wanted));
  if (!begun.ok) throw new Error(begun.reason);
  return begun.payment;
}

/** What the provider says about a payment, under a fresh event id unless one is given. */
export const say = (store: Store, payment: Payment, change: PaymentChange, eventId?: string): Promise<AppliedEvent> =>
  applyPaymentEvent(store, {
    provider: payment.provider,
    eventId: eventId ?? store.randomToken(),
    paymentId: payment.id,
    change,
  });

/** The word that the whole price has arrived. */
export const paidInFull = ({ id, quote }: Payment): PaymentChange => ({
  kind: "paid",
  amountCents: quote.totalCents,
  currency: quote.currency,
  moneyId: `money-${id}`,
});

/** A payment that was begun and paid. */
export async function paidPayment(store: Store, manId: number, wanted: Partial<Purchase> = {}): Promise<Payment> {
  const payment = await begunPayment(store, manId, wanted);
  const paid = await say(store, payment, paidInFull(payment));
  if (!paid.ok) throw new Error(paid.reason);
  return paid.payment;
}

/** SPRING10, once for each man unless said otherwise. */
export const addSpring = (store: Store, facts: Partial<Promo> = {}): Promise<Promo> =>
  putPromo(store, {
    code: "SPRING10",
    percent: 10,
    credits: 0,
    validFrom: null,
    validUntil: null,
    usesPerMan: 1,
    usesTotal: null,
    ...facts,
  });
