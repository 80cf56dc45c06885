/** She reads the statement of one man, and consents or does not; the consent holds for what she has read. */
import { expect } from "expect";
import { auditRecords } from "../../store/audit_log.ts";
import { anAnswer, consented, plainAnswers, searchedStatement } from "../../testing/background.ts";
import { createVera } from "../../testing/safety.ts";
import { createLady, createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { setBlocked } from "../blocks.ts";
import { noticesOf } from "../notices.ts";
import { reinstate, suspend } from "../suspensions.ts";
import {
  answerConsent,
  askConsent,
  consentBetween,
  consentsAskedBy,
  consentsAskedOf,
  statementFor,
} from "./consents.ts";
import { fileStatement } from "./statements.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const [manId, ladyId] = [people.james.id, people.olena.id];
  const ask = () => askConsent(store, { manId, ladyId });
  const answer = (consents: boolean, number = 1, signature: string = anAnswer.signature) =>
    answerConsent(store, { ...anAnswer, manId, ladyId, number, consents, signature });
  const fileAnother = (childrenAges: number[]) =>
    searchedStatement(store as TestStore, manId, vera.id, { ...plainAnswers, childrenAges });
  const close = () => store.close();
  return { store, ...people, vera, manId, ladyId, ask, answer, fileAnother, [Symbol.dispose]: close };
}

Deno.test("a statement is shown to nobody before the registry was searched, and to nobody whom he did not ask", async () => {
  using w = await world();
  expect(await w.ask()).toMatchObject({ reason: "background_required" });
  await fileStatement(w.store, { manId: w.manId, answers: plainAnswers, signature: "James" });
  expect(await w.ask()).toMatchObject({ reason: "background_required", wording: "searching" });
  await w.fileAnother([3]);
  expect(await w.ask()).toMatchObject({ ok: true, isRepeat: false, consent: { state: "asked", shownNumber: 2 } });
  expect(await w.ask()).toMatchObject({ ok: true, isRepeat: true });
  expect(await statementFor(w.store, w.ladyId, w.manId)).toMatchObject({ statement: { number: 2 } });
  expect(await statementFor(w.store, w.daria.id, w.manId)).toBeNull();
  expect(await consentsAskedOf(w.store, w.ladyId)).toMatchObject([{ manId: w.manId }]);
  expect(await consentsAskedBy(w.store, w.manId)).toMatchObject([{ ladyId: w.ladyId }]);
  expect((await noticesOf(w.store, w.ladyId)).filter(({ kind }) => kind === "background_shown")).toHaveLength(1);
  await fileStatement(w.store, { manId: w.manId, answers: plainAnswers, signature: "James" });
  expect(await statementFor(w.store, w.ladyId, w.manId)).toMatchObject({ statement: null });
});

Deno.test("her consent has her name, the statement's number, its language and the pamphlet, and the man is told once", async () => {
  using w = await world();
  await w.fileAnother([3]);
  expect(await w.answer(true)).toMatchObject({ reason: "not_found" });
  await w.ask();
  expect(await w.answer(true, 1, " ")).toMatchObject({ reason: "invalid", fields: { signature: "required" } });
  expect(await w.answer(true, 2)).toMatchObject({ reason: "conflict" });
  expect(await w.answer(true)).toMatchObject({ ok: true, isRepeat: false });
  expect(await w.answer(true)).toMatchObject({ ok: true, isRepeat: true });
  expect((await consentBetween(w.store, w.manId, w.ladyId))?.answer).toEqual({
    ...anAnswer,
    number: 1,
    at: w.store.now(),
  });
  const told = (await noticesOf(w.store, w.manId)).filter(({ kind }) => kind === "background_answered");
  expect(told).toMatchObject([{ ladyId: w.ladyId, isConsent: true }]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 1 });
  expect(records).toMatchObject([{
    action: "background_consented",
    actorId: w.ladyId,
    subject: `user:${w.manId}`,
    details: { number: 1, locale: "uk", words: "read" },
  }]);
});

Deno.test("she may take her consent back without a word, and a no is hers alone to change", async () => {
  using w = await world();
  await w.fileAnother([3]);
  await consented(w.store, w.manId, w.ladyId);
  w.store.clock.advance({ hours: 1 });
  expect(await w.answer(false, 1, "")).toMatchObject({ ok: true, consent: { state: "refused" } });
  expect(await w.ask()).toMatchObject({ reason: "background_required", wording: "refused" });
  await w.fileAnother([4]);
  expect(await w.ask()).toMatchObject({ reason: "background_required", wording: "refused" });
  expect(await w.answer(true, 2)).toMatchObject({ ok: true, consent: { state: "consented", shownNumber: 2 } });
});

Deno.test("somebody blocked or not shown is not asked, and nobody asks more than twenty ladies a day", async () => {
  using w = await world();
  await w.fileAnother([3]);
  await setBlocked(w.store, w.ladyId, w.manId, true);
  expect(await w.ask()).toMatchObject({ reason: "blocked" });
  const hidden = await createLady(w.store, { isPublished: false });
  expect(await askConsent(w.store, { manId: w.manId, ladyId: hidden.id })).toMatchObject({ reason: "not_found" });
  expect(await askConsent(w.store, { manId: w.ladyId, ladyId: w.daria.id })).toMatchObject({ reason: "wrong_role" });
  for (let n = 0; n < 20; n++) {
    const { id } = await createLady(w.store);
    expect((await askConsent(w.store, { manId: w.manId, ladyId: id })).ok).toBe(true);
  }
  expect(await askConsent(w.store, { manId: w.manId, ladyId: w.daria.id })).toMatchObject({
    reason: "too_many_requests",
  });
});

Deno.test("a block of either keeps his statement from her and takes no answer; without it all is as it was", async () => {
  using w = await world();
  await w.fileAnother([3]);
  await w.ask();
  const shown = () => statementFor(w.store, w.ladyId, w.manId);
  for (const [blocker, blocked] of [[w.manId, w.ladyId], [w.ladyId, w.manId]] as const) {
    await setBlocked(w.store, blocker, blocked, true);
    expect(await shown()).toBeNull();
    for (const consents of [true, false]) expect(await w.answer(consents)).toMatchObject({ reason: "not_found" });
    await setBlocked(w.store, blocker, blocked, false);
  }
  const answers = (await noticesOf(w.store, w.manId)).filter(({ kind }) => kind === "background_answered");
  expect([answers, (await shown())?.consent.state]).toEqual([[], "asked"]);
  expect(await w.answer(true)).toMatchObject({ ok: true, isRepeat: false });
});

Deno.test("nobody reads the statement of a man who is kept out", async () => {
  using w = await world();
  await w.fileAnother([3]);
  await w.ask();
  const about = { userId: w.manId, reason: "Rude", actorId: w.vera.id };
  await suspend(w.store, { ...about, kind: "conduct" });
  expect(await statementFor(w.store, w.ladyId, w.manId)).toBeNull();
  expect(await w.answer(false)).toMatchObject({ reason: "not_found" });
  await reinstate(w.store, about);
  expect(await statementFor(w.store, w.ladyId, w.manId)).toMatchObject({ statement: { number: 1 } });
});
