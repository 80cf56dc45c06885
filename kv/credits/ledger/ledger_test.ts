import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { asOtherProcess, createJames, createWei, testStore } from "../../testing/store.ts";
import { balanceOf, lastEntry, nextEntry, type PaidFor, post, type Posting } from "./ledger.ts";

const posting = (manId: number, deltaCredits: number, idempotencyKey: string): Posting => ({
  manId,
  operation: deltaCredits < 0 ? "video" : "refill",
  deltaCredits,
  reference: {},
  idempotencyKey,
});

/** Pays for a mark in the store. */
const payingFor = (mark: string): PaidFor<void> => ({
  read: () => Promise.resolve(),
  add: (op) => void op.set(["bought", mark], true),
});

const wasBought = async (store: Store, mark: string) => (await store.kv.get(["bought", mark])).value === true;

Deno.test("before the first entry a man has nothing", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  expect(await balanceOf(store, james.id)).toBe(0);
  expect(await lastEntry(store, james.id)).toBe(null);
});

Deno.test("each movement is one entry that says what it left", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  await post(store, posting(james.id, 50, "payment:1"));
  const posted = await post(store, posting(james.id, -10, "video:1"));
  expect(posted).toMatchObject({
    ok: true,
    isRepeat: false,
    entry: {
      seq: 2,
      at: store.clock.now,
      deltaCredits: -10,
      balanceAfter: 40,
      owedAfter: 0,
      idempotencyKey: "video:1",
    },
  });
  expect(await balanceOf(store, james.id)).toBe(40);
  expect(await audit(store)).toEqual([]);
});

Deno.test("credits and what they pay for are committed together", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  expect((await post(store, posting(james.id, -10, "video:1"), payingFor("video 1"))).ok).toBe(true);
  expect(await wasBought(store, "video 1")).toBe(true);
});

Deno.test("the last credit can be spent, and one more is refused and buys nothing", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  expect(await post(store, posting(james.id, -11, "video:1"), payingFor("video 1")))
    .toEqual(refuse("insufficient_credits"));
  expect(await wasBought(store, "video 1")).toBe(false);
  expect(await post(store, posting(james.id, -10, "video:1"))).toMatchObject({ ok: true, entry: { balanceAfter: 0 } });
  expect(await post(store, posting(james.id, -1, "video:2"))).toEqual(refuse("insufficient_credits"));
  expect((await lastEntry(store, james.id))!.seq).toBe(2);
});

Deno.test("a used key answers its first entry and moves nothing, also when credits have run out", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  const first = await post(store, posting(james.id, -10, "video:1"));
  const second = await post(store, posting(james.id, -10, "video:1"), payingFor("twice"));
  expect(second).toEqual({ ...first, isRepeat: true });
  expect(await balanceOf(store, james.id)).toBe(0);
  expect(await wasBought(store, "twice")).toBe(false);
});

Deno.test("a key belongs to one man: the other may use the same", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store, 10), await createWei(store, 10)];
  await post(store, posting(james.id, -10, "video:1"));
  expect(await post(store, posting(wei.id, -10, "video:1"))).toMatchObject({ ok: true, isRepeat: false });
});

Deno.test("twenty tabs with one key are one movement", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  const posted = await Promise.all(Array.from({ length: 20 }, () => post(store, posting(james.id, -10, "video:1"))));
  expect(posted.filter((one) => one.ok && !one.isRepeat).length).toBe(1);
  expect(await balanceOf(store, james.id)).toBe(190);
});

Deno.test("many purchases at once never spend more than there is", async () => {
  using store = await testStore();
  const james = await createJames(store, 55);
  const posted = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(store, posting(james.id, -10, `video:${n}`))),
  );
  expect(posted.filter(({ ok }) => ok).length).toBe(5);
  expect(await balanceOf(store, james.id)).toBe(5);
  expect(await audit(store)).toEqual([]);
});

