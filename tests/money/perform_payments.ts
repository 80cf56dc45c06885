/** The worker's part about payments: what a man asks of the checkout, and what a provider tells it. */
import { applyPaymentEvent, settlePayment } from "../../kv/credits/payments/payment_events.ts";
import { askMoneyBack } from "../../kv/credits/payments/money_refunds.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { beginPayment, endPayment, expirePayment, saveCheckout } from "../../kv/credits/payments/purchases.ts";
import { withdraw } from "../../kv/credits/payments/withdrawals.ts";
import type { Store } from "../../kv/open.ts";
import { runDueJobs } from "../../kv/store/jobs/queue.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { keys } from "../../kv/store/keys.ts";
import { taxedIn } from "../../kv/testing/payments.ts";
import { refundMoney } from "../../routes/jobs/payment_jobs.ts";
import { PaymentProviders, ProviderFailure } from "../../services/payments/types.ts";
import type { Acknowledgement, Buying, PaymentOperation } from "./operations.ts";
import { providerOf, type Providers } from "./providers.ts";

export async function performOnPayment(
  store: Store,
  manId: number,
  operation: PaymentOperation,
  providers: Pick<Providers, "failRefund">,
): Promise<Acknowledgement> {
  if (manId < 0) return { ok: false, reason: "not_found" };
  if (operation.kind === "buy") return await buy(store, manId, operation);
  const paymentId = (await store.kv.get<string>(keys.paymentIdByKey(manId, operation.key))).value;
  // No provider knows of a payment that was not begun; but here its event may be faster than the man.
  if (paymentId === null) return { ok: false, reason: "not_found" };
  if (operation.kind === "end") {
    if (operation.how === "cancelled") await endPayment(store, paymentId, "cancelled");
    else await expirePayment(store, paymentId);
    return { ok: true, paymentId };
  }
  if (operation.kind === "withdraw") {
    const withdrew = await withdraw(store, { paymentId });
    return withdrew.ok ? { ok: true, paymentId } : { ok: false, reason: withdrew.reason };
  }
  if (operation.kind === "ask_back") {
    const { refundId: id, cents } = operation;
    const asked = await askMoneyBack(store, { id, paymentId, cents, actorId: 1 });
    return asked.ok ? { ok: true, paymentId } : { ok: false, reason: asked.reason };
  }
  if (operation.kind === "fail_refund") {
    const failed = await providers.failRefund(paymentId, operation.name);
    const payment = failed && await paymentById(store, paymentId);
    if (!payment) return { ok: false, reason: "not_found" };
    const { provider, quote: { currency } } = payment;
    const change = { kind: "refund_failed", problem: "closed", currency, ...failed } as const;
    const applied = await applyPaymentEvent(store, { provider, eventId: operation.name, paymentId, change });
    return applied.ok ? { ok: true, paymentId } : { ok: false, reason: applied.reason };
  }
  const { provider, eventId, change } = operation;
  const applied = await applyPaymentEvent(store, { provider, eventId, paymentId, change });
  return applied.ok ? { ok: true, paymentId } : { ok: false, reason: applied.reason };
}

/** Buys as the checkout does: saves, opens the provider's checkout under our id, then notes the provider's id. */
async function buy(store: Store, manId: number, buying: Buying): Promise<Acknowledgement> {
  const { key, rateId, currency, method, promoCode } = buying;
  const provider = providerOf(buying);
  const wanted = { manId, rateId, currency, method, promoCode, key, returnBase: "https://vesna.test/en", locale: "en" };
  // Numbers of receipts and credit notes are tried beside payments without any.
  const begun = await beginPayment(store, { ...wanted, provider, ...(method === "card" && taxedIn("DE")) });
  if (!begun.ok) return { ok: false, reason: begun.reason };
  const { id } = begun.payment;
  await saveCheckout(store, id, { providerId: `checkout-${id}`, checkoutUrl: `https://pay.test/${id}` });
  return { ok: true, paymentId: id };
}

/**
 * Does every due job that moves credits or money, until none is left; mails are not sent here. A provider that does not
 * answer is asked again later.
 */
export async function doJobs(store: Store, providers: Providers): Promise<Acknowledgement> {
  const payments = new PaymentProviders(providers.all);
  let failed: unknown = null;
  const run = async (job: Job) => {
    if (job.kind === "settle_payment") await settlePayment(store, job.paymentId);
    if (job.kind === "refund_money") await refundMoney({ store, payments }, job);
  };
  const note = (_job: Job, error: unknown) => {
    if (!(error instanceof ProviderFailure)) failed = error;
  };
  while (failed === null && await runDueJobs(store, run, note) > 0);
  return failed === null ? { ok: true } : { ok: false, reason: "job_failed", error: String(failed) };
}
