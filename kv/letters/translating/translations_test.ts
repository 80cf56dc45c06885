/** Waiting letters are unseen and held by a lease; words that a translator has saved stay when the lease is lost. */
import { expect } from "expect";
import { isWorkIn } from "../../accounts/languages.ts";
import { translator } from "../../accounts/users.ts";
import { balanceOf } from "../../credits/ledger/ledger.ts";
import { audit } from "../../records/audit.ts";
import { asOtherProcess, createMan, createUser, testStore } from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { unreadCounts } from "../boxes/boxes.ts";
import { letterById, letterOf } from "../letters.ts";
import { lettersOfThread } from "../boxes/threads.ts";
import { joined, saveDraft, translationLengthMax, workOn } from "./translation_drafts.ts";
import { claimsAtMost, claimTranslation, heldBy, releaseTranslation, translationQueue } from "./translations.ts";

const firstPage = { page: 1, limit: 20 };

Deno.test("a letter that waits is its author's alone, and its 10 credits are charged as ever", async () => {
  using store = await testStore();
  const { james, daria } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  expect(letter).toMatchObject({ deliveredAt: null, translationState: "waiting" });
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await letterOf(store, daria.id, letter.id)).toBe(null);
  expect(await unreadCounts(store, daria.id)).toEqual({ inbox: 0, introduction: 0 });
  expect((await lettersOfThread(store, daria.id, james.id, firstPage)).totalCount).toBe(0);
  expect((await lettersOfThread(store, james.id, daria.id, firstPage)).letters).toEqual([letter]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter to a lady who asks for nothing, or in a language she reads, comes at once", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createTranslationWorld(store);
  for (const letter of [await send(store, james, olena), await send(store, james, daria, { body: "Дорогая Дарья!" })]) {
    expect(letter.deliveredAt).toBe(letter.sentAt);
    expect(letter.translationState).toBe(undefined);
  }
  expect((await translationQueue(store, firstPage)).totalCount).toBe(0);
});

Deno.test("nobody writes for nothing by naming a language that nobody translates", async () => {
  using store = await testStore();
  const { james, olena } = await createTranslationWorld(store);
  const body = "Dear Olena, how was your week? I think of you.";
  const letter = await send(store, james, olena, { body, language: "be" });
  expect(letter).toMatchObject({ language: "en", deliveredAt: letter.sentAt });
  // What may be another language after all waits, as its author says.
  const inLatin = { body: "Privet, Olena! Kak tvoi dela?", language: "be" } as const;
  expect(await send(store, james, olena, inLatin)).toMatchObject({ language: "be", deliveredAt: null });
});

Deno.test("a Ukrainian letter with a Russian name in it comes at once to who reads Ukrainian, and else its translators see it", async () => {
  using store = await testStore();
  const { james, olena } = await createTranslationWorld(store);
  const taras = await createMan(store, { firstname: "Taras", locale: "uk" });
  const body = "Сьогодні мій син Артём пішов до школи, а я сиджу на кухні й думаю про тебе.";
  const letter = await send(store, olena, taras, { body });
  expect(letter).toMatchObject({ language: "uk", deliveredAt: letter.sentAt });
  await send(store, olena, james, { body });
  const ofNadia = (wanted: { from: string; to: string }) => isWorkIn(["uk", "en"], wanted);
  expect((await translationQueue(store, firstPage, { isWanted: ofNadia })).totalCount).toBe(1);
});

Deno.test("her letter waits when she ticks it", async () => {
  using store = await testStore();
  const { james, olena } = await createTranslationWorld(store);
  const letter = await send(store, olena, james, { body: "Дорогий Джеймсе!", translate: true });
  expect(letter).toMatchObject({ deliveredAt: null, isIntroduction: true, translationState: "waiting" });
  expect(await letterOf(store, james.id, letter.id)).toBe(null);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 0, introduction: 0 });
});

