/**
 * Stripe Checkout: cards with whatever else the account lets Stripe offer beside them, and by name the wallets that the
 * operator has switched on, Alipay and WeChat Pay.
 */
import Stripe from "stripe";
import { outsidePatienceMs, withPatience } from "../patience.ts";
import { takenBy, type Takes, unitsOf } from "./currencies.ts";
import { sendStripeEvidence } from "./stripe_disputes.ts";
import { metadataKey, readStripeHook } from "./stripe_events.ts";
import { afterSecond, codeOf, hasFailed, problemOf, totalCentsOf } from "./stripe_refunds.ts";
import {
  type Order,
  type PaymentProvider,
  ProviderFailure,
  ProviderRefusal,
  type RefundAnswer,
  type RefundOrder,
} from "./types.ts";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Origin of the API; null for Stripe's own. */
  apiBase: string | null;
  /** The wallets that are offered by name, each in the currencies in which the account takes it. */
  wallets?: Pick<Takes, Wallet>;
}

export type Wallet = "alipay" | "wechat_pay";

const triesAtMost = 3;

/** `patienceMs`: how long each answer may take, all tries together. */
export function stripeProvider(settings: StripeSettings, patienceMs = outsidePatienceMs): PaymentProvider {
  const stripe = clientOf(settings);
  const asking = <T>(what: string, ask: Ask<T>): Promise<T> => askPatiently(what, patienceMs, ask);
  const lookAtRefund = (refundId: string): Promise<Stripe.Refund> =>
    asking("looking at a refund", (options) => stripe.refunds.retrieve(refundId, { expand: ["charge"] }, options));
  return {
    name: "stripe",
    takes: { card: takenBy.stripe.card, ...settings.wallets },
    checkoutOrigins: [settings.apiBase ?? "https://checkout.stripe.com"],
    async openCheckout(order) {
      const session = await asking(
        "opening a checkout",
        (options) =>
          stripe.checkout.sessions.create(sessionOf(order, settings.wallets), {
            ...options,
            idempotencyKey: `checkout:${order.paymentId}`,
          }),
      ).catch((error) => {
        // A checkout that was made before would have been returned as it was, by its key: so there is none.
        throw refusalIn(error) ? new ProviderRefusal(error.message, { cause: error.cause }) : error;
      });
      if (!session.url) throw new ProviderFailure("stripe answered a checkout without an address");
      return { providerId: session.id, checkoutUrl: session.url };
    },
    async endCheckout({ providerId }) {
      const session = await asking(
        "looking at a checkout",
        (options) => stripe.checkout.sessions.retrieve(providerId, {}, options),
      );
      if (session.status === "expired") return true;
      if (session.status === "complete") return false;
      // By this key Stripe repeats the answer to a try whose answer was lost.
      const idempotencyKey = crypto.randomUUID();
      // If somebody pays at this very moment, Stripe refuses to end the checkout.
      return await asking(
        "ending a checkout",
        (options) => stripe.checkout.sessions.expire(providerId, {}, { ...options, idempotencyKey }),
      )
        .then(() => true, (error) => {
          if (refusalIn(error)) return false;
          throw error;
        });
    },
    async refund(order) {
      // A payment that Stripe knows by its session alone moved no money.
      if (!order.moneyId.startsWith("pi_")) return { state: "failed", problem: "no_charge" };
      try {
        return answerOf(await asking("giving money back", (options) => refundOf(stripe, order, options)), order);
      } catch (error) {
        const refusal = refusalIn(error);
        // Stripe has taken a refund that it named; not showing it now does not mean that it failed.
        if (!refusal || order.providerRefundId !== null) throw error;
        return { state: "failed", problem: codeOf(refusal.code) };
      }
    },
    sendEvidence: (order) => asking("sending evidence", (options) => sendStripeEvidence(stripe, order, options)),
    readHook: (hook) => readStripeHook(stripe, settings.webhookSecret, hook, lookAtRefund),
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

function clientOf({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    // Retries are made here, within one time for them all.
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
function sessionOf(order: Order, wallets: StripeSettings["wallets"]): Stripe.Checkout.SessionCreateParams {
  const metadata = { [metadataKey]: order.paymentId };
  return {
    mode: "payment",
    ...waysOf(order, wallets),
    // What was shown is what is charged: Stripe would offer the buyer's own currency at a rate of its own.
    adaptive_pricing: { enabled: false },
    line_items: [{
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: unitsOf(order.amountCents, order.currency),
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

/**
 * A buyer who chose a wallet sees only that one. Beside cards Stripe shows what it chooses, except the wallets that are
 * chosen on our page.
 */
function waysOf(
  { method, currency }: Order,
  wallets: Pick<Takes, Wallet> = {},
): Partial<Stripe.Checkout.SessionCreateParams> {
  if (method === "alipay") return { allowed_payment_method_types: ["alipay"] };
  if (method === "wechat_pay") {
    return { allowed_payment_method_types: ["wechat_pay"], payment_method_options: { wechat_pay: { client: "web" } } };
  }
  const named = (["alipay", "wechat_pay"] as const).filter((wallet) => wallets[wallet]?.includes(currency));
  return named.length === 0 ? {} : { excluded_payment_method_types: named };
}

/** What ties Stripe's refund to ours. */
const refundKey = "refund_id";

/**
 * Stripe knows a key for a day at least. A request that comes later, or under another key, finds by our id the refund
 * that was made before: money never goes back twice.
 */
async function refundOf(stripe: Stripe, order: RefundOrder, options: Stripe.RequestOptions): Promise<Stripe.Refund> {
  const { refundId, moneyId: payment_intent, providerRefundId } = order;
  if (providerRefundId !== null) {
    return await stripe.refunds.retrieve(providerRefundId, { expand: ["charge"] }, options);
  }
  const { data } = await stripe.refunds.list({ payment_intent, limit: 100, expand: ["data.charge"] }, options);
  const made = data.find((refund) => refund.metadata?.[refundKey] === refundId && !hasFailed(refund));
  if (made) return made;
  const metadata = { [metadataKey]: order.paymentId, [refundKey]: refundId };
  const amount = unitsOf(order.amountCents, order.currency);
  const wanted = { payment_intent, amount, metadata, expand: ["charge"] };
  return await stripe.refunds.create(wanted, { ...options, idempotencyKey: order.key });
}

function answerOf(refund: Stripe.Refund, { refundToldAt }: RefundOrder): RefundAnswer {
  const { id: providerRefundId, status, created } = refund;
  const refundedCents = totalCentsOf(refund);
  if (hasFailed(refund)) {
    // This was seen just now, so it comes after all that was told before.
    const toldAt = Math.max(afterSecond(created), refundToldAt + 1);
    const problem = problemOf(refund);
    return refundedCents === null
      ? { state: "failed", problem }
      : { state: "failed", problem, known: { providerRefundId, refundedCents, toldAt } };
  }
  if (status !== "succeeded" || refundedCents === null) return { state: "sent", providerRefundId };
  return { state: "done", providerRefundId, refundedCents, toldAt: created * 1000 };
}

/** Stripe's own messages may repeat parts of a key or of a person: only the kind of failure goes on. */
async function askPatiently<T>(what: string, patienceMs: number, ask: Ask<T>): Promise<T> {
  try {
    return await withPatience(patienceMs, () => tryAgain(ask, performance.now() + patienceMs));
  } catch (error) {
    const kind = error instanceof Stripe.errors.StripeError ? `${error.type} ${error.statusCode ?? ""}` : "no answer";
    throw new ProviderFailure(`stripe: ${what} failed (${kind.trim()})`, { cause: error });
  }
}

/** Stripe's refusal, if Stripe refused; null for any other failure. */
function refusalIn(error: unknown): Stripe.errors.StripeInvalidRequestError | null {
  const cause = error instanceof ProviderFailure ? error.cause : null;
  return cause instanceof Stripe.errors.StripeInvalidRequestError ? cause : null;
}

type Ask<T> = (options: Stripe.RequestOptions) => Promise<T>;

/** Asks, and tries again after a failure that may pass, while there is time for it. */
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

/** A failed connection, trouble of Stripe's own, or another request under the same key. */
const mayPass = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  (error instanceof Stripe.errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.statusCode === 409));
