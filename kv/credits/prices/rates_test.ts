import { expect } from "expect";
import { auditRecords } from "../../store/audit_log.ts";
import { begunPayment, wish } from "../../testing/payments.ts";
import { createJames, type TestStore, testStore } from "../../testing/store.ts";
import { paymentById } from "../payments/payments.ts";
import { rates as firstRates } from "./prices.ts";
import { beginPayment, quoteFor } from "../payments/purchases.ts";
import { dropRates, planRates, rateLists, type RateListWish, ratesAt } from "./rates.ts";

const hourMs = 3600_000;
const adminId = 3;

/** A list of two packages: Economy at another price, and a new one. */
const dearer = (store: TestStore, facts: Partial<RateListWish> = {}): RateListWish => ({
  validFrom: store.now() + hourMs,
  actorId: adminId,
  rates: [
    { ...firstRates[1]!, priceCents: 4000, words: { "zh-Hant": "經濟", "zh-Hans": "经济" } },
    { ...firstRates[5]!, id: null, name: "Grand", mark: null, words: { "zh-Hant": "宏大", "zh-Hans": "宏大" } },
  ],
  ...facts,
});

async function planned(store: TestStore, facts: Partial<RateListWish> = {}) {
  const made = await planRates(store, dearer(store, facts));
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.list;
}

Deno.test("a planned list holds from its moment on, and packages keep their ids", async () => {
  using store = await testStore();
  const list = await planned(store);
  expect(await ratesAt(store, store.now())).toEqual(firstRates);
  expect((await ratesAt(store, list.validFrom! - 1)).length).toBe(6);
  const later = await ratesAt(store, list.validFrom!);
  expect(later.map(({ id, name, priceCents }) => [id, name, priceCents])).toEqual([
    [2, "Economy", 4000],
    [7, "Grand", 60_000],
  ]);
});

Deno.test("what is being paid keeps the price that was quoted, whatever holds later", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const before = await begunPayment(store, james.id, { key: "one" });
  await planned(store);
  store.clock.advance({ hours: 1 });
  expect((await paymentById(store, before.id))!.quote.priceCents).toBe(3000);
  expect((await begunPayment(store, james.id, { key: "one" })).id).toBe(before.id);
  expect((await begunPayment(store, james.id, { key: "two" })).quote.priceCents).toBe(4000);
});

Deno.test("a quote whose moment has passed is refused rather than charged otherwise", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const shown = await quoteFor(store, wish(store, james.id));
  if (!shown.ok) throw new Error(shown.reason);
  await planned(store);
  store.clock.advance({ hours: 1 });
  const refused = await beginPayment(store, wish(store, james.id, { seen: shown.quote }));
  expect(refused).toMatchObject({ reason: "quote_changed" });
  const now = await quoteFor(store, wish(store, james.id));
  if (!now.ok) throw new Error(now.reason);
  expect(await beginPayment(store, wish(store, james.id, { seen: now.quote }))).toMatchObject({ ok: true });
});

Deno.test("a package that is no longer for sale is refused", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await planned(store, { validFrom: null });
  expect(await quoteFor(store, wish(store, james.id, { rateId: 1 }))).toMatchObject({ reason: "invalid" });
});

Deno.test("a list can be changed and taken back until it holds, and never afterwards", async () => {
  using store = await testStore();
  const list = await planned(store);
  const soon = store.now() + 2 * hourMs;
  expect(await planned(store, { id: list.id, validFrom: soon })).toMatchObject({ id: list.id, validFrom: soon });
  expect((await rateLists(store)).length).toBe(2);
  const other = await planned(store, { validFrom: soon + 1 });
  expect(await dropRates(store, other.id, adminId)).toMatchObject({ ok: true });
  store.clock.advance({ hours: 2 });
  expect(await planRates(store, dearer(store, { id: list.id }))).toMatchObject({ reason: "conflict" });
  expect(await dropRates(store, list.id, adminId)).toMatchObject({ reason: "conflict" });
  expect(await dropRates(store, 99, adminId)).toMatchObject({ reason: "not_found" });
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  expect(records.map(({ action }) => action).sort()).toEqual([
    "rates_changed",
    "rates_dropped",
    "rates_planned",
    "rates_planned",
  ]);
});

Deno.test("what is impossible about a list is said by its field, and nothing is saved", async () => {
  using store = await testStore();
  const basic = { ...firstRates[0]!, words: { "zh-Hant": "基本", "zh-Hans": "基本" } };
  const cases: [Partial<RateListWish>, Record<string, string>][] = [
    [{ validFrom: store.now() - 1 }, { validFrom: "past" }],
    [{ rates: [] }, { rates: "required" }],
    [{ rates: [{ ...basic, credits: 0 }] }, { "rates.0.credits": "too_small" }],
    [{ rates: [{ ...basic, priceCents: 15.5 }] }, { "rates.0.priceCents": "wrong_value" }],
    [{ rates: [{ ...basic, bonusCredits: 1e9 }] }, { "rates.0.bonusCredits": "too_big" }],
    [{ rates: [{ ...basic, words: { "zh-Hant": "", "zh-Hans": "x" } }] }, { "rates.0.zhHant": "required" }],
    [{ rates: [{ ...basic, id: 77 }] }, { "rates.0.name": "wrong_value" }],
    [{ rates: [basic, { ...basic, id: null }] }, { "rates.1.name": "taken" }],
    [{ rates: [{ ...basic, mark: "best_value" }, { ...basic, id: null, name: "B", mark: "best_value" }] }, {
      "rates.1.mark": "taken",
    }],
  ];
  for (const [facts, fields] of cases) {
    expect(await planRates(store, dearer(store, facts))).toEqual({ ok: false, reason: "invalid", fields });
  }
  const { validFrom } = await planned(store);
  expect(await planRates(store, dearer(store, { validFrom }))).toMatchObject({ fields: { validFrom: "taken" } });
  expect((await rateLists(store)).length).toBe(2);
});

Deno.test("a planned list that somebody has changed since it was seen is not overwritten", async () => {
  using store = await testStore();
  const { id, changedAt } = await planned(store);
  await planned(store, { id, seenChangedAt: changedAt, validFrom: store.now() + 2 * hourMs });
  expect(await planRates(store, dearer(store, { id, seenChangedAt: changedAt }))).toMatchObject({ reason: "conflict" });
  expect((await rateLists(store))[1]?.validFrom).toBe(store.now() + 2 * hourMs);
});
