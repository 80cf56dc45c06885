/** A refund that failed waits on the desk no longer than there is anything left that could go back. */
import { expect } from "expect";
import { faults, spend, worldOf } from "../../../testing/failing_refunds.ts";
import { say } from "../../../testing/payments.ts";
import { testStore } from "../../../testing/store.ts";
import { failedRefundTimes, moneyRefundsOf, retryMoneyBack } from "../money_refunds.ts";
import { isUnpaid } from "../refunds_in_total.ts";
import { withdraw } from "../withdrawals.ts";

Deno.test("once all of a payment is back, no refund that an admin asked for waits, until another fails after all", async () => {
  using store = await testStore();
  const { james, payment, atProvider } = await worldOf(store);
  await spend(store, james.id, 55);
  await atProvider.ask("goodwill", 439);
  await atProvider.refuse("goodwill");
  await atProvider.ask("beside", 2411);
  await withdraw(store, { paymentId: payment.id });
  const withdrawn = (await moneyRefundsOf(store, payment.id)).at(-1)!;
  await atProvider.done("beside", 2411);
  expect((await failedRefundTimes(store)).length).toBe(1);
  await atProvider.done(withdrawn.id, 2850);
  expect(await failedRefundTimes(store)).toEqual([]);
  expect(await retryMoneyBack(store, { paymentId: payment.id, refundId: "goodwill", actorId: 3 }))
    .toMatchObject({ reason: "not_refundable" });
  expect(await faults(store)).toEqual([]);
  await atProvider.fail(withdrawn.id, 2411);
  const unpaid = (await moneyRefundsOf(store, payment.id)).filter(isUnpaid).map(({ id }) => id);
  expect(unpaid).toEqual(["goodwill", withdrawn.id]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a bank that takes all of a payment ends the failed refund as well, and one that gives it back does not", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("goodwill", 439);
  await atProvider.refuse("goodwill");
  const dispute = { kind: "disputed", disputeId: "dp_1", amountCents: 2850, currency: "EUR" } as const;
  const waiting: number[] = [];
  for (const [at, outcome] of (["open", "lost", "won"] as const).entries()) {
    await say(store, payment, { ...dispute, outcome, toldAt: at + 1 });
    waiting.push((await failedRefundTimes(store)).length);
    expect(await faults(store)).toEqual([]);
  }
  expect(waiting).toEqual([1, 0, 1]);
});
