/** Which translators are introduced to readers, and who alone may decide that. */
import { expect } from "expect";
import { createNadia, createPetro } from "../testing/translators.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { tamper } from "../records/audit/testing/lived_in_world.ts";
import { keys } from "../store/keys.ts";
import { aboutLengthMax, aboutTranslator, introducedTranslators, setAboutTranslator } from "./about_translators.ts";
import { removeStaff } from "./staff.ts";
import type { User } from "./users.ts";

Deno.test("a translator is introduced from the moment of saying so, until taking it back", async () => {
  using store = await testStore();
  const [nadia, petro] = [await createNadia(store), await createPetro(store)];
  const named = async () => (await introducedTranslators(store)).map(({ user }) => user.firstname);
  expect(await named()).toEqual([]);
  const before = store.pageChanges.count;
  await setAboutTranslator(store, petro.id, { isShown: false, words: { en: "I was an engineer." } });
  await setAboutTranslator(store, nadia.id, { isShown: true, words: { en: " Two\r\n lines. ", uk: " " } });
  expect(await named()).toEqual(["Nadia"]);
  // Pages in the cache show the change at once.
  expect(store.pageChanges.count).toBeGreaterThan(before);
  expect(await aboutTranslator(store, nadia.id)).toEqual({
    isShown: true,
    words: { en: "Two lines." },
    changedAt: store.now(),
  });
  await setAboutTranslator(store, nadia.id, { isShown: false, words: { en: "Two lines." } });
  expect(await named()).toEqual([]);
});

Deno.test("nobody but a translator is introduced, and not with more words than there is room for", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const nadia = await createNadia(store);
  for (const { id } of [james, olena]) {
    expect(await setAboutTranslator(store, id, { isShown: true, words: {} })).toMatchObject({ reason: "wrong_role" });
  }
  expect(await setAboutTranslator(store, 999, { isShown: true, words: {} })).toMatchObject({ reason: "not_found" });
  const words = { en: "n".repeat(aboutLengthMax), ro: "n".repeat(aboutLengthMax + 1) };
  expect(await setAboutTranslator(store, nadia.id, { isShown: true, words })).toMatchObject({
    reason: "invalid",
    fields: { ro: "too_long" },
  });
  expect(await introducedTranslators(store)).toEqual([]);
});

Deno.test("who is suspended or works here no more is introduced no more", async () => {
  using store = await testStore();
  const [nadia, petro] = [await createNadia(store), await createPetro(store)];
  for (const { id } of [nadia, petro]) await setAboutTranslator(store, id, { isShown: true, words: {} });
  const suspension = { at: store.now(), kind: "conduct", reason: "test", by: 1 } as const;
  await tamper<User>(store, keys.user(petro.id), { suspension });
  expect((await introducedTranslators(store)).map(({ user }) => user.id)).toEqual([nadia.id]);
  expect(await removeStaff(store, nadia.email)).toMatchObject({ ok: true });
  expect(await aboutTranslator(store, nadia.id)).toBe(null);
  expect(await introducedTranslators(store)).toEqual([]);
});
