/**
 * Ends a checkout at its provider. Where that takes two steps, each is noted once it is done: nobody says what a provider
 * answers to the same step the second time, so after a failure in between it goes on where it was.
 */
import type { Payment } from "../../kv/credits/payments/payments.ts";
import { noteCheckoutEnding } from "../../kv/credits/payments/purchases.ts";
import { ProviderFailure } from "../../services/payments/types.ts";
import type { Dependencies } from "../http/env.ts";

/** What this needs of the site. */
type Needs = Pick<Dependencies, "store" | "payments">;

/**
 * Ends the checkout of a payment: true if it surely cannot be paid any more; false if it is being paid, or if its provider
 * is not configured. Throws `ProviderFailure`.
 */
export async function endCheckoutOf({ store, payments }: Needs, payment: Payment): Promise<boolean> {
  const { id, providerId, checkoutUrl, checkoutEnding } = payment;
  if (providerId === null || checkoutEnding === "ended") return true;
  const provider = payments.named(payment.provider);
  if (!provider) return false;
  const checkout = { providerId, checkoutUrl };
  const { closeCheckout } = provider;
  if (!closeCheckout) return await provider.endCheckout(checkout);
  if (checkoutEnding !== "closed") await close(store, payment, () => closeCheckout(checkout));
  if (!await provider.endCheckout(checkout)) return false;
  await noteCheckoutEnding(store, id, "ended");
  return true;
}

async function close(
  store: Needs["store"],
  { id, provider, checkoutEnding }: Payment,
  ask: () => Promise<string | null>,
): Promise<void> {
  const problem = await ask().catch(async (error) => {
    await noteCheckoutEnding(store, id, "asked");
    throw error;
  });
  // If it was asked before and the answer was lost, the refusal says that it was done then.
  if (problem !== null && checkoutEnding !== "asked") {
    throw new ProviderFailure(`${provider} did not close a checkout (${problem})`);
  }
  await noteCheckoutEnding(store, id, "closed");
}
