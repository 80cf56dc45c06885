import { expect } from "expect";
import { history } from "../credits/ledger/history.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { changeOwn } from "../ladies/profiles.ts";
import { audit } from "../records/audit.ts";
import { refuse } from "../store/refusals.ts";
import { takeDown } from "../testing/publication.ts";
import {
  createDaria,
  createJames,
  createLady,
  createMan,
  createOlena,
  createPeople,
  createWei,
  type TestStore,
  testStore,
} from "../testing/store.ts";
import { introductionsPerDay } from "./introductions.ts";
import { isLocked, type Letter } from "./letter.ts";
import { letterOf, textsFor } from "./letters.ts";
import { openLetter } from "./opening.ts";
import { sendLetter } from "./sending.ts";

let forms = 0;
const write = (
  store: TestStore,
  authorId: number,
  recipientId: number,
  body = "Dear you",
  sendKey = `form-${++forms}`,
) => sendLetter(store, { authorId, recipientId, body, sendKey });

async function written(...letter: Parameters<typeof write>): Promise<Letter> {
  const sent = await write(...letter);
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

/** A dialogue that is no introduction any more: James has written, so Olena's letters cost him their opening. */
async function correspondence(credits = 200) {
  const store = await testStore();
  const [james, olena] = [await createJames(store, credits), await createOlena(store)];
  await written(store, james.id, olena.id, "Dear Olena");
  return { store, james, olena };
}

Deno.test("a man's letter costs ten credits, and she may read it at once", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const sent = await write(store, james.id, olena.id, "Dear Olena,\r\n\r\nit snows.\r\n");
  expect(sent).toMatchObject({ ok: true, balanceCredits: 190, isRepeat: false });
  const letter = (sent as { letter: Letter }).letter;
  expect(letter).toMatchObject({ author: "man", isIntroduction: false, openingPriceCredits: 0, readAt: null });
  expect((await textsFor(store, olena.id, [letter])).get(letter.id)!.body).toBe("Dear Olena,\n\nit snows.");
  expect((await history(store, james.id, { page: 1, limit: 1 })).entries[0])
    .toMatchObject({
      operation: "sent_letter",
      deltaCredits: -10,
      reference: { letterId: letter.id, partnerId: olena.id },
    });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter that cannot be paid is neither sent nor charged", async () => {
  using store = await testStore();
  const [james, olena] = [await createJames(store, 9), await createOlena(store)];
  expect(await write(store, james.id, olena.id)).toEqual(refuse("insufficient_credits"));
  expect(await balanceOf(store, james.id)).toBe(9);
  expect(await audit(store)).toEqual([]);
});

Deno.test("nothing and too much are refused, 6000 units are not", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (
    const nothing of ["", " \n\t ", "\r\n", "\u200b", "\u2060\n\u00ad", "\u3164\u115f\u1160\uffa0", "\u2800 \ufeff"]
  ) {
    expect(await write(store, james.id, olena.id, nothing)).toMatchObject({
      reason: "invalid",
      fields: { body: "required" },
    });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await write(store, james.id, olena.id, "信".repeat(6001))).toMatchObject({ fields: { body: "too_long" } });
  expect((await write(store, james.id, olena.id, "信".repeat(6000))).ok).toBe(true);
  // A line break counts once, however the browser sent it; a character outside the basic plane counts twice.
  expect((await write(store, james.id, olena.id, `a${"\r\n".repeat(5998)}b`)).ok).toBe(true);
  expect((await write(store, james.id, olena.id, "🌷".repeat(3001))).ok).toBe(false);
});

Deno.test("a man writes to ladies and a lady to men: nobody else, and nobody who is not there", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const strangers = [[james.id, wei.id], [olena.id, daria.id], [james.id, james.id], [james.id, 77], [77, james.id]];
  for (const [author, recipient] of strangers) {
    expect(await write(store, author!, recipient!)).toEqual(refuse("not_found"));
  }
  expect(await balanceOf(store, james.id)).toBe(200);
});

Deno.test("an unpublished lady neither receives nor writes", async () => {
  using store = await testStore();
  const [james, olena] = [await createJames(store), await createOlena(store)];
  await takeDown(store, olena.id);
  expect(await write(store, james.id, olena.id)).toEqual(refuse("not_found"));
  expect(await write(store, olena.id, james.id)).toEqual(refuse("not_published"));
  expect(await balanceOf(store, james.id)).toBe(200);
});

Deno.test("a letter keeps where its author lived when it was sent; an account that says nothing gives it no place", async () => {
  const { store, james, olena } = await correspondence();
  using _ = store;
  const hers = await written(store, olena.id, james.id);
  expect(hers.place).toEqual({ city: "Kyiv", countryId: 804 });
  expect(await written(store, james.id, olena.id)).not.toHaveProperty("place");
  const moved = await changeOwn(store, james.id, { account: { city: "Leeds" } });
  expect(moved.ok).toBe(true);
  const from = await written(store, james.id, olena.id);
  await changeOwn(store, james.id, { account: { city: "York" } });
  expect((await letterOf(store, james.id, from.id))?.place).toEqual({ city: "Leeds", countryId: 826 });
});

