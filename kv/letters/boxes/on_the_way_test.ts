/** Letters on their way, as their author is told of them. */
import { expect } from "expect";
import type { User } from "../../accounts/users.ts";
import { changeOwn } from "../../ladies/profiles.ts";
import { createPeople, createUser, type TestStore, testStore } from "../../testing/store.ts";
import { openLetter } from "../opening.ts";
import { lettersOnTheWay } from "./on_the_way.ts";
import { sendLetter } from "../sending.ts";
import { finishTranslation, returnToAuthor } from "../translating/translation_ends.ts";
import { claimTranslation } from "../translating/translations.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  let sent = 0;
  const write = async (author: User, recipient: User, translate = false) => {
    store.clock.advance({ minutes: 1 });
    const wanted = { authorId: author.id, recipientId: recipient.id, body: "Good evening", translate };
    const done = await sendLetter(store, { ...wanted, sendKey: `on-the-way-${++sent}` });
    if (!done.ok) throw new Error(done.reason);
    return done.letter;
  };
  return { store, ...people, write, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

const told = async (store: TestStore, author: User, limit = 5) =>
  (await lettersOnTheWay(store, author.id, limit)).map(({ letter, state, at }) => [letter.id, state, at]);

Deno.test("a letter is delivered, read, and told of no more once she has answered", async () => {
  using at = await world();
  const { store, james, olena, write } = at;
  const letter = await write(james, olena);
  expect(await told(store, james)).toEqual([[letter.id, "delivered", letter.deliveredAt]]);
  store.clock.advance({ hours: 1 });
  await openLetter(store, olena.id, letter.id, false);
  expect(await told(store, james)).toEqual([[letter.id, "read", store.now()]]);
  await write(olena, james);
  expect(await told(store, james)).toEqual([]);
});

Deno.test("what waits for its translator is told of although she wrote meanwhile, and what came back comes first", async () => {
  using at = await world();
  const { store, james, olena, daria, write } = at;
  for (const { id } of [olena, daria]) {
    const reads = { readsLanguages: ["ru" as const], readingLanguage: "ru" as const, wantsTranslation: true };
    expect((await changeOwn(store, id, { account: reads })).ok).toBe(true);
  }
  const nadia = await createUser(store, { email: "nadia@staff.test", groupId: 5, firstname: "Nadia" });
  const toDaria = await write(james, daria, true);
  const toOlena = await write(james, olena, true);
  await write(olena, james);
  expect(await told(store, james)).toEqual([
    [toOlena.id, "translating", toOlena.sentAt],
    [toDaria.id, "translating", toDaria.sentAt],
  ]);
  await claimTranslation(store, nadia.id, toDaria.id);
  expect((await returnToAuthor(store, nadia.id, toDaria.id, "unreadable")).ok).toBe(true);
  expect((await told(store, james))[0]).toEqual([toDaria.id, "returned", toDaria.sentAt]);
  await claimTranslation(store, nadia.id, toOlena.id);
  expect((await finishTranslation(store, nadia.id, toOlena.id, ["Добрый вечер"])).ok).toBe(true);
  // His letter was sent before she wrote, so she has not answered it yet; but the last letter is hers.
  expect(await told(store, james)).toEqual([[toDaria.id, "returned", toDaria.sentAt]]);
});

Deno.test("of one correspondence the last letter is told, for thirty days, and no more than asked for", async () => {
  using at = await world();
  const { store, james, olena, daria, write } = at;
  await write(james, olena);
  const toOlena = await write(james, olena);
  const toDaria = await write(james, daria);
  expect((await told(store, james)).map(([id]) => id)).toEqual([toDaria.id, toOlena.id]);
  expect((await told(store, james, 1)).map(([id]) => id)).toEqual([toDaria.id]);
  store.clock.advance({ days: 30, minutes: 1 });
  expect(await told(store, james)).toEqual([]);
  expect(await told(store, olena)).toEqual([]);
});
