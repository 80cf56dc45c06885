/**
 * Withdrawing without signing in: the man gives an e-mail address and the number of a payment, and a link is mailed if
 * the two belong together. Whatever was typed, asking takes the same work and has the same answer.
 */
import { normaliseEmail, userByEmail } from "../../accounts/users.ts";
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
  /** The address trimmed and in lower case, the number as it was typed. */
  email: string;
  paymentNumber: string;
  /** Ms since the epoch, both. Whoever asked in time may still withdraw while the link is valid. */
  askedAt: number;
  expiresAt: number;
}

/** Has a link mailed where address and number belong together. Refuses `too_many_requests`. */
export async function askToWithdraw(
  store: Store,
  wish: { email: string; paymentNumber: string; address: string; origin?: string },
): Promise<Result<Record<never, never>>> {
  const email = normaliseEmail(wish.email);
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

/** The secret in the mailed link, beside the id. */
export const withdrawalKeyOf = (store: Store, askId: string): string => store.sign(`withdrawal-ask:${askId}`);

/** The payment that is meant, and when the link was asked for; null if nobody has it, or the link has expired. */
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

/** Like `askedWithdrawal`, for whoever has the link; null for a wrong `key`. */
export async function withdrawalByLink(store: Store, askId: string, key: string) {
  return isSameSecret(key, withdrawalKeyOf(store, askId)) ? await askedWithdrawal(store, askId) : null;
}
