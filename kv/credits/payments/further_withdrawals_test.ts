/** Credits that come back to a payment from which he has withdrawn: he may withdraw from those as well, in time. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { createMan, type TestStore, testStore } from "../../testing/store.ts";
import { balanceOf, lastEntry, post } from "../ledger/ledger.ts";
import { refundOf } from "../ledger/refund_key.ts";
import { moneyRefundsOf } from "./money_refunds.ts";
import { beginSending } from "./sending_refunds.ts";
import { withdraw, withdrawalEndsAt, withdrawalOf, withdrawalOffer, withdrawnInAll } from "./withdrawals.ts";

/** James has bought 65 credits for 28.50 euros, and two letters at ten credits each. */
async function worldOf(store: TestStore) {
  const james = await createMan(store, { firstname: "James" });
  const payment = await paidPayment(store, james.id);
  const bought = { manId: james.id, operation: "sent_letter", deltaCredits: -10, reference: {} } as const;
  for (const letter of ["letter:1", "letter:2"]) await post(store, { ...bought, idempotencyKey: letter });
  const giveBack = (letter: string) =>
    post(store, { ...refundOf(letter), manId: james.id, deltaCredits: 10, reference: { cause: "returned" } });
  return { james, payment, giveBack };
}

const gone = (refundedCents: number) => ({ kind: "refunded", refundedCents, currency: "EUR" }) as const;

/** The faults that the audit finds, without those of letters that these tests only pretend to send. */
const faults = async (store: TestStore) =>
  (await audit(store)).filter((sentence) => !/paid for a letter without naming it/.test(sentence));

Deno.test("credits that come back after he withdrew can be withdrawn in time as well, with the rest of their money", async () => {
  using store = await testStore();
  const { james, payment, giveBack } = await worldOf(store);
  const { id: paymentId } = payment;
  const again = () => withdraw(store, { paymentId });
  expect(await again()).toMatchObject({ withdrawal: { credits: 45, usedCredits: 20, cents: 1974 } });
  await giveBack("letter:1");
  expect(await withdrawalOffer(store, paymentId)).toMatchObject({
    offer: { credits: 10, usedCredits: 10, cents: 439 },
  });
  const done = await Promise.all([again(), again()]);
  expect(done.map((each) => each.ok && each.isRepeat).sort()).toEqual([false, true]);
  expect((await moneyRefundsOf(store, paymentId)).map(({ cents }) => cents)).toEqual([1974, 439]);
  expect(await balanceOf(store, james.id)).toBe(0);
  // Its money takes nothing more, whichever part the provider tells of first, and the audit knows both parts.
  for (const { id } of await moneyRefundsOf(store, paymentId)) await beginSending(store, paymentId, id);
  for (const cents of [439, 1974 + 439]) await say(store, payment, gone(cents));
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
  expect(withdrawnInAll((await withdrawalOf(store, paymentId))!)).toMatchObject({
    credits: 55,
    usedCredits: 10,
    cents: 2413,
  });
  await giveBack("letter:2");
  expect(await again()).toMatchObject({ isRepeat: false, withdrawal: { further: [{}, { credits: 10, cents: 437 }] } });
  await beginSending(store, paymentId, (await moneyRefundsOf(store, paymentId)).at(-1)!.id);
  await say(store, payment, gone(2850));
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
  expect(await again()).toMatchObject({ ok: true, isRepeat: true });
  expect(await faults(store)).toEqual([]);
});

Deno.test("what comes back after the fourteen days stays his, and what more went back by hand is an admin's to look at", async () => {
  using store = await testStore();
  const { payment, giveBack } = await worldOf(store);
  await withdraw(store, { paymentId: payment.id });
  await giveBack("letter:1");
  const endsAt = withdrawalEndsAt(payment.paidAt!);
  expect(await withdrawalOffer(store, payment.id, endsAt)).toEqual(refuse("withdrawal_over"));
  expect(await withdraw(store, { paymentId: payment.id, askedAt: endsAt })).toMatchObject({ ok: true, isRepeat: true });
  await say(store, payment, gone(2500));
  expect(await withdrawalOffer(store, payment.id)).toEqual(refuse("nothing_unused"));
  expect(await faults(store)).toEqual([]);
});
