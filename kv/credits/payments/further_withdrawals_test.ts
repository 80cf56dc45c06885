/**
 * Credits that come back to a payment from which he has withdrawn: he may withdraw from those as well, in time. What he was
 * promised is back, under way, or waits for an admin, whatever is refused and asked for beside it.
 */
import { expect } from "expect";
import fc from "fast-check";
import { refuse } from "../../store/refusals.ts";
import { faults, worldOf as refundsWorld } from "../../testing/failing_refunds.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { createMan, type TestStore, testStore } from "../../testing/store.ts";
import { balanceOf, lastEntry, post } from "../ledger/ledger.ts";
import { refundOf } from "../ledger/refund_key.ts";
import { askMoneyBack, failedRefundTimes, moneyRefundsOf, retryMoneyBack } from "./money_refunds.ts";
import { isUnderWay, isUnpaid } from "./refunds_in_total.ts";
import { refundsFor } from "./failed_refunds/replaced_refunds.ts";
import { beginSending } from "./sending_refunds.ts";
import {
  partsOfWithdrawal,
  withdraw,
  withdrawalEndsAt,
  withdrawalOf,
  withdrawalOffer,
  withdrawalState,
  withdrawnInAll,
} from "./withdrawals.ts";

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

/** James has bought 65 credits, has written five letters at ten credits each, and has spent as many more as are given. */
async function lettersWorld(store: TestStore, spentCredits = 0) {
  const { james, payment, atProvider } = await refundsWorld(store);
  const sold = { manId: james.id, operation: "sent_letter", deltaCredits: -10, reference: {} } as const;
  const letters = [1, 2, 3, 4, 5].map((n) => `letter:${n}`);
  for (const idempotencyKey of letters) await post(store, { ...sold, idempotencyKey });
  if (spentCredits > 0) await post(store, { ...sold, deltaCredits: -spentCredits, idempotencyKey: "spent" });
  return {
    payment,
    atProvider,
    withdraw: () => withdraw(store, { paymentId: payment.id }),
    refunds: () => moneyRefundsOf(store, payment.id),
    /** The next letter comes back; false if all have. */
    async letterBack(): Promise<boolean> {
      const letter = letters.shift();
      if (letter === undefined) return false;
      const back = { manId: james.id, deltaCredits: 10, reference: { cause: "returned" } } as const;
      await post(store, { ...refundOf(letter), ...back });
      return true;
    },
  };
}

Deno.test("a further withdrawal of the same amount leaves the first one, whose refund was refused, to an admin", async () => {
  using store = await testStore();
  const { payment, atProvider, refunds, ...james } = await lettersWorld(store, 5);
  await james.withdraw();
  const [first] = await refunds();
  await atProvider.take(first!.id);
  await atProvider.refuse(first!.id);
  await james.letterBack();
  await james.withdraw();
  const second = (await refunds()).at(-1)!;
  expect([first!.cents, second.cents]).toEqual([439, 439]);
  await atProvider.done(second.id, 439);
  const withdrawal = (await withdrawalOf(store, payment.id))!;
  expect(withdrawnInAll(withdrawal)).toMatchObject({ credits: 20, cents: 878 });
  expect([await withdrawalState(store, withdrawal), (await failedRefundTimes(store)).length]).toEqual(["failed", 1]);
  await atProvider.retry(first!.id);
  await atProvider.done(first!.id, 878);
  expect([await withdrawalState(store, withdrawal), (await failedRefundTimes(store)).length]).toEqual(["done", 0]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a further withdrawal promises no cent that an earlier one has, whose refund was refused", async () => {
  using store = await testStore();
  const { atProvider, refunds, ...james } = await lettersWorld(store);
  for (const times of [2, 3]) {
    for (let time = 0; time < times; time++) await james.letterBack();
    await james.withdraw();
    if (times === 2) await atProvider.take((await refunds())[0]!.id);
    if (times === 2) await atProvider.refuse((await refunds())[0]!.id);
  }
  // 35 of 65 credits and 30 of them are each rounded up, and make a cent more than he has paid.
  expect((await refunds()).map(({ cents }) => cents)).toEqual([1535, 1315]);
  expect(await atProvider.retry((await refunds())[0]!.id)).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("what an admin gives back and is refused waits on when he withdraws as much, even the last that is left", async () => {
  for (const besideCents of [0, 2411]) {
    using store = await testStore();
    const { atProvider, refunds, ...james } = await lettersWorld(store, 5);
    await atProvider.ask("goodwill", 439);
    await atProvider.refuse("goodwill");
    if (besideCents > 0) await atProvider.ask("beside", besideCents);
    await james.withdraw();
    expect((await refunds()).at(-1)).toMatchObject({ cents: 439, actorId: null });
    expect((await refunds()).filter(isUnpaid).map(({ id }) => id)).toEqual(["goodwill"]);
    expect(await faults(store)).toEqual([]);
  }
});

/** What may happen to what he withdraws and to what an admin gives back, of which refund and of how many cents. */
const happening = fc.record({
  what: fc.constantFrom(
    "letter back",
    "withdrawn",
    "withdrawn",
    "asked",
    "asked",
    "retried",
    "refused",
    "refused",
    "done",
  ),
  which: fc.nat(5),
  cents: fc.constantFrom(439, 220, 219, 100, "whole", "half", "rest"),
});

Deno.test("in whatever order he withdraws, letters come back, and refunds are refused and asked for anew, no promise is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 24 }), async (happenings) => {
      using store = await testStore();
      const { payment, atProvider, refunds, ...james } = await lettersWorld(store);
      let goneCents = 0;
      for (const [at, { what, which, cents }] of happenings.entries()) {
        store.clock.advance({ minutes: 1 });
        const now = await refunds();
        const [failed, ours] = [isUnpaid, isUnderWay].map((is) => {
          const some = now.filter(is);
          return some[which % Math.max(1, some.length)];
        });
        if (what === "letter back") await james.letterBack();
        if (what === "withdrawn") await james.withdraw();
        if (what === "asked") {
          const whole = failed?.cents ?? 439;
          const half = Math.floor(whole / 2);
          const parts: Record<string, number> = { whole, half, rest: whole - half };
          const some = parts[cents] ?? Number(cents);
          await askMoneyBack(store, { id: `press-${at}`, paymentId: payment.id, cents: some, actorId: 3 });
        }
        if (what === "retried" && failed) {
          await retryMoneyBack(store, { paymentId: payment.id, refundId: failed.id, actorId: 3 });
        }
        if (what === "refused" && ours) {
          await atProvider.take(ours.id);
          await atProvider.refuse(ours.id);
        }
        if (what === "done" && ours) await atProvider.done(ours.id, goneCents += ours.cents);
      }
      const withdrawal = await withdrawalOf(store, payment.id);
      if (!withdrawal) return;
      const now = await refunds();
      const parts = partsOfWithdrawal(withdrawal).map(({ id }) => now.find((each) => each.id === id)!);
      const standing = new Set(parts.flatMap((part) => refundsFor(now, part)));
      const standingCents = [...standing].reduce((sum, { cents }) => sum + cents, 0);
      expect(standingCents).toBeGreaterThanOrEqual(withdrawnInAll(withdrawal).cents);
      expect(await faults(store)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
