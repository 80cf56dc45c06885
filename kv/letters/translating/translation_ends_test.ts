/** A wait ends once: translated, returned, or after 72 hours; with the credits that go back in the same commit. */
import { expect } from "expect";
import * as fc from "fast-check";
import type { User } from "../../accounts/users.ts";
import { history } from "../../credits/ledger/history.ts";
import { balanceOf } from "../../credits/ledger/ledger.ts";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { tamper } from "../../records/audit/testing/lived_in_world.ts";
import { keys } from "../../store/keys.ts";
import { asOtherProcess, type TestStore, testStore } from "../../testing/store.ts";
import { createTranslationWorld, runJobs, send } from "../../testing/translators.ts";
import { askForTranslation } from "./asked_translations.ts";
import { unreadCounts } from "../boxes/boxes.ts";
import { dialogueBetween, hasBegun } from "../boxes/dialogues.ts";
import { isLocked } from "../letter.ts";
import { letterById, letterOf, textsFor } from "../letters.ts";
import { openLetter } from "../opening.ts";
import { keepMachineDraft, saveDraft, workOn } from "./translation_drafts.ts";
import { finishTranslation, releaseUntranslated, returnToAuthor } from "./translation_ends.ts";
import { claimTranslation, releaseTranslation, translationOf, translationQueue } from "./translations.ts";

const words = ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"];
const firstPage = { page: 1, limit: 20 };

const operationsOf = async (store: Store, man: User): Promise<string[]> =>
  (await history(store, man.id, firstPage)).entries.map((entry) => `${entry.operation} ${entry.deltaCredits}`);

Deno.test("a finished letter comes with its translation and the translator's name, original kept", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  store.clock.advance({ minutes: 30 });
  let published = 0;
  using _ = { [Symbol.dispose]: store.pubsub.listen(`letters:${daria.id}`, () => published++) };
  const finished = await finishTranslation(store, nadia.id, letter.id, words);
  expect(finished).toMatchObject({ ok: true, letter: { deliveredAt: store.now(), translationState: "done" } });
  expect(published).toBe(1);
  const hers = (await letterOf(store, daria.id, letter.id))!;
  expect((await textsFor(store, daria.id, [hers])).get(letter.id)).toMatchObject({
    body: "Dear Daria,\n\nThe drawer is sorted.\n\nJames",
    translation: { body: words.join("\n\n"), language: "ru", author: "Nadia Hrytsenko" },
  });
  expect(await unreadCounts(store, daria.id)).toEqual({ inbox: 1, introduction: 0 });
  expect((await translationQueue(store, firstPage)).totalCount).toBe(0);
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await audit(store)).toEqual([]);
});

