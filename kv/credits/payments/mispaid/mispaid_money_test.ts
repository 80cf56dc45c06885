/** What a provider says of money that came otherwise than ordered changes the matter of that money, and never the paid money. */
import { expect } from "expect";
import { auditRecords } from "../../../store/audit_log.ts";
import { back, came, disputed, failed, moniesWorld } from "../../../testing/other_money.ts";
import { mispaidInstead, mispaidOf, unfinishedPaymentsOf } from "../money_matters.ts";
import { markOfMatters, settleMatters } from "./settling_by_hand.ts";

Deno.test("other money that came for a paid payment and was given back settles its matter, and the paid money stays", async () => {
  await using w = await moniesWorld();
  for (const [currency, amountCents] of [["EUR", 2000], ["USD", 3100]] as const) {
    const before = await w.balance();
    const payment = await w.paid();
    await w.hear(payment, came("pi_1", amountCents, currency));
    expect(await w.hear(payment, back("pi_1", amountCents - 1, currency))).toMatchObject({ ok: true });
    expect(await w.open(payment)).toEqual(["pi_1"]);
    expect(await w.hear(payment, back("pi_1", amountCents, currency))).toMatchObject({
      ok: true,
      payment: { state: "paid", refundedCents: 0 },
    });
    expect([await w.open(payment), await w.balance()]).toEqual([[], before + 65]);
    const { records } = await auditRecords(w.store, { page: 1, limit: 2 });
    expect(records.map(({ details }) => details.refundedCents)).toContain(amountCents);
    // The paid money still goes back by its own name.
    await w.hear(payment, back(`money-${payment.id}`, 2850));
    expect([(await w.now(payment)).state, await w.balance()]).toEqual(["refunded", before]);
  }
});

Deno.test("money that came otherwise and went before the order was paid takes no credits of the paid order", async () => {
  await using w = await moniesWorld();
  const words = [back("pi_1", 2000), disputed("pi_1", "lost"), disputed("pi_1", "open"), back("pi_1", 700)];
  for (const [at, word] of words.entries()) {
    const payment = await w.begin();
    await w.hear(payment, came("pi_1", 2000));
    expect(await w.hear(payment, word)).toMatchObject({ ok: true, payment: { state: "created", disputes: [] } });
    expect(await w.pay(payment)).toMatchObject({ payment: { state: "paid", refundedCents: 0, reversedCredits: 0 } });
    expect(await w.balance()).toBe(65 * (at + 1));
    expect(await w.open(payment)).toEqual(at < 2 ? [] : ["pi_1"]);
  }
});

Deno.test("of several sums that came otherwise, each is settled by its own refund, in any order", async () => {
  await using w = await moniesWorld();
  for (const named of [true, false]) {
    const name = (id: string) => named ? id : undefined;
    const [equal, unequal] = [await w.begin(), await w.begin()];
    for (const id of ["pi_1", "pi_2"]) await w.hear(equal, came(id, 3100, "USD"));
    await w.hear(equal, back(name("pi_1"), 3100, "USD"));
    expect(await w.open(equal)).toEqual(["pi_2"]);
    await w.hear(equal, back(name("pi_2"), 3100, "USD"));
    expect(await w.open(equal)).toEqual([]);
    await w.hear(unequal, came("pi_1", 1000, "USD"));
    await w.hear(unequal, came("pi_2", 3100, "USD"));
    await w.hear(unequal, back(name("pi_2"), 3100, "USD"));
    expect(await w.open(unequal)).toEqual(["pi_1"]);
    // He is told of what is not settled, whichever came last.
    const unsettled = [equal, unequal].map(async (each) => mispaidInstead(await w.now(each))?.settledAt === undefined);
    expect(await Promise.all(unsettled)).toEqual([false, true]);
    await w.hear(unequal, back(name("pi_1"), 1000, "USD"));
    expect([await w.open(unequal), mispaidInstead(await w.now(unequal))?.settledAt]).toEqual([[], w.store.now()]);
  }
});

Deno.test("a refund that fails after it had settled the matter opens it again, in any currency, named or not", async () => {
  await using w = await moniesWorld();
  for (const moneyId of ["pi_1", undefined]) {
    for (const currency of ["EUR", "USD"]) {
      const payment = await w.begin();
      await w.hear(payment, came("pi_1", 2000, currency));
      await w.hear(payment, back(moneyId, 2000, currency, 8));
      expect(await w.open(payment)).toEqual([]);
      expect(await w.hear(payment, failed(moneyId, 0, currency))).toMatchObject({ ok: true });
      expect(await w.open(payment)).toEqual(["pi_1"]);
      // What was told before is old by the provider's clock.
      if (moneyId) await w.hear(payment, back(moneyId, 2000, currency, 8));
      expect(await w.open(payment)).toEqual(["pi_1"]);
      await w.hear(payment, back(moneyId, 2000, currency, 10));
      expect(await w.open(payment)).toEqual([]);
    }
  }
});

