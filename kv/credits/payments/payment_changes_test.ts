import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { assertNotNewer, currentFormat, FormatUnknown } from "../../store/format/format.ts";
import { keys } from "../../store/keys.ts";
import { begunPayment, paidInFull, paidPayment, say } from "../../testing/payments.ts";
import { afterMeanwhile, asOtherProcess, createJames, testStore } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { unansweredDisputes } from "./open_disputes.ts";
import { askedIn, creditsToReverse } from "./payment_changes.ts";
import { type Payment, paymentById } from "./payments.ts";
import { expirePayment } from "./purchases.ts";

Deno.test("several disputes are about the same money, and a refund comes on top", async () => {
  using store = await testStore();
  const payment = await paidPayment(store, (await createJames(store)).id);
  const dispute = (id: string, amountCents: number) => ({ id, amountCents, outcome: "open" as const });
  const back = (facts: Partial<Payment>) => creditsToReverse({ ...payment, ...facts });
  expect(back({})).toBe(0);
  expect(back({ disputes: [dispute("a", 1425), dispute("b", 1425)] })).toBe(32);
  expect(back({ disputes: [dispute("a", 1425)], refundedCents: 1425 })).toBe(65);
  expect(back({ disputes: [dispute("a", 2850)], refundedCents: 2850 })).toBe(65);
  expect(back({ refundedCents: 1 })).toBe(0);
  expect(back({ refundedCents: 2849 })).toBe(64);
  expect(back({ paidAt: null, refundedCents: 2850 })).toBe(0);
});

Deno.test("a dispute of more than was paid, at a bank's own rate, takes what was paid; an amount that is none is refused", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const disputed = (amountCents: number, outcome: "open" | "lost") =>
    ({ kind: "disputed", disputeId: "dp_1", amountCents, currency: "EUR", outcome }) as const;
  for (const amountCents of [-1, 2850.5, NaN, Infinity]) {
    expect(await say(store, payment, disputed(amountCents, "open"))).toMatchObject({ reason: "payment_mismatch" });
  }
  expect(await balanceOf(store, james.id)).toBe(65);
  for (const [outcome, state] of [["open", "disputed"], ["lost", "refunded"]] as const) {
    await say(store, payment, disputed(2907, outcome));
    expect(await paymentById(store, payment.id)).toMatchObject({ state, disputes: [{ amountCents: 2850, outcome }] });
    expect([await balanceOf(store, james.id), await audit(store)]).toEqual([0, []]);
  }
});

Deno.test("a dispute in another currency is about the whole payment, until it is won", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const disputed = (currency: string, outcome: "open" | "won" | "lost", toldAt: number) =>
    ({ kind: "disputed", disputeId: "dp_1", amountCents: 1111, currency, outcome, toldAt }) as const;
  expect(await say(store, payment, disputed("dollars", "open", 5))).toMatchObject({ reason: "payment_mismatch" });
  for (
    const [outcome, toldAt, state, credits, currency] of [
      ["open", 10, "disputed", 0, "USD"],
      ["lost", 20, "refunded", 0, "USD"],
      ["won", 30, "paid", 65, null],
    ] as const
  ) {
    await say(store, payment, disputed("USD", outcome, toldAt));
    const known = (await paymentById(store, payment.id))!;
    expect([known.state, await balanceOf(store, james.id), askedIn(known)]).toEqual([state, credits, currency]);
  }
  await say(store, payment, { ...disputed("USD", "open", 40), disputeId: "dp_2" });
  expect((await unansweredDisputes(store)).map(({ paymentId }) => paymentId)).toEqual([payment.id]);
  const refund = { kind: "refunded", refundedCents: 100, currency: "USD" } as const;
  expect(await say(store, payment, refund)).toMatchObject({ reason: "payment_mismatch" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a decision that was told of without a time stays as it was heard first", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const decided = { kind: "disputed", disputeId: "dp_1", amountCents: 2850, currency: "EUR" } as const;
  for (const outcome of ["won", "lost", "won"] as const) {
    await say(store, payment, { ...decided, outcome });
    expect(await paymentById(store, payment.id)).toMatchObject({ state: "paid", disputes: [{ outcome: "won" }] });
  }
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([65, []]);
});

Deno.test("a total of refunds without a time counts if it is larger than the latest one, and makes no later one old", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const told = (refundedCents: number, toldAt?: number) =>
    ({ kind: "refunded", refundedCents, currency: "EUR", ...(toldAt && { toldAt }) }) as const;
  for (
    const [word, total] of [[told(600, 10), 600], [told(1200), 1200], [told(900), 1200], [told(700, 20), 700]] as const
  ) {
    await say(store, payment, word);
    expect((await paymentById(store, payment.id))?.refundedCents).toBe(total);
  }
  expect(await audit(store)).toEqual([]);
});

