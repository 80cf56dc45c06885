/**
 * Stripe Checkout: cards, and whatever else the account lets Stripe offer (Alipay, WeChat Pay), chosen by Stripe itself.
 * The webhook is believed by Stripe's own signature alone, and only through the functions that work without Node.
 */
import Stripe from "stripe";
import { outsidePatienceMs, withPatience } from "../patience.ts";
import {
  type Change,
  countryIn,
  type Hook,
  type HookReading,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  ProviderFailure,
  type RefundAnswer,
  type RefundOrder,
} from "./types.ts";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Origin of the API; null for Stripe's own. */
  apiBase: string | null;
}

const toleranceSeconds = 300;
const triesAtMost = 3;

/** `patienceMs`: what each of its answers may take, all tries together. */
export function stripeProvider(settings: StripeSettings, patienceMs = outsidePatienceMs): PaymentProvider {
  const stripe = clientOf(settings);
  const asking = <T>(what: string, ask: Ask<T>): Promise<T> => askPatiently(what, patienceMs, ask);
  return {
    name: "stripe",
    methods: ["card"],
    checkoutOrigins: [settings.apiBase ?? "https://checkout.stripe.com"],
    async openCheckout(order) {
      const session = await asking(
        "opening a checkout",
        (options) =>
          stripe.checkout.sessions.create(sessionOf(order), {
            ...options,
            idempotencyKey: `checkout:${order.paymentId}`,
          }),
      );
      if (!session.url) throw new ProviderFailure("stripe answered a checkout without an address");
      return { providerId: session.id, checkoutUrl: session.url };
    },
    async endCheckout(providerId) {
      const session = await asking(
        "looking at a checkout",
        (options) => stripe.checkout.sessions.retrieve(providerId, {}, options),
      );
      if (session.status === "expired") return true;
      if (session.status === "complete") return false;
      // A try whose answer was lost is answered as it was.
      const idempotencyKey = crypto.randomUUID();
      // Whoever pays at this very moment wins: then Stripe refuses to end it.
      return await asking(
        "ending a checkout",
        (options) => stripe.checkout.sessions.expire(providerId, {}, { ...options, idempotencyKey }),
      )
        .then(() => true, (error) => {
          if (error.cause instanceof Stripe.errors.StripeInvalidRequestError) return false;
          throw error;
        });
    },
    async refund(order) {
      // Money that Stripe knows by its session alone was none.
      if (!order.moneyId.startsWith("pi_")) return { state: "failed", problem: "no_charge" };
      try {
        return answerOf(await asking("giving money back", (options) => refundOf(stripe, order, options)));
      } catch (error) {
        const refusal = error instanceof ProviderFailure ? error.cause : null;
        if (!(refusal instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return { state: "failed", problem: codeOf(refusal.code) };
      }
    },
    readHook: (hook) => readHook(stripe, settings.webhookSecret, hook),
    async paymentIdOfMoney(moneyId) {
      if (!moneyId.startsWith("pi_")) return null;
      const intent = await asking(
        "looking at a payment",
        (options) => stripe.paymentIntents.retrieve(moneyId, {}, options),
      );
      return intent.metadata[metadataKey] ?? null;
    },
  };
}

/** What ties Stripe's objects to our payment. */
const metadataKey = "payment_id";

function clientOf({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    // Tries are made here, in one time for them all.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === "http:" ? "http" as const : "https" as const,
      host: base.hostname,
      port: base.port || (base.protocol === "http:" ? 80 : 443),
    }),
  });
}

const stripeLocales: Record<string, "en" | "zh" | "zh-TW" | "ru" | "ro"> = {
  "en": "en",
  "zh-Hans": "zh",
  "zh-Hant": "zh-TW",
  "ru": "ru",
  "ro": "ro",
};

/** The same order always makes the same session: Stripe compares what comes under one key. */
function sessionOf(order: Order): Stripe.Checkout.SessionCreateParams {
  const metadata = { [metadataKey]: order.paymentId };
  return {
    mode: "payment",
    line_items: [{
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: order.amountCents,
        product_data: { name: order.description },
      },
    }],
    client_reference_id: order.paymentId,
    metadata,
    payment_intent_data: { metadata },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt / 1000),
    locale: stripeLocales[order.locale] ?? "auto",
  };
}

/** What ties Stripe's refund to ours. */
const refundKey = "refund_id";

/**
 * Stripe knows a key for a day at least. Who asks later, or under another key, finds by our id what was made before:
 * money never goes back twice.
 */
