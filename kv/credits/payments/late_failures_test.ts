/** Refunds that fail after they were reported, before or after the man withdrew: without the money he has the credits. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { taxedIn } from "../../testing/payments.ts";
import { testStore } from "../../testing/store.ts";
import { lastEntry } from "../ledger/ledger.ts";
import { moneyRefundsOf, retryMoneyBack } from "./money_refunds.ts";
import { settlePayment } from "./payment_events.ts";
import { paymentById } from "./payments.ts";
import { documentsOf } from "../tax/tax_documents.ts";
import { withdraw } from "./withdrawals.ts";
import { faults, spend, stands, worldOf } from "../../testing/failing_refunds.ts";

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
    // Tried again, the refund succeeds after all: now he owes the credits that he has spent.
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
    // A part that is both reported and under way counts once.
    expect(withdrew.withdrawal).toMatchObject({ credits: 43, cents: 1850 });
    if (isNotedFirst) await atProvider.answerDone("a-part");
    await atProvider.fail("a-part", 0);
    if (!isNotedFirst) await atProvider.answerDone("a-part");
    expect((await moneyRefundsOf(store, payment.id))[0]).toMatchObject({ state: "failed", problem: "closed" });
    // If the credits are still to follow, the job for that is there.
    expect(await faults(store)).toEqual([]);
    await settlePayment(store, payment.id);
    await atProvider.done(withdrew.withdrawal.id, 1850);
    expect([isNotedFirst, await stands(store, james.id)]).toEqual([isNotedFirst, [22, 0]]);
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

Deno.test("money that failed unheard is asked back again, and until the failure is told the audit counts it twice", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  const [part, rest] = [712, 2138];
  await atProvider.ask("a-part", part);
  await atProvider.done("a-part", part);
  await atProvider.ask("the-rest", rest);
  await atProvider.done("the-rest", part + rest);
  // The part has failed at the provider: its next total is told before the failure itself.
  await atProvider.tell(rest);
  expect(await faults(store)).toEqual([
    expect.stringContaining(`counts ${part + rest} cents as done, but the provider told of ${rest}`),
  ]);
  await atProvider.ask("again", part);
  expect(await faults(store)).toEqual([
    expect.stringContaining(`makes ${2 * part + rest} cents of ${payment.quote.totalCents}`),
    expect.stringContaining(`counts ${part + rest} cents as done, but the provider told of ${rest}`),
  ]);
  await atProvider.fail("a-part", rest);
  expect(await faults(store)).toEqual([]);
});
