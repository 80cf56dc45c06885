/** Which credits were bought and are unused: gifts go first, and what comes back goes back to where it was. */
import { expect } from "expect";
import fc from "fast-check";
import { openLetter } from "../../letters/opening.ts";
import { sendLetter } from "../../letters/sending.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { createMan, createOlena, giveCredits, type TestStore, testStore } from "../../testing/store.ts";
import { audit } from "../../records/audit.ts";
import type { Entry } from "../ledger/entry.ts";
import { lastEntry, nextEntry, type Posting } from "../ledger/ledger.ts";
import { refundKeyOf } from "../ledger/refund_key.ts";
import { refundCharge } from "../ledger/refunds.ts";
import { CreditLots, unusedCreditsOf } from "./unused_credits.ts";
import { withdraw, withdrawalOffer } from "./withdrawals.ts";

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
  // Credits that are given later are spent before the rest of the bought ones.
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

/** The unused credits and cents of each of his payments. */
const leftOf = async (store: TestStore, manId: number) =>
  (await unusedCreditsOf(store, manId)).parts.map(({ credits, cents }) => [credits, cents]);

Deno.test("what a refund took from another purchase is there again as soon as its own credits come back", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const olena = await createOlena(store);
  const first = await paidPayment(store, james.id);
  const second = await paidPayment(store, james.id, { key: "another-one" });
  await write(store, james.id, olena.id, 4);
  // 45 credits are taken; only 25 of the first purchase are left.
  await say(store, first, { kind: "refunded", refundedCents: 2000, currency: "EUR" });
  expect(await leftOf(store, james.id)).toEqual([[45, Math.ceil(2850 * 45 / 65)]]);
  for (const seq of [3, 4, 5, 6]) await refundCharge(store, { manId: james.id, seq, reason: "a mistake", actorId: 1 });
  expect(await leftOf(store, james.id)).toEqual([[20, 850], [65, 2850]]);
  const offered = await withdrawalOffer(store, first.id);
  expect(offered).toMatchObject({ ok: true, offer: { credits: 20, usedCredits: 0, cents: 850 } });
  await withdraw(store, { paymentId: first.id });
  expect(await leftOf(store, james.id)).toEqual([[65, second.quote.totalCents]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a dispute that is won leaves other purchases as they were", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const olena = await createOlena(store);
  const first = await paidPayment(store, james.id);
  await paidPayment(store, james.id, { key: "another-one" });
  await write(store, james.id, olena.id, 4);
  const before = await leftOf(store, james.id);
  const dispute = { kind: "disputed", disputeId: "d", amountCents: 2850, currency: "EUR" } as const;
  await say(store, first, { ...dispute, outcome: "open" });
  expect(await leftOf(store, james.id)).toEqual([[25, Math.ceil(2850 * 25 / 65)]]);
  await say(store, first, { ...dispute, outcome: "won" });
  expect(await leftOf(store, james.id)).toEqual(before);
});

Deno.test("credits that settle what a refund of another purchase left owed are that purchase's again when its own come back", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const olena = await createOlena(store);
  const first = await paidPayment(store, james.id);
  await write(store, james.id, olena.id, 6);
  await say(store, first, { kind: "refunded", refundedCents: 2850, currency: "EUR" });
  await paidPayment(store, james.id, { key: "another-one" });
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 5, owedAfter: 0 });
  expect(await leftOf(store, james.id)).toEqual([[5, Math.ceil(2850 * 5 / 65)]]);
  for (let seq = 2; seq <= 7; seq++) {
    await refundCharge(store, { manId: james.id, seq, reason: "a mistake", actorId: 1 });
  }
  expect(await leftOf(store, james.id)).toEqual([[65, 2850]]);
});

Deno.test("whatever happens, the lots are the balance, none is below zero or more than its payment still stands for", () => {
  const payment = fc.nat(2).map((number) => `payment-${number}`);
  const step = fc.oneof(
    fc.constant({ kind: "bonus" } as const),
    payment.map((paymentId) => ({ kind: "bought", paymentId } as const)),
    fc.integer({ min: 1, max: 80 }).map((credits) => ({ kind: "charge", credits } as const)),
    fc.nat(20).map((which) => ({ kind: "back", which } as const)),
    fc.record({ kind: fc.constant("reversed" as const), paymentId: payment, credits: fc.integer({ min: 0, max: 65 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const lots = new CreditLots();
      const charges: Entry[] = [];
      const standsFor = new Map<string, number>();
      let last: Entry | null = null;
      for (const [at, each] of steps.entries()) {
        const posting: Posting = {
          manId: 1,
          operation: "refund",
          deltaCredits: 0,
          reference: {},
          idempotencyKey: `k${at}`,
        };
        let reversed: Entry | null = null;
        if (each.kind === "bonus") posting.deltaCredits = 20;
        if (each.kind === "charge") Object.assign(posting, { operation: "chat_session", deltaCredits: -each.credits });
        if (each.kind === "bought" || each.kind === "reversed") {
          const { paymentId } = each;
          const before = standsFor.get(paymentId);
          // Each payment is bought once; after that its provider says how many credits still stand.
          if ((each.kind === "bought") !== (before === undefined)) continue;
          const now = each.kind === "bought" ? 65 : each.credits;
          standsFor.set(paymentId, now);
          Object.assign(posting, { deltaCredits: now - (before ?? 0), reference: { paymentId }, mayOwe: true });
        }
        if (each.kind === "back") {
          if (charges.length === 0) continue;
          [reversed] = charges.splice(each.which % charges.length, 1) as [Entry];
          posting.idempotencyKey = refundKeyOf(reversed.idempotencyKey);
          posting.deltaCredits = -reversed.deltaCredits;
        }
        const next: Entry | { ok: false } = nextEntry(last, posting, 0, { reversed });
        if ("ok" in next) continue;
        if (each.kind === "charge") charges.push(next);
        lots.follow(last = next);
        expect(lots.lots.reduce((sum, { left }) => sum + left, 0)).toBe(next.balanceAfter);
        for (const { paymentId, left } of lots.lots) {
          expect(left).toBeGreaterThanOrEqual(0);
          if (paymentId !== null) expect(left).toBeLessThanOrEqual(standsFor.get(paymentId) ?? 0);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
