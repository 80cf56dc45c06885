/** Paging that holds still: whatever comes, goes or is read between two pages, nothing is skipped and nothing repeated. */
import { expect } from "expect";
import fc from "fast-check";
import { lettersAfter } from "../../letters/boxes/boxes.ts";
import { deleteLetter } from "../../letters/deletion.ts";
import { inboxCursorOf, inboxCursorText, inboxPage } from "../../letters/boxes/inbox.ts";
import { authorIdOf, type Box, type Letter, partnerIdFor, placeFor } from "../../letters/letter.ts";
import { letterById } from "../../letters/letters.ts";
import { openLetter } from "../../letters/opening.ts";
import { sendLetter } from "../../letters/sending.ts";
import { asOfNow, threadCursorOf, threadCursorText, threadsAfter } from "../../letters/boxes/thread_paging.ts";
import { lettersOfThread, type Thread, threadsOf } from "../../letters/boxes/threads.ts";
import { createLady, createMan, type TestStore, testStore } from "../../testing/store.ts";
import { placeOfText, placeText } from "./cursors.ts";

interface Move {
  kind: "receive" | "send" | "delete" | "read";
  /** Which partner or which letter: the remainder by how many there are. */
  which: number;
}
const moves = fc.array(
  fc.record<Move>({
    kind: fc.constantFrom("receive", "receive", "send", "delete", "delete", "read"),
    which: fc.nat(1000),
  }),
  { maxLength: 6 },
);
const story = fc.record({ begin: fc.array(moves, { minLength: 1, maxLength: 6 }), between: fc.array(moves) });

let forms = 0;

interface World {
  store: TestStore;
  manId: number;
  ladyIds: number[];
  letterIds: number[];
}

async function newWorld(store: TestStore): Promise<World> {
  const ladyIds = [];
  for (let n = 0; n < 7; n++) ladyIds.push((await createLady(store)).id);
  return { store, manId: (await createMan(store, { credits: 100_000 })).id, ladyIds, letterIds: [] };
}

async function make({ store, manId, ladyIds, letterIds }: World, { kind, which }: Move): Promise<void> {
  store.clock.advance({ ms: 5 });
  const letterId = letterIds[which % letterIds.length] ?? 0;
  if (kind === "delete") return void await deleteLetter(store, manId, letterId);
  if (kind === "read") return void await openLetter(store, manId, letterId, true);
  const ladyId = ladyIds[which % ladyIds.length]!;
  const [authorId, recipientId] = kind === "send" ? [manId, ladyId] : [ladyId, manId];
  const sent = await sendLetter(store, { authorId, recipientId, body: "Dear you", sendKey: `paging-${++forms}` });
  if (!sent.ok) throw new Error(sent.reason);
  letterIds.push(sent.letter.id);
}

/** Reads all pages, and makes the moves of `between` after each one. */
async function readAll<T>(
  world: World,
  between: Move[][],
  page: (cursor: string | null) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const seen: T[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 500; turn++) {
    const { items, next } = await page(cursor);
    seen.push(...items);
    if (next === null) return seen;
    cursor = next;
    for (const move of between[turn] ?? []) await make(world, move);
  }
  throw new Error("there is no end of pages");
}

const once = (ids: number[]) => expect([...ids].sort()).toEqual([...new Set(ids)].sort());

/** The partners of the dialogues in which a letter of the start is left. */
async function stillThere({ store, manId }: World, start: { thread: Thread }[]): Promise<Set<number>> {
  const left = new Set<number>();
  for (const { thread: { partnerId, lastAt } } of start) {
    const { letters } = await lettersOfThread(store, manId, partnerId, all);
    if (letters.some((letter) => placeFor(letter, manId).at <= lastAt)) left.add(partnerId);
  }
  return left;
}

const all = { page: 1, limit: 100_000 };
const runs = { numRuns: 60 };

Deno.test("every letter of a box that was there at the start and was not deleted is seen exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ begin, between }) => {
      using store = await testStore();
      const world = await newWorld(store);
      for (const move of begin.flat()) await make(world, move);
      for (const box of ["inbox", "outbox", "introduction", "deleted"] as Box[]) {
        const start = (await lettersAfter(store, world.manId, box, null, 100_000)).letters;
        const seen = await readAll(world, between, async (cursor) => {
          const { letters, next } = await lettersAfter(store, world.manId, box, cursor ? placeOfText(cursor) : null, 2);
          expect(letters.length).toBeLessThanOrEqual(2);
          return { items: letters.map(({ id }) => id), next: next && placeText(next) };
        });
        once(seen);
        for (const { id } of start) {
          const isGone = box !== "deleted" && (await letterById(store, id))!.deletedAt.man !== null;
          if (!isGone) expect(seen).toContain(id);
        }
        for (const id of seen) expect(start.map((letter) => letter.id)).toContain(id);
      }
    }),
    runs,
  );
});

