import { expect } from "expect";
import fc from "fast-check";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { keys } from "../../store/keys.ts";
import { refuse } from "../../store/refusals.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { asOtherProcess, createJames, createWei, giveCredits, testStore } from "../../testing/store.ts";
import type { Entry } from "./entry.ts";
import { isSpending, lastEntry, post, type Posting, spentOn, utcDayOf } from "./ledger.ts";
import { refundOf } from "./refund_key.ts";
import { afterWish, keepSpendingLimit, limitAt, setSpendingLimit, spendingLimitOf } from "./spending_limit.ts";

const watching = (manId: number, credits: number, name: string): Posting => ({
  manId,
  operation: "video",
  deltaCredits: -credits,
  reference: {},
  idempotencyKey: `video:${name}`,
});

const reached = refuse("spending_limit_reached");
const limitOf = async (store: Store, manId: number) => (await spendingLimitOf(store, manId)).limitCredits;
const entriesOf = async (store: Store, manId: number): Promise<Entry[]> =>
  (await Array.fromAsync(store.kv.list<Entry>({ prefix: ["entry", manId] }))).map(({ value }) => value);

Deno.test("a man has no limit until he sets one", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  expect(await spendingLimitOf(store, james.id)).toEqual({ limitCredits: null, pending: null });
  expect((await post(store, watching(james.id, 200, "1"))).ok).toBe(true);
});

Deno.test("a lower limit holds at once, also for what was spent before it that day", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  await post(store, watching(james.id, 10, "1"));
  await setSpendingLimit(store, james.id, 25);
  expect((await post(store, watching(james.id, 15, "2"))).ok).toBe(true);
  expect(await post(store, watching(james.id, 1, "3"))).toEqual(reached);
  await setSpendingLimit(store, james.id, 5);
  expect(await post(store, watching(james.id, 1, "3"))).toEqual(reached);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what the limit refuses buys nothing, and what was bought is still answered", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  await setSpendingLimit(store, james.id, 10);
  const first = await post(store, watching(james.id, 10, "1"));
  const bought = { read: () => Promise.resolve(), add: (op: Deno.AtomicOperation) => void op.set(["bought"], true) };
  expect(await post(store, watching(james.id, 10, "2"), bought)).toEqual(reached);
  expect((await store.kv.get(["bought"])).value).toBe(null);
  expect(await post(store, watching(james.id, 10, "1"))).toEqual({ ...first, isRepeat: true });
});

Deno.test("a new day of UTC begins anew", async () => {
  using store = await testStore({ now: Date.UTC(2026, 2, 1, 23, 59, 59, 999) });
  const james = await createJames(store, 200);
  await setSpendingLimit(store, james.id, 10);
  await post(store, watching(james.id, 10, "1"));
  expect(await post(store, watching(james.id, 10, "2"))).toEqual(reached);
  store.clock.advance({ ms: 1 });
  expect(await post(store, watching(james.id, 10, "2"))).toMatchObject({ ok: true, entry: { spentOfDay: 10 } });
  expect(await post(store, watching(james.id, 10, "3"))).toEqual(reached);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a clock that jumps back over midnight opens no second day", async () => {
  using store = await testStore({ now: Date.UTC(2026, 2, 2, 0, 0, 1) });
  const james = await createJames(store, 200);
  await setSpendingLimit(store, james.id, 10);
  await post(store, watching(james.id, 10, "1"));
  store.clock.advance({ hours: -2 });
  expect(await post(store, watching(james.id, 1, "2"))).toEqual(reached);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a raise waits a day also after a clock that ran ahead", async () => {
  using store = await testStore();
  const james = await createJames(store, 100);
  await setSpendingLimit(store, james.id, 10);
  store.clock.advance({ days: 5 });
  await post(store, watching(james.id, 10, "1"));
  store.clock.advance({ days: -5 });
  await setSpendingLimit(store, james.id, 100);
  expect(await post(store, watching(james.id, 1, "2"))).toEqual(reached);
  expect(await audit(store)).toEqual([]);
});

