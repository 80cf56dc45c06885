/**
 * Jobs that take the money of an order that its buyer has approved, end the checkouts of who has left, and give money
 * back. Credits change only by the provider's word.
 */
import { getLogger } from "@logtape/logtape";
import { deletionOf } from "../../kv/accounts/deletions.ts";
import { refundProblems } from "../../kv/credits/payments/refunds_in_total.ts";
import { applyPaymentEvent, type PaymentChange } from "../../kv/credits/payments/payment_events.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import {
  beginSending,
  noteRefundOutcome,
  refundKeyAt,
  type Sending,
} from "../../kv/credits/payments/sending_refunds.ts";
import { attemptsAtMost, type Job } from "../../kv/store/jobs/work.ts";
import type { RefundAnswer } from "../../services/payments/types.ts";
import { endCheckoutOf } from "../credits/ending_checkouts.ts";
import type { Dependencies } from "../http/env.ts";

const log = getLogger(["vesna", "payments"]);

/** What these jobs need of the site. */
export type PaymentJobsDependencies = Pick<Dependencies, "store" | "payments">;

/**
 * Captures an approved order; that of a man who has left is cancelled instead. Throws if it must be tried again; after the
 * last attempt the payment counts as declined.
 */
export async function capturePayment(
  deps: PaymentJobsDependencies,
  job: Job & { kind: "capture_payment" },
): Promise<void> {
  const { id, paymentId } = job;
  const payment = await paymentById(deps.store, paymentId);
  if (!payment || payment.state !== "pending" || payment.providerId === null) return;
  const provider = deps.payments.named(payment.provider);
  const end = (kind: "declined" | "cancelled") =>
    applyPaymentEvent(deps.store, {
      provider: payment.provider,
      eventId: `capture-${id}`,
      paymentId,
      change: { kind },
    });
  if (await deletionOf(deps.store, payment.manId)) return void await end("cancelled");
  try {
    if (!provider?.capture) throw new Error(`nobody can take money for ${payment.provider}`);
    if (await provider.capture(payment.providerId, `capture-${id}`) === "captured") return;
  } catch (error) {
    if (job.attempts + 1 < attemptsAtMost) throw error;
    log.error("an order is given up: {error}", { error: messageOf(error) });
  }
  await end("declined");
}

/**
 * Ends the checkout of a payment that nobody is to pay any more. Throws if it must be tried again; after the last attempt
 * it stays, and what is paid there goes back.
 */
export async function endCheckout(deps: PaymentJobsDependencies, job: Job & { kind: "end_checkout" }): Promise<void> {
  const payment = await paymentById(deps.store, job.paymentId);
  if (!payment || payment.paidAt !== null) return;
  try {
    await endCheckoutOf(deps, payment);
  } catch (error) {
    if (job.attempts + 1 < attemptsAtMost) throw error;
    log.error("a checkout was not ended: {error}", { error: messageOf(error) });
  }
}

/**
 * Sends a refund to its provider, or asks how a refund stands that was sent. The answer is applied like a webhook's event,
 * under an id of its own, so that what was told already changes nothing. Throws if it must be tried again; after the last
 * attempt the refund has failed, whatever the fault: nobody would see one that is under way for ever.
 */
export async function refundMoney(
  deps: PaymentJobsDependencies,
  job: Job & { kind: "refund_money" },
): Promise<void> {
  const { store } = deps;
  const { paymentId, refundId } = job;
  const begun = await beginSending(store, paymentId, refundId);
  if (!begun) return;
  const answer = await tellAnswer(deps, begun).catch((error): RefundAnswer => {
    if (job.attempts + 1 < attemptsAtMost) throw error;
    log.error("a refund is given up: {error}", { error: messageOf(error) });
    return { state: "failed", problem: refundProblems.noAnswer };
  });
  await noteRefundOutcome(store, paymentId, refundId, answer);
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : "no error";

/** Returns the provider's answer, after it was applied to the payment. */
async function tellAnswer(deps: PaymentJobsDependencies, sending: Sending): Promise<RefundAnswer> {
  const { refund, payment: { id: paymentId, provider } } = sending;
  const answer = await askForRefund(deps, sending);
  const change = changeOf(answer, sending);
  if (!change) return answer;
  const eventId = answer.state === "done" ? refundKeyAt(refund) : `${refundKeyAt(refund)}-failed`;
  const applied = await applyPaymentEvent(deps.store, { provider, eventId, paymentId, change });
  if (!applied.ok) throw new Error(`${provider} gave back what is none of this payment's: ${applied.reason}`);
  return answer;
}

/**
 * The change that the answer makes to the payment; null for none. A refund that was sent before and now fails may have
 * been told of as done. If word of that is still on its way, the total is unchanged, but must be known to be the later one.
 */
function changeOf(answer: RefundAnswer, { payment, wasSent }: Sending): PaymentChange | null {
  if (answer.state === "sent") return null;
  const { quote: { currency }, refundedCents: before, providerMoneyId } = payment;
  // Other money may have come for this payment, and gone in that amount.
  const money = { currency, moneyId: providerMoneyId! };
  if (answer.state === "done") {
    if ("addedCents" in answer) return { kind: "refunded", addedCents: answer.addedCents, ...money };
    const { refundedCents, toldAt } = answer;
    return { kind: "refunded", refundedCents, toldAt, ...money };
  }
  const { problem, known } = answer;
  if (!known || (known.refundedCents === before && !wasSent)) return null;
  return { kind: "refund_failed", problem, ...money, ...known };
}

async function askForRefund(
  deps: PaymentJobsDependencies,
  { payment, refund, wasSent, otherRefundIds }: Sending,
): Promise<RefundAnswer> {
  const provider = deps.payments.named(payment.provider);
  if (!provider || payment.providerMoneyId === null) {
    // A refund that was sent before may have been paid, but nobody can be asked any more.
    return { state: "failed", problem: wasSent ? refundProblems.noAnswer : refundProblems.noProvider };
  }
  return await provider.refund({
    refundId: refund.id,
    key: refundKeyAt(refund),
    paymentId: payment.id,
    moneyId: payment.providerMoneyId,
    amountCents: refund.cents,
    currency: payment.quote.currency,
    refundedCents: payment.refundedCents,
    refundToldAt: payment.refundToldAt ?? 0,
    requestedAt: refund.requestedAt,
    providerRefundId: refund.providerRefundId,
    wasSent,
    otherRefundIds,
  });
}