Deno.test("a form that is sent twice is one letter and one charge", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const first = await written(store, james.id, olena.id, "Dear Olena", "form-double");
  await written(store, james.id, olena.id, "Another");
  expect(await write(store, james.id, olena.id, "Dear Olena", "form-double"))
    .toEqual({ ok: true, letter: first, balanceCredits: 180, isRepeat: true });
  expect(await balanceOf(store, james.id)).toBe(180);
});

Deno.test("the same form in ten tabs at once is one letter and one charge, whoever writes", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (const [author, recipient] of [[james.id, olena.id], [olena.id, james.id]] as const) {
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => write(store, author, recipient, "Dear you", "tabs")),
    );
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect(new Set(sent.map((one) => one.ok && one.letter.id)).size).toBe(1);
  }
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await audit(store)).toEqual([]);
});

Deno.test("another text or another lady under a used form is refused instead of being swallowed", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  for (const [author, recipient, other] of [[james.id, olena.id, daria.id], [olena.id, james.id, null]] as const) {
    await written(store, author, recipient, "Dear you", "form-back");
    expect(await write(store, author, recipient, "Dear you, once more", "form-back")).toEqual(
      refuse("idempotency_key_reused"),
    );
    if (other) {
      expect(await write(store, author, other, "Dear you", "form-back")).toEqual(refuse("idempotency_key_reused"));
    }
  }
  expect(await balanceOf(store, james.id)).toBe(190);
});

Deno.test("a form without an id, or with one that no key could hold, is refused", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  for (const sendKey of ["", "x".repeat(257)]) {
    expect(await write(store, james.id, olena.id, "Dear you", sendKey)).toMatchObject({ ok: false, reason: "invalid" });
  }
  expect((await write(store, james.id, olena.id, "Dear you", "信".repeat(256))).ok).toBe(true);
});

Deno.test("her first letter to a man without a dialogue is an introduction, free to read", async () => {
  using store = await testStore();
  const [james, olena] = [await createJames(store, 0), await createOlena(store)];
  const letter = await written(store, olena.id, james.id, "Hello James");
  expect(letter).toMatchObject({ author: "lady", isIntroduction: true, openingPriceCredits: 0 });
  expect((await textsFor(store, james.id, [letter])).get(letter.id)!.body).toBe("Hello James");
  store.clock.advance({ minutes: 1 });
  expect(await openLetter(store, james.id, letter.id, true))
    .toMatchObject({ ok: true, letter: { readAt: store.clock.now, paidAt: null }, balanceCredits: null });
  expect(await audit(store)).toEqual([]);
});

Deno.test("her second letter is locked, even before he answered the first", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await written(store, olena.id, james.id);
  expect(await written(store, olena.id, james.id)).toMatchObject({ isIntroduction: false, openingPriceCredits: 5 });
});

Deno.test("two first letters at once are one introduction and one that costs", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const both = await Promise.all([written(store, olena.id, james.id), written(store, olena.id, james.id)]);
  expect(both.map(({ isIntroduction }) => isIntroduction).toSorted()).toEqual([false, true]);
});

Deno.test("a lady introduces herself to twenty men a day, and again after midnight", async () => {
  using store = await testStore();
  const [olena, daria] = [await createOlena(store), await createDaria(store)];
  const men = await Promise.all(Array.from({ length: introductionsPerDay + 5 }, () => createMan(store)));
  const sent = await Promise.all(men.map((man) => write(store, olena.id, man.id)));
  expect(sent.filter(({ ok }) => ok).length).toBe(20);
  expect(sent.filter((one) => !one.ok).every((one) => !one.ok && one.reason === "too_many_introductions")).toBe(true);
  // Neither her dialogues nor another lady's introductions count.
  const [man] = men.filter((_, n) => sent[n]!.ok);
  expect((await write(store, olena.id, man!.id)).ok).toBe(true);
  expect((await write(store, daria.id, man!.id)).ok).toBe(true);
  store.clock.advance({ hours: 12 });
  const [stranger] = men.filter((_, n) => !sent[n]!.ok);
  expect((await write(store, olena.id, stranger!.id)).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a refused introduction does not use up one of the twenty", async () => {
  using store = await testStore();
  const [olena, james] = [await createOlena(store), await createJames(store)];
  for (let n = 0; n < 30; n++) await write(store, olena.id, james.id, "");
  const men = await Promise.all(Array.from({ length: 20 }, () => createMan(store)));
  const sent = await Promise.all(men.map((man) => write(store, olena.id, man.id)));
  expect(sent.every(({ ok }) => ok)).toBe(true);
});

Deno.test("of a locked letter there is no text for him, but for her who wrote it there is", async () => {
  const { store, james, olena } = await correspondence();
  const letter = await written(store, olena.id, james.id, "My secret");
  expect(isLocked(letter)).toBe(true);
  expect(await textsFor(store, james.id, [letter])).toEqual(new Map());
  expect((await textsFor(store, olena.id, [letter])).get(letter.id)!.body).toBe("My secret");
  expect(JSON.stringify(letter)).not.toContain("secret");
  store.close();
});

Deno.test("looking at a locked letter without paying is refused and charges nothing", async () => {
  const { store, james, olena } = await correspondence();
  const letter = await written(store, olena.id, james.id);
  expect(await openLetter(store, james.id, letter.id, false)).toEqual(refuse("letter_locked"));
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await letterOf(store, james.id, letter.id)).toMatchObject({ paidAt: null, readAt: null });
  store.close();
});

