/** Refunds that fail after they were told of, before and after their man withdrew: who has no money has his credits. */
import { expect } from "expect";
import fc from "fast-check";
import { audit } from "../records/audit.ts";
import { paidPayment, say, taxedIn } from "../testing/payments.ts";
import { createMan, type TestStore, testStore } from "../testing/store.ts";
import { lastEntry, post } from "./ledger.ts";
import { askMoneyBack, moneyRefundsOf, refundableCents, retryMoneyBack } from "./money_refunds.ts";
import { settlePayment } from "./payment_events.ts";
import { type Payment, paymentById } from "./payments.ts";
import { beginSending, noteRefundOutcome } from "./sending_refunds.ts";
import { documentsOf } from "./tax_documents.ts";
import { withdraw } from "./withdrawals.ts";

/** James has bought 65 credits for 28.50 euros. */
async function worldOf(store: TestStore, wanted: Parameters<typeof paidPayment>[2] = {}) {
  const james = await createMan(store, { firstname: "James" });
  const payment = await paidPayment(store, james.id, wanted);
  return { james, payment, atProvider: new AtProvider(store, payment) };
}

/** His payment's provider, whose clock ticks with each word. */
class AtProvider {
  #toldAt = 0;

  constructor(readonly store: TestStore, readonly payment: Payment) {}

  /** An admin asks, and the site hands it over. */
  async ask(id: string, cents: number): Promise<void> {
    const asked = await askMoneyBack(this.store, { id, paymentId: this.payment.id, cents, actorId: 3 });
    if (!asked.ok) throw new Error(asked.reason);
    await beginSending(this.store, this.payment.id, id);
  }

  /** A webhook tells of all that went back so far. */
  async tell(refundedCents: number): Promise<void> {
    await say(this.store, this.payment, { ...this.#total(refundedCents), kind: "refunded" });
  }

  /** The answer to the request is written down. */
  async answerDone(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "done", providerRefundId: `re_${id}` });
  }

  async done(id: string, refundedCents: number): Promise<void> {
    await beginSending(this.store, this.payment.id, id);
    await this.tell(refundedCents);
    await this.answerDone(id);
  }

