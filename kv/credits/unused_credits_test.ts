/** Which credits were bought and are unused: gifts go first, and what comes back goes back to where it was. */
import { expect } from "expect";
import { openLetter } from "../letters/opening.ts";
import { sendLetter } from "../letters/sending.ts";
import { paidPayment, say } from "../testing/payments.ts";
import { createMan, createOlena, giveCredits, type TestStore, testStore } from "../testing/store.ts";
import { refundCharge } from "./refunds.ts";
import { unusedCreditsOf } from "./unused_credits.ts";

let letters = 0;
async function write(store: TestStore, manId: number, ladyId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const sent = await sendLetter(store, {
      authorId: manId,
      recipientId: ladyId,
      body: "Hello",
      sendKey: `u${++letters}`,
    });
    if (!sent.ok) throw new Error(sent.reason);
  }
}

Deno.test("who bought nothing has nothing to be paid back, whatever was given", async () => {
  using store = await testStore();
  const man = await createMan(store, { credits: 100 });
  expect(await unusedCreditsOf(store, man.id)).toEqual({ credits: 0, cents: 0, currency: "EUR", parts: [] });
});

Deno.test("given credits are spent first, then what was bought first", async () => {
  using store = await testStore();
  const man = await createMan(store, { credits: 20 });
  const olena = await createOlena(store);
  const first = await paidPayment(store, man.id);
  const second = await paidPayment(store, man.id, { key: "another-one" });
  const { totalCredits, totalCents } = first.quote;
  await write(store, man.id, olena.id, 2);
  expect(await unusedCreditsOf(store, man.id)).toMatchObject({ credits: 2 * totalCredits, cents: 2 * totalCents });
  await write(store, man.id, olena.id, 1);
  const { parts } = await unusedCreditsOf(store, man.id);
  expect(parts).toEqual([
    {
      paymentId: first.id,
      provider: "sandbox",
      credits: totalCredits - 10,
      cents: Math.ceil(totalCents * (totalCredits - 10) / totalCredits),
    },
    { paymentId: second.id, provider: "sandbox", credits: totalCredits, cents: totalCents },
  ]);
  // What is given later is spent before what is left of those.
  await giveCredits(store, man.id, 10);
  await write(store, man.id, olena.id, 1);
  expect((await unusedCreditsOf(store, man.id)).credits).toBe(2 * totalCredits - 10);
});

Deno.test("money that went back or is disputed is not paid back again", async () => {
  using store = await testStore();
  const man = await createMan(store);
  const payment = await paidPayment(store, man.id);
  const half = Math.floor(payment.quote.totalCents / 2);
  await say(store, payment, { kind: "refunded", refundedCents: half, currency: "EUR" });
  const left = await unusedCreditsOf(store, man.id);
  expect(left.cents).toBeLessThanOrEqual(payment.quote.totalCents - half);
  expect(left.cents).toBeGreaterThan(payment.quote.totalCents - half - 100);
  const dispute = { kind: "disputed", disputeId: "d", amountCents: half, currency: "EUR", outcome: "open" } as const;
  await say(store, payment, dispute);
  expect(await unusedCreditsOf(store, man.id)).toMatchObject({ credits: 0, cents: 0, parts: [] });
});

Deno.test("what is given back is bought again where it was bought", async () => {
  using store = await testStore();
  const man = await createMan(store, { credits: 10 });
  const olena = await createOlena(store);
  const payment = await paidPayment(store, man.id);
  await write(store, man.id, olena.id, 1);
  const answer = { authorId: olena.id, recipientId: man.id, body: "Thank you", sendKey: "answer" };
  const sent = await sendLetter(store, answer);
  if (!sent.ok) throw new Error(sent.reason);
  expect((await openLetter(store, man.id, sent.letter.id, true)).ok).toBe(true);
  expect((await unusedCreditsOf(store, man.id)).credits).toBe(payment.quote.totalCredits - 5);
  expect(await refundCharge(store, { manId: man.id, seq: 4, reason: "a mistake", actorId: 1 })).toMatchObject({
    ok: true,
  });
  expect(await unusedCreditsOf(store, man.id)).toMatchObject({
    credits: payment.quote.totalCredits,
    cents: payment.quote.totalCents,
  });
});