Deno.test("opening costs five credits once, for good", async () => {
  const { store, james, olena } = await correspondence();
  const letter = await written(store, olena.id, james.id, "My secret");
  const openedAt = store.clock.now;
  expect(await openLetter(store, james.id, letter.id, true))
    .toMatchObject({ ok: true, letter: { paidAt: openedAt, readAt: openedAt }, balanceCredits: 185 });
  store.clock.advance({ days: 400 });
  for (const pay of [true, false]) {
    expect(await openLetter(store, james.id, letter.id, pay))
      .toMatchObject({ ok: true, letter: { paidAt: openedAt, readAt: openedAt } });
  }
  expect(await balanceOf(store, james.id)).toBe(185);
  const opened = (await letterOf(store, james.id, letter.id))!;
  expect((await textsFor(store, james.id, [opened])).get(letter.id)!.body).toBe("My secret");
  expect(await audit(store)).toEqual([]);
  store.close();
});

Deno.test("ten tabs that open a letter at once pay once, and all of them may read", async () => {
  const { store, james, olena } = await correspondence();
  const letter = await written(store, olena.id, james.id);
  const opened = await Promise.all(Array.from({ length: 10 }, () => openLetter(store, james.id, letter.id, true)));
  for (const one of opened) expect(one).toMatchObject({ ok: true, letter: { paidAt: store.clock.now } });
  expect(await balanceOf(store, james.id)).toBe(185);
  expect(await audit(store)).toEqual([]);
  store.close();
});

Deno.test("a letter that he cannot pay stays locked", async () => {
  const { store, james, olena } = await correspondence(14);
  const letter = await written(store, olena.id, james.id);
  expect(await openLetter(store, james.id, letter.id, true)).toEqual(refuse("insufficient_credits"));
  expect(isLocked((await letterOf(store, james.id, letter.id))!)).toBe(true);
  store.close();
});

Deno.test("others' letters are not there: to read, to open, or to find out about", async () => {
  const { store, james, olena } = await correspondence();
  const [wei, daria] = [await createWei(store), await createLady(store)];
  const letter = await written(store, olena.id, james.id);
  for (const stranger of [wei, daria]) {
    expect(await openLetter(store, stranger.id, letter.id, true)).toEqual(refuse("not_found"));
    expect(await letterOf(store, stranger.id, letter.id)).toBe(null);
  }
  for (const nonsense of [NaN, 0.5, -1, 999, 2 ** 60]) {
    expect(await openLetter(store, james.id, nonsense, true)).toEqual(refuse("not_found"));
  }
  expect(await balanceOf(store, wei.id)).toBe(200);
  store.close();
});

Deno.test("an author who looks at a letter does not make it read", async () => {
  const { store, james, olena } = await correspondence();
  const [hers, his] = [await written(store, olena.id, james.id), await written(store, james.id, olena.id)];
  expect(await openLetter(store, olena.id, hers.id, true)).toMatchObject({
    ok: true,
    letter: { readAt: null, paidAt: null },
  });
  expect(await openLetter(store, james.id, his.id, true)).toMatchObject({ ok: true, letter: { readAt: null } });
  expect(await balanceOf(store, james.id)).toBe(180);
  store.close();
});

Deno.test("reading notes the first time only", async () => {
  const { store, james, olena } = await correspondence();
  const letter = await written(store, james.id, olena.id);
  store.clock.advance({ minutes: 5 });
  const readAt = store.clock.now;
  expect(await openLetter(store, olena.id, letter.id, false)).toMatchObject({ letter: { readAt } });
  store.clock.advance({ minutes: 5 });
  expect(await openLetter(store, olena.id, letter.id, false)).toMatchObject({ letter: { readAt } });
  store.close();
});
