/** Money of a man who has deleted his account: whatever comes or goes meanwhile, each cent goes back once. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../../accounts/deletions.ts";
import { audit } from "../../records/audit.ts";
import { whatWaits } from "../../records/pending_work.ts";
import { eraseMember } from "../../records/own_data/erase.ts";
import type { Store } from "../../open.ts";
import { refuse } from "../../store/refusals.ts";
import { eraseAll, eraseDue } from "../../testing/deletions.ts";
import { begunPayment, paidInFull, paidPayment, payByHand, say } from "../../testing/payments.ts";
import { createJames, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { moneyOf } from "../ledger/entry.ts";
import { balanceOf, lastEntry } from "../ledger/ledger.ts";
import type { Payment } from "./payments.ts";
import { markOf, paidByHandAt, refundRequestOf, timesPaidByHand, waitingRefunds } from "./refund_requests.ts";
import { settleRefund } from "./refunds_by_hand.ts";
import { readUnused } from "./unused_credits.ts";

const wish = { password: testPassword, wantsRefund: true };
const erasePass = (store: Store, userId: number) => eraseMember(store, userId, () => Promise.resolve());
const backToHim = (payment: Payment) =>
  ({ kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" }) as const;

/** What the one row of the desk shows: credits, cents, and of which payments. */
async function shown(store: Store) {
  const [row] = await waitingRefunds(store);
  return row && [row.waitingCredits, row.cents, row.parts.map(({ paymentId }) => paymentId)];
}

const refundsThatWait = async (store: Store) => (await whatWaits(store)).find(({ kind }) => kind === "refunds")?.count;

/** James with one paid purchase and one that his bank has still to pay, at the end of his account. */
async function leaving(store: TestStore, wantsRefund = true) {
  const james = await createJames(store, 0);
  const [first, second] = [await paidPayment(store, james.id), await begunPayment(store, james.id)];
  await say(store, second, { kind: "approved", amountCents: 2850, currency: "EUR" });
  await deleteAccount(store, james.id, { ...wish, wantsRefund });
  return { james, first, second };
}

