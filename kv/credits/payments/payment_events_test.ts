import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import type { Job } from "../../store/jobs/work.ts";
import { keys } from "../../store/keys.ts";
import { Mutexes } from "../../store/mutex.ts";
import { prefixes } from "../../store/prefixes.ts";
import { addSpring, begunPayment, paidInFull, paidPayment, say } from "../../testing/payments.ts";
import { asOtherProcess, createJames, createPeople, testStore } from "../../testing/store.ts";
import { history } from "../ledger/history.ts";
import { balanceOf, lastEntry, post } from "../ledger/ledger.ts";
import { applyPaymentEvent, settlePayment } from "./payment_events.ts";
import { type Payment, paymentById } from "./payments.ts";
import { endPayment } from "./purchases.ts";

const entriesOf = async (store: Store, manId: number) =>
  (await history(store, manId, { page: 1, limit: 100 })).entries.map(({ operation, deltaCredits }) => [
    operation,
    deltaCredits,
  ]);

const refunded = (refundedCents: number) => ({ kind: "refunded", refundedCents, currency: "EUR" }) as const;
const disputed = (payment: Payment, outcome: "open" | "won" | "lost", disputeId = "dp_1") =>
  ({ kind: "disputed", disputeId, amountCents: payment.quote.totalCents, currency: "EUR", outcome }) as const;

Deno.test("money that arrived becomes credits, a receipt and a paid payment in one commit", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  store.clock.advance({ minutes: 3 });
  const paid = await say(store, payment, paidInFull(payment));
  expect(paid).toMatchObject({ ok: true, isRepeat: false });
  expect(await paymentById(store, payment.id)).toMatchObject({ state: "paid", number: 1, paidAt: store.now() });
  expect(await lastEntry(store, james.id)).toMatchObject({
    operation: "refill",
    deltaCredits: 65,
    balanceAfter: 65,
    reference: { paymentId: payment.id, note: "Economy" },
    idempotencyKey: `payment:sandbox:${payment.id}`,
  });
});

Deno.test("the same event again, and another that says the same, credit nothing more", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  await say(store, payment, paidInFull(payment), "evt_1");
  expect(await say(store, payment, paidInFull(payment), "evt_1")).toMatchObject({ ok: true, isRepeat: true });
  expect(await say(store, payment, paidInFull(payment), "evt_2")).toMatchObject({ ok: true, isRepeat: false });
  expect(await entriesOf(store, james.id)).toEqual([["refill", 65]]);
});

