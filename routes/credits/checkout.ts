/**
 * From a wish to the provider's page: the payment is saved, then the provider is asked under the payment's own id, then
 * its answer is saved. A crash between two of these is repaired by asking again with the same key.
 */
import { getLogger } from "@logtape/logtape";
import { isLocale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import type { Currency } from "../../kv/credits/prices/currencies.ts";
import { openPaymentsOf, type Payment, type PaymentMethod, paymentsOf } from "../../kv/credits/payments/payments.ts";
import { normaliseCode, refusePromo } from "../../kv/credits/prices/promo_codes.ts";
import { beginPayment, endPayment, type Purchase, saveCheckout } from "../../kv/credits/payments/purchases.ts";
import { countryByIso } from "../../kv/ladies/countries.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import {
  type Checkout,
  type Order,
  type PaymentProvider,
  ProviderFailure,
  ProviderRefusal,
} from "../../services/payments/types.ts";
import type { AppContext, Dependencies } from "../http/env.ts";
import { homeOf, prefixOf } from "../middleware/locale.ts";
import { endCheckoutOf } from "./ending_checkouts.ts";
import { taxingSellerOf } from "./tax_rows.ts";

const log = getLogger(["vesna", "payments"]);

export interface CheckoutWish {
  manId: number;
  rateId: number;
  /** The currency in which he pays; euros if left out. */
  currency?: Currency;
  method: PaymentMethod;
  promoCode: string | null;
  /** The form's fresh id or the call's Idempotency-Key: the same one is the same payment. */
  key: string;
  /** He asked to begin at once (kv/credits/payments/consent.ts). */
  hasConsented?: boolean;
  /** Where he says he lives (ISO 3166-1 alpha-2); needed where tax is charged. */
  billingCountry?: string | null;
  /** A path of ours that he was on his way to; checked by `safeNext`. */
  next?: string | null;
  /** What he was shown; anything else is refused as `quote_changed`. */
  seen?: Purchase["seen"];
}

/** Where the man comes back to; without the language's prefix. */
export const successPath = (paymentId: string): string => `/man/balance/success?paymentId=${paymentId}`;
export const failedPath = (paymentId: string): string => `/man/balance/failed?paymentId=${paymentId}`;

/**
 * Begins a payment and returns it with the address where it is paid. Refuses what `beginPayment` refuses; `invalid` if the
 * method takes only other currencies, or if tax is charged and no country is given; `payment_unavailable` if no provider
 * takes this method at all, or if its provider does not answer; and `too_many_requests` after sixty in an hour.
 */
export async function beginCheckout(
  c: AppContext,
  wish: CheckoutWish,
): Promise<Result<{ payment: Payment; checkoutUrl: string }>> {
  const { deps, facts } = c.var;
  const provider = deps.payments.forMethod(wish.method, wish.currency);
  if (!provider) {
    // Waiting helps in neither case; another currency helps in the first.
    return deps.payments.takes(wish.method)
      ? refuse("invalid", { fields: { currency: "wrong_value" } })
      : refuse("payment_unavailable");
  }
  const seller = taxingSellerOf(deps);
  const chosenCountry = countryByIso(wish.billingCountry ?? "")?.iso;
  if (seller && !chosenCountry) return refuse("invalid", { fields: { billingCountry: "required" } });
  const taken = await takeAttempt(deps.store, limits.checkouts, String(wish.manId));
  if (!taken.ok) return taken;
  const purchase: Purchase = {
    ...wish,
    promoCode: wish.promoCode?.trim() || null,
    provider: provider.name,
    ...(seller && chosenCountry && { tax: { seller, chosenCountry } }),
    // A call has no language in its address, but its caller has one.
    returnBase: facts.origin + (prefixOf(facts.variant, facts.locale) ?? facts.prefix),
    locale: facts.locale,
  };
  try {
    const begun = await beginFreeingPromo(deps, provider, purchase);
    if (!begun.ok) return begun;
    const { payment } = begun;
    // A repeat of a payment that was paid or has ended leads to the page that says so.
    if (payment.state !== "created") {
      return { ok: true, payment, checkoutUrl: payment.returnBase + successPath(payment.id) };
    }
    const { checkoutUrl } = await checkoutOf(deps, payment);
    return { ok: true, payment: { ...payment, checkoutUrl }, checkoutUrl };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    log.error("no checkout: {error}", { error: error.message });
    return refuse("payment_unavailable", { retryAfterSeconds: 60 });
  }
}

/**
 * Begins a payment. If only his own unpaid checkouts hold its promo code, ends these first, which frees the code. If one
 * that had lost the code is being paid, which nobody can stop, the code is used.
 */
async function beginFreeingPromo(deps: Dependencies, provider: PaymentProvider, purchase: Purchase) {
  const begun = await beginWithPromo(deps, provider, purchase);
  const { payment } = begun.ok ? begun : { payment: null };
  if (payment?.state !== "created" || payment.quote.promoCode === null) return begun;
  if (await endPagesWithoutPromo(deps, payment)) return begun;
  await endPayment(deps.store, payment.id, "cancelled");
  return refusePromo("promo_used");
}

