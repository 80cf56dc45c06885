/** For tests: purchases begun as a form would, and a provider's events about them. */
import { askToStage } from "../credits/payments/dispute_evidence.ts";
import { type AppliedEvent, applyPaymentEvent, type PaymentChange } from "../credits/payments/payment_events.ts";
import type { Payment } from "../credits/payments/payments.ts";
import { type Promo, putPromo } from "../credits/prices/promo_codes.ts";
import { type Rate, rates } from "../credits/prices/prices.ts";
import { beginPayment, type Purchase } from "../credits/payments/purchases.ts";
import { waitingRefunds } from "../credits/payments/refund_requests.ts";
import { settleRefund } from "../credits/payments/refunds_by_hand.ts";
import { planRates } from "../credits/prices/rates.ts";
import type { TaxingSeller } from "../credits/tax/tax.ts";
import type { Store } from "../open.ts";

/** A seller who charges the Union's tax. */
export const tulpen: TaxingSeller = {
  name: "Tulpen BV",
  addressLines: ["Keizersgracht 1", "1015 CN Amsterdam"],
  vatId: "NL123456789B01",
  register: null,
};

/** The part of a purchase by which Tulpen BV charges tax on it. */
export const taxedIn = (chosenCountry: string): Partial<Purchase> => ({ tax: { seller: tulpen, chosenCountry } });

/** The first price list in dollars, yuan, New Taiwan dollars and yen as well. */
export const abroad: readonly Rate[] = rates.map((rate) => ({
  ...rate,
  otherPriceCents: {
    USD: rate.priceCents + 199,
    CNY: rate.priceCents * 8,
    TWD: rate.priceCents * 35,
    JPY: rate.priceCents * 160,
  },
}));

/** Puts this list into force from now on. */
export async function sellAbroad(store: Store): Promise<void> {
  const planned = await planRates(store, { validFrom: null, rates: [...abroad], actorId: 3 });
  if (!planned.ok) throw new Error(JSON.stringify(planned));
}

/** A purchase of Economy by PayPal, unless said otherwise. */
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

/** Applies what the provider says about a payment, under a fresh event id unless one is given. */
export const say = (store: Store, payment: Payment, change: PaymentChange, eventId?: string): Promise<AppliedEvent> =>
  applyPaymentEvent(store, {
    provider: payment.provider,
    eventId: eventId ?? store.randomToken(),
    paymentId: payment.id,
    change,
  });

/** The event that the whole price has arrived, and, if given, from which country. */
export const paidInFull = ({ id, quote }: Payment, buyerCountry?: string): PaymentChange => ({
  kind: "paid",
  amountCents: quote.totalCents,
  currency: quote.currency,
  moneyId: `money-${id}`,
  ...(buyerCountry !== undefined && { buyerCountry }),
});

/** A payment that was begun and paid. */
export async function paidPayment(store: Store, manId: number, wanted: Partial<Purchase> = {}): Promise<Payment> {
  const payment = await begunPayment(store, manId, wanted);
  const paid = await say(store, payment, paidInFull(payment));
  if (!paid.ok) throw new Error(paid.reason);
  return paid.payment;
}

/** A payment by card that his bank disputes, for which an admin has staged these texts; no job has sent them. */
export async function disputedPayment(store: Store, manId: number, fields: Record<string, string>): Promise<Payment> {
  const payment = await paidPayment(store, manId, { method: "card", provider: "stripe" });
  const { id: paymentId, quote: { currency, totalCents: amountCents } } = payment;
  const disputed = await say(store, payment, {
    kind: "disputed",
    disputeId: "dp_1",
    currency,
    amountCents,
    outcome: "open",
  });
  if (!disputed.ok) throw new Error(disputed.reason);
  const asked = await askToStage(store, { paymentId, fields, actorId: 3 });
  if (!asked.ok) throw new Error(asked.reason);
  return disputed.payment;
}

/** Marks what a man is to get as paid by hand, as an admin does who reads now what that is. */
export async function payByHand(store: Store, manId: number, actorId: number): ReturnType<typeof settleRefund> {
  const row = (await waitingRefunds(store)).find((each) => each.manId === manId);
  return await settleRefund(store, { manId, actorId, seen: row?.mark ?? "" });
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
