/** Refunds of parts that fail, beside refunds by hand: nothing is sent twice, and nothing is forgotten. */
import { expect } from "expect";
import { testStore } from "../../../testing/store.ts";
import { openMoneyRefunds, retryMoneyBack } from "../money_refunds.ts";
import { beginSending, noteRefundOutcome } from "../sending_refunds.ts";
import { withdraw, withdrawalState } from "../withdrawals.ts";
import { faults, worldOf } from "../../../testing/failing_refunds.ts";

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
  // The 8.00 were refunded before `a-part`: they are not what failed.
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
    // The provider no longer counts `a-part`, and has not said so yet.
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

Deno.test("a part whose rise hid behind the fall of another counts once, from when that one's failure is named", async () => {
  using store = await testStore();
  const { payment, atProvider } = await worldOf(store);
  await atProvider.ask("a-part", 100);
  await atProvider.done("a-part", 100);
  await atProvider.ask("another", 600);
  await atProvider.take("another");
  // Either all of it is `another`, or 5.00 of it were refunded by hand: nobody can know yet.
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
  // `a-third` leaves the total, although more is known of it than of `another`.
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

Deno.test("a part counts once, also where the total fell before it was said that money by hand has failed", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.ask("replaced", 100);
  await atProvider.refuse("replaced");
  await atProvider.tell(100);
  expect(await atProvider.retry("replaced")).toBe("done");
  await atProvider.ask("a-part", 100);
  await atProvider.take("a-part");
  await atProvider.tell(200);
  await atProvider.tell(100);
  await atProvider.fail("by-hand", 100);
  expect(await atProvider.left()).toBe(2850 - 100);
  await atProvider.answerDone("a-part");
  expect(await atProvider.left()).toBe(2850 - 100);
  expect(await atProvider.retry("replaced")).toBe("requested");
  expect(await faults(store)).toEqual([]);
});

Deno.test("a part that was taken for the rise of another is under way again once a failure explains that rise", async () => {
  using store = await testStore();
  const { atProvider } = await worldOf(store);
  await atProvider.tell(100);
  await atProvider.ask("fails", 100);
  await atProvider.take("fails");
  await atProvider.tell(200);
  await atProvider.ask("done", 200);
  await atProvider.take("done");
  await atProvider.answerDone("fails");
  await atProvider.ask("under-way", 100);
  await atProvider.take("under-way");
  // `done` came as `fails` went: the total rises by just what is still under way.
  await atProvider.tell(300);
  await atProvider.answerDone("done");
  await atProvider.fail("fails", 300);
  expect(await atProvider.left()).toBe(2850 - 300 - 100);
  expect(await faults(store)).toEqual([]);
});
