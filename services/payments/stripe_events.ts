/** Stripe's webhooks in our words: believed by Stripe's own signature alone, which its library checks without Node. */
import Stripe from "stripe";
import { centsOfUnits } from "./currencies.ts";
import { dueAtOf } from "./stripe_disputes.ts";
import { afterSecond, hasFailed, problemOf, totalCentsOf } from "./stripe_refunds.ts";
import { type Change, countryIn, type HookMessage, type HookReading, type ProviderEvent } from "./types.ts";

/** What ties Stripe's objects to our payment. */
export const metadataKey = "payment_id";

const toleranceSeconds = 300;

/** A refund as it stands now, with its charge. */
type LookAtRefund = (refundId: string) => Promise<Stripe.Refund>;

/** Believes a message by its signature, and tells it in our words. */
export async function readStripeHook(
  stripe: Stripe,
  secret: string,
  { headers, body, nowMs }: HookMessage,
  lookAt: LookAtRefund,
): Promise<HookReading> {
  const signature = headers.get("stripe-signature") ?? "";
  const text = new TextDecoder().decode(body);
  let event: Stripe.Event;
  try {
    event = await stripe.webhooks.constructEventAsync(text, signature, secret, toleranceSeconds, undefined, nowMs);
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: "malformed" };
    const isStale = error instanceof Error && /tolerance/i.test(error.message);
    return { ok: false, problem: isStale ? "stale" : "forged" };
  }
  // The library does not refuse a time in the future.
  if (signedAt(signature) > nowMs / 1000 + toleranceSeconds) return { ok: false, problem: "stale" };
  if (typeof event?.id !== "string" || typeof event.type !== "string") return { ok: false, problem: "malformed" };
  try {
    return { ok: true, event: await eventOf(event, lookAt) };
  } catch (error) {
    // Signed, but without the parts that its name promises.
    if (error instanceof TypeError) return { ok: false, problem: "malformed" };
    throw error;
  }
}

const signedAt = (signature: string): number => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? NaN);

/** Our words for Stripe's event; null for one that does not concern us. */
async function eventOf(event: Stripe.Event, lookAt: LookAtRefund): Promise<ProviderEvent | null> {
  const { id: eventId, type } = event;
  const of = (change: Change | null, paymentId: string | null, moneyId: string | null): ProviderEvent | null =>
    change && (paymentId || moneyId) ? { eventId, type, paymentId, moneyId, change } : null;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const session = event.data.object;
      return of(changeOfSession(event.type, session), session.metadata?.[metadataKey] ?? null, null);
    }
    case "charge.refunded": {
      const { amount_refunded, currency, metadata, payment_intent } = event.data.object;
      const refundedCents = centsOfUnits(amount_refunded, currency);
      const toldAt = event.created * 1000;
      const change = { kind: "refunded", refundedCents, currency: currency.toUpperCase(), toldAt } as const;
      return of(change, metadata[metadataKey] ?? null, idOf(payment_intent));
    }
    case "refund.failed":
    case "refund.updated":
    case "charge.refund.updated": {
      const refund = event.data.object;
      if (!hasFailed(refund)) return null;
      const change = await changeOfFailure(refund, event.created, lookAt);
      return of(change, refund.metadata?.[metadataKey] ?? null, idOf(refund.payment_intent));
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return of(changeOfDispute(event.data.object, event.created), null, idOf(event.data.object.payment_intent));
    default:
      return null;
  }
}

function changeOfSession(type: Stripe.Event.Type, session: Stripe.Checkout.Session): Change | null {
  if (type === "checkout.session.async_payment_failed") return { kind: "declined" };
  if (type === "checkout.session.expired") return { kind: "expired" };
  if (session.payment_status === "unpaid") return { kind: "pending" };
  const currency = (session.currency ?? "").toUpperCase();
  return {
    kind: "paid",
    amountCents: centsOfUnits(session.amount_total ?? 0, currency),
    currency,
    moneyId: idOf(session.payment_intent) ?? session.id,
    ...countryIn(session.customer_details?.address?.country),
  };
}

/** The event holds only the refund; its charge says what stays refunded without it. */
async function changeOfFailure(refund: Stripe.Refund, created: number, lookAt: LookAtRefund): Promise<Change | null> {
  const refundedCents = totalCentsOf(await lookAt(refund.id));
  if (refundedCents === null) return null;
  const currency = refund.currency.toUpperCase();
  const about = { providerRefundId: refund.id, problem: problemOf(refund) };
  return { kind: "refund_failed", ...about, refundedCents, currency, toldAt: afterSecond(created) };
}

/** A bank's mere question (warning_…) moves no money. */
function changeOfDispute(dispute: Stripe.Dispute, created: number): Change | null {
  const { id, status, amount, currency } = dispute;
  if (status.startsWith("warning") || status === "prevented") return null;
  const outcome = status === "won" ? "won" : status === "lost" ? "lost" : "open";
  const amountCents = centsOfUnits(amount, currency);
  const dueAt = dueAtOf(dispute);
  const toldAt = created * 1000;
  const about = { disputeId: id, amountCents, currency: currency.toUpperCase(), outcome, toldAt } as const;
  return { kind: "disputed", ...about, ...(dueAt !== null && { dueAt }) };
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === "string" ? reference : reference?.id ?? null;