const decided = (outcome: "won" | "lost", toldAt: number) =>
  ({ kind: "disputed", disputeId: "dp_1", amountCents: 2850, currency: "EUR", outcome, toldAt }) as const;

/** One payment of a man for each word, that heard it last; yields it as it then is, with the word's time. */
async function* eachHeardLast(store: Store, manId: number, words: ReturnType<typeof decided>[]) {
  for (const last of words) {
    const payment = await paidPayment(store, manId);
    for (const word of [...words.filter((each) => each !== last), last]) await say(store, payment, word);
    yield { toldAt: last.toldAt, payment: (await paymentById(store, payment.id))! };
  }
}

Deno.test("a payment that was lost, won and lost again is gone, whichever of these words is heard last", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const words = [decided("lost", 10), decided("won", 20), decided("lost", 24)];
  for await (const { toldAt, payment } of eachHeardLast(store, james.id, words)) {
    expect([toldAt, payment]).toMatchObject([toldAt, { state: "refunded" }]);
  }
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([0, []]);
});

Deno.test("a payment that was won, lost and won again is kept, whichever of these words is heard last", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const words = [decided("won", 10), decided("lost", 20), decided("won", 24)];
  for await (const { toldAt, payment } of eachHeardLast(store, james.id, words)) {
    expect([toldAt, payment]).toMatchObject([toldAt, { state: "paid" }]);
    await say(store, payment, decided("lost", 30));
    expect((await paymentById(store, payment.id))?.state).toBe("refunded");
  }
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([0, []]);
});

Deno.test("a build that would take the credits of a won dispute again leaves such a store alone", () => {
  const lastWithout = 13;
  expect(() => assertNotNewer(currentFormat, lastWithout)).toThrow(FormatUnknown);
});

Deno.test("a payment does not expire before its hour, whoever asks for it", async () => {
  using store = await testStore();
  const payment = await begunPayment(store, (await createJames(store)).id);
  store.clock.advance({ minutes: 59 });
  await expirePayment(store, payment.id);
  expect((await paymentById(store, payment.id))?.state).toBe("created");
});

/** Another process, whose first commit waits until something else has happened. */
const slowProcess = (store: Store, meanwhile: () => Promise<unknown>): Store =>
  afterMeanwhile(asOtherProcess(store), meanwhile);

Deno.test("word of an end that is about to be written when the money comes is planned anew", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  const slow = slowProcess(store, () => say(store, payment, paidInFull(payment)));
  expect(await say(slow, payment, { kind: "expired" }, "evt_end")).toMatchObject({
    ok: true,
    payment: { state: "paid" },
  });
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([65, []]);
  expect((await store.kv.get(keys.paymentEvent("sandbox", "evt_end"))).value).not.toBeNull();
});

Deno.test("money that is about to be credited when a refund is told of loses no word", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  const refund = { kind: "refunded", refundedCents: 2850, currency: "EUR" } as const;
  const slow = slowProcess(store, () => say(store, payment, refund));
  await say(slow, payment, paidInFull(payment));
  expect(await paymentById(store, payment.id)).toMatchObject({ state: "refunded", reversedCredits: 65 });
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([0, []]);
});
