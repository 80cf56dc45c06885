/**
 * Money that men asked back with the deletion of their accounts, for the operator to pay: the credits stay in the ledger
 * until it is paid, whether the provider says so by itself (payment_events.ts) or the operator does (refunds_by_hand.ts).
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { commitNow } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { balanceOf } from "../ledger/ledger.ts";
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

export const readRefundRequest = (store: Store, manId: number): Promise<Deno.KvEntryMaybe<RefundRequest>> =>
  store.kv.get<RefundRequest>(keys.refundRequest(manId));

export const refundRequestOf = async (store: Store, manId: number): Promise<RefundRequest | null> =>
  (await readRefundRequest(store, manId)).value;

/** When an admin said that it is paid in another way than by the provider (ms since the epoch); null where nobody did. */
export const paidByHandAt = (request: RefundRequest | null): number | null =>
  request && request.settledBy !== null ? request.settledAt : null;

/**
 * Keeps two commits apart, one that asks a provider for a man's money and one that marks it as paid by hand: whichever
 * comes second is tried again on what the first has written. Adds one check.
 */
export function guardRefundRequest(op: Deno.AtomicOperation, request: Deno.KvEntryMaybe<RefundRequest>): void {
  op.check(request);
  if (request.value) op.set(request.key, request.value);
}

/** Notes, once, which credits a man has bought and not used; null if there is nothing to pay back. */
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
export const detailsOf = ({ credits, cents, otherSums = [] }: RefundRequest): Record<string, number> => ({
  credits,
  cents,
  ...Object.fromEntries(otherSums.map((sum) => [`cents${sum.currency}`, sum.cents])),
});

/** A request as it stands now: what is still to be paid, and of which payments. */
export type WaitingRequest = RefundRequest & { waitingCredits: number };

/** The requests that wait, oldest first. */
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

/** The part of a request that is still to be paid if this many credits are left. */
export const unusedStill = (
  store: Store,
  request: RefundRequest,
  credits: number,
): Promise<UnusedCredits> | UnusedCredits =>
  credits < request.credits ? unusedCreditsOf(store, request.manId) : request;