Deno.test("two processes without a common queue are kept apart by the checks of the commit", async () => {
  using store = await testStore();
  const james = await createJames(store, 55);
  const processes = [store, asOtherProcess(store), asOtherProcess(store)];
  const posted = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post(processes[n % 3]!, posting(james.id, -10, `video:${n}`))),
  );
  expect(posted.filter(({ ok }) => ok).length).toBe(5);
  expect(await audit(store)).toEqual([]);
});

Deno.test("one key in two processes is one movement", async () => {
  using store = await testStore();
  const james = await createJames(store, 55);
  const other = asOtherProcess(store);
  const posted = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(n % 2 ? store : other, posting(james.id, -10, "video:1"))),
  );
  expect(posted.filter((one) => one.ok && !one.isRepeat).length).toBe(1);
  expect(await balanceOf(store, james.id)).toBe(45);
});

Deno.test("a refusal of what is paid for leaves everything untouched", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  const posted = await post(store, posting(james.id, -10, "video:1"), {
    read: () => Promise.resolve(),
    add(op) {
      op.set(["bought", "video 1"], true);
      return refuse("conflict");
    },
  });
  expect(posted).toEqual(refuse("conflict"));
  expect(await wasBought(store, "video 1")).toBe(false);
  expect((await lastEntry(store, james.id))!.seq).toBe(1);
});

Deno.test("what is paid for is read anew when somebody was quicker", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  let reads = 0;
  const posted = await post(store, posting(james.id, -10, "video:1"), {
    read: async () => {
      const entry = await store.kv.get<string>(["state"]);
      if (++reads === 1) await store.kv.set(["state"], "changed");
      return entry;
    },
    add: (op, _, entry) => void op.check(entry).set(["seen"], entry.value),
  });
  expect(posted.ok).toBe(true);
  expect((await store.kv.get(["seen"])).value).toBe("changed");
});

Deno.test("credits are integers", async () => {
  using store = await testStore();
  for (const delta of [0.5, NaN, Infinity, 2 ** 53]) {
    expect(() => post(store, posting(1, delta, "payment:1"))).toThrow("credits are integers");
  }
  expect(await lastEntry(store, 1)).toBe(null);
});

Deno.test("a clock that jumps back does not reorder what happened", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  const before = store.clock.now;
  store.clock.advance({ hours: -3 });
  expect(await post(store, posting(james.id, -5, "video:1"))).toMatchObject({ entry: { seq: 2, at: before } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a reversed payment takes what is there and leaves the rest as a debt", async () => {
  using store = await testStore();
  const james = await createJames(store, 0);
  const payment = await paidPayment(store, james.id);
  await post(store, posting(james.id, -20, "video:0"));
  await say(store, payment, { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" });
  expect(await lastEntry(store, james.id)).toMatchObject({ deltaCredits: -65, balanceAfter: 0, owedAfter: 20 });
  expect(await post(store, posting(james.id, -1, "video:1"))).toEqual(refuse("credits_owed"));
  expect(await post(store, posting(james.id, 15, "payment:2"))).toMatchObject({
    entry: { balanceAfter: 0, owedAfter: 5 },
  });
  expect(await post(store, posting(james.id, 15, "payment:3"))).toMatchObject({
    entry: { balanceAfter: 10, owedAfter: 0 },
  });
  expect((await post(store, posting(james.id, -10, "video:1"))).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("while a debt stands not even a free thing is sold for credits", () => {
  const inDebt = { seq: 1, at: 5, balanceAfter: 0, owedAfter: 3, spentOfDay: 0 };
  const last = { ...inDebt, operation: "refund", deltaCredits: -3, reference: {}, idempotencyKey: "r" } as const;
  expect(nextEntry(last, posting(1, -1, "video:1"), 10)).toEqual(refuse("credits_owed"));
  expect(nextEntry(last, posting(1, 0, "video:1"), 10)).toMatchObject({ balanceAfter: 0, owedAfter: 3 });
});