/**
 * Ends his other pages at the price of a payment's promo code: those that were declined or are over have freed it, and may
 * be paid all the same at some providers. False if one cannot be ended. Throws `ProviderFailure`.
 */
async function endPagesWithoutPromo(deps: Dependencies, { id, manId, quote }: Payment): Promise<boolean> {
  const { payments } = await paymentsOf(deps.store, manId, { page: 1, limit: 100 });
  const ended = await Promise.all(payments.map(async (other) => {
    const isOver = other.state === "declined" || other.state === "expired";
    if (other.id === id || other.quote.promoCode !== quote.promoCode || !isOver) return true;
    return !isStillPayable(deps, other) || await endCheckoutOf(deps, other);
  }));
  return ended.every(Boolean);
}

function isStillPayable({ store, payments }: Dependencies, { provider, expiresAt }: Payment): boolean {
  const payableMs = payments.named(provider)?.payableMs;
  return payableMs !== undefined && store.now() < expiresAt + payableMs;
}

async function beginWithPromo(deps: Dependencies, provider: PaymentProvider, purchase: Purchase) {
  const begun = await beginPayment(deps.store, purchase);
  if (begun.ok || begun.reason !== "promo_used") return begun;
  const code = normaliseCode(purchase.promoCode ?? "");
  const holding = (await openPaymentsOf(deps.store, purchase.manId))
    .filter(({ quote, state }) => quote.promoCode === code && state === "created");
  const ended = await Promise.all(holding.map((payment) => abandonCheckout(deps, payment)));
  return ended.some(Boolean) ? await beginPayment(deps.store, { ...purchase, provider: provider.name }) : begun;
}

/**
 * Gives up an unpaid payment: true once it is `cancelled`, false if it is being paid. Throws `ProviderFailure`.
 */
async function abandonCheckout(deps: Dependencies, payment: Payment): Promise<boolean> {
  if (!deps.payments.named(payment.provider)) return false;
  const checkout = await checkoutOrNone(deps, payment);
  if (checkout && !await endCheckoutOf(deps, { ...payment, ...checkout })) return false;
  return (await endPayment(deps.store, payment.id, "cancelled"))?.state === "cancelled";
}

/**
 * The checkout of a payment. If we do not know one, there may be one all the same: a crash may have come before the
 * provider's answer was saved. Null if the provider refuses to make it: then it was never made.
 */
async function checkoutOrNone(deps: Dependencies, payment: Payment): Promise<Checkout | null> {
  try {
    return await checkoutOf(deps, payment);
  } catch (error) {
    if (error instanceof ProviderRefusal) return null;
    throw error;
  }
}

async function checkoutOf(deps: Dependencies, payment: Payment): Promise<Checkout> {
  const { providerId, checkoutUrl } = payment;
  if (providerId !== null && checkoutUrl !== null) return { providerId, checkoutUrl };
  const provider = deps.payments.named(payment.provider);
  if (!provider) throw new ProviderFailure(`${payment.provider} is not configured any more`);
  const checkout = await openCounted(deps, provider, payment);
  await saveCheckout(deps.store, payment.id, checkout);
  return checkout;
}

/** Asks the payment's own provider, which need not be the one that he chooses now, and counts how that goes. */
async function openCounted(deps: Dependencies, provider: PaymentProvider, payment: Payment): Promise<Checkout> {
  const counters = deps.running.payments;
  try {
    const checkout = await provider.openCheckout(orderOf(deps, payment));
    counters.noteCheckout(provider.name, "opened");
    return checkout;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      const isOfOrder = error instanceof ProviderRefusal && !error.isOfSite;
      counters.noteCheckout(provider.name, isOfOrder ? "refused" : "failed");
    }
    throw error;
  }
}

function orderOf(deps: Dependencies, payment: Payment): Order {
  return {
    paymentId: payment.id,
    method: payment.method,
    amountCents: payment.quote.totalCents,
    currency: payment.quote.currency,
    description: descriptionOf(deps, payment),
    locale: payment.locale,
    successUrl: payment.returnBase + successPath(payment.id),
    cancelUrl: payment.returnBase + failedPath(payment.id),
    expiresAt: payment.expiresAt,
  };
}

/** In the language in which the payment was begun, so that asking again asks for exactly the same. */
function descriptionOf({ config }: Dependencies, { locale, quote }: Payment): string {
  const begunIn = isLocale(locale) ? locale : "en";
  return `${homeOf(config, begunIn).brand}: ${translatorFor(begunIn)("common:credits", { count: quote.totalCredits })}`;
}

/**
 * Redirects to the page where it is paid. Forms that lead here must stand on pages below /man/balance/purchase: no other
 * page lets a form lead away from the site (routes/middleware/security.ts).
 */
export const leaveForCheckout = (c: AppContext, { checkoutUrl }: { checkoutUrl: string }): Response =>
  c.redirect(checkoutUrl, 303);
