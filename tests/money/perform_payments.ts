/** The worker's part about payments: what a man asks of the till, and what a provider tells it. */
import { applyPaymentEvent, settlePayment } from "../../kv/credits/payment_events.ts";
import { beginPayment, endPayment, expirePayment, saveCheckout } from "../../kv/credits/purchases.ts";
import type { Store } from "../../kv/open.ts";
import { runDueJobs } from "../../kv/store/jobs/queue.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { keys } from "../../kv/store/keys.ts";
import type { Acknowledgement, Buying, PaymentOperation } from "./operations.ts";

export async function performOnPayment(
  store: Store,
  manId: number,
  operation: PaymentOperation,
): Promise<Acknowledgement> {
  if (manId < 0) return { ok: false, reason: "not_found" };
  if (operation.kind === "buy") return await buy(store, manId, operation);
  const paymentId = (await store.kv.get<string>(keys.paymentIdByKey(manId, operation.key))).value;
  // No provider knows of a payment that was not begun; here word of one may be faster than the man.
  if (paymentId === null) return { ok: false, reason: "not_found" };
  if (operation.kind === "end") {
    if (operation.how === "cancelled") await endPayment(store, paymentId, "cancelled");
    else await expirePayment(store, paymentId);
    return { ok: true, paymentId };
  }
  const { provider, eventId, change } = operation;
  const applied = await applyPaymentEvent(store, { provider, eventId, paymentId, change });
  return applied.ok ? { ok: true, paymentId } : { ok: false, reason: applied.reason };
}

/** As the till does it: saved first, then opened at the provider under our id, then noted what the provider calls it. */
async function buy(store: Store, manId: number, { key, rateId, method, promoCode }: Buying): Promise<Acknowledgement> {
  const provider = method === "card" ? "stripe" : "paypal";
  const wanted = { manId, rateId, method, provider, promoCode, key, returnBase: "https://vesna.test/en", locale: "en" };
  const begun = await beginPayment(store, { ...wanted, provider });
  if (!begun.ok) return { ok: false, reason: begun.reason };
  const { id } = begun.payment;
  await saveCheckout(store, id, { providerId: `checkout-${id}`, checkoutUrl: `https://pay.test/${id}` });
  return { ok: true, paymentId: id };
}

/** Every job that is due and moves credits, to the last; mails are nobody's here. */
export async function doJobs(store: Store): Promise<Acknowledgement> {
  let failed: unknown = null;
  const run = async (job: Job) => void (job.kind === "settle_payment" && await settlePayment(store, job.paymentId));
  while (failed === null && await runDueJobs(store, run, (_job, error) => failed = error) > 0);
  return failed === null ? { ok: true } : { ok: false, reason: "job_failed", error: String(failed) };
}