  /** It has failed after all, which leaves so much gone; told as often. */
  async fail(id: string, refundedCents: number, times = 1): Promise<void> {
    for (let each = 0; each < times; each++) {
      const about = { providerRefundId: `re_${id}`, problem: "closed" };
      await say(this.store, this.payment, { ...this.#total(refundedCents), ...about, kind: "refund_failed" });
    }
  }

  #total(refundedCents: number) {
    return { refundedCents, currency: "EUR", toldAt: ++this.#toldAt };
  }
}

const spend = (store: TestStore, manId: number, credits: number) =>
  post(store, { manId, operation: "sent_letter", deltaCredits: -credits, reference: {}, idempotencyKey: "spent" });

const stands = async (store: TestStore, manId: number) => {
  const { balanceAfter, owedAfter } = (await lastEntry(store, manId))!;
  return [balanceAfter, owedAfter];
};

/** The books without what stands for letters that these tests only pretend to send. */
const faults = async (store: TestStore) =>
  (await audit(store)).filter((sentence) => !/paid for a letter without naming it/.test(sentence));

Deno.test("a part that went back before he withdrew and then fails leaves him its credits, with his own money there or not", async () => {
  for (const isPaidFirst of [true, false]) {
    using store = await testStore();
    const { james, payment, atProvider } = await worldOf(store);
    await atProvider.ask("a-part", 1000);
    await atProvider.done("a-part", 1000);
    expect(await stands(store, james.id)).toEqual([43, 0]);
    const withdrew = await withdraw(store, { paymentId: payment.id });
    if (!withdrew.ok) throw new Error(withdrew.reason);
    expect(withdrew.withdrawal).toMatchObject({ credits: 43, cents: 1850 });
    if (isPaidFirst) await atProvider.done(withdrew.withdrawal.id, 2850);
    await atProvider.fail("a-part", isPaidFirst ? 1850 : 0, 3);
    expect([isPaidFirst, await stands(store, james.id)]).toEqual([isPaidFirst, [22, 0]]);
    expect((await lastEntry(store, james.id))!.reference.cents).toBe(-1000);
    expect(await faults(store)).toEqual([]);
    await spend(store, james.id, 22);
    if (!isPaidFirst) await atProvider.done(withdrew.withdrawal.id, 1850);
    expect([isPaidFirst, await stands(store, james.id)]).toEqual([isPaidFirst, [0, 0]]);
    // Tried again it goes back after all: then those credits were spent for nothing.
    await retryMoneyBack(store, { paymentId: payment.id, refundId: "a-part", actorId: 3 });
    await atProvider.done("a-part", 2850);
    expect([isPaidFirst, await stands(store, james.id)]).toEqual([isPaidFirst, [0, 22]]);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("of two parts that went back before he withdrew the one that fails gives its credits again, once", async () => {
  using store = await testStore();
  const { james, payment, atProvider } = await worldOf(store);
  await atProvider.ask("one-part", 500);
  await atProvider.done("one-part", 500);
  await atProvider.ask("another-part", 500);
  await atProvider.done("another-part", 1000);
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  await atProvider.done(withdrew.withdrawal.id, 2850);
  await atProvider.fail("one-part", 2350, 3);
  expect(await stands(store, james.id)).toEqual([11, 0]);
  expect((await paymentById(store, payment.id))!.withdrawn).toMatchObject({ lostBeforeCents: 500 });
  expect(await faults(store)).toEqual([]);
});

Deno.test("what was told of when he withdrew fails as well, whether its answer is written down before the failure or after", async () => {
  for (const isNotedFirst of [true, false]) {
    using store = await testStore();
    const { james, payment, atProvider } = await worldOf(store);
    await atProvider.ask("a-part", 1000);
    await atProvider.tell(1000);
    const withdrew = await withdraw(store, { paymentId: payment.id });
    if (!withdrew.ok) throw new Error(withdrew.reason);
    // What is told of and under way counts once.
    expect(withdrew.withdrawal).toMatchObject({ credits: 43, cents: 1850 });
    if (isNotedFirst) await atProvider.answerDone("a-part");
    await atProvider.fail("a-part", 0);
    if (!isNotedFirst) await atProvider.answerDone("a-part");
    expect((await moneyRefundsOf(store, payment.id))[0]).toMatchObject({ state: "failed", problem: "closed" });
    // Where the credits have still to follow, their job is there.
    expect(await faults(store)).toEqual([]);
    await settlePayment(store, payment.id);
    await atProvider.done(withdrew.withdrawal.id, 1850);
    expect([isNotedFirst, await stands(store, james.id)]).toEqual([isNotedFirst, [22, 0]]);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("what is under way counts beside what somebody gave back by hand before, and once when it is told of", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  const left = async () =>
    refundableCents((await paymentById(store, payment.id))!, await moneyRefundsOf(store, payment.id));
  await atProvider.tell(800);
  await atProvider.ask("a-part", 500);
  expect(await left()).toBe(2850 - 800 - 500);
  await atProvider.tell(1300);
  expect(await left()).toBe(2850 - 1300);
  await atProvider.answerDone("a-part");
  expect(await left()).toBe(2850 - 1300);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a refund that failed is sent again, whatever somebody gave back by hand before it was asked for", async () => {
  for (const afterwards of [0, 500]) {
    using store = await testStore();
    const { payment, atProvider } = await worldOf(store);
    await atProvider.tell(800);
    await atProvider.ask("a-part", 500);
    await noteRefundOutcome(store, payment.id, "a-part", { state: "failed", problem: "closed" });
    await atProvider.tell(800 + afterwards);
    const again = await retryMoneyBack(store, { paymentId: payment.id, refundId: "a-part", actorId: 3 });
    expect(again).toMatchObject({ ok: true, refund: { state: afterwards > 0 ? "done" : "requested" } });
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("a refund that failed is sent again, also where it was asked for before an earlier one was told of", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.tell(800);
  await atProvider.ask("a-part", 500);
  await atProvider.answerDone("a-part");
  await atProvider.ask("another", 400);
  await atProvider.tell(1300);
  await noteRefundOutcome(store, payment.id, "another", { state: "failed", problem: "closed" });
  const again = await retryMoneyBack(store, { paymentId: payment.id, refundId: "another", actorId: 3 });
  expect(again).toMatchObject({ ok: true, refund: { state: "requested" } });
  expect(await faults(store)).toEqual([]);
});

Deno.test("the failure of a part that was under way and untold when he withdrew gives no credits: they are all out", async () => {
  using store = await testStore();
  const { james, payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.done("a-part", 500);
  await atProvider.ask("under-way", 500);
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  expect(withdrew.withdrawal).toMatchObject({ credits: 54, cents: 1850 });
  await atProvider.done("under-way", 1000);
  await atProvider.done(withdrew.withdrawal.id, 2850);
  await atProvider.fail("under-way", 2350);
  expect(await stands(store, james.id)).toEqual([0, 0]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("the credit note of his own money says that he withdrew, also where another part has failed before", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store, taxedIn("DE"));
  await atProvider.ask("a-part", 1000);
  await atProvider.done("a-part", 1000);
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  await atProvider.fail("a-part", 0);
  await atProvider.done(withdrew.withdrawal.id, 1850);
  const documents = await documentsOf(store, (await paymentById(store, payment.id))!);
  expect(documents.map(({ corrects, grossCents }) => [corrects?.reason, grossCents])).toEqual([
    [undefined, 2850],
    ["refund", 1000],
    ["refund_failed", -1000],
    ["withdrawal", 1850],
  ]);
  expect(await audit(store)).toEqual([]);
});

/** What may happen to the money of a payment, and to which of its refunds. */
const happening = fc.record({
  what: fc.constantFrom("asked", "asked", "told", "answered", "withdrawn", "fails"),
  which: fc.nat(4),
});

/** What really became of a refund. */
interface Truth {
  id: string;
  cents: number;
  hasFailed: boolean;
  isAnswered: boolean;
}

Deno.test("in whatever order parts go back, are told of, answered and fail, those credits go whose money is gone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 14 }), async (happenings) => {
      using store = await testStore();
      const { james, payment, atProvider } = await worldOf(store);
      const truths: Truth[] = [];
      const goneCents = (some = truths) => some.reduce((sum, { cents, hasFailed }) => sum + (hasFailed ? 0 : cents), 0);
      let told: Truth[] = [];
      let withdrawn: { credits: number; cents: number; before: Truth[] } | null = null;
      /** The provider has it, and names it. */
      const take = async (id: string, cents: number) => {
        await beginSending(store, payment.id, id);
        await noteRefundOutcome(store, payment.id, id, { state: "sent", providerRefundId: `re_${id}` });
        truths.push({ id, cents, hasFailed: false, isAnswered: false });
      };
      const tell = async (say: () => Promise<void>) => {
        told = truths.filter(({ hasFailed }) => !hasFailed);
        await say();
      };
      const answer = async (truth: Truth) => {
        truth.isAnswered = true;
        await tell(() => atProvider.tell(goneCents()));
        await atProvider.answerDone(truth.id);
      };
      const perform = async (what: typeof happenings[number]["what"], id: string, which: number) => {
        const truth = truths[which % Math.max(1, truths.length)];
        if (what === "asked") {
          const cents = 100 * (which + 1);
          const asked = await askMoneyBack(store, { id, paymentId: payment.id, cents, actorId: 3 });
          if (asked.ok) await take(id, cents);
        }
        if (what === "withdrawn" && !withdrawn) {
          const withdrew = await withdraw(store, { paymentId: payment.id });
          if (!withdrew.ok) return;
          const { id, credits, cents } = withdrew.withdrawal;
          withdrawn = { credits, cents, before: told };
          await take(id, cents);
        }
        if (what === "told") await tell(() => atProvider.tell(goneCents()));
        if (what === "answered" && truth && !truth.isAnswered) await answer(truth);
        if (what === "fails" && truth) {
          truth.hasFailed = true;
          await tell(() => atProvider.fail(truth.id, goneCents()));
        }
      };
      for (const [at, { what, which }] of happenings.entries()) await perform(what, `part-${at}`, which);
      for (const truth of truths) if (!truth.isAnswered) await answer(truth);
      const { credits = 0, cents = -1, before = [] } = withdrawn ?? {};
      const creditsOf = (some: number) => Math.floor(65 * some / 2850);
      const [lost, lostBefore] = [goneCents(), goneCents(before)];
      const beside = credits + creditsOf(Math.min(lost, lostBefore));
      const gone = lost > lostBefore + cents ? Math.max(beside, creditsOf(lost)) : beside;
      expect(await stands(store, james.id)).toEqual([65 - gone, 0]);
      expect(await faults(store)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
