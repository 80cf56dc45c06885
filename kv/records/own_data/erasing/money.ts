/**
 * Closes a man's books. Entries and payments stay, with numbers alone. What he bought and did not use is asked back if he
 * wished so; a last entry takes all other credits out of the ledger.
 */
import { deletionOf } from "../../../accounts/deletions.ts";
import { man } from "../../../accounts/users.ts";
import { chatOfPerson } from "../../../chats/chats.ts";
import { lastEntry, post } from "../../../credits/ledger/ledger.ts";
import { closingNote } from "../../../credits/payments/forgone_credits.ts";
import { type Payment, readPayment } from "../../../credits/payments/payments.ts";
import { endPayment } from "../../../credits/payments/purchases.ts";
import { askRefund } from "../../../credits/payments/refund_requests.ts";
import { readUnused } from "../../../credits/payments/unused_credits.ts";
import type { WithdrawalAsk } from "../../../credits/payments/withdrawal_asks.ts";
import type { Store } from "../../../open.ts";
import { transact } from "../../../store/commit.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { addJob } from "../../../store/jobs/queue.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { refuse } from "../../../store/refusals.ts";
import type { Step } from "./step.ts";

export const eraseMoney: Step = async ({ store, deletion, isSecondPass }) => {
  const { userId, groupId, email } = deletion;
  if (groupId !== man) return;
  await store.mutexes.run(`ledger:${userId}`, () => deleteKeys(store, [keys.spendingLimit(userId)]));
  for await (const { key } of store.kv.list({ prefix: prefixes.paymentsOfMan(userId) }, { batchSize: 500 })) {
    await endPayment(store, String(key[3]), "cancelled");
    await stripPayment(store, String(key[3]));
    await deleteKeys(store, [keys.disputeEvidence(String(key[3]))]);
  }
  await deleteUnder(store, prefixes.paymentKeysOf(userId));
  await deleteAsks(store, email);
  // What an open chat gives back when it ends is his as well: the second pass closes the ledger then.
  if (!isSecondPass && await chatOfPerson(store, userId)) return;
  await closeLedger(store, userId);
};

/**
 * Takes out of a payment where he paid it and the page to which he was to return: the books do not need them. What is not
 * paid may still be open in another tab, and ends at its provider.
 */
async function stripPayment(store: Store, paymentId: string): Promise<void> {
  await transact<void>(async () => {
    const entry = await readPayment(store, paymentId);
    if (!entry.value || (entry.value.next === null && entry.value.checkoutUrl === null)) return { done: undefined };
    const stripped: Payment = { ...entry.value, next: null, checkoutUrl: null };
    const op = store.kv.atomic().check(entry).set(entry.key, stripped);
    if (entry.value.checkoutUrl !== null && entry.value.paidAt === null) {
      addJob(store, op, { kind: "end_checkout", paymentId });
    }
    return { commit: op, result: undefined };
  });
}

/** Deletes what was asked for about withdrawals under his address, a day ago at most. */
async function deleteAsks(store: Store, email: string | null): Promise<void> {
  for await (const { key, value } of store.kv.list<WithdrawalAsk>({ prefix: prefixes.allWithdrawalAsks() })) {
    if (value.email === email) await deleteKeys(store, [key]);
  }
}

/**
 * Takes out all credits of a man who has left that are not asked back. Those of money that came only after the deletion
 * always are: nobody was asked about it. Done again for each payment that comes later. The key names the entry before it,
 * so that a repeat adds nothing.
 */
export async function closeLedger(store: Store, manId: number): Promise<void> {
  const deletion = await deletionOf(store, manId);
  if (!deletion) return;
  const { wantsRefund, at } = deletion;
  for (;;) {
    const last = await lastEntry(store, manId);
    const request = wantsRefund ? await askRefund(store, manId) : null;
    const isAsked = request !== null && request.settledAt === null;
    const kept = isAsked ? request.credits : (await readUnused(store, manId, at)).unused.credits;
    if (!last || last.balanceAfter <= kept) {
      if (kept > 0 && !isAsked) await askRefund(store, manId);
      return;
    }
    await post(store, {
      manId,
      operation: "adjustment",
      deltaCredits: kept - last.balanceAfter,
      reference: { note: closingNote },
      idempotencyKey: `account-closed:${last.seq}`,
    }, {
      read: () => Promise.resolve(),
      // What is kept was counted after this entry: money that came since is counted anew.
      add: (_op, entry) => entry.seq === last.seq + 1 ? undefined : refuse("conflict"),
    });
  }
}
