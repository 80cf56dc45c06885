/**
 * The way to withdraw for whoever does not sign in: an address and a payment's number are asked for, and a link is mailed
 * where the two belong together. Asking costs and answers the same whatever was typed.
 */
import { userByEmail } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import type { Result } from "../../store/refusals.ts";
import { isSameSecret } from "../../store/same_secret.ts";
import type { Payment } from "./payments.ts";
import { paymentByNumber } from "./withdrawals.ts";

export const withdrawalLinkSeconds = 24 * 3600;

export interface WithdrawalAsk {
  id: string;
  /** As they were typed. */
  email: string;
  paymentNumber: string;
  /** Ms since the epoch, both. Who asks in time has the link's time as well. */
  askedAt: number;
  expiresAt: number;
}

/** Has a link mailed where address and number belong together. Refuses `too_many_requests`. */
export async function askToWithdraw(
  store: Store,
  wish: { email: string; paymentNumber: string; address: string; origin?: string },
): Promise<Result<Record<never, never>>> {
  const email = wish.email.trim().toLowerCase();
  for (
    const [limit, subject] of [[limits.withdrawalAddress, wish.address], [limits.withdrawalMail, email]] as const
  ) {
    const taken = await takeAttempt(store, limit, subject);
    if (!taken.ok) return taken;
  }
  const expireIn = withdrawalLinkSeconds * 1000;
  const askedAt = store.now();
  const ask: WithdrawalAsk = {
    id: store.randomToken(),
    email,
    paymentNumber: wish.paymentNumber,
    askedAt,
    expiresAt: askedAt + expireIn,
  };
  const op = store.kv.atomic().set(keys.withdrawalAsk(ask.id), ask, { expireIn });
  addJob(store, op, { kind: "withdrawal_link_mail", askId: ask.id, origin: wish.origin });
  await commitNow(op);
  return { ok: true };
}

/** What stands in the mailed link beside the id. */
export const withdrawalKeyOf = (store: Store, askId: string): string => store.sign(`withdrawal-ask:${askId}`);

/** Whose payment is meant, and when it was asked; null where nobody has it, or the time of the link is over. */
export async function askedWithdrawal(
  store: Store,
  askId: string,
): Promise<{ payment: Payment; askedAt: number } | null> {
  const ask = /^[\w-]{8,64}$/.test(askId) ? (await store.kv.get<WithdrawalAsk>(keys.withdrawalAsk(askId))).value : null;
  if (!ask || ask.expiresAt <= store.now()) return null;
  const user = await userByEmail(store, ask.email);
  const payment = user && await paymentByNumber(store, user.id, ask.paymentNumber);
  return payment && payment.paidAt !== null ? { payment, askedAt: ask.askedAt } : null;
}

/** The same for whoever has the link; null for any other key. */
export async function withdrawalByLink(store: Store, askId: string, key: string) {
  return isSameSecret(key, withdrawalKeyOf(store, askId)) ? await askedWithdrawal(store, askId) : null;
}
