/** A clock that ran a month ahead and was put back: letters keep their order, and hours are hours again. */
import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { createMan, createPeople, testStore } from "../testing/store.ts";
import { createTranslationWorld, runJobs, send } from "../testing/translators.ts";
import { letterOf } from "./letters.ts";
import { sameWordsMs, sendLetterOnce } from "./repeats.ts";
import { finishTranslation } from "./translating/translation_ends.ts";
import { claimTranslation, translationOf, translationQueue, translationWithinMs } from "./translating/translations.ts";

for (const author of ["james", "daria"] as const) {
  Deno.test(`a letter waits 72 hours for its translator, whatever stood behind the clock before (${author})`, async () => {
    using store = await testStore();
    const people = await createTranslationWorld(store);
    const [from, to] = author === "james" ? [people.james, people.daria] : [people.daria, people.james];
    const body = author === "james" ? "Dear Daria, of today" : "Дорогой Джеймс, о сегодняшнем дне";
    store.clock.advance({ days: 30 });
    await send(store, from, to, { body: "Dear both, of a clock that ran ahead", translate: false });
    const ahead = store.now();
    store.clock.advance({ days: -30 });
    const letter = await send(store, from, to, { body });
    expect(letter.sentAt).toBeGreaterThanOrEqual(ahead);
    const { dueAt } = (await translationOf(store, letter.id))!;
    expect(dueAt - store.now()).toBe(translationWithinMs);
    store.clock.advance({ hours: 72 });
    await runJobs(store);
    expect(await letterOf(store, to.id, letter.id)).toMatchObject({ translationState: "untranslated" });
    expect(await audit(store)).toEqual([]);
  });
}

Deno.test("in the queue it stands behind those that waited before it, not a month behind", async () => {
  using store = await testStore();
  const { james, daria, wei, nadia } = await createTranslationWorld(store);
  store.clock.advance({ days: 30 });
  await send(store, james, daria, { translate: false });
  store.clock.advance({ days: -30 });
  const first = await send(store, james, daria);
  const second = await send(store, wei, daria, { body: "Dear Daria, of tonight" });
  const { items } = await translationQueue(store, { page: 1, limit: 9 });
  expect(items.map(({ letterId }) => letterId)).toEqual([first.id, second.id]);
  store.clock.advance({ hours: 2 });
  await claimTranslation(store, nadia.id, first.id);
  await finishTranslation(store, nadia.id, first.id, ["Дорогая Дарья,"]);
  const { closedAt, sentAt } = (await translationOf(store, first.id))!;
  expect(closedAt! - sentAt).toBe(2 * 3600_000 + 60_000);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the same words days later are a new letter, and moments later a repeat", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const man = await createMan(store, { credits: 100 });
  let keys = 0;
  const write = async (authorId: number, recipientId: number, body: string) => {
    const sent = await sendLetterOnce(store, { authorId, recipientId, body, sendKey: `of-the-clock-${++keys}` });
    return sent.ok && sent.isRepeat;
  };
  for (const [from, to] of [[man.id, olena.id], [olena.id, james.id]] as const) {
    store.clock.advance({ days: 30 });
    await write(from, to, "Of a clock that ran ahead");
    store.clock.advance({ days: -30 });
    expect(await write(from, to, "Of a clock that ran ahead")).toBe(false);
    expect(await write(from, to, "Of today")).toBe(false);
    store.clock.advance({ ms: sameWordsMs - 1 });
    expect(await write(from, to, "Of today")).toBe(true);
    store.clock.advance({ days: 5 });
    expect(await write(from, to, "Of today")).toBe(false);
  }
  expect(await audit(store)).toEqual([]);
});
