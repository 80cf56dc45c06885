import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { asOtherProcess, createMan, createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { lettersInBox, unreadCounts } from "./boxes.ts";
import { type Dialogue, dialogueBetween, hasBegun, takeFromDialogue } from "./dialogues.ts";
import type { Letter } from "../letter.ts";
import { openLetter } from "../opening.ts";
import { sendLetter } from "../sending.ts";
import { lettersOfThread, threadBetween, threadsOf } from "./threads.ts";

let forms = 0;

/** A letter a minute after the last one. */
async function write(store: TestStore, authorId: number, recipientId: number): Promise<Letter> {
  store.clock.advance({ minutes: 1 });
  const sent = await sendLetter(store, { authorId, recipientId, body: "Dear you", sendKey: `form-${++forms}` });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

const ids = (letters: Letter[]) => letters.map(({ id }) => id);
const firstPage = { page: 1, limit: 20 };

Deno.test("a dialogue knows its first and last letter, and each thread counts its own", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const first = await write(store, olena.id, james.id);
  const last = await write(store, james.id, olena.id);
  expect((await dialogueBetween(store, james.id, olena.id)).value).toEqual({
    manId: james.id,
    ladyId: olena.id,
    firstAt: first.sentAt,
    lastAt: last.sentAt,
    lastLetterId: last.id,
    letterCount: 2,
  });
  expect((await threadBetween(store, olena.id, james.id)).value).toEqual({
    userId: olena.id,
    partnerId: james.id,
    letterCount: 2,
    firstAt: first.sentAt,
    lastAt: last.sentAt,
    lastLetterId: last.id,
  });
});

Deno.test("a dialogue from before its letters were counted begins anew where its one letter went back, and not otherwise", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const only = await write(store, olena.id, james.id);
  await write(store, daria.id, james.id);
  const last = await write(store, james.id, daria.id);
  const endOf = async ({ ladyId, id }: Letter) => {
    const { value, key } = await dialogueBetween(store, james.id, ladyId);
    const { letterCount: _, ...uncounted } = value!;
    await store.kv.set(key, uncounted satisfies Dialogue);
    const op = store.kv.atomic();
    takeFromDialogue(op, id, await dialogueBetween(store, james.id, ladyId));
    await op.commit();
    return hasBegun(await dialogueBetween(store, james.id, ladyId));
  };
  expect([await endOf(only), await endOf(last)]).toEqual([false, true]);
});

Deno.test("everybody's dialogues are listed latest first, with the last letter of each", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  await write(store, james.id, olena.id);
  const toDaria = await write(store, james.id, daria.id);
  const fromWei = await write(store, wei.id, olena.id);
  const fromOlena = await write(store, olena.id, james.id);
  const his = await threadsOf(store, james.id, firstPage);
  expect(his.threads.map(({ thread }) => thread.partnerId)).toEqual([olena.id, daria.id]);
  expect(ids(his.threads.map(({ lastLetter }) => lastLetter))).toEqual([fromOlena.id, toDaria.id]);
  const hers = await threadsOf(store, olena.id, firstPage);
  expect(hers.threads.map(({ thread }) => thread.partnerId)).toEqual([james.id, wei.id]);
  expect(ids(hers.threads.map(({ lastLetter }) => lastLetter))).toEqual([fromOlena.id, fromWei.id]);
});

Deno.test("dialogues are paged, each once, with the total on every page", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const men: number[] = [];
  for (let n = 0; n < 5; n++) {
    const man = await createMan(store, { credits: 10 });
    await write(store, man.id, olena.id);
    men.unshift(man.id);
  }
  const page = async (number: number) => {
    const { threads, totalCount } = await threadsOf(store, olena.id, {
      page: number,
      limit: 2,
    });
    expect(totalCount).toBe(5);
    return threads.map(({ thread }) => thread.partnerId);
  };
  expect([await page(1), await page(2), await page(3), await page(4)])
    .toEqual([men.slice(0, 2), men.slice(2, 4), men.slice(4), []]);
});