async function refundOf(stripe: Stripe, order: RefundOrder, options: Stripe.RequestOptions): Promise<Stripe.Refund> {
  const { refundId, moneyId: payment_intent, amountCents: amount, providerRefundId } = order;
  if (providerRefundId !== null) {
    return await stripe.refunds.retrieve(providerRefundId, { expand: ["charge"] }, options);
  }
  const { data } = await stripe.refunds.list({ payment_intent, limit: 100, expand: ["data.charge"] }, options);
  const made = data.find((refund) => refund.metadata?.[refundKey] === refundId && !hasFailed(refund));
  if (made) return made;
  const metadata = { [metadataKey]: order.paymentId, [refundKey]: refundId };
  const wanted = { payment_intent, amount, metadata, expand: ["charge"] };
  return await stripe.refunds.create(wanted, { ...options, idempotencyKey: order.key });
}

const hasFailed = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

function answerOf(refund: Stripe.Refund): RefundAnswer {
  const { id: providerRefundId, status, charge, failure_reason } = refund;
  if (hasFailed(refund)) return { state: "failed", problem: codeOf(failure_reason ?? status) };
  if (status !== "succeeded" || charge === null || typeof charge === "string") {
    return { state: "sent", providerRefundId };
  }
  return { state: "done", providerRefundId, refundedCents: charge.amount_refunded };
}

const codeOf = (code: string | null | undefined): string => code && /^\w{1,60}$/.test(code) ? code : "refused";

/** Stripe's own messages may repeat parts of a key or of a person: only the kind of failure goes on. */
async function askPatiently<T>(what: string, patienceMs: number, ask: Ask<T>): Promise<T> {
  try {
    return await withPatience(patienceMs, () => tryAgain(ask, performance.now() + patienceMs));
  } catch (error) {
    const kind = error instanceof Stripe.errors.StripeError ? `${error.type} ${error.statusCode ?? ""}` : "no answer";
    throw new ProviderFailure(`stripe: ${what} failed (${kind.trim()})`, { cause: error });
  }
}

type Ask<T> = (options: Stripe.RequestOptions) => Promise<T>;

/** Tries again what may pass, while there is time for it. */
async function tryAgain<T>(ask: Ask<T>, endsAt: number): Promise<T> {
  for (let tries = 1;; tries++) {
    const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    try {
      return await ask({ timeout: leftMs });
    } catch (error) {
      const pauseMs = 250 * 2 ** (tries - 1);
      const isTimeLeft = performance.now() + pauseMs < endsAt;
      if (tries === triesAtMost || !isTimeLeft || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** A connection that failed, trouble of Stripe's own, or another request under the same key. */
const mayPass = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  (error instanceof Stripe.errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.statusCode === 409));

// ── webhooks ──────────────────────────────────────────────────────────────

async function readHook(stripe: Stripe, secret: string, { headers, body, nowMs }: Hook): Promise<HookReading> {
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
  // The library leaves a time to come alone.
  if (signedAt(signature) > nowMs / 1000 + toleranceSeconds) return { ok: false, problem: "stale" };
  if (typeof event?.id !== "string" || typeof event.type !== "string") return { ok: false, problem: "malformed" };
  try {
    return { ok: true, event: eventOf(event) };
  } catch (error) {
    // Signed, but without the parts that its name promises.
    if (error instanceof TypeError) return { ok: false, problem: "malformed" };
    throw error;
  }
}

const signedAt = (signature: string): number => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? NaN);

/** Our words for Stripe's event; null for one that does not concern us. */
function eventOf(event: Stripe.Event): ProviderEvent | null {
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
      const { amount_refunded: refundedCents, currency, metadata, payment_intent } = event.data.object;
      const change = { kind: "refunded", refundedCents, currency: currency.toUpperCase() } as const;
      return of(change, metadata[metadataKey] ?? null, idOf(payment_intent));
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return of(changeOfDispute(event.data.object), null, idOf(event.data.object.payment_intent));
    default:
      return null;
  }
}

function changeOfSession(type: Stripe.Event.Type, session: Stripe.Checkout.Session): Change | null {
  if (type === "checkout.session.async_payment_failed") return { kind: "declined" };
  if (type === "checkout.session.expired") return { kind: "expired" };
  if (session.payment_status === "unpaid") return { kind: "pending" };
  return {
    kind: "paid",
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    moneyId: idOf(session.payment_intent) ?? session.id,
    ...countryIn(session.customer_details?.address?.country),
  };
}

/** A bank's question (warning_…) moves no money. */
function changeOfDispute({ id, status, amount, currency }: Stripe.Dispute): Change | null {
  if (status.startsWith("warning") || status === "prevented") return null;
  const outcome = status === "won" ? "won" : status === "lost" ? "lost" : "open";
  return { kind: "disputed", disputeId: id, amountCents: amount, currency: currency.toUpperCase(), outcome };
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === "string" ? reference : reference?.id ?? null;