Deno.test("a bank that takes such money back settles the matter; while it asks, and if it loses, the matter is open", async () => {
  await using w = await moniesWorld();
  for (const moneyId of ["pi_1", undefined]) {
    const payment = await w.begin();
    await w.hear(payment, came("pi_1", 2000));
    for (
      const [outcome, toldAt, open, standing] of [
        ["open", 1, ["pi_1"], "asked"],
        ["lost", 2, [], "taken"],
        ["won", 3, ["pi_1"], "here"],
        ["lost", 4, [], "taken"],
      ] as const
    ) {
      await w.hear(payment, disputed(moneyId, outcome, toldAt));
      expect([await w.open(payment), await w.standings(payment)]).toEqual([open, [standing]]);
    }
    expect((await w.now(payment)).disputes).toEqual([]);
  }
});

Deno.test("a bank that takes back what an admin had settled brings it to the desk again", async () => {
  await using w = await moniesWorld();
  const payment = await w.begin();
  await w.hear(payment, came("pi_1", 3100, "USD"));
  const settle = async () =>
    await settleMatters(w.store, { paymentId: payment.id, seen: markOfMatters(await w.now(payment)), actorId: 3 });
  await settle();
  const lost = (toldAt: number) => disputed("pi_1", "lost", toldAt, { amountCents: 3100, currency: "USD" });
  await w.hear(payment, lost(1));
  expect([await w.open(payment), await w.standings(payment)]).toEqual([["pi_1"], ["taken"]]);
  await settle();
  await w.hear(payment, lost(1));
  expect(await w.open(payment)).toEqual([]);
});

Deno.test("what is told of money as ordered after all takes along what went of it", async () => {
  await using w = await moniesWorld();
  const [refunded, lost] = [await w.begin(), await w.begin()];
  for (const payment of [refunded, lost]) await w.hear(payment, came(`money-${payment.id}`, 2000));
  await w.hear(refunded, back(`money-${refunded.id}`, 2000));
  await w.hear(lost, disputed(`money-${lost.id}`, "lost"));
  expect(await w.pay(refunded)).toMatchObject({ ok: true, payment: { state: "paid", refundedCents: 2000 } });
  expect(await w.pay(lost)).toMatchObject({ ok: true, payment: { disputes: [{ id: "dp_1", outcome: "lost" }] } });
  expect(mispaidOf(await w.now(refunded))).toEqual([]);
  expect(await w.balance()).toBe(2 * 20);
});

Deno.test("a bank's no to money as ordered after all is news only if it was never asked here", async () => {
  await using w = await moniesWorld();
  for (const isOpenFirst of [true, false]) {
    const payment = await w.begin();
    const money = `money-${payment.id}`;
    await w.hear(payment, came(money, 2000));
    if (isOpenFirst) await w.hear(payment, disputed(money, "open", 1));
    await w.hear(payment, disputed(money, "lost", 2));
    await w.pay(payment);
    expect(await w.open(payment)).toEqual(isOpenFirst ? [] : ["lost_dispute"]);
  }
});

Deno.test("an order that may still be paid is told of once other money for it is settled, and while a second money is not", async () => {
  await using w = await moniesWorld();
  const told = async () => (await unfinishedPaymentsOf(w.store, w.james.id)).map(({ id }) => id);
  const payment = await w.begin();
  await w.hear(payment, came("pi_1", 2000));
  await w.hear(payment, back("pi_1", 2000));
  expect(await told()).toEqual([payment.id]);
  await w.pay(payment);
  expect(await told()).toEqual([]);
  await w.hear(payment, came("pi_2", 2850));
  expect(await told()).toEqual([payment.id]);
  await w.hear(payment, back("pi_2", 2850));
  expect(await told()).toEqual([]);
});

Deno.test("what is no part of such money is refused, and changes nothing", async () => {
  await using w = await moniesWorld();
  const payment = await w.paid();
  await w.hear(payment, came("pi_1", 2000));
  const before = await w.now(payment);
  const wrongs = [
    back("pi_1", 2001),
    back("pi_1", 2000, "USD"),
    back("pi_1", NaN),
    disputed("pi_1", "lost", 1, { currency: "" }),
  ];
  for (const wrong of wrongs) expect(await w.hear(payment, wrong)).toMatchObject({ reason: "payment_mismatch" });
  expect(await w.now(payment)).toEqual(before);
});
