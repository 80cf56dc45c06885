import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { sameWordsMs, sendLetterOnce } from "./repeats.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  let keys = 0;
  const send = async (authorId: number, recipientId: number, body: string) => {
    const sent = await sendLetterOnce(store, { authorId, recipientId, body, sendKey: `key-${++keys}` });
    if (!sent.ok) throw new Error(sent.reason);
    return sent;
  };
  return { ...people, store, send, [Symbol.dispose]: store[Symbol.dispose] };
}

Deno.test("the same words under other keys are one letter and one charge, however many come at once", async () => {
  using w = await world();
  const all = await Promise.all(Array.from({ length: 8 }, () => w.send(w.james.id, w.olena.id, "Dear Olena")));
  expect(new Set(all.map(({ letter }) => letter.id)).size).toBe(1);
  expect(all.filter(({ isRepeat }) => !isRepeat).length).toBe(1);
  expect(all.map(({ balanceCredits }) => balanceCredits)).toEqual(all.map(() => 190));
  // The line breaks of another browser and blanks around the text make no other words.
  await w.send(w.james.id, w.olena.id, "How are you?\nYours, James");
  expect((await w.send(w.james.id, w.olena.id, " How are you?\r\nYours, James\r\n")).isRepeat).toBe(true);
  expect(await balanceOf(w.store, w.james.id)).toBe(180);
});

Deno.test("other words, another person and another time are other letters", async () => {
  using w = await world();
  await w.send(w.james.id, w.olena.id, "Dear friend");
  expect((await w.send(w.james.id, w.olena.id, "Dear friend!")).isRepeat).toBe(false);
  expect((await w.send(w.james.id, w.daria.id, "Dear friend")).isRepeat).toBe(false);
  expect((await w.send(w.wei.id, w.olena.id, "Dear friend")).isRepeat).toBe(false);
  expect((await w.send(w.olena.id, w.james.id, "Dear friend")).isRepeat).toBe(false);
  w.store.clock.advance({ ms: sameWordsMs });
  expect((await w.send(w.james.id, w.olena.id, "Dear friend")).isRepeat).toBe(false);
  expect(await balanceOf(w.store, w.james.id)).toBe(160);
});
