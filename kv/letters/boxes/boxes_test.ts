/** Unread counts by partner follow the letters, and a letter is found on the page that holds it. */
import { expect } from "expect";
import { createPeople, testStore } from "../../testing/store.ts";
import { unreadByPartner } from "./boxes.ts";
import { type Letter, placeFor } from "../letter.ts";
import { openLetter } from "../opening.ts";
import { sendLetter } from "../sending.ts";
import { lettersOfThreadAround } from "./threads.ts";

let sendings = 0;

Deno.test("unread letters are counted by partner, sealed ones included, until they are opened", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const send = async (authorId: number, recipientId: number) => {
    const sent = await sendLetter(store, { authorId, recipientId, body: "Good evening", sendKey: `key-${++sendings}` });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  await send(olena.id, james.id);
  const sealed = await send(olena.id, james.id);
  await send(daria.id, james.id);
  await send(james.id, olena.id);
  expect(await unreadByPartner(store, james.id)).toEqual(new Map([[olena.id, 2], [daria.id, 1]]));
  expect(await unreadByPartner(store, olena.id)).toEqual(new Map([[james.id, 1]]));
  await openLetter(store, james.id, sealed.id, true);
  expect((await unreadByPartner(store, james.id)).get(olena.id)).toBe(1);
});

Deno.test("every letter of a thread is on the page that is said to hold it", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letters: Letter[] = [];
  for (let count = 0; count < 7; count++) {
    const wanted = { authorId: olena.id, recipientId: james.id, body: `Letter ${count}`, sendKey: `thread-${count}` };
    const sent = await sendLetter(store, wanted);
    if (sent.ok) letters.push(sent.letter);
  }
  expect(letters.length).toBe(7);
  for (const letter of letters) {
    const found = await lettersOfThreadAround(store, placeFor(letter, james.id), 3);
    expect(found.letters.map(({ id }) => id)).toContain(letter.id);
  }
  const pageOf = async (letter: Letter) => {
    const { letters: found, hasOlder } = await lettersOfThreadAround(store, placeFor(letter, james.id), 3);
    return [found.map(({ id }) => letters.findIndex((each) => each.id === id)), hasOlder];
  };
  expect(await pageOf(letters[6]!)).toEqual([[4, 5, 6], true]);
  expect(await pageOf(letters[3]!)).toEqual([[1, 2, 3], true]);
  expect(await pageOf(letters[0]!)).toEqual([[0], false]);
});