Deno.test("her translated letter is locked for him and costs what any letter costs", async () => {
  using store = await testStore();
  const { james, olena, nadia } = await createTranslationWorld(store);
  await send(store, olena, james, { body: "Good evening" });
  const letter = await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
  await claimTranslation(store, nadia.id, letter.id);
  await finishTranslation(store, nadia.id, letter.id, ["Dear James!"]);
  const his = (await letterOf(store, james.id, letter.id))!;
  expect(isLocked(his)).toBe(true);
  expect(await textsFor(store, james.id, [his])).toEqual(new Map());
  await openLetter(store, james.id, letter.id, true);
  expect(await balanceOf(store, james.id)).toBe(195);
  expect((await textsFor(store, james.id, [(await letterById(store, letter.id))!])).get(letter.id)?.translation)
    .toMatchObject({ body: "Dear James!", language: "en" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("finishing needs the letter in hand and words, and keeps them where it is refused", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  expect(await finishTranslation(store, nadia.id, letter.id, words)).toMatchObject({ reason: "not_found" });
  await claimTranslation(store, nadia.id, letter.id);
  expect(await finishTranslation(store, nadia.id, letter.id, [" ", ""])).toMatchObject({ reason: "invalid" });
  store.clock.advance({ minutes: 60 });
  expect(await finishTranslation(store, nadia.id, letter.id, words)).toMatchObject({ reason: "conflict" });
  await claimTranslation(store, petro.id, letter.id);
  expect(await finishTranslation(store, nadia.id, letter.id, words)).toMatchObject({ reason: "conflict" });
  expect(await letterOf(store, daria.id, letter.id)).toBe(null);
  expect((await finishTranslation(store, petro.id, letter.id, words)).ok).toBe(true);
  expect(await finishTranslation(store, petro.id, letter.id, words)).toMatchObject({ reason: "not_found" });
});

Deno.test("a returned letter never comes, its author keeps it with the reason, and his credits go back", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await returnToAuthor(store, nadia.id, letter.id, "  ")).toMatchObject({ reason: "invalid" });
  expect(await returnToAuthor(store, nadia.id, letter.id, "x".repeat(501))).toMatchObject({ reason: "invalid" });
  expect((await returnToAuthor(store, nadia.id, letter.id, "It holds a telephone number.")).ok).toBe(true);
  expect(await letterOf(store, daria.id, letter.id)).toBe(null);
  expect(await letterOf(store, james.id, letter.id)).toMatchObject({ deliveredAt: null, translationState: "returned" });
  expect(await translationOf(store, letter.id)).toMatchObject({ note: "It holds a telephone number." });
  expect(await operationsOf(store, james)).toEqual(["refund 10", "sent_letter -10", "refill 200"]);
  const [refund] = (await history(store, james.id, firstPage)).entries;
  expect(refund).toMatchObject({ reference: { letterId: letter.id, partnerId: daria.id }, reversesSeq: 2 });
  store.clock.advance({ days: 4 });
  await runJobs(store);
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a dialogue whose only letter was returned begins anew", async () => {
  using store = await testStore();
  const { james, olena, nadia } = await createTranslationWorld(store);
  const first = await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
  await claimTranslation(store, nadia.id, first.id);
  await returnToAuthor(store, nadia.id, first.id, "It cannot be read.");
  const second = await send(store, olena, james, { body: "Good evening" });
  expect(second).toMatchObject({ isIntroduction: true, openingPriceCredits: 0 });
  expect((await send(store, olena, james, { body: "Good night" })).isIntroduction).toBe(false);
  expect(await audit(store)).toEqual([]);
});

for (const isFirstEndedFirst of [true, false]) {
  Deno.test(`a dialogue whose two letters were both returned, the ${isFirstEndedFirst ? "first" : "last"} before the other, begins anew`, async () => {
    using store = await testStore();
    const { james, olena, nadia } = await createTranslationWorld(store);
    const waiting = { body: "Дорогий Джеймсе!", translate: true };
    const letters = [await send(store, olena, james, waiting), await send(store, olena, james, waiting)];
    expect(letters.map(({ isIntroduction }) => isIntroduction)).toEqual([true, false]);
    for (const { id } of isFirstEndedFirst ? letters : letters.toReversed()) {
      expect(hasBegun(await dialogueBetween(store, james.id, olena.id))).toBe(true);
      await claimTranslation(store, nadia.id, id);
      await returnToAuthor(store, nadia.id, id, "It cannot be read.");
    }
    expect(hasBegun(await dialogueBetween(store, james.id, olena.id))).toBe(false);
    expect(await send(store, olena, james, waiting)).toMatchObject({ isIntroduction: true, openingPriceCredits: 0 });
    expect(await audit(store)).toEqual([]);
  });
}

Deno.test("a dialogue in which a letter came goes on, whatever was returned", async () => {
  using store = await testStore();
  const { james, olena, nadia } = await createTranslationWorld(store);
  await send(store, olena, james, { body: "Good evening" });
  const waiting = { body: "Дорогий Джеймсе!", translate: true };
  for (const { id } of [await send(store, olena, james, waiting), await send(store, olena, james, waiting)]) {
    await claimTranslation(store, nadia.id, id);
    await returnToAuthor(store, nadia.id, id, "It cannot be read.");
  }
  expect((await send(store, olena, james, { body: "Good night" })).isIntroduction).toBe(false);
  expect(await audit(store)).toEqual([]);
});

Deno.test("after 72 hours, and not before, his letter comes as it was written and his credits go back", async () => {
  using store = await testStore();
  const { james, daria } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  store.clock.advance({ hours: 72, ms: -1 });
  await runJobs(store);
  expect(await letterOf(store, daria.id, letter.id)).toBe(null);
  await expect(releaseUntranslated(store, letter.id)).rejects.toThrow("still waits");
  store.clock.advance({ ms: 1 });
  await runJobs(store);
  expect(await letterOf(store, daria.id, letter.id)).toMatchObject({
    deliveredAt: letter.sentAt + 72 * 3600_000,
    translationState: "untranslated",
  });
  expect(await operationsOf(store, james)).toEqual(["refund 10", "sent_letter -10", "refill 200"]);
  expect(await releaseUntranslated(store, letter.id)).toBe(null);
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("her letter is free to open after 72 hours without a translator", async () => {
  using store = await testStore();
  const { james, olena } = await createTranslationWorld(store);
  await send(store, olena, james, { body: "Good evening" });
  const letter = await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
  expect(letter.openingPriceCredits).toBe(5);
  store.clock.advance({ hours: 72 });
  await runJobs(store);
  const his = (await letterOf(store, james.id, letter.id))!;
  expect(isLocked(his)).toBe(false);
  expect(await openLetter(store, james.id, letter.id, true)).toMatchObject({ ok: true });
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what fell due while the site was away is made up for, and no letter can be taken in between", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  store.clock.advance({ days: 9 });
  expect(await claimTranslation(store, nadia.id, letter.id)).toMatchObject({ reason: "conflict" });
  expect((await translationQueue(store, firstPage)).totalCount).toBe(0);
  await runJobs(store);
  expect(await letterOf(store, daria.id, letter.id)).toMatchObject({ deliveredAt: store.now() });
  expect(await balanceOf(store, james.id)).toBe(200);
});

for (const isHis of [true, false]) {
  Deno.test(`two runners of one job release ${isHis ? "his" : "her"} letter once`, async () => {
    using store = await testStore();
    const { james, daria, olena } = await createTranslationWorld(store);
    const letter = isHis
      ? await send(store, james, daria)
      : await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
    store.clock.advance({ hours: 72 });
    const runners = [store, asOtherProcess(store), store];
    const released = await Promise.all(runners.map((runner) => releaseUntranslated(runner, letter.id)));
    expect(released.filter((each) => each !== null)).toHaveLength(1);
    expect(await balanceOf(store, james.id)).toBe(200);
    expect(await audit(store)).toEqual([]);
  });
}

Deno.test("a letter that comes late stands after what came before it", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const held = await send(store, james, daria);
  const later = await send(store, james, daria, { body: "Дорогая Дарья, это снова я." });
  await claimTranslation(store, nadia.id, held.id);
  await finishTranslation(store, nadia.id, held.id, words);
  const letter = (await letterOf(store, daria.id, held.id))!;
  expect(letter.deliveredAt).toBeGreaterThanOrEqual(later.deliveredAt!);
  expect(await audit(store)).toEqual([]);
});

/** What may happen at once to one letter, in either of two processes. */
const doings = ["finish", "otherFinishes", "return", "release", "claim", "job", "save"] as const;
type Doing = typeof doings[number];

async function act(store: Store, doing: Doing, letterId: number, nadia: User, petro: User): Promise<string | null> {
  if (doing === "finish") return endOf(await finishTranslation(store, nadia.id, letterId, words));
  if (doing === "otherFinishes") return endOf(await finishTranslation(store, petro.id, letterId, words));
  if (doing === "return") return endOf(await returnToAuthor(store, nadia.id, letterId, "No."));
  if (doing === "release") await releaseTranslation(store, nadia.id, letterId);
  if (doing === "claim") await claimTranslation(store, petro.id, letterId);
  if (doing === "save") await saveDraft(store, nadia.id, letterId, ["раз"]);
  if (doing === "job") {
    const letter = await releaseUntranslated(store, letterId).catch((error) => {
      if (!/still waits/.test(String(error))) throw error;
      return null;
    });
    return letter && "untranslated";
  }
  return null;
}

const endOf = (ended: Awaited<ReturnType<typeof finishTranslation>>): string | null =>
  ended.ok ? ended.letter.translationState! : null;

async function tryAll(
  store: TestStore,
  isHis: boolean,
  minutes: number,
  rounds: { doing: Doing; isElsewhere: boolean }[][],
): Promise<void> {
  const { james, daria, olena, nadia, petro } = await createTranslationWorld(store);
  const letter = isHis
    ? await send(store, james, daria)
    : await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
  await claimTranslation(store, nadia.id, letter.id);
  store.clock.advance({ minutes });
  const other = asOtherProcess(store);
  const ends: string[] = [];
  for (const round of rounds) {
    const done = await Promise.all(
      round.map(({ doing, isElsewhere }) => act(isElsewhere ? other : store, doing, letter.id, nadia, petro)),
    );
    ends.push(...done.filter((end) => end !== null));
    expect(ends.length).toBeLessThanOrEqual(1);
    store.clock.advance({ hours: 30 });
    await claimTranslation(store, nadia.id, letter.id);
  }
  store.clock.advance({ hours: 72 });
  await runJobs(store);
  const { translationState, deliveredAt } = (await letterById(store, letter.id))!;
  expect(translationState).toBe(ends[0] ?? "untranslated");
  expect(deliveredAt === null).toBe(translationState === "returned");
  const refunds = (await operationsOf(store, james)).filter((each) => each.startsWith("refund"));
  expect(refunds).toEqual(isHis && translationState !== "done" ? ["refund 10"] : []);
  expect(await audit(store)).toEqual([]);
}

Deno.test("whatever happens at once to a letter, its wait ends once, with one refund at most and nothing broken", async () => {
  const move = fc.record({ doing: fc.constantFrom(...doings), isElsewhere: fc.boolean() });
  const rounds = fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.constantFrom(1, 59, 60, 72 * 60, 73 * 60),
      rounds,
      async (isHis, minutes, all) => {
        using store = await testStore();
        await tryAll(store, isHis, minutes, all);
      },
    ),
    { numRuns: 100 },
  );
});

