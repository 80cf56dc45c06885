/** Tariffs are planned, changed, taken back, and begin by the clock; and nobody pays a price that was not shown. */
import { expect } from "expect";
import { startChat } from "../../chats/chats.ts";
import { reserveMinute } from "../../chats/minutes.ts";
import { addVideo, watchVideo } from "../../ladies/videos.ts";
import { openLetter } from "../../letters/opening.ts";
import { sendLetter } from "../../letters/sending.ts";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { agree, createChat } from "../../testing/chats.ts";
import { asOtherProcess, createPeople, testStore } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { prices as first } from "./prices.ts";
import { dropTariff, planTariff, pricesAt, tariffs, tariffsAfter, type TariffWish } from "./tariffs.ts";

const dearer = { sendLetter: 12, openLetter: 6, textMinute: 2, videoMinute: 8, watchVideo: 11 };
const hourMs = 3600_000;

const plan = (store: Store, wish: Partial<TariffWish> = {}) =>
  planTariff(store, { validFrom: store.now() + hourMs, prices: dearer, actorId: 1, ...wish });

Deno.test("prices begin at their moment by the clock alone, and are told before", async () => {
  using store = await testStore();
  expect(await plan(store)).toMatchObject({ ok: true, tariff: { id: 1 } });
  expect(await pricesAt(store, store.now())).toEqual(first);
  expect(await tariffsAfter(store, store.now())).toMatchObject([{ prices: dearer }]);
  store.clock.advance({ hours: 1 });
  expect(await pricesAt(store, store.now())).toEqual(dearer);
  expect(await tariffsAfter(store, store.now())).toEqual([]);
  expect(await pricesAt(store, store.now() - 1)).toEqual(first);
});

Deno.test("what is planned can be changed and taken back until it begins", async () => {
  using store = await testStore();
  await plan(store);
  expect(await plan(store, { id: 1, prices: { ...dearer, sendLetter: 15 } })).toMatchObject({ ok: true });
  expect(await plan(store, { id: 7 })).toMatchObject({ reason: "not_found" });
  store.clock.advance({ hours: 1 });
  expect(await plan(store, { id: 1 })).toMatchObject({ reason: "conflict" });
  expect(await dropTariff(store, 1, 1)).toMatchObject({ reason: "conflict" });
  await plan(store);
  const [, , planned] = await tariffs(store);
  expect(await dropTariff(store, planned!.id, 1)).toMatchObject({ ok: true });
  expect(await tariffs(store)).toHaveLength(2);
  expect((await pricesAt(store, store.now())).sendLetter).toBe(15);
});

Deno.test("impossible prices and moments are refused by name", async () => {
  using store = await testStore();
  await plan(store);
  const fields = async (wish: Partial<TariffWish>) => {
    const refused = await plan(store, wish);
    return refused.ok ? {} : refused.fields;
  };
  expect(await fields({ prices: { ...dearer, sendLetter: 0, openLetter: 1.5, watchVideo: 1001 } })).toEqual({
    validFrom: "taken",
    sendLetter: "too_small",
    openLetter: "wrong_value",
    watchVideo: "too_big",
  });
  expect(await fields({ validFrom: store.now() - 1 })).toEqual({ validFrom: "past" });
});

Deno.test("who saw another price is charged nothing, and a letter that lies sealed keeps its own", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const send = (authorId: number, recipientId: number, sendKey: string, quotedCredits?: number) =>
    sendLetter(store, { authorId, recipientId, body: `Hello ${sendKey}`, sendKey, quotedCredits });
  await send(james.id, olena.id, "a-first-letter", 10);
  const before = await send(olena.id, james.id, "before-the-change");
  await plan(store, { validFrom: null });
  const after = await send(olena.id, james.id, "after-the-change");
  if (!before.ok || !after.ok) throw new Error("her letters were refused");
  const paid = async (doing: Promise<{ ok: boolean }>) => {
    const had = await balanceOf(store, james.id);
    const done = await doing;
    return { done: done.ok, paid: had - await balanceOf(store, james.id) };
  };
  expect(await paid(send(james.id, olena.id, "at-the-old-price", 10))).toEqual({ done: false, paid: 0 });
  expect(await paid(send(james.id, olena.id, "at-the-new-price", 12))).toEqual({ done: true, paid: 12 });
  // What was sent at the former price stays sent.
  expect(await paid(send(james.id, olena.id, "a-first-letter", 10))).toMatchObject({ paid: 0 });
  expect(await paid(openLetter(store, james.id, before.letter.id, true))).toEqual({ done: true, paid: 5 });
  expect(await paid(openLetter(store, james.id, after.letter.id, true))).toEqual({ done: true, paid: 6 });
  const file = { type: "video/webm", bytes: 1000 };
  const files = { full: file, preview: file, poster: { type: "image/webp", bytes: 100 }, captions: {} };
  const video = await addVideo(store, {
    ...{ ladyId: olena.id, token: store.randomToken(), width: 480, height: 600, seconds: 8, title: { en: "Morning" } },
    ...files,
  });
  expect(await watchVideo(store, james.id, video.id, 10)).toMatchObject({ reason: "quote_changed" });
  expect(await paid(watchVideo(store, james.id, video.id, 11))).toEqual({ done: true, paid: 11 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a chat keeps the prices that it began at, whatever begins meanwhile", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  const chat = await createChat(store, pair);
  const old = { text: 1, video: 5 };
  await reserveMinute(store, james.id, chat.id, old);
  await plan(store, { validFrom: null });
  store.clock.advance({ seconds: 55 });
  expect(await reserveMinute(store, james.id, chat.id, old)).toMatchObject({ ok: true, chat: { costCredits: 2 } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a chat that began at prices which its man was not shown charges no minute", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  await agree(store, pair);
  await plan(asOtherProcess(store), { validFrom: null });
  const started = await startChat(store, pair, { starterId: olena.id, kind: "text", instanceId: "here" });
  if (!started.ok) throw new Error(started.reason);
  const had = await balanceOf(store, james.id);
  const old = await reserveMinute(store, james.id, started.chat.id, { text: 1, video: 5 });
  expect([old, await balanceOf(store, james.id)]).toMatchObject([{ reason: "quote_changed" }, had]);
  const seen = await reserveMinute(store, james.id, started.chat.id, { text: 2, video: 8 });
  expect(seen).toMatchObject({ ok: true, chat: { costCredits: 2 } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a planned tariff that somebody has changed since it was seen is not overwritten", async () => {
  using store = await testStore();
  const made = await plan(store);
  if (!made.ok) throw new Error(made.reason);
  const { id, changedAt: seenChangedAt } = made.tariff;
  expect(await plan(store, { id, seenChangedAt, prices: { ...dearer, sendLetter: 15 } })).toMatchObject({ ok: true });
  expect(await plan(store, { id, seenChangedAt })).toMatchObject({ reason: "conflict" });
  expect((await tariffs(store))[1]?.prices.sendLetter).toBe(15);
});