Deno.test("the queue stands in the order of age and says nothing of words", async () => {
  using store = await testStore();
  const { james, wei, daria, olena } = await createTranslationWorld(store);
  const first = await send(store, james, daria);
  const second = await send(store, wei, daria, { body: "Daria，你好：杭州这几天桂花开得很晚。" });
  const third = await send(store, olena, wei, { body: "Добрий вечір, Вей!", translate: true });
  const { items, totalCount } = await translationQueue(store, firstPage);
  expect(items.map((item) => [item.letterId, item.from, item.to])).toEqual([
    [first.id, "en", "ru"],
    [second.id, "zh-Hans", "ru"],
    [third.id, "uk", "zh-Hans"],
  ]);
  expect(totalCount).toBe(3);
  expect(Object.keys(items[0]!).toSorted()).toEqual([
    "author",
    "dueAt",
    "from",
    "ladyId",
    "lengthUnits",
    "letterId",
    "manId",
    "sentAt",
    "to",
  ]);
  expect(items[0]!.dueAt - items[0]!.sentAt).toBe(72 * 3600_000);
});

Deno.test("a letter in somebody's hands is nobody else's until the lease ends by the clock", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  expect(await workOn(store, nadia.id, letter.id)).toMatchObject({ ok: false, reason: "forbidden" });
  expect((await claimTranslation(store, nadia.id, letter.id)).ok).toBe(true);
  expect(await claimTranslation(store, petro.id, letter.id)).toMatchObject({ reason: "conflict" });
  expect(await workOn(store, petro.id, letter.id)).toMatchObject({ reason: "forbidden" });
  expect(await workOn(store, nadia.id, letter.id)).toMatchObject({ ok: true, text: { translation: null } });
  expect(await translationQueue(store, firstPage)).toMatchObject({ totalCount: 0, heldCount: 1 });
  expect((await heldBy(store, nadia.id)).map((each) => each.letterId)).toEqual([letter.id]);

  store.clock.advance({ minutes: 59 });
  expect((await saveDraft(store, nadia.id, letter.id, ["Дорогая Дарья,"])).ok).toBe(true);
  store.clock.advance({ minutes: 59 });
  expect((await workOn(store, nadia.id, letter.id)).ok).toBe(true);
  store.clock.advance({ minutes: 1 });
  expect(await workOn(store, nadia.id, letter.id)).toMatchObject({ reason: "forbidden" });
  expect(await heldBy(store, nadia.id)).toEqual([]);
  expect((await translationQueue(store, firstPage)).totalCount).toBe(1);
  expect((await claimTranslation(store, petro.id, letter.id)).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a lease from a clock that ran ahead holds nothing once the clock is right", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const { id } = await send(store, james, daria);
  store.clock.advance({ hours: 60 });
  expect((await claimTranslation(store, nadia.id, id)).ok).toBe(true);
  store.clock.advance({ hours: -57 });
  expect((await translationQueue(store, firstPage)).items.map(({ letterId }) => letterId)).toEqual([id]);
  expect((await claimTranslation(store, petro.id, id)).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("words saved after the lease was lost are refused and kept all the same", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  await saveDraft(store, nadia.id, letter.id, ["Дорогая Дарья,"]);
  store.clock.advance({ minutes: 61 });
  await claimTranslation(store, petro.id, letter.id);
  // Petro begins where she stopped.
  expect(await workOn(store, petro.id, letter.id)).toMatchObject({ draft: { segments: ["Дорогая Дарья,"] } });
  const late = await saveDraft(store, nadia.id, letter.id, ["Дорогая Дарья,", "Ящик разобран."]);
  expect(late).toMatchObject({ ok: false, reason: "conflict" });
  expect(await workOn(store, petro.id, letter.id)).toMatchObject({ draft: { segments: ["Дорогая Дарья,"] } });
  await releaseTranslation(store, petro.id, letter.id);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await workOn(store, nadia.id, letter.id))
    .toMatchObject({ draft: { segments: ["Дорогая Дарья,", "Ящик разобран."] } });
});

Deno.test("whoever takes a letter again begins with what a colleague made of it since, and not with the own old half", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  const [half, most] = [["Дорогая Дарья,"], ["Дорогая Дарья,", "Ящик разобран."]];
  await claimTranslation(store, nadia.id, letter.id);
  await saveDraft(store, nadia.id, letter.id, half);
  await releaseTranslation(store, nadia.id, letter.id);
  store.clock.advance({ minutes: 5 });
  await claimTranslation(store, petro.id, letter.id);
  store.clock.advance({ minutes: 5 });
  await saveDraft(store, petro.id, letter.id, most);
  await releaseTranslation(store, petro.id, letter.id);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await workOn(store, nadia.id, letter.id)).toMatchObject({ draft: { segments: most } });
});

