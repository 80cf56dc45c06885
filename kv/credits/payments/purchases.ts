/**
 * How a payment begins, and how it ends without money. It is saved before any provider hears of it, under a key that
 * names the wish, so that a retry is the same payment.
 */
import type { Store } from "../../open.ts";
import { commitNow, transact } from "../../store/commit.ts";
import { dayMs } from "../../store/days.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { consentVersion } from "./consent.ts";
import { type Currency, firstCurrency } from "../prices/currencies.ts";
import {
  type CheckoutEnding,
  checkoutEndings,
  type Payment,
  paymentById,
  type ProviderName,
  readPayment,
} from "./payments.ts";
import {
  checkPromo,
  holdPromo,
  normaliseCode,
  readPromoFacts,
  releasePromo,
  verifyPromo,
} from "../prices/promo_codes.ts";
import { type PaymentMethod, type Quote, quoteOf } from "../prices/quote.ts";
import { type PricedRate, rateIn } from "../prices/prices.ts";
import { rateAt } from "../prices/rates.ts";
import type { TaxingSeller } from "../tax/tax.ts";

export interface Purchase {
  manId: number;
  rateId: number;
  /** In which he pays; absent for euros. */
  currency?: Currency;
  method: PaymentMethod;
  provider: ProviderName;
  promoCode: string | null;
  /** The form's fresh id or the call's Idempotency-Key: the same one is the same payment. */
  key: string;
  returnBase: string;
  locale: string;
  next?: string | null;
  /** He asked to begin at once, by the words of `consentVersion`. */
  hasConsented?: boolean;
  /** Where the seller charges tax: who sells, and the country (ISO 3166-1 alpha-2) that the buyer says he lives in. */
  tax?: { seller: TaxingSeller; chosenCountry: string };
  /** The total that he was shown: a payment of any other total is not begun. */
  seen?: { totalCents: number; totalCredits?: number };
}

/** How long a man may take at the provider's checkout, and how long his promo code is held for it. */
export const checkoutSeconds = 3600;
/** How long a key stands for its payment. */
const keyKeptMs = dayMs;
/** How long money may be under way before a payment counts as expired. */
const pendingSeconds = 14 * 24 * 3600;

/**
 * What a purchase would cost and bring now. Refuses `invalid` for a package that is unknown or not sold in that currency,
 * and what `verifyPromo` refuses.
 */
export async function quoteFor(
  store: Store,
  wanted: Pick<Purchase, "manId" | "rateId" | "currency" | "method" | "promoCode">,
): Promise<Result<{ quote: Quote }>> {
  const priced = await pricedRate(store, wanted, store.now());
  if (!priced.ok) return priced;
  const { rate } = priced;
  if (!wanted.promoCode) return { ok: true, quote: quoteOf(rate, wanted.method, null) };
  const verified = await verifyPromo(store, wanted.manId, wanted.promoCode);
  return verified.ok ? { ok: true, quote: quoteOf(rate, wanted.method, verified.promo) } : verified;
}

/** The package at its price; one moment decides which list holds. */
async function pricedRate(
  store: Store,
  { rateId, currency = firstCurrency }: Pick<Purchase, "rateId" | "currency">,
  atMs: number,
): Promise<Result<{ rate: PricedRate }>> {
  const known = await rateAt(store, rateId, atMs);
  if (!known) return refuse("invalid", { fields: { rateId: "wrong_value" } });
  const rate = rateIn(known, currency);
  return rate ? { ok: true, rate } : refuse("invalid", { fields: { currency: "wrong_value" } });
}

/**
 * Saves what a man sets out to buy, in state `created`, and holds his promo code. The same key returns the same
 * payment. Refuses as `quoteFor` does, `idempotency_key_reused` if the key stands for another purchase, and
 * `quote_changed` if it would cost or bring something else than was seen.
 */
export async function beginPayment(store: Store, wanted: Purchase): Promise<Result<{ payment: Payment }>> {
  return await store.mutexes.run(`payments:${wanted.manId}`, async () => {
    const byKey = await store.kv.get<string>(keys.paymentIdByKey(wanted.manId, wanted.key));
    const earlier = await answerOfKey(store, wanted, byKey.value);
    if (earlier) return earlier;
    const quoted = await quoteFor(store, wanted);
    return quoted.ok ? await savePayment(store, wanted) : quoted;
  });
}

