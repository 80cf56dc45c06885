/** A translator's words while they are written, from several pages at once. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { setBlocked } from "../../safety/blocks.ts";
import { keys } from "../../store/keys.ts";
import { afterMeanwhile, testStore } from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { keepLettersBack } from "../kept_back.ts";
import { letterById, textsFor } from "../letters.ts";
import { marksOf } from "./merged_parts.ts";
import { beginMachineDraft, giveUpMachineDraft, keepMachineDraft, saveDraft, workOn } from "./translation_drafts.ts";
import { finishTranslation, returnToAuthor } from "./translation_ends.ts";
import { claimTranslation, releaseTranslation } from "./translations.ts";

const base = marksOf(["", "", ""]);

async function world() {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const letter = await send(store, people.james, people.daria);
  await claimTranslation(store, people.nadia.id, letter.id);
  const save = async (segments: string[]) => {
    const saved = await saveDraft(store, people.nadia.id, letter.id, segments, { base });
    if (!saved.ok) throw new Error(saved.reason);
    return saved;
  };
  return { ...people, store, letter, save, [Symbol.dispose]: store[Symbol.dispose] };
}

Deno.test("two savings from the same page keep the parts of both", async () => {
  using w = await world();
  expect((await w.save(["Дорогая Дарья,", "Ящик разобран.", ""])).isMixed).toBe(false);
  expect((await w.save(["", "", "Джеймс"])).isMixed).toBe(true);
  expect(await workOn(w.store, w.nadia.id, w.letter.id))
    .toMatchObject({ draft: { segments: ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"] } });
});

Deno.test("savings at the same time keep the parts of all", async () => {
  using w = await world();
  await Promise.all([w.save(["раз", "", ""]), w.save(["", "два", ""]), w.save(["", "", "три"])]);
  expect(await workOn(w.store, w.nadia.id, w.letter.id)).toMatchObject({ draft: { segments: ["раз", "два", "три"] } });
});

Deno.test("words that gave way go with the letter to whoever takes it next", async () => {
  using w = await world();
  await w.save(["Дорогая Дарья,", "", ""]);
  expect(await w.save(["Милая Дарья,", "", ""])).toMatchObject({ isMixed: true, hasSetAside: true });
  await releaseTranslation(w.store, w.nadia.id, w.letter.id);
  await claimTranslation(w.store, w.petro.id, w.letter.id);
  expect(await workOn(w.store, w.petro.id, w.letter.id))
    .toMatchObject({ draft: { segments: ["Милая Дарья,", "", ""], rest: ["Дорогая Дарья,"] } });
});

Deno.test("a letter is not finished with words that its page has not shown", async () => {
  using w = await world();
  await w.save(["Дорогая Дарья,", "Ящик разобран.", ""]);
  const stale = await finishTranslation(w.store, w.nadia.id, w.letter.id, ["", "", "Джеймс"], { base });
  expect(stale).toMatchObject({ ok: false, reason: "expired" });
  const work = await workOn(w.store, w.nadia.id, w.letter.id);
  if (!work.ok) throw new Error(work.reason);
  const { segments } = work.draft;
  const seen = await finishTranslation(w.store, w.nadia.id, w.letter.id, segments, { base: marksOf(segments) });
  expect(seen.ok).toBe(true);
  const texts = await textsFor(w.store, w.daria.id, [(await letterById(w.store, w.letter.id))!]);
  expect(texts.get(w.letter.id)?.translation?.body).toBe("Дорогая Дарья,\n\nЯщик разобран.\n\nДжеймс");
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what another page saves while a letter is finished is not lost with it", async () => {
  using w = await world();
  const late = afterMeanwhile(w.store, () => w.save(["Дорогая Дарья,", "Ящик разобран.", ""]), { atCommit: 2 });
  const finished = await finishTranslation(late, w.nadia.id, w.letter.id, ["", "", "Джеймс"], { base });
  expect(finished).toMatchObject({ ok: false, reason: "expired" });
  expect(await workOn(w.store, w.nadia.id, w.letter.id))
    .toMatchObject({ draft: { segments: ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"] } });
});

Deno.test("the longest words and as many beside them fit into the store", async () => {
  using w = await world();
  const parts = (sign: string, length: number) => Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(length, sign));
  const madeOf = (page: string) => ({ base: marksOf(Array(60).fill("")), page: page.repeat(60) });
  await saveDraft(w.store, w.nadia.id, w.letter.id, parts("ё", 160), madeOf("a"));
  const saved = await saveDraft(w.store, w.nadia.id, w.letter.id, parts("я", 330), madeOf("b"));
  expect(saved.ok && saved.draft.rest).toHaveLength(60);
});

Deno.test("one process asks a machine for a draft of a letter, and another one only if the first gave up or died", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  const begin = () => beginMachineDraft(store, nadia.id, letter.id);
  expect(await begin()).toEqual({ ok: true, state: "begun" });
  expect(await begin()).toEqual({ ok: true, state: "asked" });
  await saveDraft(store, nadia.id, letter.id, ["Ящик"]);
  expect(await begin()).toEqual({ ok: true, state: "asked" });
  await giveUpMachineDraft(store, nadia.id, letter.id);
  expect(await begin()).toEqual({ ok: true, state: "begun" });
  store.clock.advance({ seconds: 31 });
  expect(await begin()).toEqual({ ok: true, state: "begun" });
  await keepMachineDraft(store, nadia.id, letter.id, ["Ящик разобран."]);
  expect(await begin()).toEqual({ ok: true, state: "there" });
  expect(await beginMachineDraft(store, petro.id, letter.id)).toEqual({ ok: false, reason: "conflict" });
});

for (const way of ["its translator", "its reader's block"] as const) {
  Deno.test(`the machine's draft of a letter that ${way} sends back in the same moment is not kept`, async () => {
    using w = await world();
    const { nadia, james, daria, letter } = w;
    const late = afterMeanwhile(w.store, async () => {
      if (way === "its translator") return await returnToAuthor(w.store, nadia.id, letter.id, "It cannot be read.");
      await setBlocked(w.store, daria.id, james.id, true);
      await keepLettersBack(w.store, daria.id, james.id);
    });
    expect(await keepMachineDraft(late, nadia.id, letter.id, ["Ящик разобран."]))
      .toEqual({ ok: false, reason: "conflict" });
    expect((await w.store.kv.get(keys.machineDraft(letter.id))).value).toBeNull();
    expect(await audit(w.store)).toEqual([]);
  });
}
