/** What a bank reads about a payment that PayPal took back before a dispute about it was won. */
import { expect } from "expect";
import { paymentById } from "../../../../kv/credits/payments/payments.ts";
import { paidPayment, say } from "../../../../kv/testing/payments.ts";
import { createJames, testStore } from "../../../../kv/testing/store.ts";
import { paymentLines } from "./dispute_file.ts";

Deno.test("a bank reads of no loss that a dispute which was won has undone, and of each that stands", async () => {
  for (const [reversedAt, told] of [[2, "PP-D-1 (won)"], [25, "PP-D-1 (won), reversal (lost)"]] as const) {
    using store = await testStore();
    const james = await createJames(store, 0);
    const payment = await paidPayment(store, james.id, { provider: "paypal" });
    const { currency, totalCents: amountCents } = payment.quote;
    const dispute = { kind: "disputed", currency, amountCents } as const;
    await say(store, payment, { ...dispute, disputeId: "PP-D-1", outcome: "won", toldAt: 20 });
    await say(store, payment, { ...dispute, disputeId: null, outcome: "lost", toldAt: reversedAt });
    const now = (await paymentById(store, payment.id))!;
    const lines = new Map(paymentLines({ ...now, paidAt: now.paidAt! }, null));
    expect([reversedAt, lines.get("disputes")]).toEqual([reversedAt, told]);
  }
});
