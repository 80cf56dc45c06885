/** An admin settles what was seen of a payment's money, and nothing else: not what came since, nor what a bank asks for. */
import { expect } from "expect";
import { auditRecords } from "../../../store/audit_log.ts";
import { back, came, disputed, failed, moniesWorld } from "../../../testing/other_money.ts";
import { keys } from "../../../store/keys.ts";
import { mispaidOf, unfinishedPaymentsOf } from "../money_matters.ts";
import type { PaymentChange } from "../payment_changes.ts";
import type { Payment } from "../payments.ts";
import { markOfMatters, settleableOf, settleMatters } from "./settling_by_hand.ts";

async function worldOf() {
  const w = await moniesWorld();
  const settle = (payment: Payment, seen: string) =>
    settleMatters(w.store, { paymentId: payment.id, seen, actorId: 3 });
  return {
    ...w,
    settle,
    markOf: async (payment: Payment) => markOfMatters(await w.now(payment)),
    settleNow: async (payment: Payment) => await settle(payment, markOfMatters(await w.now(payment))),
  };
}

Deno.test("a page from before something became of the money settles nothing", async () => {
  await using w = await worldOf();
  const since: ((payment: Payment) => PaymentChange[])[] = [
    () => [back("pi_1", 2000, "EUR", 8), failed("pi_1", 0)],
    () => [back("pi_1", 700)],
    () => [disputed("pi_1", "open")],
    () => [came("pi_2", 900)],
  ];
  for (const words of since) {
    const payment = await w.begin();
    await w.hear(payment, came("pi_1", 2000));
    const seen = await w.markOf(payment);
    for (const word of words(payment)) await w.hear(payment, word);
    const open = await w.open(payment);
    expect(open).toContain("pi_1");
    expect(await w.settle(payment, seen)).toMatchObject({ reason: "conflict" });
    expect(await w.open(payment)).toEqual(open);
  }
});

Deno.test("money that came as ordered after all leaves a mark that no other money has", async () => {
  await using w = await worldOf();
  const payment = await w.begin();
  await w.hear(payment, came(`money-${payment.id}`, 2000));
  const seen = await w.markOf(payment);
  await w.pay(payment);
  await w.hear(payment, came("pi_2", 900));
  expect(await w.settle(payment, seen)).toMatchObject({ reason: "conflict" });
  expect(await w.open(payment)).toEqual(["pi_2"]);
});

Deno.test("what a bank asks for cannot be settled by hand; what stands beside it can, and is counted alone", async () => {
  await using w = await worldOf();
  const payment = await w.begin();
  await w.hear(payment, came("pi_1", 2000));
  await w.hear(payment, disputed("pi_1", "open"));
  expect(settleableOf(await w.now(payment))).toEqual([]);
  expect(await w.settleNow(payment)).toMatchObject({ reason: "conflict" });
  await w.hear(payment, came("pi_2", 900));
  expect(await w.settleNow(payment)).toEqual({ ok: true });
  expect(await w.open(payment)).toEqual(["pi_1"]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 1 });
  expect(records).toMatchObject([{ action: "money_matter_settled", details: { count: 1 } }]);
  await w.hear(payment, disputed("pi_1", "won", 2));
  expect([await w.open(payment), await w.settleNow(payment)]).toEqual([["pi_1"], { ok: true }]);
  expect(await w.open(payment)).toEqual([]);
});

Deno.test("money that was settled while a bank asked for it, as an older build let admins do, is open again once it stays here", async () => {
  await using w = await worldOf();
  const payment = await w.begin();
  await w.hear(payment, came("pi_1", 2000));
  await w.hear(payment, disputed("pi_1", "open"));
  const asked = await w.now(payment);
  const matters = mispaidOf(asked).map((each) => ({ ...each, settledAt: w.store.now() }));
  await w.store.kv.atomic().set(keys.payment(payment.id), { ...asked, matters })
    .delete(keys.openMatter(payment.id)).commit();
  await w.hear(payment, disputed("pi_1", "won", 2));
  expect([await w.open(payment), (await unfinishedPaymentsOf(w.store, w.james.id)).length]).toEqual([["pi_1"], 1]);
});
