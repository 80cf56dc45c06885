/**
 * Money that men asked back with the deletion of their accounts, for the operator to pay: the credits stay in the ledger
 * until it is paid, whether the provider says so by itself (payment_events.ts) or the operator does (refunds_by_hand.ts).
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { moneyOfUnused, type UnusedCredits, unusedCreditsOf, type UnusedPart } from "./unused_credits.ts";

export interface RefundRequest extends UnusedCredits {
  manId: number;
  /** Ms since the epoch. */
  askedAt: number;
  /** Null while it waits. */
  settledAt: number | null;
  /** The admin who said that it is paid; null where nobody had to. */
  settledBy: number | null;
  /** When earlier requests of his were paid by hand (ms since the epoch), the first one first; absent if there were none. */
  paidByHandBefore?: number[];
}

export const readRefundRequest = (store: Store, manId: number): Promise<Deno.KvEntryMaybe<RefundRequest>> =>
  store.kv.get<RefundRequest>(keys.refundRequest(manId));

export const refundRequestOf = async (store: Store, manId: number): Promise<RefundRequest | null> =>
  (await readRefundRequest(store, manId)).value;

/** What a man who left is to be paid back, of which payments; empty if nothing waits. */
export async function owedTo(store: Store, manId: number): Promise<UnusedPart[]> {
  const request = await refundRequestOf(store, manId);
  return request?.settledAt === null ? request.parts : [];
}

/** When admins said that he was paid in another way than by the provider (ms since the epoch), the first time first. */
export const timesPaidByHand = ({ settledBy, settledAt, paidByHandBefore = [] }: RefundRequest): number[] =>
  settledBy !== null && settledAt !== null ? [...paidByHandBefore, settledAt] : paidByHandBefore;

/** When he was last paid so after one of his payments was paid (`paidAt`); null if he was not: its money came later. */
export const paidByHandAt = (request: RefundRequest | null, paidAt: number | null): number | null =>
  (request ? timesPaidByHand(request) : []).findLast((at) => at >= (paidAt ?? 0)) ?? null;

/**
 * Keeps two commits apart, one that asks a provider for a man's money and one that marks it as paid by hand: whichever
 * comes second is tried again on what the first has written. Adds one check.
 */
export function guardRefundRequest(op: Deno.AtomicOperation, request: Deno.KvEntryMaybe<RefundRequest>): void {
  op.check(request);
  if (request.value) op.set(request.key, request.value);
}

/**
 * Notes which credits a man has bought and not used; null if there is nothing to pay back. Asked again, it notes what has
 * come or gone since. What comes after a request was settled is a new request.
 */
export async function askRefund(store: Store, manId: number): Promise<RefundRequest | null> {
  return await transact<RefundRequest | null>(async () => {
    const earlier = await readRefundRequest(store, manId);
    const waiting = earlier.value && earlier.value.settledAt === null ? earlier.value : null;
    const unused = await unusedCreditsOf(store, manId);
    if (waiting && markOf(waiting) === markOf(unused)) return { done: waiting };
    if (!waiting && moneyOfUnused(unused).length === 0) return { done: earlier.value };
    const request = waiting ? withNow(waiting, unused) : newRequest(store, manId, unused, earlier.value);
    const op = store.kv.atomic().check(earlier).set(earlier.key, request);
    putAuditRecord(store, op, {
      action: "refund_asked",
      actorId: manId,
      subject: `user:${manId}`,
      details: detailsOf(request),
    });
    return { commit: op, result: request };
  });
}

/** A request that waits from now on, beside the memory of those that were settled. */
function newRequest(store: Store, manId: number, unused: UnusedCredits, settled: RefundRequest | null): RefundRequest {
  const paidByHandBefore = settled ? timesPaidByHand(settled) : [];
  return {
    ...unused,
    manId,
    askedAt: store.now(),
    settledAt: null,
    settledBy: null,
    ...(paidByHandBefore.length > 0 && { paidByHandBefore }),
  };
}

/** A request for what is unused now, whatever it was for before. */
export const withNow = ({ otherSums: _, ...request }: RefundRequest, unused: UnusedCredits): RefundRequest => ({
  ...request,
  ...unused,
});

/** Two with the same mark are for the same credits of the same payments, and for the same money. */
export const markOf = ({ credits, parts }: UnusedCredits): string =>
  JSON.stringify([credits, parts.map(({ paymentId, cents }) => [paymentId, cents])]);

/** For the log: euros as "cents", any other money under the name of its currency. */
export const detailsOf = ({ credits, cents, otherSums = [] }: RefundRequest): Record<string, number> => ({
  credits,
  cents,
  ...Object.fromEntries(otherSums.map((sum) => [`cents${sum.currency}`, sum.cents])),
});

/** A request as it stands now: what is still to be paid, and of which payments. */
export type WaitingRequest = RefundRequest & { waitingCredits: number; mark: string };

/** The requests that wait, oldest first. */
export async function waitingRefunds(store: Store): Promise<WaitingRequest[]> {
  const waiting: WaitingRequest[] = [];
  for await (const { value } of store.kv.list<RefundRequest>({ prefix: prefixes.refundRequests() })) {
    if (value.settledAt !== null) continue;
    // Where the provider has told of the money, the credits are gone already.
    const waitingCredits = await balanceOf(store, value.manId);
    if (waitingCredits === 0) continue;
    const unused = await unusedCreditsOf(store, value.manId);
    waiting.push({ ...withNow(value, unused), waitingCredits, mark: markOf(unused) });
  }
  return waiting.sort((one, other) => one.askedAt - other.askedAt);
}