Deno.test("every dialogue that was there at the start and is there still is seen exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ begin, between }) => {
      using store = await testStore();
      const world = await newWorld(store);
      for (const move of begin.flat()) await make(world, move);
      const start = (await threadsOf(store, world.manId, all)).threads;
      const asOf = await asOfNow(store, world.manId);
      const seen = await readAll(world, between, async (cursor) => {
        const from = cursor ? threadCursorOf(cursor)! : { asOf, before: null };
        const { threads, next } = await threadsAfter(store, world.manId, from, 2);
        return { items: threads.map(({ thread }) => thread.partnerId), next: next && threadCursorText(next) };
      });
      once(seen);
      const left = await stillThere(world, start);
      for (const { thread } of start) if (left.has(thread.partnerId)) expect(seen).toContain(thread.partnerId);
      for (const id of seen) expect(start.map(({ thread }) => thread.partnerId)).toContain(id);
    }),
    runs,
  );
});

Deno.test("in the inbox every new letter and every dialogue of the start is seen exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.integer({ min: 1, max: 4 }), async ({ begin, between }, limit) => {
      using store = await testStore();
      const world = await newWorld(store);
      const { manId } = world;
      for (const move of begin.flat()) await make(world, move);
      const start = (await threadsOf(store, manId, all)).threads;
      const news = (await inboxPage(store, manId, null, 100_000)).newLetters;
      let last: "letter" | "dialogue" = "letter";
      const seen = await readAll(world, between, async (cursor) => {
        const page = await inboxPage(store, manId, cursor === null ? null : inboxCursorOf(cursor), limit);
        const lines = page.newLetters.length + page.dialogues.length;
        // A page is full unless it is the last one.
        expect(page.next ? lines : Math.min(lines, limit)).toBe(page.next ? limit : lines);
        if (page.newLetters.length > 0) expect(last).toBe("letter");
        if (page.dialogues.length > 0) last = "dialogue";
        const items = [
          ...page.newLetters.map((letter): Line => ({ letter })),
          ...page.dialogues.map(({ thread }): Line => ({ partnerId: thread.partnerId })),
        ];
        return { items, next: page.next && inboxCursorText(page.next) };
      });
      const letters = seen.flatMap((line) => "letter" in line ? [line.letter] : []);
      const dialogues = seen.flatMap((line) => "partnerId" in line ? [line.partnerId] : []);
      once(letters.map(({ id }) => id));
      once(dialogues);
      for (const { id } of news) {
        const letter = (await letterById(store, id))!;
        if (letter.readAt === null && letter.deletedAt.man === null) expect(letters.map((one) => one.id)).toContain(id);
      }
      const left = await stillThere(world, start);
      for (const { thread: { partnerId }, lastLetter } of start) {
        const byLetter = letters.some(({ id }) => id === lastLetter.id);
        const byLine = dialogues.includes(partnerId);
        const isGone = (await letterById(store, lastLetter.id))!.deletedAt.man !== null;
        const isTold = isGone ? byLetter || byLine : byLetter !== byLine;
        if (left.has(partnerId)) expect({ partnerId, told: isTold }).toEqual({ partnerId, told: true });
      }
    }),
    { numRuns: 60 },
  );
});

type Line = { letter: Letter } | { partnerId: number };

Deno.test("the inbox begins with what is new, and a page holds as many lines as it should", async () => {
  using store = await testStore();
  const world = await newWorld(store);
  for (let which = 0; which < 7; which++) {
    await make(world, { kind: "send", which });
    await make(world, { kind: "receive", which });
  }
  const [first, second, third] = world.letterIds.filter((_, n) => n % 2 === 1);
  for (const id of world.letterIds) {
    if (id !== second && id !== third) await openLetter(store, world.manId, id, true);
  }
  const page = await inboxPage(store, world.manId, null, 5);
  expect(page.newLetters.map(({ id }) => id)).toEqual([third, second]);
  expect(page.dialogues.map(({ thread }) => thread.partnerId)).toEqual([6, 5, 4].map((n) => world.ladyIds[n]));
  const rest = await inboxPage(store, world.manId, page.next, 5);
  expect(rest.newLetters).toEqual([]);
  expect(rest.dialogues.map(({ thread }) => thread.partnerId)).toEqual([3, 0].map((n) => world.ladyIds[n]));
  expect(rest.next).toBe(null);
  expect(partnerIdFor((await letterById(store, first!))!, world.manId)).toBe(world.ladyIds[0]);
  expect(authorIdOf((await letterById(store, third!))!)).toBe(world.ladyIds[2]);
});

Deno.test("a cursor that says nothing is none", () => {
  for (const text of ["", "1", "1-2-3-4", "a-b", "-1-2", "1-2.5", "9999999999999999-1", "1-2 "]) {
    expect([placeOfText(text), threadCursorOf(text), inboxCursorOf(text)]).toEqual([null, null, null]);
  }
});
