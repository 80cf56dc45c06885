/** For tests: a payment of James for which more than one money may come, and what a provider says of each. */
import { expect } from "expect";
import { mispaidOf, openMattersOf } from "../credits/payments/money_matters.ts";
import { standingOf } from "../credits/payments/mispaid/mispaid_money.ts";
import type { PaymentChange } from "../credits/payments/payment_changes.ts";
import { type Payment, paymentById } from "../credits/payments/payments.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { begunPayment, paidInFull, paidPayment, say } from "./payments.ts";
import { createMan, testStore } from "./store.ts";

export const came = (moneyId: string, amountCents: number, currency = "EUR"): PaymentChange => ({
  kind: "paid",
  ...{ amountCents, currency, moneyId },
});
export const back = (
  moneyId: string | undefined,
  refundedCents: number,
  currency = "EUR",
  toldAt?: number,
): PaymentChange => ({
  kind: "refunded",
  ...{ refundedCents, currency },
  ...(moneyId !== undefined && { moneyId }),
  ...(toldAt !== undefined && { toldAt }),
});
export const failed = (
  moneyId: string | undefined,
  refundedCents: number,
  currency = "EUR",
  toldAt = 9,
): PaymentChange => ({
  ...back(moneyId, refundedCents, currency, toldAt) as PaymentChange & { kind: "refunded" },
  kind: "refund_failed",
  providerRefundId: "re_1",
  problem: "closed",
  refundedCents,
});
export const disputed = (
  moneyId: string | undefined,
  outcome: "open" | "won" | "lost",
  toldAt = 1,
  facts: { amountCents?: number; currency?: string; disputeId?: string | null } = {},
): PaymentChange => ({
  kind: "disputed",
  ...{ disputeId: "dp_1", amountCents: 2000, currency: "EUR", outcome, toldAt, ...facts },
  ...(moneyId !== undefined && { moneyId }),
});

export async function moniesWorld() {
  const store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const now = async ({ id }: Payment): Promise<Payment> => (await paymentById(store, id))!;
  return {
    store,
    james,
    now,
    begin: () => begunPayment(store, james.id),
    paid: () => paidPayment(store, james.id),
    hear: (payment: Payment, change: PaymentChange) => say(store, payment, change),
    pay: (payment: Payment) => say(store, payment, paidInFull(payment)),
    balance: () => balanceOf(store, james.id),
    open: async (payment: Payment) =>
      openMattersOf(await now(payment)).map((each) => each.kind === "mispaid" ? each.moneyId : each.kind),
    standings: async (payment: Payment) => {
      const known = await now(payment);
      return mispaidOf(known).map((each) => standingOf(known, each).standing);
    },
    [Symbol.asyncDispose]: async () => {
      expect(await audit(store)).toEqual([]);
      store.close();
    },
  };
}