Deno.test("many events at once, in two processes, credit once", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  const processes = [store, asOtherProcess(store), asOtherProcess(store)];
  await Promise.all(
    [0, 1, 2, 3].flatMap((event) =>
      processes.map((each) => say(each, payment, paidInFull(payment), `evt_${event % 2}`))
    ),
  );
  expect(await entriesOf(store, james.id)).toEqual([["refill", 65]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("receipts are counted without gaps, also when many are paid at once", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const payments = await Promise.all(
    [james, wei, james, wei, james].map(({ id }) => begunPayment(store, id)),
  );
  const processes = [store, asOtherProcess(store)];
  const paid = await Promise.all(payments.map((payment, at) => say(processes[at % 2]!, payment, paidInFull(payment))));
  const numbers = paid.map((each) => each.ok ? each.payment.number : null).toSorted();
  expect(numbers).toEqual([1, 2, 3, 4, 5]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("an amount or a currency that was not agreed on moves nothing", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id);
  const right = { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "m" } as const;
  for (const wrong of [{ amountCents: 2849 }, { amountCents: 2851 }, { amountCents: 0 }, { currency: "USD" }]) {
    expect(await say(store, payment, { ...right, ...wrong }, "evt_1")).toMatchObject({ reason: "payment_mismatch" });
  }
  expect({ ...await paymentById(store, payment.id), matters: undefined }).toEqual(payment);
  expect(await balanceOf(store, james.id)).toBe(200);
  // The refused event was not remembered either: the right one under the same id still counts.
  expect(await say(store, payment, right, "evt_1")).toMatchObject({ ok: true, isRepeat: false });
});

Deno.test("a payment of another provider is none of this one's", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { id: paymentId } = await begunPayment(store, james.id);
  const change = { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "m" } as const;
  expect(await applyPaymentEvent(store, { provider: "stripe", eventId: "e", paymentId, change })).toMatchObject({
    reason: "not_found",
  });
  expect(await applyPaymentEvent(store, { provider: "sandbox", eventId: "e", paymentId: "no", change })).toMatchObject({
    reason: "not_found",
  });
});

for (const end of ["declined", "expired", "cancelled"] as const) {
  Deno.test(`money for a payment that was ${end} is credited all the same, with its promo code`, async () => {
    using store = await testStore();
    await addSpring(store);
    const james = await createJames(store, 0);
    const payment = await begunPayment(store, james.id, { promoCode: "SPRING10" });
    await say(store, payment, { kind: end });
    expect((await paymentById(store, payment.id))?.state).toBe(end);
    // In the meantime the freed code went to another payment of his.
    await begunPayment(store, james.id, { promoCode: "SPRING10" });
    expect(await audit(store)).toEqual([]);
    expect(await say(store, payment, paidInFull(payment))).toMatchObject({ ok: true, payment: { state: "paid" } });
    expect(await balanceOf(store, james.id)).toBe(65);
    expect(await audit(store)).toEqual([]);
  });

  Deno.test(`word that a payment was ${end} comes too late after its money`, async () => {
    using store = await testStore();
    const james = await createJames(store);
    const payment = await paidPayment(store, james.id);
    await say(store, payment, { kind: end });
    expect((await paymentById(store, payment.id))?.state).toBe("paid");
  });
}

Deno.test("what ended first stays ended, and word that money is under way does not open it", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const payment = await begunPayment(store, james.id);
  await say(store, payment, { kind: "declined" });
  for (const kind of ["pending", "expired", "cancelled"] as const) await say(store, payment, { kind });
  expect((await paymentById(store, payment.id))?.state).toBe("declined");
});

Deno.test("an approval asks for its money once, and never for a payment that was cancelled", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const approved = { kind: "approved", amountCents: 2850, currency: "EUR" } as const;
  const captures = async () => {
    const jobs = await Array.fromAsync(store.kv.list<{ kind: string }>({ prefix: prefixes.jobs() }));
    return jobs.filter(({ value }) => value.kind === "capture_payment").length;
  };
  const payment = await begunPayment(store, james.id);
  await say(store, payment, approved);
  await say(store, payment, approved);
  expect([await captures(), (await paymentById(store, payment.id))?.state]).toEqual([1, "pending"]);
  const cancelled = await begunPayment(store, james.id);
  await endPayment(store, cancelled.id, "cancelled");
  await say(store, cancelled, approved);
  expect([await captures(), (await paymentById(store, cancelled.id))?.state]).toEqual([1, "cancelled"]);
  const cheap = await begunPayment(store, james.id);
  expect(await say(store, cheap, { ...approved, amountCents: 1 })).toMatchObject({ reason: "payment_mismatch" });
});

Deno.test("a refund takes the credits back, once, however often it is told", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, refunded(2850));
  await say(store, payment, refunded(2850));
  expect(await paymentById(store, payment.id)).toMatchObject({ state: "refunded", reversedCredits: 65 });
  expect(await entriesOf(store, james.id)).toEqual([["refund", -65], ["refill", 65]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("parts of the money take parts of the credits, and all of it takes all", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, refunded(950));
  expect([await balanceOf(store, james.id), (await paymentById(store, payment.id))?.state]).toEqual([44, "paid"]);
  await say(store, payment, refunded(2850));
  // The event of the smaller sum comes late.
  await say(store, payment, refunded(1900));
  expect([await balanceOf(store, james.id), (await paymentById(store, payment.id))?.state]).toEqual([0, "refunded"]);
  expect(await say(store, payment, refunded(2851))).toMatchObject({ reason: "payment_mismatch" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("credits that are spent already are owed, block spending, and the next payment settles them", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const spend = (idempotencyKey: string, deltaCredits: number) =>
    post(store, { manId: james.id, operation: "sent_letter", deltaCredits, reference: {}, idempotencyKey });
  await spend("one", -60);
  await say(store, payment, refunded(2850));
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 60 });
  expect(await spend("two", -1)).toMatchObject({ reason: "credits_owed" });
  await paidPayment(store, james.id);
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 5, owedAfter: 0 });
});

