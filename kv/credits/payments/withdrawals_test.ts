/** Withdrawing: what is unused goes at once and once, beside spending, refunds and whatever the provider says. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { keys } from "../../store/keys.ts";
import type { Store } from "../../open.ts";
import { dayMs } from "../../store/days.ts";
import { refuse } from "../../store/refusals.ts";
import { assertNotNewer, currentFormat, FormatUnknown } from "../../store/format/format.ts";
import { begunPayment, paidPayment, say, taxedIn } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createMan, type TestStore, testStore } from "../../testing/store.ts";
import { balanceOf, lastEntry, post } from "../ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf } from "./money_refunds.ts";
import { noteRefundOutcome } from "./sending_refunds.ts";
import { type Payment, paymentById } from "./payments.ts";
import {
  paymentByNumber,
  purchasesInTime,
  withdraw,
  withdrawalEndsAt,
  withdrawalOf,
  withdrawalOffer,
} from "./withdrawals.ts";

const spend = (store: Store, manId: number, credits: number, key = `spent:${crypto.randomUUID()}`) =>
  post(store, { manId, operation: "sent_letter", deltaCredits: -credits, reference: {}, idempotencyKey: key });

/** James has bought 65 credits for 28.50 euros. */
async function worldOf(store: TestStore) {
  const james = await createMan(store, { firstname: "James" });
  const payment = await paidPayment(store, james.id);
  return { james, payment };
}

const gone = (refundedCents: number) => ({ kind: "refunded", refundedCents, currency: "EUR" }) as const;

/** The faults that the audit finds, without those of letters that these tests only pretend to send. */
const faults = async (store: TestStore) =>
  (await audit(store)).filter((sentence) => !/paid for a letter without naming it/.test(sentence));

Deno.test("of 65 credits 25 were spent: 40 go at once, 17.54 go back, and the provider's word takes nothing more", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  await spend(store, james.id, 25);
  const offered = await withdrawalOffer(store, payment.id);
  expect(offered).toMatchObject({ ok: true, offer: { credits: 40, usedCredits: 25, cents: 1754 } });
  expect(await balanceOf(store, james.id)).toBe(40);
  const done = await withdraw(store, { paymentId: payment.id });
  expect(done).toMatchObject({ ok: true, isRepeat: false, withdrawal: { credits: 40, usedCredits: 25, cents: 1754 } });
  expect(await balanceOf(store, james.id)).toBe(0);
  expect(await moneyRefundsOf(store, payment.id)).toMatchObject([{ state: "requested", cents: 1754 }]);
  expect(await faults(store)).toEqual([]);
  const { seq } = (await lastEntry(store, james.id))!;
  for (let times = 0; times < 3; times++) await say(store, payment, gone(1754));
  expect(await lastEntry(store, james.id)).toMatchObject({ seq, balanceAfter: 0, owedAfter: 0 });
  const { id } = (await withdrawalOf(store, payment.id))!;
  await noteRefundOutcome(store, payment.id, id, { state: "done", providerRefundId: "re_1" });
  expect(await faults(store)).toEqual([]);
});

