/** A refund that failed and is given back in smaller parts waits on the desk until the parts make its amount. */
import { expect } from "expect";
import { faults, worldOf } from "../../../testing/failing_refunds.ts";
import { type TestStore, testStore } from "../../../testing/store.ts";
import { failedRefundTimes, moneyRefundsOf } from "../money_refunds.ts";
import { withdraw, withdrawalOf, withdrawalState } from "../withdrawals.ts";

/** A refund of 20 euros that was refused, and a way to give parts back a minute later each. */
async function refusedWorld(store: TestStore) {
  const { payment, atProvider } = await worldOf(store);
  let refundedCents = 0;
  const give = async (id: string, cents: number) => {
    store.clock.advance({ minutes: 1 });
    await atProvider.ask(id, cents);
    await atProvider.done(id, refundedCents += cents);
  };
  const refuse = async (id: string, cents: number) => {
    await atProvider.ask(id, cents);
    await atProvider.refuse(id);
  };
  const waits = async () => (await failedRefundTimes(store)).length;
  await refuse("whole", 2000);
  return { payment, atProvider, give, refuse, waits };
}

Deno.test("a refused refund is over once the parts asked for since make exactly its amount", async () => {
  using store = await testStore();
  const { payment, atProvider, give, waits } = await refusedWorld(store);
  await give("part-1", 700);
  await give("part-2", 800);
  expect(await waits()).toBe(1);
  await give("part-3", 500);
  expect(await waits()).toBe(0);
  const [whole] = await moneyRefundsOf(store, payment.id);
  expect(whole).toMatchObject({ state: "failed", replacedBy: "part-3" });
  await expect(atProvider.retry("whole")).rejects.toThrow("not_refundable");
  expect(await faults(store)).toEqual([]);
});

Deno.test("parts make one failed refund, not two, and none that failed later than they were asked for", async () => {
  using store = await testStore();
  const { payment, give, refuse, waits } = await refusedWorld(store);
  await give("part-1", 500);
  store.clock.advance({ minutes: 1 });
  await refuse("small", 800);
  expect(await waits()).toBe(1);
  const failed = async () =>
    (await moneyRefundsOf(store, payment.id)).filter(({ state }) => state === "failed")
      .map(({ replacedBy }) => replacedBy);
  await give("part-2", 300);
  // 500 and 300 are neither 2000, nor all of them asked for since the 800 failed.
  expect(await failed()).toEqual([undefined, undefined]);
  await give("part-3", 500);
  expect(await failed()).toEqual([undefined, "part-3"]);
  expect(await waits()).toBe(1);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a failed refund for which too little is left is over once at least its amount was given back since", async () => {
  using store = await testStore();
  const { give, waits } = await refusedWorld(store);
  await give("part-1", 1200);
  // Of 28.50 there are 16.50 left: the 20.00 cannot be tried again, and have not been given back either.
  expect(await waits()).toBe(1);
  await give("part-2", 1000);
  expect(await waits()).toBe(0);
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part that fails in its turn waits itself, and keeps a withdrawal from counting as paid", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await withdraw(store, { paymentId: payment.id });
  const { id, cents } = (await moneyRefundsOf(store, payment.id))[0]!;
  await atProvider.take(id);
  await atProvider.refuse(id);
  store.clock.advance({ minutes: 1 });
  await atProvider.ask("part-1", 1000);
  await atProvider.done("part-1", 1000);
  await atProvider.ask("part-2", cents - 1000);
  await atProvider.done("part-2", cents);
  const state = async () => await withdrawalState(store, (await withdrawalOf(store, payment.id))!);
  expect([await state(), (await failedRefundTimes(store)).length]).toEqual(["done", 0]);
  await atProvider.fail("part-1", cents - 1000);
  expect([await state(), (await failedRefundTimes(store)).length]).toEqual(["failed", 1]);
  expect(await faults(store)).toEqual([]);
});

Deno.test("what is asked back whole once all its parts were refused takes their place, and none of them is paid beside it", async () => {
  using store = await testStore();
  const { payment, atProvider, give, waits } = await refusedWorld(store);
  store.clock.advance({ minutes: 1 });
  for (const [id, cents] of [["part-1", 1200], ["part-2", 800]] as const) await atProvider.ask(id, cents);
  await atProvider.refuse("part-1");
  await atProvider.refuse("part-2");
  expect(await waits()).toBe(1);
  await give("again", 2000);
  expect(await waits()).toBe(0);
  const replacedBy = (await moneyRefundsOf(store, payment.id)).map((each) => each.replacedBy);
  expect(replacedBy).toEqual(["part-2", "again", "again", undefined]);
  for (const id of ["part-1", "part-2"]) await expect(atProvider.retry(id)).rejects.toThrow("not_refundable");
  expect(await faults(store)).toEqual([]);
});

Deno.test("while one of the parts is paid, another refund of the whole amount stands for none of them", async () => {
  using store = await testStore();
  const { payment, atProvider, refuse } = await refusedWorld(store);
  await refuse("small", 1000);
  store.clock.advance({ minutes: 1 });
  await atProvider.ask("part-1", 600);
  await atProvider.ask("part-2", 400);
  await atProvider.refuse("part-1");
  await atProvider.done("part-2", 400);
  await refuse("again", 1000);
  const replacedBy = (await moneyRefundsOf(store, payment.id)).map((each) => each.replacedBy);
  expect(replacedBy).toEqual([undefined, "part-2", undefined, undefined, undefined]);
  expect(await faults(store)).toEqual([]);
});
