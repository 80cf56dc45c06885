/** A letter that waits for its translator when the two are parted, or introductions end, never comes; its cost goes back. */
import { expect } from "expect";
import { history } from "../credits/ledger/history.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { changeOwn } from "../ladies/profiles.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { setBlocked } from "../safety/blocks.ts";
import { runSafetyJobs } from "../testing/safety.ts";
import { afterMeanwhile, testStore } from "../testing/store.ts";
import { createTranslationWorld, runJobs, send } from "../testing/translators.ts";
import { dialogueBetween, hasBegun } from "./boxes/dialogues.ts";
import { introductionsLeft, setAcceptsIntroductions, setIntroductionsMuted } from "./introductions.ts";
import { letterById } from "./letters.ts";
import { finishTranslation, releaseUntranslated } from "./translating/translation_ends.ts";
import { claimTranslation, translationQueue } from "./translating/translations.ts";

async function world() {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const letter = await send(store, people.james, people.daria);
  const block = (isBlocked = true) => setBlocked(store, people.daria.id, people.james.id, isBlocked);
  const now = () => letterById(store, letter.id);
  return { store, ...people, letter, block, now, [Symbol.dispose]: () => store.close() };
}

const words = ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"];

Deno.test("a block sends it back to its author, who has the credits again and may begin anew some day", async () => {
  using w = await world();
  const other = await send(w.store, w.wei, w.daria);
  await w.block();
  await runSafetyJobs(w.store);
  expect(await w.now()).toMatchObject({ translationState: "returned", keptBack: "blocked", deliveredAt: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  const { entries } = await history(w.store, w.james.id, { page: 1, limit: 1 });
  expect(entries[0]).toMatchObject({ operation: "refund", deltaCredits: 10, reference: { cause: "kept_back" } });
  expect(hasBegun(await dialogueBetween(w.store, w.james.id, w.daria.id))).toBe(false);
  // Nobody else's letter to her is touched.
  const { items } = await translationQueue(w.store, { page: 1, limit: 10 });
  expect(items.map(({ letterId }) => letterId)).toEqual([other.id]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a block sends back all that waits between the two at once, and the dialogue has not begun", async () => {
  using w = await world();
  await send(w.store, w.james, w.daria);
  await w.block();
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(hasBegun(await dialogueBetween(w.store, w.james.id, w.daria.id))).toBe(false);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("her letter, which cost nothing, goes back as well", async () => {
  using w = await world();
  const hers = await send(w.store, w.olena, w.wei, { body: "Добрый вечер", translate: true });
  await setBlocked(w.store, w.wei.id, w.olena.id, true);
  await runSafetyJobs(w.store);
  expect(await letterById(w.store, hers.id)).toMatchObject({ keptBack: "blocked", deliveredAt: null });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("taken back before the letter went back, it keeps waiting", async () => {
  using w = await world();
  await w.block();
  await w.block(false);
  await runSafetyJobs(w.store);
  expect(await w.now()).toMatchObject({ translationState: "waiting" });
  expect(await balanceOf(w.store, w.james.id)).toBe(190);
});

Deno.test("a translator who finishes it after the block brings it to nobody", async () => {
  using w = await world();
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  await w.block();
  expect(await finishTranslation(w.store, w.nadia.id, w.letter.id, words)).toMatchObject({ reason: "conflict" });
  expect(await w.now()).toMatchObject({ keptBack: "blocked", deliveredAt: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("after 72 hours it does not come either", async () => {
  using w = await world();
  await w.block();
  w.store.clock.advance({ hours: 73 });
  expect(await releaseUntranslated(w.store, w.letter.id)).toBe(null);
  await runJobs(w.store);
  expect(await w.now()).toMatchObject({ keptBack: "blocked", deliveredAt: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("finished in the same moment, it came or went back, and never both", async () => {
  using w = await world();
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  const late = afterMeanwhile(w.store, async () => {
    await w.block();
    await runSafetyJobs(w.store);
  });
  await finishTranslation(late, w.nadia.id, w.letter.id, words);
  const letter = (await w.now())!;
  const isBack = letter.keptBack === "blocked";
  expect(isBack).toBe(letter.deliveredAt === null);
  expect(await balanceOf(w.store, w.james.id)).toBe(isBack ? 200 : 190);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a block at the very moment in which it would come keeps it back, translated or after 72 hours", async () => {
  using w = await world();
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  // The first commit of a finish keeps the words.
  const atEnd = afterMeanwhile(w.store, () => w.block(), { atCommit: 2 });
  expect(await finishTranslation(atEnd, w.nadia.id, w.letter.id, words)).toMatchObject({ reason: "conflict" });
  expect(await w.now()).toMatchObject({ translationState: "waiting", deliveredAt: null });
  await w.block(false);
  w.store.clock.advance({ hours: 73 });
  const late = afterMeanwhile(w.store, () => w.block());
  await expect(releaseUntranslated(late, w.letter.id)).rejects.toThrow("blocked");
  await runSafetyJobs(w.store);
  expect(await w.now()).toMatchObject({ keptBack: "blocked", deliveredAt: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(await audit(w.store)).toEqual([]);
});

const endings = {
  "introductions are off": ({ store, james }) => setAcceptsIntroductions(store, james.id, false),
  "his account says so": ({ store, james }) => changeOwn(store, james.id, { account: { acceptsIntroductions: false } }),
  "she is muted": ({ store, james, daria }) => setIntroductionsMuted(store, james.id, daria.id, true),
} satisfies Record<string, (w: Awaited<ReturnType<typeof introduced>>) => Promise<unknown>>;

/** Daria's introduction to James, to whom nothing of hers has come. */
async function introduced() {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const hers = (more = {}) =>
    send(store, people.daria, people.james, { body: "Добрый вечер, Джеймс! Меня зовут Дарья.", ...more });
  const letter = await hers();
  await claimTranslation(store, people.nadia.id, letter.id);
  const now = () => letterById(store, letter.id);
  const finish = (seen: Store = store) => finishTranslation(seen, people.nadia.id, letter.id, ["Good evening, James!"]);
  return { store, ...people, letter, hers, now, finish, [Symbol.dispose]: () => store.close() };
}

for (const [how, end] of Object.entries(endings)) {
  const keptBack = { translationState: "returned", keptBack: "introductions", deliveredAt: null };

  Deno.test(`an introduction that waits when ${how} goes back to her at once, and her dialogue has not begun`, async () => {
    using w = await introduced();
    const second = await w.hers();
    await end(w);
    await runSafetyJobs(w.store);
    for (const { id } of [w.letter, second]) expect(await letterById(w.store, id)).toMatchObject(keptBack);
    expect(hasBegun(await dialogueBetween(w.store, w.james.id, w.daria.id))).toBe(false);
    await expect(w.hers()).rejects.toThrow("introductions_muted");
    expect(await audit(w.store)).toEqual([]);
  });

  Deno.test(`an introduction comes neither translated nor after 72 hours when ${how}, however late that is`, async () => {
    using finished = await introduced();
    await end(finished);
    expect(await finished.finish()).toMatchObject({ reason: "conflict" });
    expect(await finished.now()).toMatchObject(keptBack);
    using late = await introduced();
    // The first commit of a finish keeps the words.
    const inTheSameMoment = afterMeanwhile(late.store, () => end(late), { atCommit: 2 });
    expect(await late.finish(inTheSameMoment)).toMatchObject({ reason: "conflict" });
    expect(await late.now()).toMatchObject({ deliveredAt: null });
    late.store.clock.advance({ hours: 73 });
    expect(await releaseUntranslated(late.store, late.letter.id)).toBe(null);
    expect(await late.now()).toMatchObject(keptBack);
    expect(await audit(late.store)).toEqual([]);
  });

  Deno.test(`while her introduction waits, her next letters are refused when ${how}, and not counted`, async () => {
    using w = await introduced();
    await end(w);
    const left = await introductionsLeft(w.store, w.daria.id);
    await expect(w.hers({ language: "en" })).rejects.toThrow("introductions_muted");
    expect(await introductionsLeft(w.store, w.daria.id)).toBe(left);
  });

  Deno.test(`a dialogue in which he has written, or something of hers has come, goes on when ${how}`, async () => {
    using w = await introduced();
    await w.finish();
    const waits = await w.hers();
    await end(w);
    await runSafetyJobs(w.store);
    expect(await letterById(w.store, waits.id)).toMatchObject({ translationState: "waiting" });
    using other = await introduced();
    await send(other.store, other.james, other.daria, { translate: false });
    await end(other);
    await runSafetyJobs(other.store);
    expect(await other.now()).toMatchObject({ translationState: "waiting" });
    expect(await other.finish()).toMatchObject({ ok: true });
  });
}

Deno.test("her introduction does not come after 72 hours to who mutes her at the very moment", async () => {
  using w = await introduced();
  w.store.clock.advance({ hours: 73 });
  const late = afterMeanwhile(w.store, () => setIntroductionsMuted(w.store, w.james.id, w.daria.id, true));
  await expect(releaseUntranslated(late, w.letter.id)).rejects.toThrow("introductions_muted");
  await runSafetyJobs(w.store);
  expect(await w.now()).toMatchObject({ keptBack: "introductions", deliveredAt: null });
  expect(await audit(w.store)).toEqual([]);
});
