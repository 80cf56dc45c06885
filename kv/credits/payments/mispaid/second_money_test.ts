/** Money that came a second time, and money of which nobody has told that it came: what goes of them takes no paid credits. */
import { expect } from "expect";
import fc from "fast-check";
import { paidInFull } from "../../../testing/payments.ts";
import { back, came, disputed, failed, moniesWorld } from "../../../testing/other_money.ts";
import { mispaidOf, openMattersOf } from "../money_matters.ts";
import { markOfMatters, settleMatters } from "./settling_by_hand.ts";
import type { PaymentChange } from "../payment_changes.ts";

Deno.test("an order that was paid twice waits on the desk, and what becomes of the second money leaves the credits alone", async () => {
  await using w = await moniesWorld();
  const payment = await w.paid();
  for (let time = 0; time < 2; time++) {
    expect(await w.hear(payment, came("pi_2", 2850))).toMatchObject({ ok: true, payment: { state: "paid" } });
  }
  // The paid money is told of again as well.
  await w.pay(payment);
  expect([await w.open(payment), await w.balance()]).toEqual([["pi_2"], 65]);
  await w.hear(payment, disputed("pi_2", "open", 1, { amountCents: 2850 }));
  expect([await w.standings(payment), await w.open(payment), await w.balance()]).toEqual([["asked"], ["pi_2"], 65]);
  await w.hear(payment, disputed("pi_2", "won", 2, { amountCents: 2850 }));
  await w.hear(payment, back("pi_2", 2850));
  expect([await w.open(payment), await w.balance()]).toEqual([[], 65]);
  expect(await w.now(payment)).toMatchObject({ state: "paid", refundedCents: 0, disputes: [] });
  await w.hear(payment, back(`money-${payment.id}`, 2850));
  expect([(await w.now(payment)).state, await w.balance()]).toEqual(["refunded", 0]);
});

Deno.test("what goes of money that was never told of takes no credits and waits on the desk, until it is told of or settled by hand", async () => {
  await using w = await moniesWorld();
  for (const word of [back("pi_2", 1000), disputed("pi_2", "open"), disputed("pi_2", "lost"), failed("pi_2", 500)]) {
    const payment = await w.paid();
    const before = await w.balance();
    expect(await w.hear(payment, word)).toMatchObject({ ok: true, payment: { state: "paid", refundedCents: 0 } });
    expect([await w.open(payment), await w.balance()]).toEqual([["pi_2"], before]);
    expect(mispaidOf(await w.now(payment))).toMatchObject([{ moneyId: "pi_2", isUnheard: true }]);
  }
  const payment = await w.paid();
  await w.hear(payment, back("pi_2", 1000));
  await w.hear(payment, back("pi_2", 2850));
  const [unheard] = openMattersOf(await w.now(payment));
  expect(unheard).toMatchObject({ amountCents: 2850, isUnheard: true, back: { refundedCents: 2850 } });
  const seen = markOfMatters(await w.now(payment));
  expect(await settleMatters(w.store, { paymentId: payment.id, seen, actorId: 3 })).toEqual({ ok: true });
  await w.hear(payment, failed("pi_2", 0));
  expect(await w.open(payment)).toEqual(["pi_2"]);
  await w.hear(payment, back("pi_2", 2850, "EUR", 10));
  await w.hear(payment, came("pi_2", 2850));
  const [told] = mispaidOf(await w.now(payment));
  expect([told?.isUnheard, told?.back?.refundedCents, await w.open(payment)]).toEqual([undefined, 2850, []]);
});

Deno.test("what says nothing of how much went of unknown money is refused, and changes nothing", async () => {
  await using w = await moniesWorld();
  const payment = await w.paid();
  const before = await w.now(payment);
  const wrongs = [
    back("pi_2", 0),
    back("pi_2", NaN),
    back("pi_2", 100, ""),
    failed("pi_2", 0),
    disputed("pi_2", "lost", 1, { amountCents: -1 }),
  ];
  for (const wrong of wrongs) expect(await w.hear(payment, wrong)).toMatchObject({ reason: "payment_mismatch" });
  expect(await w.now(payment)).toEqual(before);
});

Deno.test("on a paid order, word that names no money is of the other one if it tells of exactly that one's amount", async () => {
  await using w = await moniesWorld();
  const payment = await w.paid();
  await w.hear(payment, came("pi_1", 2000));
  await w.hear(payment, disputed(undefined, "open"));
  expect([await w.standings(payment), await w.balance()]).toEqual([["asked"], 65]);
  await w.hear(payment, disputed(undefined, "won", 2));
  await w.hear(payment, back(undefined, 2000, "EUR", 8));
  expect([await w.open(payment), await w.balance()]).toEqual([[], 65]);
  await w.hear(payment, failed(undefined, 0));
  expect([await w.open(payment), await w.balance()]).toEqual([["pi_1"], 65]);
  // Any other amount is of the paid money, and the whole of it first of all.
  await w.hear(payment, back(undefined, 570, "EUR", 10));
  expect([(await w.now(payment)).refundedCents, await w.balance()]).toEqual([570, 52]);
  await w.hear(payment, came("pi_2", 2850));
  await w.hear(payment, disputed(undefined, "open", 11, { amountCents: 2850, disputeId: "dp_2" }));
  expect((await w.now(payment)).state).toBe("disputed");
});

/** A word about one of these moneys, each of which has a whole amount and comes at some time. */
const word = fc.record({
  what: fc.constantFrom("came", "came", "back", "back", "failed", "open", "won", "lost"),
  of: fc.nat(2),
  fourths: fc.integer({ min: 1, max: 4 }),
  toldAt: fc.integer({ min: 1, max: 30 }),
});

Deno.test("whether its words come before the moneys or after them, the same credits stay and the same waits on the desk", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 10 }), async (words) => {
      await using w = await moniesWorld();
      const endOf = async (isWordFirst: boolean) => {
        const before = await w.balance();
        const payment = await w.begin();
        const moneys = [[`money-${payment.id}`, 2850], ["pi_1", 2850], ["pi_2", 2000]] as const;
        const said = words.map(({ what, of, fourths, toldAt }): PaymentChange => {
          const [moneyId, total] = moneys[of]!;
          if (what === "came") return came(moneyId, total);
          if (what === "back") return back(moneyId, Math.floor(total * fourths / 4), "EUR", toldAt);
          if (what === "failed") return failed(moneyId, Math.floor(total / 4), "EUR", toldAt);
          return disputed(moneyId, what, toldAt, { amountCents: total, disputeId: `dp_${of}` });
        });
        // The paid money comes before the others: which one that is, their order decides.
        const [moneyWords, others] = [
          said.filter(({ kind }) => kind === "paid"),
          said.filter(({ kind }) => kind !== "paid"),
        ];
        const coming = [paidInFull(payment), ...moneyWords];
        for (const each of isWordFirst ? [...others, ...coming] : [...coming, ...others]) await w.hear(payment, each);
        const now = await w.now(payment);
        const matters = mispaidOf(now).map(({ moneyId, amountCents, isUnheard = false, back: gone }) => [
          ...[moneyId, amountCents, isUnheard, gone?.refundedCents ?? 0],
          gone?.disputes.map(({ id, outcome }) => `${id} ${outcome}`).sort() ?? [],
        ]);
        const open = (await w.open(payment)).filter((each) => each !== "lost_dispute");
        return [await w.balance() - before, now.state, matters.sort(), open.sort()];
      };
      expect(await endOf(true)).toEqual(await endOf(false));
    }),
    { numRuns: 60 },
  );
});