async function savePayment(store: Store, wanted: Purchase): Promise<Result<{ payment: Payment }>> {
  const { manId, promoCode } = wanted;
  const id = store.randomToken();
  return await transact<Result<{ payment: Payment }>>(async () => {
    const byKey = await store.kv.get<string>(keys.paymentIdByKey(manId, wanted.key));
    // Another process may have been asked for the same at the same time.
    const earlier = await answerOfKey(store, wanted, byKey.value);
    if (earlier) return { done: earlier };
    const facts = promoCode ? await readPromoFacts(store, manId, promoCode) : null;
    const checked = facts && checkPromo(store, facts);
    if (checked && !checked.ok) return { done: checked };
    const createdAt = store.now();
    // From here on the payment keeps its own prices.
    const priced = await pricedRate(store, wanted, createdAt);
    if (!priced.ok) return { done: priced };
    const quote = quoteOf(priced.rate, wanted.method, checked?.promo ?? null);
    if (!isAsSeen(quote, wanted.seen)) return { done: refuse("quote_changed") };
    const payment: Payment = {
      id,
      manId,
      method: wanted.method,
      provider: wanted.provider,
      quote,
      state: "created",
      providerId: null,
      providerMoneyId: null,
      checkoutUrl: null,
      returnBase: wanted.returnBase,
      locale: wanted.locale,
      next: wanted.next ?? null,
      number: null,
      createdAt,
      expiresAt: createdAt + checkoutSeconds * 1000,
      paidAt: null,
      changedAt: createdAt,
      refundedCents: 0,
      disputes: [],
      reversedCredits: 0,
      reversals: 0,
      ...(wanted.hasConsented && { consent: { version: consentVersion, at: createdAt } }),
      ...(wanted.tax && {
        tax: { ...wanted.tax, providerCountry: null, receipt: null, creditNotes: [], creditedCents: 0 },
      }),
    };
    const op = store.kv.atomic()
      .check(byKey)
      .set(byKey.key, id)
      .set(keys.payment(id), payment)
      .set(keys.paymentOfMan(manId, createdAt, id), null);
    if (facts) holdPromo(op, facts, id);
    addJob(store, op, { kind: "expire_payment", paymentId: id }, payment.expiresAt);
    return { commit: op, result: { ok: true, payment } };
  });
}

const isAsSeen = (quote: Quote, seen: Purchase["seen"]): boolean =>
  !seen || (quote.totalCents === seen.totalCents && quote.totalCredits === (seen.totalCredits ?? quote.totalCredits));

async function answerOfKey(
  store: Store,
  wanted: Purchase,
  paymentId: string | null,
): Promise<Result<{ payment: Payment }> | null> {
  const payment = paymentId === null ? null : await paymentById(store, paymentId);
  if (!payment || store.now() >= payment.createdAt + keyKeptMs) return null;
  return isSamePurchase(payment, wanted) ? { ok: true, payment } : refuse("idempotency_key_reused");
}

const isSamePurchase = ({ quote, method, tax }: Payment, wanted: Purchase): boolean =>
  tax?.chosenCountry === wanted.tax?.chosenCountry && quote.rateId === wanted.rateId && method === wanted.method &&
  quote.currency === (wanted.currency ?? firstCurrency) &&
  (quote.promoCode ?? "") === normaliseCode(wanted.promoCode ?? "");

/** Notes what the provider answered: its own id, by which its events find the payment, and where the man pays. */
export async function saveCheckout(
  store: Store,
  paymentId: string,
  { providerId, checkoutUrl }: { providerId: string; checkoutUrl: string },
): Promise<Payment> {
  return await transact<Payment>(async () => {
    const entry = await readPayment(store, paymentId);
    const payment = entry.value;
    if (!payment) throw new Error("a checkout without its payment");
    if (payment.providerId === providerId && payment.checkoutUrl === checkoutUrl) return { done: payment };
    const next = { ...payment, providerId, checkoutUrl };
    const commit = store.kv.atomic().check(entry).set(entry.key, next)
      .set(keys.paymentIdByProviderId(payment.provider, providerId), paymentId);
    return { commit, result: next };
  });
}

/** Notes how far a checkout has come with its end; what is known to be further stays. */
export async function noteCheckoutEnding(
  store: Store,
  paymentId: string,
  checkoutEnding: CheckoutEnding,
): Promise<void> {
  await transact<void>(async () => {
    const entry = await readPayment(store, paymentId);
    if (!entry.value || stepOf(entry.value.checkoutEnding) >= stepOf(checkoutEnding)) return { done: undefined };
    const next: Payment = { ...entry.value, checkoutEnding };
    return { commit: store.kv.atomic().check(entry).set(entry.key, next), result: undefined };
  });
}

const stepOf = (ending: CheckoutEnding | undefined): number => ending ? checkoutEndings.indexOf(ending) : -1;

// ── what ends without money ───────────────────────────────────────────────

/** Ends an open payment, and its hold on a promo code; what is not open stays as it is. */
export async function endPayment(
  store: Store,
  paymentId: string,
  state: "cancelled" | "expired",
): Promise<Payment | null> {
  return await transact<Payment | null>(async () => {
    const entry = await readPayment(store, paymentId);
    const payment = entry.value;
    if (!payment || !mayEnd(store, payment, state)) return { done: payment };
    const next: Payment = { ...payment, state, changedAt: store.now() };
    const op = store.kv.atomic().check(entry).set(entry.key, next);
    const { promoCode } = payment.quote;
    if (promoCode) releasePromo(op, await readPromoFacts(store, payment.manId, promoCode), paymentId);
    return { commit: op, result: next };
  });
}

function mayEnd(store: Store, payment: Payment, state: "cancelled" | "expired"): boolean {
  if (state === "cancelled") return payment.state === "created";
  if (payment.state === "created") return payment.expiresAt <= store.now();
  return payment.state === "pending" && payment.createdAt + pendingSeconds * 1000 <= store.now();
}

/** What the job does when a payment's time is over; looks again later while money is under way. */
export async function expirePayment(store: Store, paymentId: string): Promise<void> {
  const payment = await endPayment(store, paymentId, "expired");
  if (payment?.state !== "pending") return;
  const op = store.kv.atomic();
  addPendingEnd(store, op, payment);
  await commitNow(op);
}

/** Adds the job that ends a payment whose money is under way for too long. */
export function addPendingEnd(store: Store, op: Deno.AtomicOperation, { id, createdAt }: Payment): void {
  addJob(store, op, { kind: "expire_payment", paymentId: id }, createdAt + pendingSeconds * 1000);
}
