import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { keys } from "../../store/keys.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { createJames, testStore } from "../../testing/store.ts";
import { lostCents } from "./payment_changes.ts";
import { type Payment, paymentById } from "./payments.ts";

/** James has paid 28.50, and this much was refunded of it: by that time, if the provider named one. */
async function refundedPayment(store: Store, refundedCents: number, toldAt?: number) {
  const payment = await paidPayment(store, (await createJames(store, 0)).id);
  const told = (cents: number, at?: number) =>
    say(store, payment, { kind: "refunded", refundedCents: cents, currency: "EUR", toldAt: at });
  await told(refundedCents, toldAt);
  return {
    payment,
    told,
    /** The dispute that was opened at 10 is lost at 21. */
    lose: (amountCents: number) =>
      say(store, payment, {
        kind: "disputed",
        disputeId: "PP-D-1",
        amountCents,
        currency: "EUR",
        outcome: "lost",
        refundsSince: 10,
        toldAt: 21,
      }),
    lost: async () => lostCents((await paymentById(store, payment.id))!),
  };
}

/** As payments were kept before: with the last total of their refunds alone. */
async function forgetTotals(store: Store, { id }: Payment): Promise<void> {
  const { refundTotals: _, ...payment } = (await paymentById(store, id))!;
  await store.kv.set(keys.payment(id), payment);
}

Deno.test("what was refunded before a dispute comes on top, also in a record that kept the last total alone", async () => {
  for (const isOld of [false, true]) {
    using store = await testStore();
    const { payment, told, lose, lost } = await refundedPayment(store, 1000, 1);
    if (isOld) await forgetTotals(store, payment);
    await told(1500, 20);
    await lose(1500);
    // Of the 15.00 that the dispute ended with, 5.00 went back as a refund within it.
    expect([isOld, await lost(), await audit(store)]).toEqual([isOld, 2500, []]);
  }
});

Deno.test("what an older record says was refunded within a dispute went back once", async () => {
  using store = await testStore();
  const { payment, lose, lost } = await refundedPayment(store, 1000, 12);
  await forgetTotals(store, payment);
  await lose(1500);
  expect([await lost(), await audit(store)]).toEqual([1500, []]);
});

Deno.test("a total without a time counts as of the latest time before it, so it comes on top of a later dispute", async () => {
  for (const first of [undefined, 5]) {
    using store = await testStore();
    const { told, lose, lost } = await refundedPayment(store, 300, first);
    await told(1000);
    await told(1500, 20);
    await lose(1500);
    expect([first, await lost(), await audit(store)]).toEqual([first, 2500, []]);
  }
});
