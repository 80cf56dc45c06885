import { expect } from "expect";
import { setMailWish } from "../accounts/mail_wishes.ts";
import { userById } from "../accounts/users.ts";
import { refuse } from "../store/refusals.ts";
import { afterMeanwhile, createPeople, testStore } from "../testing/store.ts";
import { type AccountFacts, changeOwn, emptyManProfile, manProfileOf, standingFacts } from "./profiles.ts";
import { seenOf } from "./profile/seen_facts.ts";

Deno.test("what a man changes holds at once, and what he leaves out stays", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  expect(await manProfileOf(store, james.id)).toEqual(emptyManProfile);
  const first = await changeOwn(store, james.id, {
    account: { city: "Leeds", phone: "+44 113 496 0000" },
    profile: { heightCm: 184, about: "I mend clocks." },
  });
  expect(first.ok).toBe(true);
  await changeOwn(store, james.id, { account: { city: undefined, zipCode: "LS1" }, profile: { heightCm: null } });
  expect(await userById(store, james.id)).toMatchObject({
    firstname: "James",
    email: "james@demo.test",
    city: "Leeds",
    phone: "+44 113 496 0000",
    zipCode: "LS1",
  });
  expect(await manProfileOf(store, james.id)).toEqual({ ...emptyManProfile, about: "I mend clocks." });
});

Deno.test("nobody becomes a minor, and of two ages the first is the lower", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  // The clock of the test world stands at 1 March 2026.
  const young = await changeOwn(store, james.id, { account: { birthdate: "2008-03-02", city: "Leeds" } });
  expect(young).toMatchObject({ reason: "invalid", fields: { birthdate: "adult" } });
  expect((await userById(store, james.id))!.city).toBe("");
  expect((await changeOwn(store, james.id, { account: { birthdate: "2008-03-01" } })).ok).toBe(true);
  await changeOwn(store, james.id, { profile: { ageFrom: 40 } });
  const crossed = await changeOwn(store, james.id, { profile: { ageTo: 39 } });
  expect(crossed).toMatchObject({ reason: "invalid", fields: { ageTo: "too_small" } });
  expect((await changeOwn(store, james.id, { profile: { ageFrom: 30, ageTo: 39 } })).ok).toBe(true);
});

Deno.test("a lady keeps her surname here, and shows nothing of herself by this way", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  expect((await changeOwn(store, olena.id, { account: { lastname: "Koval", promoEmails: true } })).ok).toBe(true);
  for (
    const changes of [{ account: { city: "Lviv" } }, { account: { firstname: "Alona" } }, { profile: { about: "x" } }]
  ) {
    expect(await changeOwn(store, olena.id, changes)).toMatchObject({ reason: "wrong_role" });
  }
  expect(await userById(store, olena.id)).toMatchObject({ firstname: "Olena", city: "Kyiv", lastname: "Koval" });
  expect(await changeOwn(store, 77, {})).toMatchObject({ reason: "not_found" });
});

Deno.test("two changes in the same moment both hold", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const slow = afterMeanwhile(store, () => changeOwn(store, james.id, { account: { city: "York" } }));
  await changeOwn(slow, james.id, { account: { phone: "1" } });
  expect(await userById(store, james.id)).toMatchObject({ city: "York", phone: "1" });
});

Deno.test("what a form only showed undoes neither words nor wishes that were changed elsewhere since", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await setMailWish(store, james.id, "newsletters", true);
  const shown = standingFacts((await userById(store, james.id))!);
  await changeOwn(store, james.id, { profile: { about: "I mend clocks.", ageTo: 50 } });
  await setMailWish(store, james.id, "newsletters", false);
  const { promoEmails, about, ageTo } = shown;
  const older = { account: { promoEmails, city: "Leeds" }, profile: { about, ageTo, heightCm: 184 } };
  expect((await changeOwn(store, james.id, older, seenOf(shown))).ok).toBe(true);
  expect(await userById(store, james.id)).toMatchObject({ promoEmails: false, city: "Leeds" });
  expect(await manProfileOf(store, james.id)).toMatchObject({ about: "I mend clocks.", ageTo: 50, heightCm: 184 });
  const other = { account: { city: "York" }, profile: { about: "I row." } };
  expect(await changeOwn(store, james.id, other, seenOf(shown)))
    .toEqual(refuse("conflict", { fields: { about: "changed", city: "changed" } }));
  expect((await userById(store, james.id))!.city).toBe("Leeds");
});

Deno.test("an age that fits the other as it was shown, and not as another window left it, is asked about and not called wrong", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await changeOwn(store, james.id, { profile: { ageFrom: 20, ageTo: 40 } });
  const seen = seenOf({ ageFrom: 20, ageTo: 40 });
  await changeOwn(store, james.id, { profile: { ageTo: 30 } });
  const older = { profile: { ageFrom: 35, ageTo: 40 } };
  expect(await changeOwn(store, james.id, older, seen)).toEqual(refuse("conflict", { fields: { ageTo: "changed" } }));
  expect((await changeOwn(store, james.id, older, { ...seen, ...seenOf({ ageTo: 30 }) })).ok).toBe(true);
  expect(await manProfileOf(store, james.id)).toMatchObject(older.profile);
});

Deno.test("languages that a form only showed, in the order of its boxes, were changed by nobody there", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await changeOwn(store, james.id, { account: { readsLanguages: ["uk", "ru"], readingLanguage: "en" } });
  const shown = standingFacts((await userById(store, james.id))!);
  await changeOwn(store, james.id, { account: { readingLanguage: "ru" } });
  const account: Partial<AccountFacts> = {
    phone: "1",
    readsLanguages: ["en", "uk", "ru"],
    readingLanguage: shown.readingLanguage,
  };
  expect((await changeOwn(store, james.id, { account }, seenOf(shown))).ok).toBe(true);
  expect(await userById(store, james.id))
    .toMatchObject({ phone: "1", readsLanguages: ["uk", "ru"], readingLanguage: "ru" });
});

Deno.test("what was never said holds as it was shown, once it is said with something else", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const shown = standingFacts(james);
  const { readingLanguage } = shown;
  await changeOwn(store, james.id, { account: { locale: "uk", readingLanguage } }, seenOf(shown));
  expect(await userById(store, james.id)).toMatchObject({ locale: "uk", readingLanguage: "en" });
});
