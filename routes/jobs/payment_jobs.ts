/** Taking the money of an order that its buyer has approved. Credits come with the provider's word that it arrived. */
import { applyPaymentEvent } from "../../kv/credits/payment_events.ts";
import { paymentById } from "../../kv/credits/payments.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import type { Dependencies } from "../http/env.ts";

/** Throws `ProviderFailure` where it must be tried again. */
export async function capturePayment(
  deps: Dependencies,
  { id, paymentId }: Job & { kind: "capture_payment" },
): Promise<void> {
  const payment = await paymentById(deps.store, paymentId);
  if (!payment || payment.state !== "pending" || payment.providerId === null) return;
  const provider = deps.payments.named(payment.provider);
  if (!provider?.capture) throw new Error(`nobody can take money for ${payment.provider}`);
  if (await provider.capture(payment.providerId, `capture-${id}`) === "captured") return;
  const change = { kind: "declined" } as const;
  await applyPaymentEvent(deps.store, { provider: payment.provider, eventId: `capture-${id}`, paymentId, change });
}