Deno.test("late words of one's own outlive a colleague who only looked at the letter in between", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const ira = await createUser(store, { groupId: translator, firstname: "Ira", email: "ira@staff.test" });
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  await saveDraft(store, nadia.id, letter.id, ["Дорогая Дарья,"]);
  store.clock.advance({ minutes: 61 });
  await claimTranslation(store, petro.id, letter.id);
  store.clock.advance({ minutes: 1 });
  const late = ["Дорогая Дарья,", "Ящик разобран."];
  await saveDraft(store, nadia.id, letter.id, late);
  await releaseTranslation(store, petro.id, letter.id);
  store.clock.advance({ minutes: 1 });
  await claimTranslation(store, ira.id, letter.id);
  await releaseTranslation(store, ira.id, letter.id);
  await claimTranslation(store, nadia.id, letter.id);
  expect(await workOn(store, nadia.id, letter.id)).toMatchObject({ draft: { segments: late } });
});

Deno.test("nobody saves words for a letter that was never in his hands", async () => {
  using store = await testStore();
  const { james, daria, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  expect(await saveDraft(store, petro.id, letter.id, ["x"])).toMatchObject({ reason: "not_found" });
  expect(await saveDraft(store, petro.id, 999, ["x"])).toMatchObject({ reason: "not_found" });
  expect(await releaseTranslation(store, petro.id, letter.id)).toMatchObject({ reason: "conflict" });
});

Deno.test("a translation is not endless, and its paragraphs are joined without the empty ones", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  const long = await saveDraft(store, nadia.id, letter.id, ["я".repeat(translationLengthMax + 1)]);
  expect(long).toMatchObject({ reason: "invalid", fields: { segment: "too_long" } });
  // More space before one word than the store takes.
  const indented = await saveDraft(store, nadia.id, letter.id, [`${" ".repeat(66_000)}x`]);
  expect(indented).toMatchObject({ reason: "invalid", fields: { segment: "too_long" } });
  expect((await saveDraft(store, nadia.id, letter.id, ["я".repeat(translationLengthMax)])).ok).toBe(true);
  expect(joined([" раз\r\n", "", "  ", "два"])).toBe("раз\n\nдва");
});

Deno.test("a translator holds five letters at most, also from two processes at once", async () => {
  using store = await testStore();
  const { daria, nadia } = await createTranslationWorld(store);
  const letters = [];
  for (let count = 0; count < 9; count++) {
    letters.push(await send(store, await createMan(store, { credits: 10 }), daria));
  }
  const other = asOtherProcess(store);
  const claims = await Promise.all(
    letters.map((letter, at) => claimTranslation(at % 2 === 0 ? store : other, nadia.id, letter.id)),
  );
  expect(claims.filter((claim) => claim.ok)).toHaveLength(claimsAtMost);
  expect(claims.find((claim) => !claim.ok)).toMatchObject({ reason: "too_many_claims" });
  expect(await heldBy(store, nadia.id)).toHaveLength(claimsAtMost);
  const held = (await heldBy(store, nadia.id))[0]!;
  expect((await claimTranslation(store, nadia.id, held.letterId)).ok).toBe(true);
  await releaseTranslation(store, nadia.id, held.letterId);
  expect((await claimTranslation(store, nadia.id, held.letterId)).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
  store.clock.advance({ minutes: 61 });
  const rest = letters.find(({ id }) => id !== held.letterId)!;
  expect((await claimTranslation(store, nadia.id, rest.id)).ok).toBe(true);
});

Deno.test("of two who take a letter at once one has it", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  const other = asOtherProcess(store);
  const claims = await Promise.all([
    claimTranslation(store, nadia.id, letter.id),
    claimTranslation(other, petro.id, letter.id),
  ]);
  expect(claims.map((claim) => claim.ok ? "mine" : claim.reason).toSorted()).toEqual(["conflict", "mine"]);
});

Deno.test("a translator writes no letters: neither a man's nor a lady's", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  for (const recipient of [james, daria]) await expect(send(store, nadia, recipient)).rejects.toThrow("wrong_role");
  expect(await letterById(store, 1)).toBe(null);
});
