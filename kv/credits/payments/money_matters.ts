/**
 * What befell a payment's money and no rule settles: money in another amount or currency than was ordered, or a second time, and
 * money that was taken back for good while no dispute was open here. It waits on the desk until an admin says that it is settled, or the
 * provider that the money is gone (mispaid/mispaid_money.ts); no credits move here.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { isOpen, type PaymentChange, toldDisputes } from "./payment_changes.ts";
import { type MoneyMatter, type Payment, paymentById, paymentsOf, type ProviderName } from "./payments.ts";

export type Mispaid = MoneyMatter & { kind: "mispaid" };

/** What stands in the index for a payment: since when its oldest open matter waits (ms since the epoch). */
export interface OpenMatter {
  since: number;
}

/** Money that came for a payment otherwise than ordered, or a second time, whether that is settled or not. */
export const mispaidOf = ({ matters = [] }: Payment): Mispaid[] => matters.filter((each) => each.kind === "mispaid");

/** Whether money that came beside what a payment was paid with is all that was ordered: it was paid twice. */
export const isSecond = ({ quote }: Payment, { amountCents, currency, isUnheard }: Mispaid): boolean =>
  !isUnheard && amountCents === quote.totalCents && currency === quote.currency;

/** The money that came otherwise than ordered, without that of which nobody has told that it came. */
const heardOf = (payment: Payment): Mispaid[] => mispaidOf(payment).filter(({ isUnheard }) => !isUnheard);

const isOpenMatter = ({ settledAt }: MoneyMatter): boolean => settledAt === undefined;

/**
 * The last money that came in place of what was ordered, of that which is not settled if there is some; null if the payment
 * is paid, or no money came.
 */
export function mispaidInstead(payment: Payment): Mispaid | null {
  if (payment.paidAt !== null) return null;
  const all = heardOf(payment);
  return all.findLast(isOpenMatter) ?? all.at(-1) ?? null;
}

/** What came in place of what was ordered, while nobody has settled it. */
export function unsettledInstead(payment: Payment): Mispaid | null {
  const instead = mispaidInstead(payment);
  return instead && isOpenMatter(instead) ? instead : null;
}

/** The last money that came beside what the payment was paid with, and is not settled; null if the payment is not paid. */
export const mispaidBeside = (payment: Payment): Mispaid | null =>
  payment.paidAt === null ? null : heardOf(payment).findLast(isOpenMatter) ?? null;

/**
 * What a man is told of among his newest hundred payments: those that he may still pay or whose money is under way, and
 * those whose money came otherwise than ordered, or more than once, until that is settled.
 */
export async function unfinishedPaymentsOf(store: Store, manId: number): Promise<Payment[]> {
  const { payments } = await paymentsOf(store, manId, { page: 1, limit: 100 });
  return payments.filter((payment) =>
    isOpen(payment.state) || unsettledInstead(payment) !== null || mispaidBeside(payment) !== null
  );
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
  const lost = toldDisputes(next).filter(({ id, outcome, wasOpen }) => outcome === "lost" && !wasOpen && !isKnown(id));
  if (lost.length === 0) return next;
  const unheard = lost.map(({ id }): MoneyMatter => ({ kind: "lost_dispute", at: nowMs, disputeId: id }));
  return { ...next, matters: [...(next.matters ?? []), ...unheard] };
}

/** Which payment a provider's money is of, as it was read; null if no money was named. */
export type MoneyEntry = Deno.KvEntryMaybe<string> | null;

/** Notes money that a refused event tells of, as `noted` has it; false if the payment has changed meanwhile. */
export async function noteMoney(
  store: Store,
  { payment: entry, money }: { payment: Deno.KvEntryMaybe<Payment>; money: MoneyEntry },
  noted: Payment,
): Promise<boolean> {
  const payment = entry.value!;
  if (noted === payment) return true;
  const op = store.kv.atomic().check(entry).set(entry.key, noted);
  putOpenMatter(op, payment, noted);
  putMoney(op, noted, money);
  return (await op.commit()).ok;
}

/** What is known of whose money a word is, by the provider's name of that money; null if it names none. */
export function readMoney(store: Store, provider: ProviderName, change: PaymentChange): Promise<MoneyEntry> {
  return "moneyId" in change && change.moneyId !== undefined
    ? store.kv.get<string>(keys.paymentIdByProviderId(provider, change.moneyId))
    : Promise.resolve(null);
}

/**
 * Notes that the money of a matter is this payment's, unless it is known whose it is: later word of it may name nothing else.
 * Adds one check at most.
 */
export function putMoney(op: Deno.AtomicOperation, payment: Payment, money: MoneyEntry): void {
  if (money?.value !== null || !mispaidOf(payment).some(({ moneyId }) => moneyId === money.key.at(-1))) return;
  op.check(money).set(money.key, payment.id);
}

/** Updates the index of the desk in the commit that changes a payment. */
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
