/** Money that men asked back when they deleted their accounts and that an admin has paid in a way no provider reports. */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { moneyReference } from "../ledger/entry.ts";
import { balanceOf, post } from "../ledger/ledger.ts";
import { refundByHandKeyOf } from "../ledger/refund_key.ts";
import { closingNote } from "./forgone_credits.ts";
import { openMoneyRefunds } from "./money_refunds.ts";
import {
  detailsOf,
  markOf,
  readRefundRequest,
  type RefundRequest,
  refundRequestOf,
  timesPaidByHand,
  withNow,
} from "./refund_requests.ts";
import { isTold, isUnderWay, type MoneyRefund, type MoneyRefunds, refundProblems } from "./refunds_in_total.ts";
import { moneyOfUnused, readUnused } from "./unused_credits.ts";

/**
 * Why a man's money cannot be marked as paid: a provider was asked for it, whose word takes the credits by itself, or a
 * provider gave no answer and may have paid. Null if neither is so. The refund of a withdrawal does not count: its
 * credits are taken already.
 */
export function whyNotByHand(
  open: readonly MoneyRefunds[],
  manId: number,
): "refund_under_way" | "refund_unanswered" | null {
  const untold = open.filter((of) => of.manId === manId).flatMap(({ refunds }) => refunds)
    .filter((refund) => refund.actorId !== null && !isTold(refund));
  if (untold.some(isUnderWay)) return "refund_under_way";
  return untold.some(mayBePaid) ? "refund_unanswered" : null;
}

/**
 * Whether a provider may have paid a failed refund: it gave no answer. Older records have `noProvider` and an id
 * instead, if the provider had taken the refund before it was removed from the configuration.
 */
const mayBePaid = ({ problem, providerRefundId }: MoneyRefund): boolean =>
  problem === refundProblems.noAnswer || (problem === refundProblems.noProvider && providerRefundId !== null);

interface Facts {
  entry: Deno.KvEntryMaybe<RefundRequest>;
  whyNot: ReturnType<typeof whyNotByHand>;
}

/**
 * Marks a request as paid in a way that no provider reports, and takes the credits that are left. A repeat changes
 * nothing. Refuses `not_found`, and `conflict` while a provider may pay it: its word would take the same credits again,
 * or if it is no longer for what the admin has `seen` (`markOf`): something else was paid than what is left.
 */
export async function settleRefund(
  store: Store,
  { manId, actorId, seen }: { manId: number; actorId: number; seen: string },
): Promise<Result<{ request: RefundRequest }>> {
  const known = await refundRequestOf(store, manId);
  if (!known) return refuse("not_found");
  if (known.settledAt !== null) return { ok: true, request: known };
  const read = async (): Promise<Facts> => {
    // Read the request first. Whoever asks a provider writes it too, so whatever is asked after this read fails this commit.
    const entry = await readRefundRequest(store, manId);
    return { entry, whyNot: whyNotByHand(await openMoneyRefunds(store), manId) };
  };
  const { unused, seq } = await readUnused(store, manId);
  let request = known;
  const settle = (op: Deno.AtomicOperation, { entry, whyNot }: Facts): Refusal | void => {
    if (whyNot) return refuse("conflict", { wording: whyNot });
    if (seen !== markOf(unused)) return refuse("conflict");
    request = { ...withNow(entry.value!, unused), settledAt: store.now(), settledBy: actorId };
    op.check(entry).set(entry.key, request);
    const details = detailsOf(request);
    putAuditRecord(store, op, { action: "refund_settled", actorId, subject: `user:${manId}`, details });
  };
  const credits = await balanceOf(store, manId);
  if (credits === 0) {
    // Another admin took the last of them just now, or a provider's word did.
    const request = await refundRequestOf(store, manId);
    return request && request.settledAt !== null ? { ok: true, request } : refuse("conflict");
  }
  const posted = await post(store, {
    manId,
    operation: "refund",
    deltaCredits: -credits,
    // The money that no provider's word has taken back yet.
    reference: { note: closingNote, ...moneyReference(moneyOfUnused(unused)) },
    idempotencyKey: refundByHandKeyOf(timesPaidByHand(known).length),
  }, {
    read,
    // Money that came or went since it was looked at would be settled for nothing.
    add: (op, entry, facts) => entry.seq === seq + 1 ? settle(op, facts) : refuse("conflict"),
  });
  if (!posted.ok) return posted;
  return { ok: true, request: posted.isRepeat ? (await refundRequestOf(store, manId))! : request };
}
