/** The questions of a new man: asked until they are over, and his desk speaks of them until he lets go. */
import { expect } from "expect";
import { userById } from "../accounts/users.ts";
import { createPeople, testStore } from "../testing/store.ts";
import {
  answerFirstQuestions,
  areQuestionsOver,
  endReminder,
  isToBeReminded,
  passOverQuestions,
} from "./first_questions.ts";
import { changeOwn, emptyManProfile, manProfileOf } from "./profiles.ts";

Deno.test("James answers one of three questions, and all three are over", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  expect(areQuestionsOver(james)).toBe(false);
  expect((await answerFirstQuestions(store, james.id, { about: "I mend clocks.", idealPartner: "" })).ok).toBe(true);
  const after = (await userById(store, james.id))!;
  expect(areQuestionsOver(after)).toBe(true);
  const profile = await manProfileOf(store, james.id);
  expect(profile).toEqual({ ...emptyManProfile, about: "I mend clocks." });
  expect(isToBeReminded(after, profile)).toBe(false);
});

Deno.test("Wei passes them over: they are over, his desk reminds him, and stops when he lets it go", async () => {
  using store = await testStore();
  const { wei } = await createPeople(store);
  await passOverQuestions(store, wei.id);
  const passed = (await userById(store, wei.id))!;
  expect([areQuestionsOver(passed), isToBeReminded(passed, emptyManProfile)]).toEqual([true, true]);
  expect(isToBeReminded(passed, { ...emptyManProfile, about: " \n" })).toBe(true);
  expect(isToBeReminded(passed, { ...emptyManProfile, interests: ["tea"] })).toBe(false);
  await endReminder(store, wei.id);
  const quiet = (await userById(store, wei.id))!;
  expect([areQuestionsOver(quiet), isToBeReminded(quiet, emptyManProfile)]).toEqual([true, false]);
});

Deno.test("whose reminder is ended never meets the questions, and another's words stay as they are", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await changeOwn(store, james.id, { profile: { quote: "Slowly." } });
  await endReminder(store, james.id);
  expect(areQuestionsOver((await userById(store, james.id))!)).toBe(true);
  expect((await manProfileOf(store, james.id)).quote).toBe("Slowly.");
  expect(await passOverQuestions(store, olena.id)).toMatchObject({ ok: false, reason: "wrong_role" });
  expect(await passOverQuestions(store, 999)).toMatchObject({ ok: false, reason: "not_found" });
});
