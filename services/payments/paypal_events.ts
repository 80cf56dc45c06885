/** PayPal's events in our words. What a signed message says is believed; what it does not say is not guessed. */
import * as z from "zod";
import { centsOfDecimals } from "./currencies.ts";
import { type Change, countryIn, type HookReading } from "./types.ts";

const money = z.object({ currency_code: z.string(), value: z.string() }).transform(
  ({ currency_code, value }, context) => {
    const cents = centsOfDecimals(value);
    if (cents === null) context.addIssue({ code: "custom", message: "no amount" });
    return { cents: cents ?? 0, currency: currency_code };
  },
);

const message = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  resource: z.unknown(),
});

const orderResource = z.object({
  purchase_units: z.array(z.object({ custom_id: z.string().optional(), amount: money })).min(1),
  payer: z.object({ address: z.object({ country_code: z.string() }) }).optional().catch(undefined),
});
const moneyResource = z.object({ id: z.string(), custom_id: z.string().optional(), amount: money });
const refundResource = z.object({
  id: z.string(),
  custom_id: z.string().optional(),
  amount: money,
  seller_payable_breakdown: z.object({ total_refunded_amount: money.optional() }).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});
const disputeResource = z.object({
  dispute_id: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  status: z.string().optional(),
  dispute_amount: money,
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: money.optional().catch(undefined) })
    .optional(),
  disputed_transactions: z.array(z.object({
    seller_transaction_id: z.string().optional(),
    custom: z.string().optional(),
    invoice_number: z.string().optional(),
  })).min(1),
});

/** A genuine message as an event; null for one that does not concern us. */
export function readPaypalMessage(body: Uint8Array): HookReading {
  const parsed = message.safeParse(jsonOf(body));
  if (!parsed.success) return { ok: false, problem: "malformed" };
  const { id: eventId, event_type: type, create_time, resource } = parsed.data;
  const read = readers[type];
  if (!read) return { ok: true, event: null };
  const found = read(resource, type, create_time);
  if (!found) return { ok: false, problem: "malformed" };
  const { paymentId = null, moneyId = null, change } = found;
  return { ok: true, event: change && (paymentId || moneyId) ? { eventId, type, paymentId, moneyId, change } : null };
}

interface Found {
  paymentId?: string;
  moneyId?: string;
  change: Change | null;
}
type Read = (resource: unknown, type: string, createTime: string | undefined) => Found | null;

/** The time as of which PayPal says something; nothing if it does not tell. */
export const toldAtOf = (time: string | undefined): { toldAt?: number } =>
  time === undefined ? {} : { toldAt: Date.parse(time) };

const readOrder: Read = (resource, type) => {
  const order = orderResource.safeParse(resource).data;
  const unit = order?.purchase_units[0];
  if (!unit) return null;
  const { cents: amountCents, currency } = unit.amount;
  const change: Change = type === "CHECKOUT.ORDER.VOIDED"
    ? { kind: "cancelled" }
    : { kind: "approved", amountCents, currency, ...countryIn(order.payer?.address.country_code) };
  return { paymentId: unit.custom_id, change };
};

const readMoney: Read = (resource, type) => {
  const capture = moneyResource.safeParse(resource).data;
  if (!capture) return null;
  const { id: moneyId, custom_id: paymentId, amount } = capture;
  const change: Change = type === "PAYMENT.CAPTURE.COMPLETED"
    ? { kind: "paid", amountCents: amount.cents, currency: amount.currency, moneyId }
    : { kind: type === "PAYMENT.CAPTURE.PENDING" ? "pending" : "declined" };
  return { paymentId, moneyId, change };
};

const readRefund: Read = (resource, type, createTime) => {
  const refund = refundResource.safeParse(resource).data;
  if (!refund) return null;
  const { amount, custom_id: paymentId } = refund;
  const moneyId = captureIdOf(refund.links);
  const told = toldAtOf(createTime);
  // PayPal took the money back: this is no refund of ours, and a dispute about it, if any, is about the same money.
  if (type === "PAYMENT.CAPTURE.REVERSED") {
    const { cents: amountCents, currency } = amount;
    const change: Change = { kind: "disputed", disputeId: null, amountCents, currency, outcome: "lost", ...told };
    return { paymentId, moneyId, change };
  }
  const total = refund.seller_payable_breakdown?.total_refunded_amount;
  const { cents: refundedCents, currency } = total ?? amount;
  const all = { refundedCents, currency, ...told };
  if (type !== "PAYMENT.REFUND.FAILED") return { paymentId, moneyId, change: { kind: "refunded", ...all } };
  // Without the total it is unknown what stays refunded; our own question about the refund will tell.
  if (!total) return { paymentId, moneyId, change: null };
  const change = { kind: "refund_failed", providerRefundId: refund.id, problem: "failed", ...all } as const;
  return { paymentId, moneyId, change };
};

const captureIdOf = (links: { rel: string; href: string }[] | undefined): string | undefined =>
  links?.map(({ rel, href }) => rel === "up" ? /\/captures\/([\w-]+)$/.exec(href)?.[1] : undefined).find(Boolean);

/** What the seller gives back during a dispute settles it: PayPal takes no other refund then (errors/transaction_refused). */
const refundsSinceOf = (time: string | undefined): { refundsSince?: number } =>
  time === undefined ? {} : { refundsSince: Date.parse(time) };

const readDispute: Read = (resource, _type, createTime) => {
  const dispute = disputeResource.safeParse(resource).data;
  if (!dispute) return null;
  const { dispute_amount, dispute_outcome: end, disputed_transactions: [transaction] } = dispute;
  const outcome = outcomeOf(dispute.status, end?.outcome_code);
  const told = { outcome, ...toldAtOf(createTime), ...refundsSinceOf(dispute.create_time) };
  const { currency } = dispute_amount;
  // The buyer may have got less than he asked for.
  const isSettled = outcome === "lost" && end?.amount_refunded?.currency === currency;
  const { cents: amountCents } = isSettled ? end.amount_refunded! : dispute_amount;
  return {
    paymentId: transaction?.custom ?? transaction?.invoice_number,
    moneyId: transaction?.seller_transaction_id,
    change: { kind: "disputed", disputeId: dispute.dispute_id, amountCents, currency, ...told },
  };
};

function outcomeOf(status: string | undefined, code: string | undefined): "open" | "won" | "lost" {
  if (status !== "RESOLVED") return "open";
  return code === "RESOLVED_BUYER_FAVOUR" || code === "ACCEPTED" ? "lost" : "won";
}

const readers: Record<string, Read> = {
  "CHECKOUT.ORDER.APPROVED": readOrder,
  "CHECKOUT.ORDER.VOIDED": readOrder,
  "PAYMENT.CAPTURE.COMPLETED": readMoney,
  "PAYMENT.CAPTURE.PENDING": readMoney,
  "PAYMENT.CAPTURE.DENIED": readMoney,
  "PAYMENT.CAPTURE.DECLINED": readMoney,
  "PAYMENT.CAPTURE.REFUNDED": readRefund,
  "PAYMENT.CAPTURE.REVERSED": readRefund,
  "PAYMENT.REFUND.FAILED": readRefund,
  "CUSTOMER.DISPUTE.CREATED": readDispute,
  "CUSTOMER.DISPUTE.UPDATED": readDispute,
  "CUSTOMER.DISPUTE.RESOLVED": readDispute,
};

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
