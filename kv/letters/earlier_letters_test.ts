/** Earlier letters of a dialogue: for the translator who has the next one in hand, logged at each look, none sealed. */
import { expect } from "expect";
import { auditRecords } from "../store/audit_log.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { type TestStore, testStore } from "../testing/store.ts";
import { deleteLetter } from "./deletion.ts";
import { earlierLetters } from "./earlier_letters.ts";
import { claimTranslation, releaseTranslation } from "./translating/translations.ts";

const looks = async (store: TestStore) =>
  (await auditRecords(store, { page: 1, limit: 50 })).records.filter(({ action }) => action === "earlier_letters_read");

/** James writes letters that come at once and puts one away, Daria a sealed one; the last waits for a translator. */
async function world() {
  const store = await testStore();
  const people = await createTranslationWorld(store);
  const { james, wei, daria } = people;
  for (let n = 1; n <= 8; n++) await send(store, james, daria, { body: `Письмо ${n} о море, дорогая Дарья.` });
  const put = await send(store, james, daria, { body: "Письмо, которое он убрал, дорогая Дарья." });
  await send(store, daria, james, { body: "Sealed until he pays for it.", translate: false });
  await send(store, wei, daria, { body: "Письмо другого человека, дорогая Дарья." });
  await deleteLetter(store, james.id, put.id);
  const waiting = await send(store, james, daria);
  return { store, ...people, waiting };
}

Deno.test("the last six that both may read stand before their holder, the oldest first", async () => {
  const { store, nadia, james, daria, waiting } = await world();
  await claimTranslation(store, nadia.id, waiting.id);
  const found = await earlierLetters(store, nadia.id, waiting.id);
  expect(found.ok && found.letters.map(({ author, text }) => [author, text.body.slice(0, 8)])).toEqual(
    [3, 4, 5, 6, 7, 8].map((n) => ["man", `Письмо ${n}`]),
  );
  expect(await looks(store)).toMatchObject([{
    actorId: nadia.id,
    subject: `letter:${waiting.id}`,
    details: { manId: james.id, ladyId: daria.id },
  }]);
  await earlierLetters(store, nadia.id, waiting.id);
  expect(await looks(store)).toHaveLength(2);
  store.close();
});

Deno.test("before it is taken, in other hands, given back and an hour later nobody reads them", async () => {
  const { store, nadia, petro, waiting } = await world();
  const ask = (translatorId: number, letterId = waiting.id) => earlierLetters(store, translatorId, letterId);
  expect(await ask(nadia.id)).toMatchObject({ reason: "forbidden" });
  await claimTranslation(store, petro.id, waiting.id);
  expect(await ask(nadia.id)).toMatchObject({ reason: "forbidden" });
  await releaseTranslation(store, petro.id, waiting.id);
  expect(await ask(petro.id)).toMatchObject({ reason: "forbidden" });
  await claimTranslation(store, petro.id, waiting.id);
  store.clock.advance({ minutes: 61 });
  expect(await ask(petro.id)).toMatchObject({ reason: "forbidden" });
  expect(await ask(petro.id, 999)).toMatchObject({ reason: "not_found" });
  expect(await looks(store)).toEqual([]);
  store.close();
});
