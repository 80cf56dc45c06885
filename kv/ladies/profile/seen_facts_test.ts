/** A field that a form only showed does not undo what somebody else changed; a field that both changed is refused. */
import { expect } from "expect";
import { refuse } from "../../store/refusals.ts";
import { afterMeanwhile, createOlena, testStore } from "../../testing/store.ts";
import { changeFirstName, pendingNameOf } from "./first_names.ts";
import { ladyById } from "../ladies.ts";
import { askProfileChange, factsWith, profileChangeOf } from "./profile_changes.ts";
import { meantIn, seenOf } from "./seen_facts.ts";

const shown = { about: "Old.", heightCm: 170, interests: ["books"] };
const seen = seenOf(shown);

Deno.test("of a form that nobody else's change crossed, what it changed is meant, and nothing that it only showed", () => {
  expect(meantIn<object>({ ...shown, heightCm: null }, shown, seen)).toEqual({ ok: true, meant: { heightCm: null } });
});

Deno.test("what only was shown is not meant where it has changed since; what both made the same is no conflict", () => {
  const present = { ...shown, about: "New.", interests: ["books", "rivers"] };
  const said = { ...shown, heightCm: 171, interests: ["books", "rivers"] };
  const meant = { heightCm: 171, interests: ["books", "rivers"] };
  expect(meantIn<object>(said, present, seen)).toEqual({ ok: true, meant });
});

Deno.test("what both changed is refused by the names of its fields", () => {
  const present = { ...shown, about: "New.", heightCm: 172 };
  expect(meantIn<object>({ ...shown, about: "Newer.", heightCm: 171 }, present, seen))
    .toEqual(refuse("conflict", { fields: { about: "changed", height: "changed" } }));
});

Deno.test("who was shown nothing means all that is said", () => {
  expect(meantIn<object>({ about: "Old." }, { about: "New." })).toEqual({ ok: true, meant: { about: "Old." } });
  expect(meantIn<object>({ about: "Old." }, { about: "New." }, { height: "x" }).ok).toBe(true);
});

Deno.test("a wish that comes between the form and its commit is not taken back either", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const facts = factsWith((await ladyById(store, olena.id))!, null);
  const slow = afterMeanwhile(store, () => askProfileChange(store, olena.id, { about: "New." }));
  expect((await askProfileChange(slow, olena.id, { ...facts, heightCm: 171 }, { seen: seenOf(facts) })).ok).toBe(true);
  expect((await profileChangeOf(store, olena.id))!.wanted).toEqual({ about: "New.", heightCm: 171 });
});

Deno.test("a wished first name outlives a form that shows the old one, and is replaced by no other unseen", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const asking = { seen: seenOf({ firstname: "Olena" }) };
  await changeFirstName(store, olena.id, "Alona");
  expect(await changeFirstName(store, olena.id, "Olena", asking)).toMatchObject({ ok: true, isPending: true });
  expect(await changeFirstName(store, olena.id, "Lena", asking))
    .toEqual(refuse("conflict", { fields: { firstname: "changed" } }));
  expect(await pendingNameOf(store, olena.id)).toMatchObject({ firstname: "Alona" });
  // If the form showed the wish, the old name takes it back.
  const shownAnew = { seen: seenOf({ firstname: "Alona" }) };
  expect(await changeFirstName(store, olena.id, "Olena", shownAnew)).toMatchObject({ ok: true, isPending: false });
});
