import { expect } from "expect";
import { removeStaff } from "../../accounts/staff.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { testStore } from "../../testing/store.ts";
import { finishTranslation, returnToAuthor } from "./translation_ends.ts";
import { claimTranslation } from "./translations.ts";
import { lettersOfYear, monthsOf, thisMonthOf } from "./translator_months.ts";

Deno.test("a month counts what was finished in it, by whom, and nothing that was given back", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const letters = [];
  for (let n = 0; n < 3; n++) letters.push(await send(store, james, daria, { body: "Dear Daria, ten words of mine." }));
  for (const { id } of letters.slice(0, 2)) {
    await claimTranslation(store, nadia.id, id);
    await finishTranslation(store, nadia.id, id, ["Дорогая Дарья."]);
  }
  await claimTranslation(store, nadia.id, letters[2]!.id);
  await returnToAuthor(store, nadia.id, letters[2]!.id, "It holds a telephone number.");
  expect(await thisMonthOf(store, nadia.id)).toEqual({ letters: 2, profiles: 0, signs: 60 });
  expect(await thisMonthOf(store, petro.id)).toEqual({ letters: 0, profiles: 0, signs: 0 });
  store.clock.advance({ days: 40 });
  expect(await thisMonthOf(store, nadia.id)).toEqual({ letters: 0, profiles: 0, signs: 0 });
  expect(await monthsOf(store, nadia.id)).toHaveLength(1);
  await removeStaff(store, nadia.email);
  expect(await monthsOf(store, nadia.id)).toEqual([]);
});

Deno.test("a year counts the letters of this month and the eleven before it", async () => {
  using store = await testStore();
  const { james, daria, nadia, petro } = await createTranslationWorld(store);
  const translateOne = async () => {
    const { id } = await send(store, james, daria);
    await claimTranslation(store, nadia.id, id);
    await finishTranslation(store, nadia.id, id, ["Дорогая Дарья."]);
  };
  await translateOne();
  store.clock.advance({ days: 31 });
  for (let times = 0; times < 2; times++) await translateOne();
  expect(await lettersOfYear(store, nadia.id)).toBe(3);
  expect(await lettersOfYear(store, petro.id)).toBe(0);
  store.clock.advance({ days: 310 });
  expect(await lettersOfYear(store, nadia.id)).toBe(3);
  // Now the first of the months lies a year back.
  store.clock.advance({ days: 31 });
  expect(await lettersOfYear(store, nadia.id)).toBe(2);
});