Deno.test("a dispute takes the credits back, and gives them again when it is won", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, disputed(payment, "open"));
  expect([await balanceOf(store, james.id), (await paymentById(store, payment.id))?.state]).toEqual([0, "disputed"]);
  await say(store, payment, disputed(payment, "won"));
  expect([await balanceOf(store, james.id), (await paymentById(store, payment.id))?.state]).toEqual([65, "paid"]);
  // A late event of its opening does not open it again.
  await say(store, payment, disputed(payment, "open"));
  expect(await balanceOf(store, james.id)).toBe(65);
  await say(store, payment, disputed(payment, "open", "dp_2"));
  await say(store, payment, disputed(payment, "lost", "dp_2"));
  expect([await balanceOf(store, james.id), (await paymentById(store, payment.id))?.state]).toEqual([0, "refunded"]);
  expect(await entriesOf(store, james.id)).toEqual([["refund", -65], ["refund", 65], ["refund", -65], ["refill", 65]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("word of a refund that overtakes word of the money takes back what then comes", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  await say(store, payment, refunded(2850));
  expect(await entriesOf(store, james.id)).toEqual([]);
  expect(await say(store, payment, paidInFull(payment))).toMatchObject({ payment: { state: "refunded" } });
  expect(await entriesOf(store, james.id)).toEqual([["refund", -65], ["refill", 65]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a crash between the word of a refund and its entry is mended by the same word again", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  // As if the process had ended after the first of the two commits.
  await store.kv.set(keys.payment(payment.id), { ...payment, refundedCents: 2850, state: "refunded" });
  await store.kv.set(keys.paymentEvent("sandbox", "evt_refund"), {});
  expect(await audit(store)).not.toEqual([]);
  expect(await say(store, payment, refunded(2850), "evt_refund")).toMatchObject({ ok: true, isRepeat: true });
  expect(await balanceOf(store, james.id)).toBe(0);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a crash between the word of a refund and its entry is mended by a job, and is no fault until then", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const run: Store["mutexes"]["run"] = (name, work) =>
    name.startsWith("ledger:") ? Promise.reject(new Error("killed")) : store.mutexes.run(name, work);
  const dying = { ...store, mutexes: Object.assign(new Mutexes(), { run }) };
  await expect(say(dying, payment, refunded(2850), "evt_refund")).rejects.toThrow("killed");
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([65, []]);
  const settle = (job: Job) => job.kind === "settle_payment" ? settlePayment(store, job.paymentId) : Promise.resolve();
  await runDueJobs(store, settle, (_job, error) => expect(error).toBe(null));
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([0, []]);
});

Deno.test("the state is the same in whatever order the words come", async () => {
  const words = (payment: Payment) => [
    paidInFull(payment),
    { kind: "pending" } as const,
    { kind: "expired" } as const,
    refunded(1000),
    disputed(payment, "open"),
    disputed(payment, "won"),
  ];
  const ends = new Set<string>();
  for (let round = 0; round < 60; round++) {
    using store = await testStore();
    const james = await createJames(store, 0);
    const payment = await begunPayment(store, james.id);
    const order = words(payment).map((_, at) => ({ at, place: (at * 7919 + round * 104_729 * (at + 1)) % 101 }))
      .toSorted((one, other) => one.place - other.place);
    for (const { at } of order) await say(store, payment, words(payment)[at]!, `evt_${at}`);
    const { state, reversedCredits } = (await paymentById(store, payment.id))!;
    ends.add(`${state} ${reversedCredits} ${await balanceOf(store, james.id)}`);
    expect(await audit(store)).toEqual([]);
  }
  expect([...ends]).toEqual(["paid 22 43"]);
});

Deno.test("what moves money leaves a record in the commit that moves it; what does not leaves none", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await begunPayment(store, james.id);
  await say(store, payment, { kind: "pending" });
  await say(store, payment, paidInFull(payment), "evt_1");
  await say(store, payment, paidInFull(payment), "evt_1");
  await say(store, payment, refunded(1000));
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  const { totalCents } = payment.quote;
  const facts = { manId: james.id, provider: "sandbox", totalCents, currency: "EUR" };
  const credits = 65 - (await balanceOf(store, james.id));
  expect(records.map(({ action, actorId, details }) => [action, actorId, details]).toSorted()).toEqual([
    ["payment_credits_taken_back", null, { manId: james.id, credits }],
    ["payment_paid", null, { ...facts, state: "paid" }],
    ["payment_refunded", null, { ...facts, state: "paid", refundedCents: 1000 }],
  ]);
  expect(new Set(records.map(({ subject }) => subject))).toEqual(new Set([`payment:${payment.id}`]));
});