Deno.test("money that lands between the two passes of the erasing is asked back as well", async () => {
  using store = await testStore();
  const { james, first, second } = await leaving(store);
  await erasePass(store, james.id);
  store.clock.advance({ seconds: 5 });
  await say(store, second, paidInFull(second));
  store.clock.advance({ ms: secondPassMs });
  await erasePass(store, james.id);
  expect(await balanceOf(store, james.id)).toBe(130);
  expect(await shown(store)).toEqual([130, 5700, [first.id, second.id]]);
  expect(await refundRequestOf(store, james.id)).toMatchObject({ credits: 130, cents: 5700 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("money that lands between the passes goes back also to who wished nothing back, because nobody asked about it", async () => {
  using store = await testStore();
  const { james, second } = await leaving(store, false);
  await erasePass(store, james.id);
  expect(await balanceOf(store, james.id)).toBe(0);
  store.clock.advance({ seconds: 5 });
  await say(store, second, paidInFull(second));
  store.clock.advance({ ms: secondPassMs });
  await erasePass(store, james.id);
  expect([await balanceOf(store, james.id), await shown(store)]).toEqual([65, [65, 2850, [second.id]]]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("money that comes after the erasing stands on the row that waits, and is settled with it", async () => {
  using store = await testStore();
  const { james, first, second } = await leaving(store);
  await eraseAll(store);
  await say(store, second, paidInFull(second));
  expect(await shown(store)).toEqual([130, 5700, [first.id, second.id]]);
  expect(await payByHand(store, james.id, 3)).toMatchObject({ ok: true });
  const last = (await lastEntry(store, james.id))!;
  expect([last.deltaCredits, moneyOf(last.reference)]).toEqual([-130, [{ cents: 5700, currency: "EUR" }]]);
  expect(await refundRequestOf(store, james.id)).toMatchObject({ credits: 130, cents: 5700 });
  expect(await audit(store)).toEqual([]);
});

for (const wantsRefund of [true, false]) {
  Deno.test(`money that comes when nothing waits is a row of its own, whether he wished ${wantsRefund ? "his" : "no"} money`, async () => {
    using store = await testStore();
    const james = await createJames(store, 0);
    const payment = await begunPayment(store, james.id);
    await say(store, payment, { kind: "approved", amountCents: 2850, currency: "EUR" });
    await deleteAccount(store, james.id, { ...wish, wantsRefund });
    await eraseAll(store);
    store.clock.advance({ days: 2 });
    await say(store, payment, paidInFull(payment));
    expect(await audit(store)).toEqual([expect.stringContaining("of which 0 wait to be paid back")]);
    await eraseDue(store);
    expect([await balanceOf(store, james.id), await shown(store)]).toEqual([65, [65, 2850, [payment.id]]]);
    expect(await refundsThatWait(store)).toBe(1);
    expect(await audit(store)).toEqual([]);
  });

  Deno.test(`money that a bank gives up after the erasing goes back, whether he wished ${wantsRefund ? "his" : "no"} money`, async () => {
    using store = await testStore();
    const james = await createJames(store, 0);
    const payment = await paidPayment(store, james.id);
    const about = { kind: "disputed", disputeId: "dp_1", currency: "EUR", amountCents: 2850 } as const;
    await say(store, payment, { ...about, outcome: "open", toldAt: 1 });
    await deleteAccount(store, james.id, { ...wish, wantsRefund });
    await eraseAll(store);
    await say(store, payment, { ...about, outcome: "won", toldAt: 2 });
    await eraseDue(store);
    expect(await shown(store)).toEqual([65, 2850, [payment.id]]);
    expect(await audit(store)).toEqual([]);
  });
}

Deno.test("money that comes after the row was settled is a new row, and can be settled as well", async () => {
  using store = await testStore();
  const { james, first, second } = await leaving(store);
  await eraseAll(store);
  const settle = () => payByHand(store, james.id, 3);
  await settle();
  const settledAt = store.now();
  store.clock.advance({ days: 2 });
  await say(store, second, paidInFull(second));
  await eraseDue(store);
  expect(await shown(store)).toEqual([65, 2850, [second.id]]);
  const request = await refundRequestOf(store, james.id);
  expect(request).toMatchObject({ askedAt: store.now(), settledAt: null, settledBy: null });
  // Who looks at the first payment is still told that it was paid; the second was not.
  expect(paidByHandAt(request, first.paidAt)).toBe(settledAt);
  expect(paidByHandAt(request, store.now())).toBeNull();
  for (let times = 0; times < 2; times++) expect(await settle()).toMatchObject({ ok: true });
  expect([await balanceOf(store, james.id), await shown(store)]).toEqual([0, undefined]);
  expect(timesPaidByHand((await refundRequestOf(store, james.id))!)).toEqual([settledAt, store.now()]);
  expect((await lastEntry(store, james.id))!.deltaCredits).toBe(-65);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a row never names a payment that went back already", async () => {
  using store = await testStore();
  const { first, second } = await leaving(store);
  await eraseAll(store);
  await say(store, first, backToHim(first));
  await say(store, second, paidInFull(second));
  expect(await shown(store)).toEqual([65, 2850, [second.id]]);
});

Deno.test("a row that was read before something changed settles nothing", async () => {
  using store = await testStore();
  const { james, second } = await leaving(store);
  await eraseAll(store);
  const mark = async () => (await waitingRefunds(store))[0]!.mark;
  const before = await mark();
  await say(store, second, paidInFull(second));
  const press = (seen: string) => settleRefund(store, { manId: james.id, actorId: 3, seen });
  expect(await press(before)).toEqual(refuse("conflict"));
  expect(await balanceOf(store, james.id)).toBe(130);
  expect(await press(await mark())).toMatchObject({ ok: true });
});

Deno.test("of a payment of which a bank asks a part back, the rest is asked back", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  const about = { kind: "disputed", disputeId: "dp_1", currency: "EUR", amountCents: 1425 } as const;
  await say(store, payment, { ...about, outcome: "open", toldAt: 1 });
  await deleteAccount(store, james.id, wish);
  await eraseAll(store);
  expect([await balanceOf(store, james.id), await shown(store)]).toEqual([33, [33, 1425, [payment.id]]]);
  await say(store, payment, { ...about, outcome: "won", toldAt: 2 });
  expect(await shown(store)).toEqual([65, 2850, [payment.id]]);
});

Deno.test("where a provider has taken the last credits nothing is settled, so that money that comes later is asked back", async () => {
  using store = await testStore();
  const { james, first, second } = await leaving(store);
  await eraseAll(store);
  await say(store, first, backToHim(first));
  expect(await balanceOf(store, james.id)).toBe(0);
  const seen = markOf((await readUnused(store, james.id)).unused);
  expect(await settleRefund(store, { manId: james.id, actorId: 3, seen })).toEqual(refuse("conflict"));
  await say(store, second, paidInFull(second));
  expect(await refundRequestOf(store, james.id)).toMatchObject({ settledAt: null });
  expect(await shown(store)).toEqual([65, 2850, [second.id]]);
});
