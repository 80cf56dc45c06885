/** What a lady says of her reading decides which letters wait, from the next one on. */
import { expect } from "expect";
import { createPeople, testStore } from "../testing/store.ts";
import { send } from "../testing/translators.ts";
import { ladyById } from "./ladies.ts";
import { setReading } from "./reading.ts";

Deno.test("her wish holds from the next letter on, and leaves the rest of her profile as it was", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  expect((await send(store, james, olena)).translationState).toBe(undefined);
  const before = await ladyById(store, olena.id);
  expect(await setReading(store, olena.id, { wantsTranslation: true, readsLanguages: ["uk", "ru"] }))
    .toEqual({ ok: true, reading: { wantsTranslation: true, readsLanguages: ["ru", "uk"] } });
  expect((await send(store, james, olena)).translationState).toBe("waiting");
  await setReading(store, olena.id, { readsLanguages: ["ru", "en"] });
  expect((await send(store, james, olena)).translationState).toBe(undefined);
  expect(await ladyById(store, olena.id))
    .toEqual({ ...before, wantsTranslation: true, readsLanguages: ["ru", "en"] });
});

Deno.test("a language that nobody here writes is refused, and so is a reader who is no lady", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  expect(await setReading(store, olena.id, { readsLanguages: ["tlh"] })).toMatchObject({ reason: "invalid" });
  expect(await setReading(store, james.id, { wantsTranslation: true })).toMatchObject({ reason: "not_found" });
});
