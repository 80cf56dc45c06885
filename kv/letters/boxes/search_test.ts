/** Searching one's letters: what is found, and what is never looked at. */
import { expect } from "expect";
import type { User } from "../../accounts/users.ts";
import { ladyById } from "../../ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../ladies/record.ts";
import { tamper } from "../../records/audit/testing/lived_in_world.ts";
import { keys } from "../../store/keys.ts";
import { type Place, placeOfText, placeText } from "../../store/listing/cursors.ts";
import { countingStore } from "../../testing/counting_store.ts";
import { createMan, createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { lettersAfter, lettersInBox } from "./boxes.ts";
import { deleteLetter } from "../deletion.ts";
import type { Box, Letter, LetterText } from "../letter.ts";
import { openLetter } from "../opening.ts";
import { searchBox, wordsOfQuery } from "./search.ts";
import { sendLetter } from "../sending.ts";

let forms = 0;

async function write(store: TestStore, authorId: number, recipientId: number, body: string): Promise<Letter> {
  store.clock.advance({ minutes: 1 });
  const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: `search-${++forms}` });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

async function found(store: TestStore, userId: number, box: Box, query: string): Promise<number[]> {
  const { letters, totalCount } = await searchBox(store, userId, box, wordsOfQuery(query), { before: null, limit: 50 });
  expect(totalCount).toBe(letters.length);
  return letters.map(({ id }) => id);
}

Deno.test("letters are found by all words of a query, whatever their case, form and order", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const heron = await write(store, james.id, olena.id, "The Heron at the weir.\n\nÉtienne has seen it.");
  const wide = await write(store, james.id, olena.id, "Ｈｅｒｏｎ, said the sign; 春天來了。");
  const decomposed = await write(store, james.id, olena.id, "E\u0301tienne again");
  for (
    const [query, ids] of [
      ["heron", [wide.id, heron.id]],
      ["HERON  weir", [heron.id]],
      ["weir\u3000heron", [heron.id]],
      ["étienne", [decomposed.id, heron.id]],
      ["春天", [wide.id]],
      ["ero", [wide.id, heron.id]],
      ["heron swan", []],
      ["olena", [decomposed.id, wide.id, heron.id]],
      ["olena weir", [heron.id]],
      ["etienne", [decomposed.id, heron.id]],
    ] as [string, number[]][]
  ) expect({ query, ids: await found(store, james.id, "outbox", query) }).toEqual({ query, ids });
});

Deno.test("letters are found by their words across the apostrophes and hyphens of different keyboards", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letter = await write(store, james.id, olena.id, "I don’t know the well‐worn path. Моє ім’я — Джеймс.");
  const isFound = async (query: string) => (await found(store, james.id, "outbox", query)).includes(letter.id);
  for (const query of ["don't", "don’t", "dont", "well-worn", "well‑worn", "ім'я", "імʼя", "імя"]) {
    expect([query, await isFound(query)]).toEqual([query, true]);
  }
  expect(await isFound("do'nut")).toBe(false);
  expect(wordsOfQuery("' ’")).toEqual([]);
});

Deno.test("letters are found by the name that the site shows, whatever its accents, apostrophes and spelling", async () => {
  for (
    const [own, queries] of [
      ["Ольга", ["ольга", "Olha"]],
      ["Ștefania", ["Ștefania", "Stefania", "Ştefania"]],
      ["Наталія", ["Nataliia", "наталія", "Наталия"]],
      ["В’ячеслава", ["В'ячеслава", "вячеслава", "В´ячеслава"]],
    ] as [string, string[]][]
  ) {
    using store = await testStore();
    const { james, olena } = await createPeople(store);
    await tamper<User>(store, keys.user(olena.id), { firstname: own });
    await tamper<LadyRecord>(store, keys.lady(olena.id), { firstname: own, localized: {} });
    const letter = await write(store, james.id, olena.id, "Good evening");
    const shown = wordsOf((await ladyById(store, olena.id))!, "en").firstname;
    for (const query of [...queries, shown]) {
      expect([query, await found(store, james.id, "outbox", query)]).toEqual([query, [letter.id]]);
    }
  }
});

Deno.test("a search among many correspondents waits for the store no more often than among two", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const { store: remote, count } = countingStore(store);
  const roundsOf = async () =>
    (await count(() => searchBox(remote, olena.id, "inbox", ["heron"], { before: null, limit: 50 }))).reads;
  const writers = async (many: number) => {
    for (let n = 0; n < many; n++) {
      await write(store, (await createMan(store, { credits: 10 })).id, olena.id, "Good evening");
    }
  };
  await writers(2);
  const withTwo = await roundsOf();
  await writers(20);
  expect(await roundsOf()).toBe(withTwo);
});

