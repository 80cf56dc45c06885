/** Each deletes only for oneself: the other sees no difference, and what is restored is what was deleted. */
import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { afterMeanwhile, asOtherProcess, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { lettersInBox, unreadByPartner, unreadCounts } from "./boxes/boxes.ts";
import { deleteLetter, restoreLetter } from "./deletion.ts";
import { isLocked, type Letter } from "./letter.ts";
import { letterById } from "./letters.ts";
import { lettersTopic } from "./notifications.ts";
import { openLetter } from "./opening.ts";
import { sendLetter } from "./sending.ts";
import { lettersOfThread, threadBetween, threadsOf } from "./boxes/threads.ts";
import { finishTranslation } from "./translating/translation_ends.ts";
import { claimTranslation } from "./translating/translations.ts";

let forms = 0;
const firstPage = { page: 1, limit: 50 };

async function write(store: TestStore, authorId: number, recipientId: number): Promise<Letter> {
  store.clock.advance({ minutes: 1 });
  const sent = await sendLetter(store, { authorId, recipientId, body: "Dear you", sendKey: `away-${++forms}` });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

/** Everything that somebody sees of letters; what one of two people sees must not depend on the other's deletions. */
async function seenBy(store: TestStore, userId: number, partnerId: number) {
  const boxes: Record<string, number[]> = {};
  for (const box of ["inbox", "introduction", "outbox", "deleted"] as const) {
    boxes[box] = (await lettersInBox(store, userId, box, firstPage)).letters.map(({ id }) => id);
  }
  return {
    boxes,
    unread: await unreadCounts(store, userId),
    byPartner: [...await unreadByPartner(store, userId)],
    threadRecord: (await threadBetween(store, userId, partnerId)).value,
    thread: (await lettersOfThread(store, userId, partnerId, firstPage)).letters.map(({ id }) => id),
    threads: (await threadsOf(store, userId, firstPage)).threads.map(({ thread }) => thread.partnerId),
  };
}

async function correspondence(store: TestStore) {
  const people = await createPeople(store);
  const { james, olena } = people;
  return {
    ...people,
    introduction: await write(store, olena.id, james.id),
    his: await write(store, james.id, olena.id),
    locked: await write(store, olena.id, james.id),
  };
}

Deno.test("a deleted letter leaves its box, its thread and the unread ones, and the other sees no difference", async () => {
  using store = await testStore();
  const { james, olena, introduction, his, locked } = await correspondence(store);
  const hers = await seenBy(store, olena.id, james.id);
  store.clock.advance({ minutes: 5 });
  expect(await deleteLetter(store, james.id, locked.id)).toMatchObject({ ok: true });
  const seen = await seenBy(store, james.id, olena.id);
  expect(seen.boxes).toEqual({
    inbox: [],
    introduction: [introduction.id],
    outbox: [his.id],
    deleted: [locked.id],
  });
  expect(seen.unread).toEqual({ inbox: 0, introduction: 1 });
  expect(seen.thread).toEqual([introduction.id, his.id]);
  expect(seen.threadRecord).toMatchObject({ letterCount: 2, lastAt: his.sentAt, lastLetterId: his.id });
  expect(await seenBy(store, olena.id, james.id)).toEqual(hers);
  expect(await audit(store)).toEqual([]);
});

Deno.test("restoring puts everything back exactly, whichever letter it was", async () => {
  using store = await testStore();
  const { james, olena, introduction, his, locked } = await correspondence(store);
  const before = { his: await seenBy(store, james.id, olena.id), hers: await seenBy(store, olena.id, james.id) };
  for (const userId of [james.id, olena.id]) {
    for (const letter of [introduction, his, locked]) {
      await deleteLetter(store, userId, letter.id);
      expect(await audit(store)).toEqual([]);
      await restoreLetter(store, userId, letter.id);
      expect({ his: await seenBy(store, james.id, olena.id), hers: await seenBy(store, olena.id, james.id) })
        .toEqual(before);
    }
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("with its last letter a thread is gone, and it comes back with any of them", async () => {
  using store = await testStore();
  const { james, olena, introduction, his, locked } = await correspondence(store);
  for (const { id } of [his, introduction, locked]) await deleteLetter(store, james.id, id);
  expect((await seenBy(store, james.id, olena.id)).threads).toEqual([]);
  expect((await threadBetween(store, james.id, olena.id)).value).toBe(null);
  expect(await audit(store)).toEqual([]);
  await restoreLetter(store, james.id, his.id);
  expect((await seenBy(store, james.id, olena.id)).thread).toEqual([his.id]);
  // Her next letter is no introduction: the dialogue stands, whatever he keeps of it.
  expect((await write(store, olena.id, james.id)).isIntroduction).toBe(false);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the deleted box is ordered by deletion, not by arrival", async () => {
  using store = await testStore();
  const { james, olena, introduction, his, locked } = await correspondence(store);
  for (const { id } of [locked, introduction, his]) {
    store.clock.advance({ minutes: 1 });
    await deleteLetter(store, james.id, id);
  }
  expect((await seenBy(store, james.id, olena.id)).boxes.deleted).toEqual([his.id, introduction.id, locked.id]);
});

Deno.test("twice is once, and is published once", async () => {
  using store = await testStore();
  const { james, olena, locked } = await correspondence(store);
  const published: number[] = [];
  store.pubsub.listen(lettersTopic(james.id), () => void published.push(james.id));
  store.pubsub.listen(lettersTopic(olena.id), () => void published.push(olena.id));
  const first = await deleteLetter(store, james.id, locked.id);
  store.clock.advance({ hours: 1 });
  expect(await deleteLetter(store, james.id, locked.id)).toEqual(first);
  expect(published).toEqual([james.id]);
  await restoreLetter(store, james.id, locked.id);
  await restoreLetter(store, james.id, locked.id);
  expect(published).toEqual([james.id, james.id]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter of other people, or none at all, is not there", async () => {
  using store = await testStore();
  const { wei, daria, locked } = await correspondence(store);
  for (const userId of [wei.id, daria.id]) {
    expect(await deleteLetter(store, userId, locked.id)).toEqual({ ok: false, reason: "not_found" });
    expect(await restoreLetter(store, userId, locked.id)).toEqual({ ok: false, reason: "not_found" });
  }
  expect(await deleteLetter(store, wei.id, 999_999)).toEqual({ ok: false, reason: "not_found" });
  expect((await letterById(store, locked.id))?.deletedAt).toEqual({ man: null, lady: null });
});

Deno.test("a letter on its way to its recipient can be put away by its author alone", async () => {
  using store = await testStore();
  const { james, olena } = await correspondence(store);
  const letter = await write(store, james.id, olena.id);
  await store.kv.set(keys.letter(letter.id), { ...letter, deliveredAt: null });
  expect(await deleteLetter(store, olena.id, letter.id)).toEqual({ ok: false, reason: "not_found" });
  expect(await deleteLetter(store, james.id, letter.id)).toMatchObject({ ok: true });
});

Deno.test("what its author put away while a translator had it comes to its recipient all the same", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  await deleteLetter(store, james.id, letter.id);
  await claimTranslation(store, nadia.id, letter.id);
  await finishTranslation(store, nadia.id, letter.id, ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"]);
  expect((await seenBy(store, daria.id, james.id)).boxes.inbox).toEqual([letter.id]);
  expect((await seenBy(store, james.id, daria.id)).boxes).toMatchObject({ outbox: [], deleted: [letter.id] });
  expect(await audit(store)).toEqual([]);
  await restoreLetter(store, james.id, letter.id);
  expect((await seenBy(store, james.id, daria.id)).thread).toEqual([letter.id]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a sealed letter stays sealed in the deleted box and back, and is still to be paid once", async () => {
  using store = await testStore();
  const { james, locked } = await correspondence(store);
  await deleteLetter(store, james.id, locked.id);
  expect(await openLetter(store, james.id, locked.id, false)).toMatchObject({ ok: false, reason: "letter_locked" });
  const back = await restoreLetter(store, james.id, locked.id);
  expect(back.ok && isLocked(back.letter)).toBe(true);
  expect(await balanceOf(store, james.id)).toBe(190);
  await openLetter(store, james.id, locked.id, true);
  expect(await balanceOf(store, james.id)).toBe(185);
});

Deno.test("what was read while it lay among the deleted comes back read", async () => {
  using store = await testStore();
  const { james, introduction, locked } = await correspondence(store);
  for (const { id } of [introduction, locked]) await deleteLetter(store, james.id, id);
  await openLetter(store, james.id, introduction.id, false);
  await openLetter(store, james.id, locked.id, true);
  for (const { id } of [introduction, locked]) await restoreLetter(store, james.id, id);
  expect(await unreadCounts(store, james.id)).toEqual({ inbox: 0, introduction: 0 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("the audit finds a deleted letter that is still somewhere else, or nowhere", async () => {
  using store = await testStore();
  const { james, olena, introduction, locked } = await correspondence(store);
  for (const { id } of [introduction, locked]) await deleteLetter(store, james.id, id);
  await store.kv.set(keys.box(james.id, "inbox", locked.sentAt, locked.id), null);
  await store.kv.set(keys.unread(james.id, "inbox", locked.id), null);
  await store.kv.set(keys.threadLetter(james.id, olena.id, locked.sentAt, locked.id), null);
  await store.kv.delete(keys.box(james.id, "deleted", store.now(), introduction.id));
  const found = await audit(store);
  for (
    const sentence of [
      /^the inbox of user \d+ lists letter \d+, which does not belong there$/,
      /^the inbox of user \d+ counts letter \d+ as unread, which it is not$/,
      /^the thread of user \d+ with \d+ lists letter \d+, which does not belong there$/,
      /^letter \d+ is not in the deleted of user \d+$/,
    ]
  ) expect(found).toContainEqual(expect.stringMatching(sentence));
});

Deno.test("what either puts away or back at the moment in which the next letter is sent is counted right", async () => {
  using store = await testStore();
  const { james, olena, his } = await correspondence(store);
  // A process of its own: here it would queue behind the sending.
  const elsewhere = asOtherProcess(store);
  for (const { id } of [james, olena]) {
    for (const move of [deleteLetter, restoreLetter, deleteLetter, restoreLetter]) {
      const late = afterMeanwhile(store, () => move(elsewhere, id, his.id));
      await (move === deleteLetter ? write(late, james.id, olena.id) : write(late, olena.id, james.id));
      expect(await audit(store)).toEqual([]);
    }
  }
  expect((await threadBetween(store, james.id, olena.id)).value).toMatchObject({ letterCount: 11 });
});

Deno.test("deleting, restoring, opening and writing at once, by two processes, breaks nothing", async () => {
  using store = await testStore();
  const { james, olena, introduction, his, locked } = await correspondence(store);
  const other = asOtherProcess(store);
  const all = [introduction, his, locked];
  await Promise.all(Array.from({ length: 40 }, async (_, n) => {
    const here = n % 2 ? store : other;
    const letter = all[n % 3]!;
    const userId = n % 5 < 3 ? james.id : olena.id;
    if (n % 4 === 0) await deleteLetter(here, userId, letter.id);
    else if (n % 4 === 1) await restoreLetter(here, userId, letter.id);
    else if (n % 4 === 2) await openLetter(here, james.id, locked.id, n % 8 === 2);
    else {
      const [authorId, recipientId] = n % 8 === 3 ? [james.id, olena.id] : [olena.id, james.id];
      await sendLetter(here, { authorId, recipientId, body: "Dear you", sendKey: `storm-${n}` });
    }
  }));
  expect(await audit(store)).toEqual([]);
  expect(await balanceOf(store, james.id)).toBe(190 - 5 - 5 * 10);
});