Deno.test("credits that come in and money that goes back are no spending", async () => {
  using store = await testStore();
  const james = await createJames(store, 100);
  await setSpendingLimit(store, james.id, 10);
  const payment = await paidPayment(store, james.id);
  await say(store, payment, { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" });
  expect(await lastEntry(store, james.id)).toMatchObject({ deltaCredits: -65, spentOfDay: 0 });
  const correction = { ...watching(james.id, 20, "correction"), operation: "adjustment" } as const;
  expect(await post(store, correction)).toMatchObject({ ok: true, entry: { spentOfDay: 0 } });
  expect(await post(store, watching(james.id, 10, "1"))).toMatchObject({ ok: true, entry: { spentOfDay: 10 } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a charge given back on its day makes room again, on a later day it changes nothing", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  await setSpendingLimit(store, james.id, 10);
  const givenBack = (name: string): Posting => ({
    ...watching(james.id, -10, name),
    ...refundOf(`video:${name}`),
  });
  await post(store, watching(james.id, 10, "1"));
  expect(await post(store, givenBack("1"))).toMatchObject({ ok: true, entry: { spentOfDay: 0, reversesSeq: 2 } });
  expect(await post(store, givenBack("1"))).toMatchObject({ ok: true, isRepeat: true });
  expect((await post(store, watching(james.id, 10, "2"))).ok).toBe(true);
  expect(await post(store, watching(james.id, 10, "3"))).toEqual(reached);
  store.clock.advance({ days: 1 });
  await post(store, watching(james.id, 10, "4"));
  expect(await post(store, givenBack("2"))).toMatchObject({ ok: true, entry: { spentOfDay: 10 } });
  expect(await post(store, watching(james.id, 10, "5"))).toEqual(reached);
  expect(await audit(store)).toEqual([]);
  await expect(post(store, givenBack("99"))).rejects.toThrow("nothing was charged");
});

Deno.test("a higher limit, or none, holds after 24 hours and not a moment sooner", async () => {
  for (const wanted of [50, null]) {
    using store = await testStore();
    const james = await createJames(store, 200);
    await setSpendingLimit(store, james.id, 10);
    const asked = await setSpendingLimit(store, james.id, wanted);
    const from = store.clock.now + 24 * 3600_000;
    expect(asked).toEqual({ ok: true, limit: { limitCredits: 10, pending: { limitCredits: wanted, from } } });
    store.clock.advance({ hours: 23, minutes: 59, seconds: 59, ms: 999 });
    expect(await post(store, watching(james.id, 11, "1"))).toEqual(reached);
    store.clock.advance({ ms: 1 });
    expect((await post(store, watching(james.id, 11, "1"))).ok).toBe(true);
    expect(await spendingLimitOf(store, james.id)).toEqual({ limitCredits: wanted, pending: null });
  }
});

Deno.test("a wish for more can be taken back, is ended by a lower limit, and is not delayed by asking twice", async () => {
  using store = await testStore();
  const james = await createJames(store, 200);
  await setSpendingLimit(store, james.id, 10);
  await setSpendingLimit(store, james.id, 50);
  expect(await keepSpendingLimit(store, james.id)).toEqual({ ok: true, limit: { limitCredits: 10, pending: null } });
  await setSpendingLimit(store, james.id, 50);
  store.clock.advance({ days: 1 });
  expect(await spendingLimitOf(store, james.id)).toEqual({ limitCredits: 50, pending: null });
  expect(await keepSpendingLimit(store, james.id, 10)).toEqual({
    ok: true,
    limit: { limitCredits: 10, pending: null },
  });
  expect(await keepSpendingLimit(store, james.id, 60)).toMatchObject({ limit: { limitCredits: 10, pending: null } });
  await setSpendingLimit(store, james.id, 50);
  await setSpendingLimit(store, james.id, 5);
  expect(await spendingLimitOf(store, james.id)).toEqual({ limitCredits: 5, pending: null });
  const now = { limitCredits: 10, pending: { limitCredits: 50, from: 1_000 } };
  expect(afterWish(now, 50, 500)).toEqual(now);
  expect(afterWish(now, 30, 500)).toEqual({ limitCredits: 10, pending: { limitCredits: 30, from: 1_000 } });
  expect(afterWish(now, 51, 500).pending!.from).toBe(500 + 24 * 3600_000);
  expect(afterWish(now, null, 500).pending!.from).toBe(500 + 24 * 3600_000);
});

Deno.test("a limit is a whole number of credits", async () => {
  using store = await testStore();
  const james = await createJames(store, 10);
  for (const wrong of [-1, 0.5, NaN, Infinity, 100_001]) {
    expect(await setSpendingLimit(store, james.id, wrong)).toMatchObject({ reason: "invalid" });
  }
  expect(await limitOf(store, james.id)).toBe(null);
  expect((await setSpendingLimit(store, james.id, 0)).ok).toBe(true);
  expect(await post(store, watching(james.id, 1, "1"))).toEqual(reached);
});

Deno.test("one man's limit is nobody else's", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store, 50), await createWei(store, 50)];
  await setSpendingLimit(store, james.id, 0);
  expect((await post(store, watching(wei.id, 50, "1"))).ok).toBe(true);
});

Deno.test("many purchases at once, in three processes, never pass the limit", async () => {
  using store = await testStore();
  const james = await createJames(store, 500);
  await setSpendingLimit(store, james.id, 55);
  const processes = [store, asOtherProcess(store), asOtherProcess(store)];
  const posted = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post(processes[n % 3]!, watching(james.id, 10, `${n}`))),
  );
  expect(posted.filter(({ ok }) => ok).length).toBe(5);
  expect(posted.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 25 }, () => reached));
  expect(await audit(store)).toEqual([]);
});

