/** Refunds that fail after they were told of, before and after their man withdrew: who has no money has his credits. */
import { expect } from "expect";
import fc from "fast-check";
import { audit } from "../records/audit.ts";
import { paidPayment, say, taxedIn } from "../testing/payments.ts";
import { createMan, type TestStore, testStore } from "../testing/store.ts";
import { lastEntry, post } from "./ledger.ts";
import { askMoneyBack, moneyRefundsOf, openMoneyRefunds, retryMoneyBack } from "./money_refunds.ts";
import { refundableCents } from "./refunds_in_total.ts";
import { settlePayment } from "./payment_events.ts";
import { type Payment, paymentById } from "./payments.ts";
import { beginSending, noteRefundOutcome } from "./sending_refunds.ts";
import { documentsOf } from "./tax_documents.ts";
import { withdraw, withdrawalState } from "./withdrawals.ts";

/** James has bought 65 credits for 28.50 euros. */
async function worldOf(store: TestStore, wanted: Parameters<typeof paidPayment>[2] = {}) {
  const james = await createMan(store, { firstname: "James" });
  const payment = await paidPayment(store, james.id, wanted);
  return { james, payment, atProvider: new AtProvider(store, payment) };
}

/** His payment's provider, whose clock ticks with each word. */
class AtProvider {
  #toldAt = 0;
  /** What it calls those refunds that were sent anew. */
  #names = new Map<string, string>();

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
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "done", providerRefundId: this.#nameOf(id) });
  }

  async done(id: string, refundedCents: number): Promise<void> {
    await beginSending(this.store, this.payment.id, id);
    await this.tell(refundedCents);
    await this.answerDone(id);
  }

  /** The provider refuses it. */
  async refuse(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "failed", problem: "closed" });
  }

  /** The site hands it over, and the provider takes it under a name of its own; it ends later. */
  async take(id: string): Promise<void> {
    const { refund: { round } } = (await beginSending(this.store, this.payment.id, id))!;
    this.#names.set(id, round === 0 ? `re_${id}` : `re_${id}_${round}`);
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "sent", providerRefundId: this.#nameOf(id) });
  }

  /** Nobody answers about it for half a day. */
  async giveUp(id: string): Promise<void> {
    await noteRefundOutcome(this.store, this.payment.id, id, { state: "failed", problem: "no_answer" });
  }

  /** An admin presses "Try again", and reads what becomes of it. */
  async retry(id: string): Promise<string> {
    const retried = await retryMoneyBack(this.store, { paymentId: this.payment.id, refundId: id, actorId: 3 });
    if (!retried.ok) throw new Error(retried.reason);
    return retried.refund.state;
  }

  /** What can still be asked back. */
  async left(): Promise<number> {
    const { store, payment: { id } } = this;
    return refundableCents((await paymentById(store, id))!, await moneyRefundsOf(store, id));
  }

  /** It has failed after all, which leaves so much gone; told as often. */
  async fail(id: string, refundedCents: number, times = 1): Promise<void> {
    for (let each = 0; each < times; each++) {
      const about = { providerRefundId: this.#nameOf(id), problem: "closed" };
      await say(this.store, this.payment, { ...this.#total(refundedCents), ...about, kind: "refund_failed" });
    }
  }

  #nameOf(id: string): string {
    return this.#names.get(id) ?? `re_${id}`;
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
  const { atProvider } = await worldOf(store);
  await atProvider.tell(800);
  await atProvider.ask("a-part", 500);
  expect(await atProvider.left()).toBe(2850 - 800 - 500);
  await atProvider.tell(1300);
  expect(await atProvider.left()).toBe(2850 - 1300);
  await atProvider.answerDone("a-part");
  expect(await atProvider.left()).toBe(2850 - 1300);
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

Deno.test("what was given back by hand and has failed hides nothing that is given by hand later in place of a refused refund", async () => {
  for (const isAskedBefore of [true, false]) {
    using store = await testStore();
    const { atProvider } = await worldOf(store);
    const another = async () => {
      await atProvider.ask("another", 700);
      await atProvider.refuse("another");
    };
    await atProvider.tell(800);
    if (isAskedBefore) await another();
    await atProvider.ask("a-part", 500);
    await atProvider.done("a-part", 1300);
    await atProvider.fail("by-hand", 500);
    if (!isAskedBefore) await another();
    await atProvider.tell(1200);
    expect([isAskedBefore, await atProvider.retry("another")]).toEqual([isAskedBefore, "done"]);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("what was given back by hand and has failed takes nothing from who withdraws", async () => {
  for (const isAskedBefore of [true, false]) {
    using store = await testStore();
    const { payment, atProvider } = await worldOf(store);
    if (isAskedBefore) {
      await atProvider.tell(800);
      await atProvider.ask("a-part", 500);
      await atProvider.ask("another", 800);
      await atProvider.tell(1600);
      await atProvider.done("a-part", 2100);
      await atProvider.fail("by-hand", 1300);
    } else {
      await atProvider.tell(800);
      await atProvider.ask("a-part", 500);
      await atProvider.done("a-part", 1300);
      await atProvider.fail("by-hand", 500);
      await atProvider.ask("another", 800);
      await atProvider.tell(1300);
    }
    expect([isAskedBefore, await atProvider.left()]).toEqual([isAskedBefore, 2850 - 1300]);
    const withdrew = await withdraw(store, { paymentId: payment.id });
    if (!withdrew.ok) throw new Error(withdrew.reason);
    expect(withdrew.withdrawal).toMatchObject({ cents: 1550 });
    const { withdrawn } = (await paymentById(store, payment.id))!;
    expect(withdrawn).toMatchObject({ refundsBefore: ["a-part", "another"] });
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("what counted as failed and is there after all is nobody's money by hand", async () => {
  for (const how of ["unanswered", "replaced by hand"]) {
    using store = await testStore();
    const { atProvider } = await worldOf(store);
    await atProvider.ask("a-part", 500);
    if (how === "unanswered") await atProvider.tell(500);
    await (how === "unanswered" ? atProvider.giveUp("a-part") : atProvider.refuse("a-part"));
    if (how !== "unanswered") await atProvider.tell(500);
    await atProvider.ask("another", 400);
    expect([how, await atProvider.retry("a-part")]).toEqual([how, "done"]);
    await atProvider.done("another", 900);
    await atProvider.ask("a-third", 300);
    await atProvider.refuse("a-third");
    await atProvider.tell(1200);
    expect([how, await atProvider.retry("a-third")]).toEqual([how, "done"]);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("of two equal parts the one that was given up is not taken for the one that is done", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.ask("another", 500);
  await atProvider.tell(500);
  await atProvider.giveUp("a-part");
  await atProvider.answerDone("another");
  expect(await atProvider.left()).toBe(2850 - 500);
  expect(await atProvider.retry("a-part")).toBe("sent");
  expect(await faults(store)).toEqual([]);
});

Deno.test("a failure that is told of under a name nobody knows yet makes no money by hand of ours", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.tell(800);
  await atProvider.ask("a-part", 500);
  await atProvider.tell(1300);
  await atProvider.fail("a-part", 800);
  await atProvider.answerDone("a-part");
  // The 8.00 were there before: they are not what has failed.
  expect(await atProvider.retry("a-part")).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part whose failure is told of late is sent again, whatever was done meanwhile in its place", async () => {
  for (const anotherCents of [500, 700]) {
    using store = await testStore();
    const { atProvider } = await worldOf(store);
    await atProvider.ask("a-part", 500);
    await atProvider.done("a-part", 500);
    await atProvider.ask("another", anotherCents);
    // The provider counts the first one no more, and has not said so yet.
    await atProvider.done("another", anotherCents);
    await atProvider.fail("a-part", anotherCents);
    expect([anotherCents, await atProvider.retry("a-part")]).toEqual([anotherCents, "requested"]);
    await atProvider.done("a-part", anotherCents + 500);
    expect(await atProvider.left()).toBe(2850 - anotherCents - 500);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("a part whose failure is named after the total fell is sent again, also where another was taken for it", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.done("a-part", 500);
  await atProvider.ask("another", 600);
  await atProvider.done("another", 1100);
  await atProvider.tell(600);
  await atProvider.fail("a-part", 600);
  expect(await atProvider.retry("a-part")).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("what was given by hand before stays so while the failure of another part is still to be told of", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.tell(800);
  await atProvider.ask("refused", 200);
  await atProvider.refuse("refused");
  await atProvider.ask("a-part", 500);
  await atProvider.done("a-part", 1300);
  await atProvider.ask("another", 300);
  await atProvider.done("another", 1100);
  await atProvider.fail("a-part", 1100);
  expect(await atProvider.retry("refused")).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part on its way that takes the place of one that failed counts as lost when he withdraws, until it fails", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 200);
  await atProvider.done("a-part", 200);
  await atProvider.ask("another", 200);
  await atProvider.take("another");
  await atProvider.fail("a-part", 200);
  expect(await atProvider.left()).toBe(2850 - 200);
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  await atProvider.fail("another", 0);
  expect((await paymentById(store, payment.id))!.withdrawn).toMatchObject({ lostBeforeCents: 0, refundsBefore: [] });
  expect(await faults(store)).toEqual([]);
});

Deno.test("money given by hand in place of a refund that was refused fails as well: it waits for staff, and goes out again", async () => {
  for (const fallsUnnamed of [false, true]) {
    using store = await testStore();
    const { payment, atProvider } = await worldOf(store);
    const withdrew = await withdraw(store, { paymentId: payment.id });
    if (!withdrew.ok) throw new Error(withdrew.reason);
    const { withdrawal } = withdrew;
    await beginSending(store, payment.id, withdrawal.id);
    await atProvider.refuse(withdrawal.id);
    await atProvider.tell(2850);
    expect(await atProvider.retry(withdrawal.id)).toBe("done");
    expect(await openMoneyRefunds(store)).toEqual([]);
    if (fallsUnnamed) await atProvider.tell(0);
    await atProvider.fail("by-hand", 0, 3);
    expect([fallsUnnamed, await withdrawalState(store, withdrawal)]).toEqual([fallsUnnamed, "failed"]);
    const [waiting] = await openMoneyRefunds(store);
    expect(waiting?.refunds).toMatchObject([{ state: "failed", problem: "closed" }]);
    expect(await atProvider.left()).toBe(2850);
    expect(await faults(store)).toEqual([]);
    expect(await atProvider.retry(withdrawal.id)).toBe("requested");
    await atProvider.done(withdrawal.id, 2850);
    expect(await openMoneyRefunds(store)).toEqual([]);
    expect(await faults(store)).toEqual([]);
  }
});

Deno.test("money given by hand before he withdrew that fails was no loss of before, and his credits come back", async () => {
  using store = await testStore();
  const { james, payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 1000);
  await atProvider.refuse("a-part");
  await atProvider.tell(1000);
  expect(await atProvider.retry("a-part")).toBe("done");
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  await atProvider.done(withdrew.withdrawal.id, 2850);
  await atProvider.fail("by-hand", 1850);
  const refunds = await moneyRefundsOf(store, payment.id);
  expect(refunds.map(({ state }) => state)).toEqual(["failed", "done"]);
  expect((await paymentById(store, payment.id))!.withdrawn).toMatchObject({ lostBeforeCents: 0, refundsBefore: [] });
  expect(await stands(store, james.id)).toEqual([22, 0]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part whose rise hid behind the fall of another counts once, from when that one's failure is named", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 100);
  await atProvider.done("a-part", 100);
  await atProvider.ask("another", 600);
  await atProvider.take("another");
  // All of it is the other part, or 5.00 of it were given by hand: nobody can know yet.
  await atProvider.tell(600);
  await atProvider.fail("a-part", 600);
  expect(await atProvider.left()).toBe(2850 - 600);
  await atProvider.ask("a-third", 300);
  await atProvider.refuse("a-third");
  expect(await atProvider.retry("a-third")).toBe("requested");
  await atProvider.refuse("a-third");
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  expect(withdrew.withdrawal).toMatchObject({ cents: 2250 });
  expect(await faults(store)).toEqual([]);
});

Deno.test("a total that rises or falls by just one part has that one, whatever else might be it", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 600);
  await atProvider.ask("another", 500);
  await atProvider.tell(100);
  await atProvider.tell(600);
  expect(await atProvider.left()).toBe(2850 - 600 - 600);
  await atProvider.tell(1200);
  await atProvider.answerDone("a-part");
  await atProvider.ask("a-third", 300);
  await atProvider.take("a-third");
  await atProvider.tell(1500);
  expect(await atProvider.left()).toBe(2850 - 1500);
  // Of this one more is known than of the other that is under way.
  await atProvider.tell(1200);
  expect(await atProvider.left()).toBe(2850 - 1200 - 300);
});

Deno.test("of two equal parts the place of the one that is refused is the other's", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  for (const id of ["one-part", "another"]) await atProvider.ask(id, 600);
  await atProvider.tell(600);
  await atProvider.refuse("one-part");
  expect(await atProvider.left()).toBe(2850 - 600);
  expect(await atProvider.retry("one-part")).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("what was done in place of a part that failed counts as lost when he withdraws, until it fails as well", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 500);
  await atProvider.done("a-part", 500);
  await atProvider.ask("another", 700);
  await atProvider.done("another", 700);
  await atProvider.fail("a-part", 700);
  const withdrew = await withdraw(store, { paymentId: payment.id });
  if (!withdrew.ok) throw new Error(withdrew.reason);
  await atProvider.fail("another", 0);
  expect((await paymentById(store, payment.id))!.withdrawn).toMatchObject({ lostBeforeCents: 0, refundsBefore: [] });
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

/** What may happen to ours and to what somebody gives back by hand, to which refund, and how much of it. */
const happeningByHand = fc.record({
  what: fc.constantFrom(
    "asked",
    "told",
    "refused",
    "given up",
    "by hand",
    "by hand",
    "that fails",
    "fails",
    "fails unheard",
    "retried",
  ),
  which: fc.nat(3),
  cents: fc.integer({ min: 1, max: 5 }).map((hundreds) => hundreds * 100),
});

/** A refund of ours, and the least that was given by hand since it was asked for. */
interface Ours {
  id: string;
  cents: number;
  state: "under way" | "refused" | "given up" | "done";
  isThere: boolean;
  leastByHand: number;
}

Deno.test("whatever is given back by hand and fails, nothing counts twice, and a refused refund is done where it was given since", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happeningByHand, { minLength: 6, maxLength: 24 }), async (happenings) => {
      using store = await testStore();
      const { payment, atProvider } = await worldOf(store);
      const all: Ours[] = [];
      let byHand = 0;
      const sumOf = (some: Ours[]) => some.reduce((sum, { cents }) => sum + cents, 0);
      const total = () => byHand + sumOf(all.filter(({ isThere }) => isThere));
      const moveByHand = (cents: number) => {
        byHand += cents;
        for (const ours of all) ours.leastByHand = Math.min(ours.leastByHand, byHand);
      };
      const retried = async (ours: Ours) => {
        const isReplaced = byHand - ours.leastByHand >= ours.cents;
        if (!ours.isThere && !isReplaced && ours.cents > await atProvider.left()) return;
        const state = await atProvider.retry(ours.id);
        expect(state === "done").toBe(ours.isThere || isReplaced);
        ours.state = state === "done" ? "done" : "under way";
        if (state === "done" && !ours.isThere) {
          ours.isThere = true;
          moveByHand(-ours.cents);
        }
        if (state !== "done") await atProvider.take(ours.id);
      };
      for (const [at, { what, which, cents }] of happenings.entries()) {
        const ours = all[which % Math.max(1, all.length)];
        // Nobody can tell what is given by hand from ours that is on its way or unanswered.
        const mayBeOurs = all.some(({ isThere, state }) => !isThere && (state === "under way" || state === "given up"));
        const left = await atProvider.left();
        // Nor one from another of the same amount.
        const isAlike = all.some((other) => other.cents === cents && other.state !== "done");
        if (what === "asked" && cents <= left && !isAlike) {
          const asked: Ours = { id: `part-${at}`, cents, state: "under way", isThere: false, leastByHand: byHand };
          await atProvider.ask(asked.id, cents);
          await atProvider.take(asked.id);
          all.push(asked);
        }
        if (what === "told" && ours?.state === "under way") {
          if (ours.isThere) {
            await atProvider.answerDone(ours.id);
            ours.state = "done";
          } else {
            ours.isThere = true;
            await atProvider.tell(total());
          }
        }
        if (what === "refused" && ours?.state === "under way" && !ours.isThere) {
          await atProvider.refuse(ours.id);
          ours.state = "refused";
        }
        if (what === "given up" && ours?.state === "under way") {
          await atProvider.giveUp(ours.id);
          ours.state = "given up";
        }
        if (what === "by hand" && cents <= left && !mayBeOurs) {
          moveByHand(cents);
          await atProvider.tell(total());
        }
        if (what === "that fails" && cents <= byHand) {
          moveByHand(-cents);
          await atProvider.fail(`by-hand-${at}`, total());
        }
        // One that was given by hand in its place has no name, and nobody could tell two of them apart.
        const nameless = (await moneyRefundsOf(store, payment.id)).filter((each) =>
          each.state === "done" && each.providerRefundId === null
        );
        const isNameless = nameless.some(({ id }) => id === ours?.id);
        if (what.startsWith("fails") && ours?.state === "done" && isNameless && nameless.length === 1) {
          // Other money by hand would be in its place.
          if (byHand >= ours.cents) moveByHand(-ours.cents);
          else [ours.state, ours.isThere] = ["refused", false];
          if (what === "fails unheard") await atProvider.tell(total());
          await atProvider.fail(`by-hand-${at}`, total());
        }
        if (what === "fails" && ours?.state === "done" && !isNameless) {
          [ours.state, ours.isThere] = ["refused", false];
          await atProvider.fail(ours.id, total());
        }
        if (what === "fails unheard" && ours?.state === "done" && !isNameless) {
          [ours.state, ours.isThere] = ["refused", false];
          // Before it is named the total falls, or another one takes its place there, whether that has ended or not.
          const untold = all.filter(({ state, isThere }) =>
            !isThere && (state === "under way" || state === "given up")
          );
          const other = untold.find(({ state }) => state === "under way");
          if (other) other.isThere = true;
          await atProvider.tell(total());
          // Of several nobody could tell which it is.
          if (other && (cents > 300 || untold.length > 1)) {
            await atProvider.answerDone(other.id);
            other.state = "done";
          }
          await atProvider.fail(ours.id, total());
        }
        if (what === "retried" && (ours?.state === "refused" || ours?.state === "given up")) await retried(ours);
        const untold = sumOf(all.filter(({ state, isThere }) => state === "under way" && !isThere));
        expect([at, await atProvider.left()]).toEqual([at, 2850 - total() - untold]);
      }
      expect(await faults(store)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
