import { expect } from "expect";
import { auditRecords } from "../../store/audit_log.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { withMethods } from "../../store/handles/handle.ts";
import { asOtherProcess, type TestStore, testStore, withKv } from "../../testing/store.ts";
import {
  endPromotion,
  firstPromotion,
  promotions,
  promotionsAt,
  type PromotionWish,
  promotionWordsFor,
  savePromotion,
} from "./promotions.ts";

const both = { title: "Spring", description: "Ten per cent off." };
const words = { "en": both, "zh-Hant": both, "zh-Hans": both };

const spring = (store: TestStore, facts: Partial<PromotionWish> = {}): PromotionWish => ({
  activeFrom: store.now() + dayMs,
  activeUntil: store.now() + 3 * dayMs,
  words,
  actorId: 3,
  ...facts,
});

const idsAt = async (store: TestStore) => (await promotionsAt(store, store.now())).map(({ id }) => id);

Deno.test("the site's own promotion stands until it is ended, and others beside it, the latest first", async () => {
  using store = await testStore();
  expect(await promotionsAt(store, store.now())).toEqual([firstPromotion]);
  const saved = await savePromotion(store, spring(store));
  if (!saved.ok) throw new Error(saved.reason);
  const { id } = saved.promotion;
  expect(await idsAt(store)).toEqual([firstPromotion.id]);
  store.clock.advance({ days: 1 });
  expect(await idsAt(store)).toEqual([id, firstPromotion.id]);
  const another = await savePromotion(store, spring(store, { activeFrom: null, activeUntil: null }));
  if (!another.ok) throw new Error(another.reason);
  expect(await idsAt(store)).toEqual([another.promotion.id, id, firstPromotion.id]);
  expect(await endPromotion(store, firstPromotion.id, 3)).toMatchObject({ ok: true });
  expect(await idsAt(store)).toEqual([another.promotion.id, id]);
  store.clock.advance({ days: 2 });
  expect(await idsAt(store)).toEqual([another.promotion.id]);
  expect(await endPromotion(store, id, 3)).toMatchObject({ reason: "conflict" });
  expect((await promotions(store)).map(({ id }) => id)).toEqual([another.promotion.id, id, firstPromotion.id]);
});

Deno.test("the words of one that is shown may change, its beginning stays, and pages hear of it", async () => {
  using store = await testStore();
  const before = store.pageChanges.count;
  const changed = await savePromotion(store, spring(store, { id: firstPromotion.id }));
  expect(changed).toMatchObject({ ok: true, promotion: { id: 1, activeFrom: null, words } });
  expect((await promotionsAt(store, store.now()))[0]?.words).toEqual(words);
  expect(store.pageChanges.count).toBeGreaterThan(before);
  const { records } = await auditRecords(store, { page: 1, limit: 5 });
  expect(records).toMatchObject([{ action: "promotion_changed", actorId: 3, subject: "promotion:1" }]);
});

Deno.test("a reader of another language is told in it where somebody wrote it, and in English elsewhere", async () => {
  using store = await testStore();
  const ukrainian = { title: "Весна", description: "Знижка десять відсотків." };
  const saved = await savePromotion(store, spring(store, { words: { ...words, uk: ukrainian } }));
  if (!saved.ok) throw new Error(saved.reason);
  const kept = (await promotions(store)).find(({ id }) => id === saved.promotion.id)!.words!;
  expect(promotionWordsFor(kept, "uk")).toEqual({ ...ukrainian, locale: "uk" });
  expect(promotionWordsFor(kept, "ro")).toEqual({ ...both, locale: "en" });
  expect(promotionWordsFor(kept, "zh-Hans")).toEqual({ ...both, locale: "zh-Hans" });
  const half = { ...words, ro: { title: "Primăvara", description: "" } };
  expect(await savePromotion(store, spring(store, { words: half }))).toMatchObject({
    reason: "invalid",
    fields: { "ro.description": "required" },
  });
});

Deno.test("what is missing or too long is named, and one that has not begun can be taken back", async () => {
  using store = await testStore();
  await endPromotion(store, firstPromotion.id, 3);
  const empty = { ...words, "zh-Hans": { title: " ", description: "x".repeat(601) } };
  expect(await savePromotion(store, spring(store, { words: empty, activeUntil: store.now() }))).toMatchObject({
    fields: { "zh-Hans.title": "required", "zh-Hans.description": "too_long", "activeUntil": "past" },
  });
  expect(await savePromotion(store, spring(store, { id: 99 }))).toMatchObject({ reason: "not_found" });
  const saved = await savePromotion(store, spring(store));
  if (!saved.ok) throw new Error(saved.reason);
  await endPromotion(store, saved.promotion.id, 3);
  expect((await promotions(store)).map(({ id }) => id)).toEqual([firstPromotion.id]);
});

Deno.test("a promotion that somebody has changed since it was seen is not overwritten", async () => {
  using store = await testStore();
  const { id, changedAt: seenChangedAt } = firstPromotion;
  const activeUntil = store.now() + dayMs;
  expect(await savePromotion(store, spring(store, { id, seenChangedAt, activeUntil }))).toMatchObject({ ok: true });
  expect(await savePromotion(store, spring(store, { id, seenChangedAt }))).toMatchObject({ reason: "conflict" });
  expect((await promotions(store)).find((each) => each.id === id)?.activeUntil).toBe(activeUntil);
});

/** The same store, but another process changes the promotion just before it is read by its key for the first time. */
function changedMeanwhile(store: TestStore, id: number, change: (other: TestStore) => Promise<unknown>): TestStore {
  const { kv } = store;
  const other = { ...asOtherProcess(store), clock: store.clock, [Symbol.dispose]: () => {} };
  let isFirst = true;
  const get = async (key: Deno.KvKey, options?: { consistency?: Deno.KvConsistencyLevel }) => {
    if (isFirst && String(key) === String(keys.promotion(id))) {
      isFirst = false;
      await change(other);
    }
    return await kv.get(key, options);
  };
  return withKv(store, withMethods(kv, { get: get as typeof kv.get }));
}

Deno.test("one that another process changes while it is ended keeps its newest words", async () => {
  using store = await testStore();
  const { id } = firstPromotion;
  const ending = changedMeanwhile(store, id, (other) => savePromotion(other, spring(other, { id })));
  expect(await endPromotion(ending, id, 3)).toMatchObject({ ok: true });
  expect((await promotions(store)).find((each) => each.id === id)).toMatchObject({ words, activeUntil: store.now() });
});

Deno.test("one that another process ends while it is changed stays ended", async () => {
  using store = await testStore();
  const { id } = firstPromotion;
  const saving = changedMeanwhile(store, id, (other) => endPromotion(other, id, 3));
  expect(await savePromotion(saving, spring(saving, { id, activeUntil: null }))).toMatchObject({ reason: "conflict" });
  expect(await idsAt(store)).toEqual([]);
});