/** A letter that nobody finished, with a machine's draft kept as Nadia's words, and for which Daria asks again. */
async function fetchedAndAskedAgain(store: TestStore, days: number) {
  const people = await createTranslationWorld(store);
  const { james, daria, nadia } = people;
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await keepMachineDraft(store, nadia.id, letter.id, words)).toMatchObject({ ok: true });
  await saveDraft(store, nadia.id, letter.id, words);
  store.clock.advance({ hours: 73 });
  await runJobs(store);
  store.clock.advance({ days });
  expect(await askForTranslation(store, daria.id, letter.id)).toMatchObject({ ok: true, state: "waiting" });
  const machineOf = async (translatorId: number) => {
    await finishTranslation(store, translatorId, letter.id, words);
    return (await textsFor(store, daria.id, [(await letterById(store, letter.id))!])).get(letter.id)?.translation
      ?.machine;
  };
  return { ...people, letter, machineOf };
}

Deno.test("a machine's draft is told of where its letter was asked for again, whoever finishes it", async () => {
  for (const who of ["nadia", "petro"] as const) {
    using store = await testStore();
    const { letter, machineOf, [who]: translator } = await fetchedAndAskedAgain(store, 1);
    await claimTranslation(store, translator.id, letter.id);
    expect(await machineOf(translator.id)).toBe("checked");
    expect((await store.kv.get(keys.machineDraft(letter.id))).value).toBe(null);
  }
});

