/**
 * What befell a payment's money and no rule settles: money in another amount or currency than was ordered, and money that
 * was taken back for good while no dispute was open here. It waits on the desk until an admin says that it is settled, or the
 * provider that the money is gone (mispaid/mispaid_money.ts); no credits move here.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { type Attempt, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isOpen, type PaymentChange, toldDisputes } from "./payment_changes.ts";
import { type MoneyMatter, type Payment, paymentById, paymentsOf, readPayment } from "./payments.ts";

export type Mispaid = MoneyMatter & { kind: "mispaid" };

/** What stands in the index for a payment: since when its oldest open matter waits (ms since the epoch). */
export interface OpenMatter {
  since: number;
}

/** Money that came for a payment otherwise than ordered, whether that is settled or not. */
export const mispaidOf = ({ matters = [] }: Payment): Mispaid[] => matters.filter((each) => each.kind === "mispaid");

/**
 * The last money that came in place of what was ordered, of that which is not settled if there is some; null if the payment
 * is paid, or no money came.
 */
export function mispaidInstead(payment: Payment): Mispaid | null {
  if (payment.paidAt !== null) return null;
  const all = mispaidOf(payment);
  return all.findLast(({ settledAt }) => settledAt === undefined) ?? all.at(-1) ?? null;
}

/**
 * What a man is told of among his newest hundred payments: those that he may still pay or whose money is under way, and
 * those whose money came otherwise than ordered, until that is settled.
 */
export async function unfinishedPaymentsOf(store: Store, manId: number): Promise<Payment[]> {
  const { payments } = await paymentsOf(store, manId, { page: 1, limit: 100 });
  return payments.filter((payment) => {
    const instead = mispaidInstead(payment);
    return instead ? instead.settledAt === undefined : isOpen(payment.state);
  });
}

/** Those that wait for an admin. A lost dispute does no longer once it is won after all, or if another stands for it. */
export const openMattersOf = (payment: Payment): MoneyMatter[] =>
  (payment.matters ?? []).filter((each) =>
    each.settledAt === undefined && (each.kind === "mispaid" || isLost(payment, each.disputeId))
  );

const isLost = (payment: Payment, disputeId: string): boolean =>
  toldDisputes(payment).some(({ id, outcome }) => id === disputeId && outcome === "lost");

/** The payment with a matter for each dispute that is lost by this change without having been open before it. */
export function withLostUnheard(before: Payment, next: Payment, nowMs: number): Payment {
  const isKnown = (disputeId: string) =>
    before.disputes.some(({ id, outcome }) => id === disputeId && outcome !== "won") ||
    before.matters?.some((each) =>
      each.kind === "lost_dispute" && each.disputeId === disputeId && each.settledAt === undefined
    );
  const lost = toldDisputes(next).filter(({ id, outcome }) => outcome === "lost" && !isKnown(id));
  if (lost.length === 0) return next;
  const unheard = lost.map(({ id }): MoneyMatter => ({ kind: "lost_dispute", at: nowMs, disputeId: id }));
  return { ...next, matters: [...(next.matters ?? []), ...unheard] };
}

/** The payment with the money that came otherwise than ordered; the same object if this change tells of none, or of it again. */
function withMispaid(payment: Payment, change: PaymentChange, nowMs: number): Payment {
  if (change.kind !== "paid" || change.moneyId === payment.providerMoneyId) return payment;
  const { amountCents, currency, moneyId } = change;
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || !/^[A-Z]{3}$/.test(currency)) return payment;
  const isSame = (each: Mispaid) =>
    each.moneyId === moneyId && each.amountCents === amountCents && each.currency === currency;
  if (mispaidOf(payment).some(isSame)) return payment;
  const matter: Mispaid = { kind: "mispaid", at: nowMs, amountCents, currency, moneyId };
  return { ...payment, matters: [...(payment.matters ?? []), matter] };
}

/** Notes money that a refused event tells of; false if the payment has changed meanwhile. */
export async function noteMispaid(
  store: Store,
  entry: Deno.KvEntryMaybe<Payment>,
  change: PaymentChange,
): Promise<boolean> {
  const payment = entry.value!;
  const next = withMispaid(payment, change, store.now());
  if (next === payment) return true;
  const op = store.kv.atomic().check(entry).set(entry.key, next);
  putOpenMatter(op, payment, next);
  return (await op.commit()).ok;
}

/** Updates the index in the commit that changes a payment. */
export function putOpenMatter(op: Deno.AtomicOperation, before: Payment, next: Payment): void {
  const since = openSinceOf(next);
  if (since === openSinceOf(before)) return;
  if (since === null) op.delete(keys.openMatter(next.id));
  else op.set(keys.openMatter(next.id), { since } satisfies OpenMatter);
}

/** Since when the oldest open matter of a payment waits (ms since the epoch); null if none does. */
export function openSinceOf(payment: Payment): number | null {
  const open = openMattersOf(payment);
  return open.length === 0 ? null : Math.min(...open.map(({ at }) => at));
}

/** What the form of a payment's matters sends back: those that came later are not settled with them. */
export const markOfMatters = ({ matters = [] }: Payment): string => String(matters.length);

/**
 * Notes that all open matters of a payment are settled; a repeat changes nothing. Refuses `not_found`, and `conflict` if
 * there are others than the admin has `seen` (`markOfMatters`).
 */
export function settleMatters(
  store: Store,
  { paymentId, seen, actorId }: { paymentId: string; seen: string; actorId: number },
): Promise<Result<object>> {
  return transact<Result<object>>(async (): Promise<Attempt<Result<object>>> => {
    const entry = await readPayment(store, paymentId);
    const payment = entry.value;
    if (!payment?.matters) return { done: refuse("not_found") };
    if (markOfMatters(payment) !== seen) return { done: refuse("conflict") };
    const open = openMattersOf(payment);
    if (open.length === 0) return { done: { ok: true } };
    const settledAt = store.now();
    const matters = payment.matters.map((each) => open.includes(each) ? { ...each, settledAt } : each);
    const next: Payment = { ...payment, matters };
    const op = store.kv.atomic().check(entry).set(entry.key, next);
    putOpenMatter(op, payment, next);
    putAuditRecord(store, op, {
      action: "money_matter_settled",
      actorId,
      subject: `payment:${paymentId}`,
      details: { manId: payment.manId, count: open.length },
    });
    return { commit: op, result: { ok: true } };
  });
}

/** Since when each payment with an open matter waits (ms since the epoch), the longest wait first. */
export async function openMatterTimes(store: Store): Promise<number[]> {
  const open = await Array.fromAsync(store.kv.list<OpenMatter>({ prefix: prefixes.openMatters() }));
  return open.map(({ value }) => value.since).sort((one, other) => one - other);
}

/** The payments with open matters, the longest wait first. */
export async function paymentsWithMatters(store: Store): Promise<Payment[]> {
  const open = await Array.fromAsync(store.kv.list<OpenMatter>({ prefix: prefixes.openMatters() }));
  const longestFirst = open.toSorted((one, other) => one.value.since - other.value.since);
  const found = await Promise.all(longestFirst.map(({ key }) => paymentById(store, String(key[1]))));
  return found.filter((payment) => payment !== null);
}