Deno.test("a thread reads from old to new, and its first page is the newest", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const letters: number[] = [];
  for (let n = 0; n < 5; n++) {
    letters.push((await (n % 2 ? write(store, james.id, olena.id) : write(store, olena.id, james.id))).id);
  }
  await write(store, james.id, daria.id);
  const page = async (number: number) => {
    const thread = await lettersOfThread(store, james.id, olena.id, { page: number, limit: 2 });
    expect(thread.totalCount).toBe(5);
    return ids(thread.letters);
  };
  expect([await page(1), await page(2), await page(3), await page(4)])
    .toEqual([letters.slice(3), letters.slice(1, 3), letters.slice(0, 1), []]);
});

Deno.test("a clock that jumps back reorders neither a thread nor the lists", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letters = [(await write(store, james.id, olena.id)).id];
  for (let n = 0; n < 4; n++) {
    store.clock.advance({ hours: -2 });
    letters.push((await (n % 2 ? write(store, james.id, olena.id) : write(store, olena.id, james.id))).id);
  }
  expect(ids((await lettersOfThread(store, james.id, olena.id, firstPage)).letters)).toEqual(letters);
  expect((await threadsOf(store, olena.id, firstPage)).threads[0]!.lastLetter.id)
    .toBe(letters.at(-1));
  expect(await audit(store)).toEqual([]);
});

Deno.test("letters of one and the same millisecond are all there", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await Promise.all(Array.from({ length: 10 }, (_, n) => {
    const [authorId, recipientId] = n % 2 ? [james.id, olena.id] : [olena.id, james.id];
    return sendLetter(store, { authorId, recipientId, body: "Dear you", sendKey: `at-once-${n}` });
  }));
  expect((await lettersOfThread(store, james.id, olena.id, firstPage)).totalCount).toBe(10);
  expect((await threadsOf(store, james.id, firstPage)).totalCount).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("letters that two processes write at once lose neither a letter nor its place", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const other = asOtherProcess(store);
  const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => {
    const [authorId, recipientId] = n % 2 ? [james.id, olena.id] : [olena.id, james.id];
    return sendLetter(n % 2 ? store : other, { authorId, recipientId, body: "Dear you", sendKey: `process-${n}` });
  }));
  expect(sent.filter((one) => one.ok && one.letter.isIntroduction).length).toBeLessThanOrEqual(1);
  expect((await lettersOfThread(store, james.id, olena.id, firstPage)).totalCount).toBe(12);
  expect(await audit(store)).toEqual([]);
});

Deno.test("each letter lies in its author's outbox and in one box of its recipient, newest first", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const introduction = await write(store, olena.id, james.id);
  const answer = await write(store, james.id, olena.id);
  const second = await write(store, olena.id, james.id);
  const third = await write(store, olena.id, james.id);
  const box = async (userId: number, name: "inbox" | "introduction" | "outbox") =>
    ids((await lettersInBox(store, userId, name, firstPage)).letters);
  expect(await box(james.id, "introduction")).toEqual([introduction.id]);
  expect(await box(james.id, "inbox")).toEqual([third.id, second.id]);
  expect(await box(james.id, "outbox")).toEqual([answer.id]);
  expect(await box(olena.id, "inbox")).toEqual([answer.id]);
  expect(await box(olena.id, "outbox")).toEqual([third.id, second.id, introduction.id]);
  expect(await box(olena.id, "introduction")).toEqual([]);
});

Deno.test("a box is paged, each letter once", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letters: number[] = [];
  for (let n = 0; n < 5; n++) letters.unshift((await write(store, james.id, olena.id)).id);
  const page = async (number: number) => {
    const { letters, totalCount } = await lettersInBox(store, olena.id, "inbox", { page: number, limit: 2 });
    expect(totalCount).toBe(5);
    return ids(letters);
  };
  expect([await page(1), await page(2), await page(3), await page(4)])
    .toEqual([letters.slice(0, 2), letters.slice(2, 4), letters.slice(4), []]);
});

Deno.test("unread counts fall by one with each letter that is read or opened, and never twice", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const introduction = await write(store, olena.id, james.id);
  const locked = await write(store, olena.id, james.id);
  await write(store, olena.id, james.id);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 2, introduction: 1 });
  await openLetter(store, james.id, locked.id, false);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 2, introduction: 1 });
  for (let n = 0; n < 2; n++) await openLetter(store, james.id, locked.id, true);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 1, introduction: 1 });
  for (let n = 0; n < 2; n++) await openLetter(store, james.id, introduction.id, false);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 1, introduction: 0 });
  expect(await unreadCounts(store, olena.id)).toEqual({ inbox: 0, introduction: 0 });
});
