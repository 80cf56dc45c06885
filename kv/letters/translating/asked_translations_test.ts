/** A translation that is asked for after the letter has come: what it waits for, and what its end does not change. */
import { expect } from "expect";
import { deleteAccount } from "../../accounts/deletions.ts";
import { balanceOf } from "../../credits/ledger/ledger.ts";
import { audit } from "../../records/audit.ts";
import { eraseMember } from "../../records/own_data/erase.ts";
import { setBlocked } from "../../safety/blocks.ts";
import { suspend } from "../../safety/suspensions.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse } from "../../store/refusals.ts";
import { createVera, runSafetyJobs } from "../../testing/safety.ts";
import { testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { askForTranslation } from "./asked_translations.ts";
import type { Letter } from "../letter.ts";
import { letterOf } from "../letters.ts";
import { saveDraft, workOn } from "./translation_drafts.ts";
import { finishTranslation, releaseUntranslated, returnToAuthor } from "./translation_ends.ts";
import { claimTranslation, translationOf, translationQueue } from "./translations.ts";

const firstPage = { page: 1, limit: 20 };

/** James's letter came to Daria as it was written; three weeks later one of the two asks for a translation. */
async function world(by: "james" | "daria") {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const letter = await send(store, people.james, people.daria, { translate: false });
  store.clock.advance({ days: 21 });
  const asked = await askForTranslation(store, people[by].id, letter.id);
  if (!asked.ok) throw new Error(asked.reason);
  return { store, ...people, letter, [Symbol.dispose]: () => store.close() };
}

const words = ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"];

async function mailedTo(store: TestStore): Promise<(number | undefined)[]> {
  const jobs = await Array.fromAsync(store.kv.list<{ kind: string; userId?: number }>({ prefix: prefixes.jobs() }));
  return jobs.filter(({ value }) => value.kind === "translation_mail").map(({ value }) => value.userId);
}

const withoutAsked = ({ asked: _, ...letter }: Letter) => letter;

Deno.test("the queue tells when the letter was sent and when its translation was asked for", async () => {
  using w = await world("daria");
  const { items } = await translationQueue(w.store, firstPage);
  expect(items).toMatchObject([{
    letterId: w.letter.id,
    askedBy: w.daria.id,
    sentAt: w.store.now(),
    letterSentAt: w.letter.sentAt,
  }]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what a translator cannot translate ends without a reason: the letter stays, and no credits move", async () => {
  using w = await world("daria");
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  expect((await returnToAuthor(w.store, w.nadia.id, w.letter.id, "")).ok).toBe(true);
  const hers = (await letterOf(w.store, w.daria.id, w.letter.id))!;
  expect(withoutAsked(hers)).toEqual(w.letter);
  expect(hers.asked).toMatchObject({ by: w.daria.id, state: "returned" });
  expect(await translationOf(w.store, w.letter.id)).toMatchObject({ state: "returned", note: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(190);
  expect(await audit(w.store)).toEqual([]);
});

for (const by of ["james", "daria"] as const) {
  Deno.test(`a finished translation is told to the reader, and to the author where she or he asked: ${by} did`, async () => {
    using w = await world(by);
    await claimTranslation(w.store, w.nadia.id, w.letter.id);
    await finishTranslation(w.store, w.nadia.id, w.letter.id, words);
    const told = by === "james" ? [w.daria.id, w.james.id] : [w.daria.id];
    expect(await mailedTo(w.store)).toEqual(expect.arrayContaining(told));
    expect(await mailedTo(w.store)).toHaveLength(told.length);
    expect(await audit(w.store)).toEqual([]);
  });
}

Deno.test("a letter that has come is translated though its two were kept apart since, and no work on it is lost", async () => {
  using w = await world("daria");
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  await setBlocked(w.store, w.daria.id, w.james.id, true);
  await runSafetyJobs(w.store);
  expect(await finishTranslation(w.store, w.nadia.id, w.letter.id, words)).toMatchObject({
    ok: true,
    letter: { asked: { state: "done" }, translatedInto: "ru" },
  });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what is asked for while the two are kept apart waits for a translator like all else, and may be asked for anew", async () => {
  using w = await world("daria");
  const vera = await createVera(w.store);
  await setBlocked(w.store, w.daria.id, w.james.id, true);
  await suspend(w.store, { userId: w.james.id, kind: "conduct", reason: "Rude words", actorId: vera.id });
  await runSafetyJobs(w.store);
  w.store.clock.advance({ hours: 73 });
  await releaseUntranslated(w.store, w.letter.id);
  const ask = () => askForTranslation(w.store, w.daria.id, w.letter.id);
  expect(await letterOf(w.store, w.daria.id, w.letter.id)).toMatchObject({ asked: { state: "untranslated" } });
  expect(await ask()).toMatchObject({ ok: true, state: "waiting" });
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  expect((await finishTranslation(w.store, w.nadia.id, w.letter.id, words)).ok).toBe(true);
  expect(await ask()).toMatchObject({ ok: true, state: "done" });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what was not finished in time and is asked for again begins with a colleague's words", async () => {
  using w = await world("daria");
  await claimTranslation(w.store, w.nadia.id, w.letter.id);
  await saveDraft(w.store, w.nadia.id, w.letter.id, words.with(2, ""));
  w.store.clock.advance({ hours: 73 });
  await releaseUntranslated(w.store, w.letter.id);
  expect(await askForTranslation(w.store, w.daria.id, w.letter.id)).toMatchObject({ state: "waiting" });
  await claimTranslation(w.store, w.petro.id, w.letter.id);
  expect(await workOn(w.store, w.petro.id, w.letter.id)).toMatchObject({ draft: { segments: words.with(2, "") } });
  await finishTranslation(w.store, w.petro.id, w.letter.id, words);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("once its reader has left nobody works on it any more", async () => {
  using w = await world("james");
  const deleted = await deleteAccount(w.store, w.daria.id, { password: testPassword, wantsRefund: false });
  expect(deleted.ok).toBe(true);
  await eraseMember(w.store, w.daria.id, () => Promise.resolve());
  expect((await translationQueue(w.store, firstPage)).items).toEqual([]);
  expect(await translationOf(w.store, w.letter.id)).toMatchObject({ state: "returned", keptBack: "deleted" });
});

Deno.test("nobody asks for a translation of a letter that is sealed, has not come, or is others'", async () => {
  using store = await testStore();
  const w = await createTranslationWorld(store);
  await send(store, w.wei, w.olena, { translate: false });
  const sealed = await send(store, w.olena, w.wei, { body: "Добрый вечер, Вэй.", translate: false });
  expect(sealed.openingPriceCredits).toBeGreaterThan(0);
  expect(await askForTranslation(store, w.wei.id, sealed.id)).toEqual(refuse("letter_locked"));
  const onItsWay = await send(store, w.james, w.daria);
  expect(await askForTranslation(store, w.daria.id, onItsWay.id)).toEqual(refuse("not_found"));
  for (const { id } of [w.daria, w.james, w.nadia]) {
    expect(await askForTranslation(store, id, sealed.id)).toEqual(refuse("not_found"));
  }
  expect(await translationOf(store, sealed.id)).toBeNull();
  expect(await audit(store)).toEqual([]);
});
