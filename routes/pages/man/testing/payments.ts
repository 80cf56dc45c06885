/** For tests of the pages about payments: payments in every state, without any provider. */
import type { User } from "../../../../kv/accounts/users.ts";
import { type Payment, paymentById } from "../../../../kv/credits/payments/payments.ts";
import { beginPayment } from "../../../../kv/credits/payments/purchases.ts";
import { keys } from "../../../../kv/store/keys.ts";
import type { TestSite } from "../../../testing/site.ts";

/** A payment that was begun: Economy by wallet unless said otherwise. */
export async function begunPayment(site: TestSite, man: User, wanted: Partial<Payment> = {}): Promise<Payment> {
  const { method = "paypal", next = null } = wanted;
  const begun = await beginPayment(site.store, {
    manId: man.id,
    rateId: 2,
    method,
    provider: "sandbox",
    promoCode: null,
    key: site.store.randomToken(),
    returnBase: "http://localhost:8000/en",
    locale: "en",
    next,
  });
  if (!begun.ok) throw new Error(begun.reason);
  return await changedPayment(site, begun.payment.id, wanted);
}

/** Changes the record of a payment as a provider's event would; no credits move. */
export async function changedPayment(site: TestSite, paymentId: string, change: Partial<Payment>): Promise<Payment> {
  const payment = { ...(await paymentById(site.store, paymentId))!, ...change };
  await site.store.kv.set(keys.payment(paymentId), payment);
  return payment;
}
