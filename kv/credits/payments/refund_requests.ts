/**
 * Money that men asked back with the deletion of their accounts, for the operator to pay: the credits stay in the ledger
 * until it is paid, whether the provider says so by itself or the operator does.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { commitNow, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { moneyReference } from "../ledger/entry.ts";
import { balanceOf, post } from "../ledger/ledger.ts";
import { openMoneyRefunds } from "./money_refunds.ts";
import { isTold, isUnderWay, type MoneyRefunds } from "./refunds_in_total.ts";
import { moneyOfUnused, type UnusedCredits, unusedCreditsOf } from "./unused_credits.ts";

export interface RefundRequest extends UnusedCredits {
  manId: number;
  /** Ms since the epoch. */
  askedAt: number;
  /** Null while it waits. */
  settledAt: number | null;
  /** The admin who said that it is paid; null where nobody had to. */
  settledBy: number | null;
}

export const refundRequestOf = async (store: Store, manId: number): Promise<RefundRequest | null> =>
  (await store.kv.get<RefundRequest>(keys.refundRequest(manId))).value;

/** Notes once what of his credits a man has bought and not used; null where there is nothing to pay back. */
export async function askRefund(store: Store, manId: number): Promise<RefundRequest | null> {
  const earlier = await refundRequestOf(store, manId);
  if (earlier) return earlier;
  const unused = await unusedCreditsOf(store, manId);
  if (moneyOfUnused(unused).length === 0) return null;
  const request: RefundRequest = { ...unused, manId, askedAt: store.now(), settledAt: null, settledBy: null };
  const op = store.kv.atomic().check({ key: keys.refundRequest(manId), versionstamp: null })
    .set(keys.refundRequest(manId), request);
  putAuditRecord(store, op, {
    action: "refund_asked",
    actorId: manId,
    subject: `user:${manId}`,
    details: detailsOf(request),
  });
  return await commitNow(op) ? request : await refundRequestOf(store, manId);
}

/** For the log: euros as "cents", any other money under the name of its currency. */
const detailsOf = ({ credits, cents, otherSums = [] }: RefundRequest): Record<string, number> => ({
  credits,
  cents,
  ...Object.fromEntries(otherSums.map((sum) => [`cents${sum.currency}`, sum.cents])),
});

/** A request as it stands now: what is still to be paid, and of which payments. */
export type WaitingRequest = RefundRequest & { waitingCredits: number };

/** Those that wait, oldest first. */
export async function waitingRefunds(store: Store): Promise<WaitingRequest[]> {
  const waiting: WaitingRequest[] = [];
  for await (const { value } of store.kv.list<RefundRequest>({ prefix: prefixes.refundRequests() })) {
    if (value.settledAt !== null) continue;
    // Where the provider has told of the money, the credits are gone already.
    const waitingCredits = await balanceOf(store, value.manId);
    if (waitingCredits === 0) continue;
    waiting.push({ ...value, otherSums: [], ...await unusedStill(store, value, waitingCredits), waitingCredits });
  }
  return waiting.sort((one, other) => one.askedAt - other.askedAt);
}

/** What of a request is still to be paid, where so many credits are left. */
const unusedStill = (store: Store, request: RefundRequest, credits: number): Promise<UnusedCredits> | UnusedCredits =>
  credits < request.credits ? unusedCreditsOf(store, request.manId) : request;

/** Whether a provider was asked for money of this man and its word is still to come, which takes the credits by itself. */
export const waitsForProvider = (open: readonly MoneyRefunds[], manId: number): boolean =>
  open.some((of) => of.manId === manId && of.refunds.some((refund) => isUnderWay(refund) && !isTold(refund)));

/**
 * Says that a request was paid by a way of which no provider tells: the credits that are left go. Again it changes
 * nothing. Refuses `not_found`, and `conflict` while a provider is asked: its word would take the same credits again.
 */
export async function settleRefund(
  store: Store,
  { manId, actorId }: { manId: number; actorId: number },
): Promise<Result<{ request: RefundRequest }>> {
  const known = await refundRequestOf(store, manId);
  if (!known) return refuse("not_found");
  if (known.settledAt !== null) return { ok: true, request: known };
  if (waitsForProvider(await openMoneyRefunds(store), manId)) {
    return refuse("conflict", { wording: "refund_under_way" });
  }
  const settle = (op: Deno.AtomicOperation, entry: Deno.KvEntryMaybe<RefundRequest>): RefundRequest => {
    const request: RefundRequest = { ...entry.value!, settledAt: store.now(), settledBy: actorId };
    op.check(entry).set(entry.key, request);
    const details = detailsOf(request);
    putAuditRecord(store, op, { action: "refund_settled", actorId, subject: `user:${manId}`, details });
    return request;
  };
  const read = () => store.kv.get<RefundRequest>(keys.refundRequest(manId));
  const credits = await balanceOf(store, manId);
  if (credits === 0) {
    return await transact<Result<{ request: RefundRequest }>>(async () => {
      const op = store.kv.atomic();
      return { commit: op, result: { ok: true, request: settle(op, await read()) } };
    });
  }
  let request = known;
  // Of the money, what was not taken back by the provider's word already.
  const money = moneyOfUnused(await unusedStill(store, known, credits));
  const posted = await post(store, {
    manId,
    operation: "refund",
    deltaCredits: -credits,
    reference: { note: "account_deleted", ...moneyReference(money) },
    idempotencyKey: "refund-request",
  }, { read, add: (op, _entry, entry) => void (request = settle(op, entry)) });
  return posted.ok ? { ok: true, request } : posted;
}