Deno.test("pressed twice, also at the same time, it is one withdrawal", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  const done = await Promise.all([1, 2, 3].map(() => withdraw(store, { paymentId: payment.id })));
  expect(done.map((each) => each.ok && each.isRepeat).sort()).toEqual([false, true, true]);
  expect(await withdraw(store, { paymentId: payment.id })).toMatchObject({ ok: true, isRepeat: true });
  expect([await balanceOf(store, james.id), (await moneyRefundsOf(store, payment.id)).length]).toEqual([0, 1]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("what another tab spends in the same moment is used or refused, and never both spent and paid back", async () => {
  for (let round = 0; round < 8; round++) {
    using store = await testStore();
    const { james, payment } = await worldOf(store);
    const [done, ...spent] = await Promise.all([
      withdraw(store, { paymentId: payment.id }),
      ...[10, 10, 10].map((credits) => spend(store, james.id, credits)),
    ]);
    const used = spent.filter(({ ok }) => ok).length * 10;
    expect(spent.filter((each) => !each.ok).every((each) => !each.ok && each.reason === "insufficient_credits")).toBe(
      true,
    );
    expect(done).toMatchObject({ ok: true, withdrawal: { credits: 65 - used, usedCredits: used } });
    expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("another process that spends between the reading and the commit is heard", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  let isSpent = false;
  const { list } = store.kv;
  // Spends between the count of the unused credits and its commit.
  store.kv.list = function (...args: Parameters<typeof list>) {
    const found = list.apply(store.kv, args);
    if (isSpent || String(args[0] && "prefix" in args[0] ? args[0].prefix : "") !== `entry,${james.id}`) return found;
    isSpent = true;
    return (async function* () {
      yield* found;
      const last = (await lastEntry(store, james.id))!;
      const other = await store.kv.get(keys.entry(james.id, last.seq));
      expect(other.value).not.toBeNull();
      await spend(store, james.id, 30);
    })() as unknown as ReturnType<typeof list>;
  } as typeof list;
  const done = await withdraw(store, { paymentId: payment.id });
  expect([isSpent, done]).toMatchObject([true, { ok: true, withdrawal: { credits: 35, usedCredits: 30 } }]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("an admin who asks the same money back in the same moment is heard, and no cent goes back twice", async () => {
  for (let round = 0; round < 8; round++) {
    using store = await testStore();
    const { james, payment } = await worldOf(store);
    const asking = { id: `press-${round}-one`, paymentId: payment.id, cents: 1000, actorId: 3 };
    const [done] = await Promise.all([withdraw(store, { paymentId: payment.id }), askMoneyBack(store, asking)]);
    expect([done.ok, await balanceOf(store, james.id)]).toEqual([true, 0]);
    const asked = (await moneyRefundsOf(store, payment.id)).reduce((sum, { cents }) => sum + cents, 0);
    expect(asked).toBeLessThanOrEqual(2850);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("another process that asks money back between the reading and the commit is heard", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  let isAsked = false;
  const { list } = store.kv;
  store.kv.list = function (...args: Parameters<typeof list>) {
    const found = list.apply(store.kv, args);
    if (isAsked || String("prefix" in args[0] ? args[0].prefix : "") !== `entry,${james.id}`) return found;
    isAsked = true;
    return (async function* () {
      yield* found;
      await askMoneyBack(store, { id: "press-one-1", paymentId: payment.id, cents: 1000, actorId: 3 });
    })() as unknown as ReturnType<typeof list>;
  } as typeof list;
  const done = await withdraw(store, { paymentId: payment.id });
  expect([isAsked, done]).toMatchObject([true, { ok: true, withdrawal: { credits: 65, cents: 1850 } }]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("gifts are used before what was bought, and other purchases stay his", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  await post(store, {
    manId: james.id,
    operation: "sign_up_bonus",
    deltaCredits: 20,
    reference: {},
    idempotencyKey: "bonus",
  });
  await paidPayment(store, james.id);
  await spend(store, james.id, 30);
  expect(await withdraw(store, { paymentId: payment.id })).toMatchObject({
    ok: true,
    withdrawal: { credits: 55, usedCredits: 10 },
  });
  expect(await balanceOf(store, james.id)).toBe(65);
  expect(await faults(store)).toEqual([]);
});

Deno.test("until the end of the fourteenth day; who asked in time may confirm later; nothing unused is nothing to withdraw", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  const paidAt = payment.paidAt!;
  const endsAt = withdrawalEndsAt(paidAt);
  expect([endsAt - paidAt > 14 * dayMs, endsAt - paidAt <= 15 * dayMs]).toEqual([true, true]);
  store.clock.advance({ ms: endsAt - store.now() - 1 });
  expect(await withdrawalOffer(store, payment.id)).toMatchObject({ ok: true });
  store.clock.advance({ ms: 1 });
  expect(await withdraw(store, { paymentId: payment.id })).toMatchObject({ ok: false, reason: "withdrawal_over" });
  expect(await withdrawalOffer(store, payment.id, endsAt - 1)).toMatchObject({ ok: true });
  expect(await withdraw(store, { paymentId: payment.id, askedAt: endsAt - 1 })).toMatchObject({ ok: true });
  const second = await paidPayment(store, james.id);
  await spend(store, james.id, 65);
  expect(await withdraw(store, { paymentId: second.id })).toMatchObject({ ok: false, reason: "nothing_unused" });
  expect(await withdraw(store, { paymentId: "nobody-has-this" })).toMatchObject({ ok: false, reason: "not_found" });
  expect(await faults(store)).toEqual([]);
});

Deno.test("what an admin gives back, a bank asks back or decides, before or after, is settled with no debt for unused credits", async () => {
  type Fact = (store: TestStore, payment: Payment) => Promise<unknown>;
  const ask = (cents: number): Fact => (store, { id: paymentId }) =>
    askMoneyBack(store, { id: store.randomToken(), paymentId, cents, actorId: 3 });
  const facts: [string, before: Fact[], after: Fact[]][] = [
    ["ten euros back before", [(store, payment) => say(store, payment, gone(1000))], []],
    ["ten euros asked back before and told of after", [ask(1000)], [
      (store, payment) => say(store, payment, gone(1000)),
    ]],
    ["all told of after", [], [(store, payment) => say(store, payment, gone(2850))]],
    [
      "a dispute over all of it, won",
      [],
      (["open", "won"] as const).map((outcome): Fact => (store, payment) =>
        say(store, payment, { kind: "disputed", disputeId: "dp", amountCents: 2850, currency: "EUR", outcome })
      ),
    ],
  ];
  for (const spent of [0, 7, 33]) {
    for (const [name, before, after] of facts) {
      using store = await testStore();
      const { james, payment } = await worldOf(store);
      for (const fact of before) await fact(store, payment);
      await spend(store, james.id, spent, "spent:some");
      const done = await withdraw(store, { paymentId: payment.id });
      expect([name, spent, done.ok]).toEqual([name, spent, true]);
      expect([name, await balanceOf(store, james.id)]).toEqual([name, 0]);
      for (const fact of after) await fact(store, payment);
      const { withdrawn } = (await paymentById(store, payment.id))!;
      await say(store, payment, gone(Math.min(2850, withdrawn!.lostBeforeCents + withdrawn!.cents)));
      const last = (await lastEntry(store, james.id))!;
      const wentForAll = (await paymentById(store, payment.id))!.refundedCents === 2850;
      expect([name, spent, last.balanceAfter, last.owedAfter]).toEqual([name, spent, 0, wentForAll ? spent : 0]);
      expect([name, await faults(store)]).toEqual([name, []]);
    }
  }
});

Deno.test("a build that knows of no withdrawals, and would give the credits back, leaves such a store alone", () => {
  const lastWithout = 4;
  expect(() => assertNotNewer(currentFormat, lastWithout)).toThrow(FormatUnknown);
});

Deno.test("a payment is found by the number of its receipt or by its name, by nobody but its man", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  const wei = await createMan(store, { firstname: "Wei" });
  for (const text of ["1", "000001", "#000001", ` ${payment.id} `]) {
    expect([text, (await paymentByNumber(store, james.id, text))?.id]).toEqual([text, payment.id]);
    expect([text, await paymentByNumber(store, wei.id, text)]).toEqual([text, null]);
  }
  const taxed = await paidPayment(store, james.id, taxedIn("DE"));
  expect((await paymentByNumber(store, james.id, "2026-000001"))?.id).toBe(taxed.id);
  for (const text of ["3", "", "2025-000001", "nobody-has-this"]) {
    expect(await paymentByNumber(store, james.id, text)).toBeNull();
  }
});

Deno.test("a purchase can be withdrawn from behind a hundred that came to nothing", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  for (let n = 0; n < 100; n++) {
    store.clock.advance({ minutes: 1 });
    await begunPayment(store, james.id);
  }
  expect((await purchasesInTime(store, james.id)).map(({ id }) => id)).toEqual([payment.id]);
  store.clock.advance({ days: 15 });
  expect(await purchasesInTime(store, james.id)).toEqual([]);
});

Deno.test("what he spends at the moment of the withdrawal is used, also where credits of another payment would do", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  await paidPayment(store, james.id, { key: "another" });
  const other = asOtherProcess(store);
  const slow = afterMeanwhile(store, () => spend(other, james.id, 10));
  expect(await withdraw(slow, { paymentId: payment.id }))
    .toMatchObject({ ok: true, withdrawal: { credits: 55, usedCredits: 10, cents: 2412 } });
  expect([await balanceOf(store, james.id), await faults(store)]).toEqual([65, []]);
});

Deno.test("as long as a bank decides about any of a payment nothing of it can be withdrawn", async () => {
  using store = await testStore();
  const { james, payment } = await worldOf(store);
  const about = { kind: "disputed", disputeId: "dp_1", amountCents: 1000, currency: "EUR" } as const;
  await say(store, payment, { ...about, outcome: "open" });
  const before = await balanceOf(store, james.id);
  expect(await withdraw(store, { paymentId: payment.id })).toEqual(refuse("nothing_unused"));
  expect([await balanceOf(store, james.id), await moneyRefundsOf(store, payment.id)]).toEqual([before, []]);
  await say(store, payment, { ...about, outcome: "won" });
  expect(await withdraw(store, { paymentId: payment.id })).toMatchObject({ ok: true, withdrawal: { credits: 65 } });
  expect(await faults(store)).toEqual([]);
});