Deno.test("a limit lowered while a purchase is on its way is obeyed", async () => {
  using store = await testStore();
  const james = await createJames(store, 500);
  await setSpendingLimit(store, james.id, 100);
  await post(store, watching(james.id, 10, "1"));
  const lowering = {
    read: () => setSpendingLimit(asOtherProcess(store), james.id, 15),
    add: () => {},
  };
  expect(await post(store, watching(james.id, 10, "2"), lowering)).toEqual(reached);
});

Deno.test("whatever a man and the clock do, no day's spending passes the limit that held", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("spend" as const), credits: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant("back" as const), which: fc.nat(30) }),
    fc.record({ kind: fc.constant("limit" as const), to: fc.option(fc.integer({ min: 0, max: 40 })) }),
    fc.record({ kind: fc.constant("keep" as const) }),
    fc.record({ kind: fc.constant("clock" as const), hours: fc.integer({ min: -8, max: 20 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      using store = await testStore();
      const james = await createJames(store, 10_000);
      let count = 0;
      const spent: string[] = [];
      for (const each of steps) {
        if (each.kind === "clock") store.clock.advance({ hours: each.hours });
        if (each.kind === "limit") await setSpendingLimit(store, james.id, each.to);
        if (each.kind === "keep") await keepSpendingLimit(store, james.id);
        if (each.kind === "back" && spent.length > 0) {
          const reversesKey = spent.splice(each.which % spent.length, 1)[0]!;
          const charge = (await entriesOf(store, james.id)).find((entry) => entry.idempotencyKey === reversesKey)!;
          const back = watching(james.id, charge.deltaCredits, "");
          await post(store, { ...back, ...refundOf(reversesKey) });
        }
        if (each.kind === "spend") {
          const name = `${++count}`;
          const { value } = await store.kv.get<Parameters<typeof limitAt>[0]>(keys.spendingLimit(james.id));
          const last = (await lastEntry(store, james.id))!;
          const at = Math.max(store.clock.now, last.at);
          const limit = limitAt(value, at).limitCredits ?? Infinity;
          const before = spentBy(await entriesOf(store, james.id), at);
          expect(spentOn(last, at)).toBe(before);
          const posted = await post(store, watching(james.id, each.credits, name));
          expect(posted.ok).toBe(before + each.credits <= limit);
          if (posted.ok) spent.push(`video:${name}`);
        }
      }
      expect(await audit(store)).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

/** The spending of a day, counted from the amounts of the entries alone and not from the sums that they carry. */
function spentBy(entries: Entry[], atMs: number): number {
  const today = entries.filter(({ at }) => utcDayOf(at) === utcDayOf(atMs));
  const counted = today.filter((entry) => isSpending(entry) || today.some(({ seq }) => seq === entry.reversesSeq));
  return counted.reduce((sum, { deltaCredits }) => sum - deltaCredits, 0);
}

Deno.test("the audit finds a day that was counted wrongly, and what gives back too much", async () => {
  const faultsAfter = async (tamper: (store: Store, manId: number) => Promise<unknown>) => {
    using store = await testStore();
    const james = await createJames(store, 200);
    await setSpendingLimit(store, james.id, 60);
    await setSpendingLimit(store, james.id, 70);
    await post(store, watching(james.id, 10, "1"));
    await post(store, { ...watching(james.id, -10, "1"), ...refundOf("video:1") });
    await giveCredits(store, james.id, 1);
    expect(await audit(store)).toEqual([]);
    await tamper(store, james.id);
    return (await audit(store)).join("\n");
  };
  const set = (seq: number, change: Partial<Entry>) => async (store: Store, manId: number) => {
    const { value } = await store.kv.get<Entry>(keys.entry(manId, seq));
    await store.kv.set(keys.entry(manId, seq), { ...value!, ...change });
  };
  expect(await faultsAfter(set(2, { spentOfDay: 9 }))).toMatch(/entry 2 .* says that 9 credits were spent .* were 10/);
  expect(await faultsAfter(set(3, { spentOfDay: 10 }))).toMatch(/entry 3 .* says that 10 credits were spent/);
  expect(await faultsAfter(set(3, { reversesSeq: 1 }))).toMatch(/entry 3 .* gives back entry 1, which charged nothing/);
  expect(await faultsAfter(set(3, { deltaCredits: 11, balanceAfter: 201 }))).toMatch(/gives back 11 of the 10 credits/);
  expect(await faultsAfter(set(4, { reversesSeq: 2 }))).toMatch(/entry 4 .* gives back entry 2, whose refund is 3/);
  const limit = (value: unknown) => (store: Store, manId: number) => store.kv.set(keys.spendingLimit(manId), value);
  expect(await faultsAfter(limit({ limitCredits: -1, pending: null }))).toMatch(/is no number of credits/);
  expect(await faultsAfter(limit({ limitCredits: 9, pending: { limitCredits: 8, from: 1 } }))).toMatch(/no waiting/);
  expect(await faultsAfter((store) => store.kv.set(keys.spendingLimit(999), { limitCredits: 1, pending: null })))
    .toMatch(/spending limit of user 999 belongs to no man/);
});