Deno.test("a sealed letter is found by who wrote it and by no word of it, until it is opened", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await write(store, james.id, olena.id, "Good evening");
  const sealed = await write(store, olena.id, james.id, "The heron keeps its promise");
  const text = await store.kv.get<LetterText>(keys.letterText(sealed.id));
  const translation = { body: "Цапля держит слово", language: "ru", author: "Nadia" };
  await store.kv.set(text.key, { ...text.value!, translation });
  expect(await found(store, james.id, "inbox", "heron")).toEqual([]);
  expect(await found(store, james.id, "inbox", "цапля")).toEqual([]);
  expect(await found(store, james.id, "inbox", "olena heron")).toEqual([]);
  expect(await found(store, james.id, "inbox", "olena")).toEqual([sealed.id]);
  expect(await found(store, olena.id, "outbox", "heron")).toEqual([sealed.id]);
  await openLetter(store, james.id, sealed.id, true);
  expect(await found(store, james.id, "inbox", "heron")).toEqual([sealed.id]);
  expect(await found(store, james.id, "inbox", "ЦАПЛЯ heron")).toEqual([sealed.id]);
});

Deno.test("a letter is found in its own box alone: not in another's, nor where it was deleted from", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const mine = await write(store, james.id, olena.id, "About the heron");
  await write(store, wei.id, daria.id, "About the heron too");
  const everywhere = async (userId: number) => {
    const boxes: Record<string, number[]> = {};
    for (const box of ["inbox", "introduction", "outbox", "deleted"] as Box[]) {
      boxes[box] = await found(store, userId, box, "heron");
    }
    return boxes;
  };
  expect(await everywhere(james.id)).toEqual({ inbox: [], introduction: [], outbox: [mine.id], deleted: [] });
  await deleteLetter(store, james.id, mine.id);
  expect(await everywhere(james.id)).toEqual({ inbox: [], introduction: [], outbox: [], deleted: [mine.id] });
  expect(await everywhere(olena.id)).toEqual({ inbox: [mine.id], introduction: [], outbox: [], deleted: [] });
});

Deno.test("what has not come yet is not found by its recipient", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letter = await write(store, james.id, olena.id, "About the heron");
  await store.kv.set(keys.letter(letter.id), { ...letter, deliveredAt: null });
  await store.kv.delete(keys.box(olena.id, "inbox", letter.sentAt, letter.id));
  expect(await found(store, olena.id, "inbox", "heron")).toEqual([]);
});

Deno.test("what is found has pages that hold still", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const ids: number[] = [];
  for (let n = 0; n < 7; n++) ids.unshift((await write(store, james.id, olena.id, `Heron ${n}`)).id);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const before = cursor === null ? null : placeOfText(cursor);
    const page = await searchBox(store, james.id, "outbox", ["heron"], { before, limit: 3 });
    seen.push(...page.letters.map(({ id }) => id));
    cursor = page.next && placeText(page.next);
    await write(store, james.id, olena.id, "One more heron");
  } while (cursor);
  expect(seen).toEqual(ids);
});

Deno.test("a query is cut to what is sensible, and one without words finds nothing to look for", () => {
  expect(wordsOfQuery("  ")).toEqual([]);
  expect(wordsOfQuery("a A ａ")).toEqual(["a"]);
  expect(wordsOfQuery("x".repeat(5000))).toEqual(["x".repeat(100)]);
  expect(wordsOfQuery(Array.from({ length: 40 }, (_, n) => n).join(" ")).length).toBe(10);
});

Deno.test("2,000 letters of a person are searched to the last", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const words = "The river was high this morning, and the ferryman said that nobody had crossed since Tuesday. ";
  for (let n = 1; n <= 2000; n++) {
    const letter = { id: n, manId: james.id, ladyId: olena.id, author: "man", sentAt: n, deliveredAt: n };
    const rest = { openingPriceCredits: 0, paidAt: null, readAt: null, deletedAt: { man: null, lady: null } };
    await store.kv.atomic()
      .set(keys.letter(n), { ...letter, ...rest, isIntroduction: false })
      .set(keys.letterText(n), {
        body: words.repeat(16) + (n % 100 ? "" : "heron"),
        translation: null,
        attachments: [],
      })
      .set(keys.box(james.id, "outbox", n, n), null)
      .commit();
  }
  const { letters, totalCount } = await searchBox(store, james.id, "outbox", ["heron"], { before: null, limit: 20 });
  expect(totalCount).toBe(20);
  expect(letters.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 2000 - 100 * n));
});

Deno.test("a letter that is put away while a page is read leads to the next page all the same", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const ids = [];
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday"]) {
    ids.unshift((await write(store, james.id, olena.id, `On ${day} a heron came.`)).id);
  }
  store.clock.advance({ minutes: 1 });
  // As if a reader had listed the box before this, and read the letter after.
  await tamper<Letter>(store, keys.letter(ids[1]!), { deletedAt: { man: store.now(), lady: null } });
  const pages = {
    "by their words": (before: Place | null) =>
      searchBox(store, james.id, "outbox", wordsOfQuery("heron"), { before, limit: 2 }),
    "one after the other": (before: Place | null) =>
      before
        ? lettersAfter(store, james.id, "outbox", before, 2)
        : lettersInBox(store, james.id, "outbox", { page: 1, limit: 2 }),
  };
  for (const [how, page] of Object.entries(pages)) {
    const first = await page(null);
    const second = await page(first.next);
    expect([how, ...[first, second].map(({ letters }) => letters.map(({ id }) => id))])
      .toEqual([how, ids.slice(0, 2), ids.slice(2)]);
    expect(second.next).toBe(null);
  }
});
