/**
 * PayPal, Orders v2: an order with our id on it, the buyer's approval on PayPal's pages, then the capture that takes
 * the money. Nothing is paid without our capture, so an order need not be ended.
 */
import * as z from "zod";
import { centsOfDecimals, decimalsOf, takenBy } from "./currencies.ts";
import { PaypalApi, type PaypalSettings } from "./paypal_api.ts";
import { readPaypalMessage, toldAtOf } from "./paypal_events.ts";
import { PaypalSignatures } from "./paypal_signature.ts";
import {
  type HookMessage,
  type HookReading,
  type Order,
  type PaymentProvider,
  ProviderFailure,
  ProviderRefusal,
  type RefundAnswer,
  type RefundOrder,
} from "./types.ts";

export type { PaypalSettings } from "./paypal_api.ts";

const paypalOrigins = ["https://www.paypal.com", "https://www.sandbox.paypal.com"];

const orderAnswer = z.object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const captureAnswer = z.object({
  purchase_units: z.array(z.object({
    payments: z.object({ captures: z.array(z.object({ status: z.string() })) }),
  })),
});
const refundAnswer = z.object({
  id: z.string(),
  status: z.string(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
  seller_payable_breakdown: z.object({ total_refunded_amount: z.object({ value: z.string() }).optional() }).optional(),
});
const problemAnswer = z.object({ details: z.array(z.object({ issue: z.string() })) });

export function paypalProvider(settings: PaypalSettings, patienceMs?: number): PaymentProvider {
  const api = new PaypalApi(settings, patienceMs);
  const isPaypals = /(^|\.)paypal\.com$/.test(new URL(api.base).hostname);
  const signatures = new PaypalSignatures(settings.webhookId, isPaypals ? null : new URL(api.base).host);
  return {
    name: "paypal",
    takes: takenBy.paypal,
    checkoutOrigins: isPaypals ? paypalOrigins : [new URL(api.base).origin],
    async openCheckout(order) {
      const answer = await api.post("/v2/checkout/orders", orderOf(order), `checkout-${order.paymentId}`);
      const made = orderAnswer.safeParse(answer.body);
      const link = made.data?.links.find(({ rel }) => rel === "payer-action" || rel === "approve");
      if (!made.success || !link) {
        const issue = issueOf(answer.body);
        const message = `paypal made no order (${answer.status} ${issue})`;
        // 409: another request under this key is still at work.
        if (answer.status < 400 || answer.status === 409) throw new ProviderFailure(message);
        // The site may not sell, or its account is restricted or closed.
        throw new ProviderRefusal(message, { isOfSite: answer.status === 403 || issue.startsWith("PAYEE_ACCOUNT_") });
      }
      return { providerId: made.data.id, checkoutUrl: link.href };
    },
    endCheckout: () => Promise.resolve(true),
    async capture(providerId, key) {
      const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}/capture`;
      const { status, body } = await api.post(path, {}, key);
      if (status >= 400) return whyNotCaptured(status, issueOf(body));
      const captures = captureAnswer.safeParse(body).data?.purchase_units.flatMap(({ payments }) => payments.captures);
      // Asked again, PayPal says whether the money was taken.
      if (!captures?.length) throw new ProviderFailure("paypal answered a capture without its state");
      return captures.every((capture) => capture.status === "DECLINED" || capture.status === "FAILED")
        ? "declined"
        : "captured";
    },
    async refund(order) {
      const { moneyId, providerRefundId, key } = order;
      if (providerRefundId !== null) {
        const known = await api.get(`/v2/payments/refunds/${encodeURIComponent(providerRefundId)}`);
        // PayPal has taken this refund; not showing it now does not mean that it failed.
        if (known.status >= 400) throw new ProviderFailure(`paypal did not show a refund (${known.status})`);
        return answerOf(order, known.body);
      }
      const asked = `/v2/payments/captures/${encodeURIComponent(moneyId)}/refund`;
      const { status, body } = await api.post(asked, refundOf(order), key);
      // Another request under this key is still at work.
      if (status === 409) throw new ProviderFailure("paypal is still giving this money back");
      return status >= 400 ? { state: "failed", problem: issueOf(body) || `http_${status}` } : answerOf(order, body);
    },
    readHook: (hook) => readHook(signatures, hook),
  };
}

const paypalLocales: Record<string, string> = { "en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ru": "ru-RU" };

/** Nothing is shipped, and what is bought is paid at once. */
const orderOf = (order: Order) => ({
  intent: "CAPTURE",
  purchase_units: [{
    custom_id: order.paymentId,
    invoice_id: order.paymentId,
    description: order.description.slice(0, 127),
    amount: { currency_code: order.currency, value: decimalsOf(order.amountCents, order.currency) },
  }],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: order.successUrl,
        cancel_url: order.cancelUrl,
        user_action: "PAY_NOW",
        shipping_preference: "NO_SHIPPING",
        locale: paypalLocales[order.locale] ?? "en-GB",
      },
    },
  },
});

/** PayPal passes on our payment's id, by which its webhook finds the payment. */
const refundOf = ({ paymentId, amountCents, currency }: RefundOrder) => ({
  amount: { currency_code: currency, value: decimalsOf(amountCents, currency) },
  custom_id: paymentId,
});

function answerOf({ amountCents, refundedCents: before, refundToldAt }: RefundOrder, body: unknown): RefundAnswer {
  const refund = refundAnswer.safeParse(body).data;
  if (!refund) throw new ProviderFailure("paypal answered a refund without its state");
  const { id: providerRefundId, status, create_time, update_time, seller_payable_breakdown } = refund;
  const total = centsOfDecimals(seller_payable_breakdown?.total_refunded_amount?.value ?? "");
  const told = toldAtOf(update_time ?? create_time);
  if (status === "FAILED" || status === "CANCELLED") {
    const problem = status.toLowerCase();
    if (total === null) return { state: "failed", problem };
    // This was seen just now, so it comes after all that was told before.
    const toldAt = Math.max(told.toldAt ?? 0, refundToldAt + 1);
    return { state: "failed", problem, known: { providerRefundId, refundedCents: total, toldAt } };
  }
  if (status !== "COMPLETED") return { state: "sent", providerRefundId };
  return { state: "done", providerRefundId, refundedCents: total ?? before + amountCents, ...told };
}

const issueOf = (body: unknown): string => problemAnswer.safeParse(body).data?.details[0]?.issue ?? "";

function whyNotCaptured(status: number, issue: string): "captured" | "declined" {
  if (issue === "ORDER_ALREADY_CAPTURED") return "captured";
  if (issue === "INSTRUMENT_DECLINED" || issue === "PAYER_CANNOT_PAY" || issue === "TRANSACTION_REFUSED") {
    return "declined";
  }
  throw new ProviderFailure(`paypal did not capture (${status} ${issue})`);
}

async function readHook(signatures: PaypalSignatures, hook: HookMessage): Promise<HookReading> {
  let problem: Awaited<ReturnType<PaypalSignatures["problemOf"]>>;
  try {
    problem = await signatures.problemOf(hook);
  } catch (error) {
    throw new ProviderFailure("paypal's certificate could not be fetched", { cause: error });
  }
  return problem ? { ok: false, problem } : readPaypalMessage(hook.body);
}
