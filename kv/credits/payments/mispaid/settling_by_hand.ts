/**
 * An admin notes that what had to be looked at about a payment's money is settled: what was seen, and nothing that a bank has
 * still to decide.
 */
import type { Store } from "../../../open.ts";
import { putAuditRecord } from "../../../store/audit_log.ts";
import { type Attempt, transact } from "../../../store/commit.ts";
import { refuse, type Result } from "../../../store/refusals.ts";
import { openMattersOf, putOpenMatter } from "../money_matters.ts";
import { type MoneyMatter, type Payment, readPayment } from "../payments.ts";
import { standingOf } from "./mispaid_money.ts";

/** The open matters of a payment that an admin can settle: while a bank asks for money, it is not known whether it stays. */
export const settleableOf = (payment: Payment): MoneyMatter[] =>
  openMattersOf(payment).filter((each) => each.kind !== "mispaid" || standingOf(payment, each).standing !== "asked");

/** What the form of a payment's matters sends back: what came later, or stands otherwise since, is not settled with them. */
export const markOfMatters = (payment: Payment): string => JSON.stringify(openMattersOf(payment));

/**
 * Notes that the open matters of a payment are settled, but for those that a bank asks for; a repeat changes nothing. Refuses
 * `not_found`, and `conflict` if they stand otherwise than the admin has `seen` (`markOfMatters`), or all are asked for.
 */
export function settleMatters(
  store: Store,
  { paymentId, seen, actorId }: { paymentId: string; seen: string; actorId: number },
): Promise<Result<object>> {
  return transact<Result<object>>(async (): Promise<Attempt<Result<object>>> => {
    const entry = await readPayment(store, paymentId);
    const payment = entry.value;
    if (!payment?.matters) return { done: refuse("not_found") };
    if (openMattersOf(payment).length === 0) return { done: { ok: true } };
    const settled = settleableOf(payment);
    if (settled.length === 0 || markOfMatters(payment) !== seen) return { done: refuse("conflict") };
    const settledAt = store.now();
    const matters = payment.matters.map((each) => settled.includes(each) ? { ...each, settledAt } : each);
    const next: Payment = { ...payment, matters };
    const op = store.kv.atomic().check(entry).set(entry.key, next);
    putOpenMatter(op, payment, next);
    putAuditRecord(store, op, {
      action: "money_matter_settled",
      actorId,
      subject: `payment:${paymentId}`,
      details: { manId: payment.manId, count: settled.length },
    });
    return { commit: op, result: { ok: true } };
  });
}