Deno.test("where the machine's draft has expired before the words that were made of it, these tell of it still", async () => {
  using store = await testStore();
  const { nadia, letter, machineOf } = await fetchedAndAskedAgain(store, 1);
  await store.kv.delete(keys.machineDraft(letter.id));
  await claimTranslation(store, nadia.id, letter.id);
  expect(await machineOf(nadia.id)).toBe("revised");
});

Deno.test("a machine's draft of a language that is asked for no more is nobody's help", async () => {
  using store = await testStore();
  const { daria, petro, letter } = await fetchedAndAskedAgain(store, 1);
  store.clock.advance({ hours: 73 });
  await runJobs(store);
  await tamper<User>(store, keys.user(daria.id), { readsLanguages: ["uk"], readingLanguage: "uk" });
  expect(await askForTranslation(store, daria.id, letter.id)).toMatchObject({ ok: true, state: "waiting" });
  await claimTranslation(store, petro.id, letter.id);
  expect(await workOn(store, petro.id, letter.id)).toMatchObject({
    ok: true,
    translation: { to: "uk" },
    machine: null,
  });
});

Deno.test("what a machine makes of a letter is kept while it is in these hands, and not after", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  await releaseTranslation(store, nadia.id, letter.id);
  expect(await keepMachineDraft(store, nadia.id, letter.id, words)).toMatchObject({ reason: "conflict" });
  expect((await store.kv.get(keys.machineDraft(letter.id))).value).toBe(null);
});
