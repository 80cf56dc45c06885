import { expect } from "expect";
import { confirmByCode } from "../accounts/confirming.ts";
import { deleteAccount } from "../accounts/deletions.ts";
import { beginSignUp, codeOf } from "../accounts/sign_up.ts";
import { setRunning } from "../chats/chats.ts";
import { endChat } from "../chats/minutes.ts";
import { post } from "../credits/ledger/ledger.ts";
import { signUpBonusCredits } from "../credits/prices/prices.ts";
import { refundCharge } from "../credits/ledger/refunds.ts";
import { askForTranslation } from "../letters/translating/asked_translations.ts";
import { sendLetter } from "../letters/sending.ts";
import { finishTranslation, releaseUntranslated } from "../letters/translating/translation_ends.ts";
import { claimTranslation } from "../letters/translating/translations.ts";
import { utcDayOf } from "../store/days.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { openCall, openChat } from "../testing/chats.ts";
import { paidPayment, say } from "../testing/payments.ts";
import { asking, proofOf } from "../testing/sign_ups.ts";
import {
  afterMeanwhile,
  createPeople,
  createUser,
  testPassword,
  testPasswordHash,
  type TestStore,
  testStore,
} from "../testing/store.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { audit } from "./audit.ts";
import { Reader } from "./audit/reader.ts";
import { beginFiguresJob, figuresOfLastDays, forgetFigures, keepFigures, keepPastDays } from "./figures.ts";
import { recountDays } from "./figures_recount.ts";
import { type DayFigures, noFigures } from "./figures_tally.ts";

/** One of everything on the present day; the world begins with four people and 200 gifted credits for each man. */
async function busyDay(store: TestStore) {
  const people = await createPeople(store);
  const { james, olena, wei, daria } = people;
  const pair = { manId: james.id, ladyId: olena.id };
  const send = (authorId: number, recipientId: number, sendKey: string) =>
    sendLetter(store, { authorId, recipientId, body: "Good morning", sendKey });
  expect(await send(james.id, olena.id, "one-letter")).toMatchObject({ ok: true });
  expect(await send(olena.id, james.id, "her-answer")).toMatchObject({ ok: true });
  expect(await send(daria.id, wei.id, "her-introduction")).toMatchObject({ ok: true });
  const chat = await openChat(store, pair);
  await setRunning(store, chat.id, true, store.now());
  store.clock.advance({ seconds: 40 });
  await endChat(store, chat.id, { by: "man", reason: "stopped" });
  const seen = await openCall(store, pair);
  await setRunning(store, seen.id, true, store.now());
  store.clock.advance({ seconds: 40 });
  await endChat(store, seen.id, { by: "man", reason: "stopped" });
  const unseen = await openCall(store, pair);
  store.clock.advance({ seconds: 20 });
  await endChat(store, unseen.id, { by: "server", reason: "not_connected" });
  const payment = await paidPayment(store, wei.id);
  await say(store, payment, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  return people;
}

/** 10 for the letter, 1 for the chat, 5 for each call; the 5 of the call in which nobody was seen went back. */
const ofBusyDay: Partial<DayFigures> = {
  men: 2,
  ladies: 2,
  lettersOfMen: 1,
  lettersOfLadies: 1,
  introductions: 1,
  textChats: 1,
  calls: 2,
  callsConnected: 1,
  chargedCredits: 21,
  returnedCredits: 5,
  revenueCents: 2850,
  refundedCents: 1000,
  givenCredits: 400 - 16,
  boughtCredits: 65 - 22,
};

Deno.test("the present day is counted from its records, also where they were only just written", async () => {
  using store = await testStore();
  await busyDay(store);
  const [yesterday, today] = await figuresOfLastDays(store, 2);
  expect(today).toMatchObject(ofBusyDay);
  expect(yesterday).toEqual(noFigures(today!.day - 1));
});

Deno.test("a day that is over is kept once, and what comes later is the next day's", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const { wei, olena } = await busyDay(store);
  const day = utcDayOf(store.now());
  store.clock.advance({ days: 1 });
  await sendLetter(store, { authorId: wei.id, recipientId: olena.id, body: "Hello", sendKey: "next-day" });
  await keepPastDays(store);
  const kept = (await store.kv.get<DayFigures>(keys.figuresOfDay(day))).value;
  expect(kept).toMatchObject(ofBusyDay);
  const [first, second] = await figuresOfLastDays(store, 2);
  expect(first).toEqual(kept);
  expect(second).toMatchObject({ lettersOfMen: 1, men: 0, chargedCredits: 10, givenCredits: 374, boughtCredits: 43 });
  // A day is not counted again; whether its records still give these figures is for the audit to say.
  await keepPastDays(store);
  const left = await Array.fromAsync(store.kv.list({ prefix: prefixes.onDay(day) }));
  expect(left).toEqual([]);
});

Deno.test("counting by what was noted and counting everything anew make the same, over many days", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const { james, wei, olena } = await busyDay(store);
  for (let day = 0; day < 5; day++) {
    store.clock.advance({ days: 1 });
    for (const man of [james, wei].slice(day % 2)) {
      await sendLetter(store, { authorId: man.id, recipientId: olena.id, body: "Hello", sendKey: `day-${day}-letter` });
    }
    if (day === 2) continue;
    await keepPastDays(store);
  }
  store.clock.advance({ days: 3 });
  const noted = await figuresOfLastDays(store, 12);
  const today = utcDayOf(store.now());
  const again = await recountDays(new Reader(store), today);
  expect(noted.slice(0, -1).filter(({ day }) => again.has(day))).toEqual([...again.values()]);
  expect(again.size).toBe(8);
  expect(await audit(store)).toEqual([]);
  await forgetFigures(store);
  expect((await figuresOfLastDays(store, 12)).slice(0, -1)).toEqual(noted.slice(0, -1));
});

Deno.test("what is kept of a man's credits is of one size, and a charge given back later goes where it came from", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const { james, olena } = await createPeople(store);
  await paidPayment(store, james.id);
  const kept = async () => (await store.kv.get(keys.creditSplit(james.id))).value;
  for (let day = 0; day < 3; day++) {
    await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "Hello", sendKey: `day-${day}-letter` });
    store.clock.advance({ days: 1 });
    await keepPastDays(store);
    expect(await kept()).toEqual({ seq: day + 3, bought: 65, given: 200 - 10 * (day + 1) });
  }
  // As earlier builds kept the split: with each charge that was made.
  await store.kv.set(keys.creditSplit(james.id), { ...await kept() as object, givenBySeq: { 3: 10, 4: 10, 5: 10 } });
  const back = { manId: james.id, seq: 4, reason: "As agreed", actorId: 9001 };
  expect(await refundCharge(store, back)).toMatchObject({ ok: true });
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  expect(await kept()).toEqual({ seq: 6, bought: 65, given: 180 });
  expect((await figuresOfLastDays(store, 2))[0]).toMatchObject({ boughtCredits: 65, givenCredits: 380 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a site that had lived before its figures began counts its past, and its present day whole", async () => {
  using store = await testStore();
  const { james } = await busyDay(store);
  store.clock.advance({ days: 2 });
  await post(store, {
    manId: james.id,
    operation: "adjustment",
    deltaCredits: 7,
    reference: {},
    idempotencyKey: "apology",
  });
  for await (const { key } of store.kv.list({ prefix: ["on_day"] })) await store.kv.delete(key);
  const [then, between, today] = await figuresOfLastDays(store, 3);
  expect(then).toMatchObject(ofBusyDay);
  expect(between).toMatchObject({ givenCredits: 384, boughtCredits: 43, lettersOfMen: 0 });
  expect(today).toMatchObject({ givenCredits: 391, chargedCredits: 0 });
});

Deno.test("what a clock a day behind dates into a counted day is counted there when the figures are next kept", async () => {
  using store = await testStore();
  const { james, olena } = await busyDay(store);
  await keepPastDays(store);
  store.clock.advance({ days: 2 });
  await keepPastDays(store);
  const day = utcDayOf(store.now());
  const textChatsOf = async (of: number) => (await store.kv.get<DayFigures>(keys.figuresOfDay(of))).value?.textChats;
  expect(await textChatsOf(day - 1)).toBe(0);

  store.clock.advance({ days: -1 });
  const chat = await openChat(store, { manId: james.id, ladyId: olena.id });
  await setRunning(store, chat.id, true, store.now());
  store.clock.advance({ seconds: 40 });
  await endChat(store, chat.id, { by: "man", reason: "stopped" });
  store.clock.advance({ days: 1 });
  expect(await audit(store)).toEqual([]);
  expect((await figuresOfLastDays(store, 3)).map(({ textChats }) => textChats)).toEqual([1, 1, 0]);
  expect((await figuresAt(store, day - 1)).textChats).toBe(1);
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.onDay(day - 1) }))).toEqual([]);
  expect(await audit(store)).toEqual([]);
  await store.kv.set(keys.figuresOfDay(day - 1), {
    ...noFigures(day - 1),
    ...await figuresAt(store, day - 1),
    calls: 9,
  });
  expect(await audit(store)).toEqual([expect.stringMatching(/^calls of .* is kept as 9, but its records make 0$/)]);
});

Deno.test("what a clock behind midnight charges is counted, also where that man's credits moved on the counted day before", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const { james, olena } = await busyDay(store);
  const day = utcDayOf(store.now());
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  expect((await figuresAt(store, day)).chargedCredits).toBe(21);

  store.clock.advance({ days: -1 });
  // A minute of a chat that goes on: nothing else is noted of that day.
  await openChat(store, { manId: james.id, ladyId: olena.id });
  store.clock.advance({ days: 1 });
  expect(await audit(store)).toEqual([]);
  await keepPastDays(store);
  expect((await figuresAt(store, day)).chargedCredits).toBe(22);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what moves a man's credits while they are counted is counted when the figures are next kept", async () => {
  for (const when of ["at the beginning", "that night", "late"]) {
    using store = await testStore();
    if (when !== "at the beginning") await keepPastDays(store);
    const { james, olena } = await busyDay(store);
    const day = utcDayOf(store.now());
    const minuteOfThatDay = async () => {
      store.clock.advance({ days: -1 });
      const chat = await openChat(store, { manId: james.id, ladyId: olena.id });
      await setRunning(store, chat.id, true, store.now());
      store.clock.advance({ seconds: 40 });
      await endChat(store, chat.id, { by: "man", reason: "stopped" });
      store.clock.advance({ days: 1 });
    };
    store.clock.advance({ days: 1 });
    if (when === "late") {
      await keepPastDays(store);
      await minuteOfThatDay();
    }
    const minutesBefore = when === "late" ? 1 : 0;
    await keepPastDays(afterMeanwhile(store, minuteOfThatDay));
    expect([when, (await figuresAt(store, day)).chargedCredits]).toEqual([when, 21 + minutesBefore]);
    await keepPastDays(store);
    expect([when, (await figuresAt(store, day)).chargedCredits]).toEqual([when, 22 + minutesBefore]);
    expect(await audit(store)).toEqual([]);
    expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.onDay(day) }))).toEqual([]);
  }
});

const figuresAt = async (store: TestStore, day: number) =>
  (await store.kv.get<DayFigures>(keys.figuresOfDay(day))).value!;

Deno.test("in the first minutes of a day the day before is counted while it is not kept yet", async () => {
  using store = await testStore({ now: Date.UTC(2026, 2, 1, 23, 0) });
  await keepPastDays(store);
  await busyDay(store);
  store.clock.now = Date.UTC(2026, 2, 2, 0, 2);
  const [yesterday, today] = await figuresOfLastDays(store, 2);
  expect(yesterday).toMatchObject(ofBusyDay);
  expect(today).toMatchObject({ men: 0, givenCredits: 384, boughtCredits: 43 });
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.figuresOfDays() }))).toEqual([]);
  store.clock.advance({ minutes: 4 });
  await keepPastDays(store);
  expect(await figuresOfLastDays(store, 2)).toEqual([yesterday, today]);
});

Deno.test("whoever signs up on one day and confirms on the next is of the next", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const askedAt = store.now();
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  await createUser(store, { email: "late@demo.test", createdAt: askedAt });
  expect((await figuresOfLastDays(store, 2)).map(({ men }) => men)).toEqual([0, 1]);
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the job counts the day that is over, and comes again after the next midnight", async () => {
  using store = await testStore();
  await beginFiguresJob(store);
  await beginFiguresJob(store);
  let runs = 0;
  const run = () =>
    runDueJobs(store, async (job) => {
      if (job.kind !== "keep_figures") return;
      runs++;
      await keepFigures(store);
    }, (_job, error) => {
      throw error;
    });
  store.clock.advance({ seconds: 10 });
  await run();
  await busyDay(store);
  store.clock.now = Date.UTC(2026, 2, 2, 0, 5);
  await run();
  const kept = await Array.fromAsync(store.kv.list<DayFigures>({ prefix: prefixes.figuresOfDays() }));
  expect(kept.map(({ value }) => value)).toMatchObject([ofBusyDay]);
  store.clock.advance({ days: 1 });
  await run();
  expect((await Array.fromAsync(store.kv.list({ prefix: prefixes.figuresOfDays() }))).length).toBe(2);
  expect(runs).toBe(3);
});

Deno.test("how long letters waited for their translation counts on the day it came", async () => {
  using store = await testStore();
  const { wei, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, wei, daria);
  store.clock.advance({ hours: 26 });
  await claimTranslation(store, nadia.id, letter.id);
  expect(await finishTranslation(store, nadia.id, letter.id, ["Дорогая Дарья", "Ящик разобран.", "Джеймс"]))
    .toMatchObject({ ok: true });
  const [sent, translated] = await figuresOfLastDays(store, 2);
  expect(sent).toMatchObject({ lettersOfMen: 1, translated: 0 });
  expect(translated).toMatchObject({ lettersOfMen: 0, translated: 1, translationMinutes: 26 * 60 });
});

for (const order of ["before", "after"] as const) {
  Deno.test(`a letter that came untranslated counts so on its day though it is asked for anew ${order} that day is kept`, async () => {
    using store = await testStore();
    await keepPastDays(store);
    const { wei, daria, nadia } = await createTranslationWorld(store);
    const letter = await send(store, wei, daria);
    const wait = async () => {
      store.clock.advance({ hours: 73 });
      await releaseUntranslated(store, letter.id);
      return utcDayOf(store.now());
    };
    const ask = () => askForTranslation(store, daria.id, letter.id);
    const ends = [await wait()];
    expect(await ask()).toMatchObject({ ok: true, state: "waiting" });
    ends.push(await wait());
    if (order === "before") await ask();
    store.clock.advance({ days: 1 });
    await keepPastDays(store);
    if (order === "after") await ask();
    await claimTranslation(store, nadia.id, letter.id);
    expect(await finishTranslation(store, nadia.id, letter.id, ["Дорогая Дарья", "Ящик разобран.", "Джеймс"]))
      .toMatchObject({ ok: true });
    store.clock.advance({ days: 1 });
    await keepPastDays(store);
    const untranslated = await Promise.all(ends.map(async (day) => (await figuresAt(store, day)).untranslated));
    expect(untranslated).toEqual([1, 1]);
    expect((await figuresOfLastDays(store, 2))[0]).toMatchObject({ translated: 1, untranslated: 0 });
    expect(await audit(store)).toEqual([]);
    const kept = await figuresOfLastDays(store, 10);
    await forgetFigures(store);
    expect(await figuresOfLastDays(store, 10)).toEqual(kept);
  });
}

Deno.test("a day may have been more than its records make only where somebody's account was deleted since", async () => {
  using store = await testStore();
  const { james } = await busyDay(store);
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  const faults = async () => (await audit(store)).filter((found) => /is kept as/.test(found));
  const { value } = await store.kv.get(keys.user(james.id));
  await store.kv.delete(keys.user(james.id));
  expect(await faults()).toEqual(["men of 2026-03-01 is kept as 2, but its records make 1"]);
  await store.kv.set(keys.user(james.id), value);
  expect(await deleteAccount(store, james.id, { password: testPassword, wantsRefund: false })).toMatchObject({
    ok: true,
  });
  expect(await faults()).toEqual([]);
  expect((await figuresOfLastDays(store, 2))[0]).toMatchObject(ofBusyDay);
});

for (
  const [name, change, sentence] of [
    ["revenue that was written up", { revenueCents: 99 }, /revenueCents of 2026-03-01 is kept as 99, but .* 2850/],
    ["a man who was left out", { men: 1 }, /men of 2026-03-01 is kept as 1, but its records make 2/],
    ["credits that were made to vanish", { boughtCredits: 0 }, /boughtCredits of 2026-03-01 is kept as 0/],
  ] as const
) {
  Deno.test(`the audit finds ${name}`, async () => {
    using store = await testStore();
    await busyDay(store);
    const day = utcDayOf(store.now());
    store.clock.advance({ days: 1 });
    await keepPastDays(store);
    expect(await audit(store)).toEqual([]);
    const { value } = await store.kv.get<DayFigures>(keys.figuresOfDay(day));
    await store.kv.set(keys.figuresOfDay(day), { ...value, ...change });
    expect((await audit(store)).filter((found) => sentence.test(found))).toHaveLength(1);
  });
}

Deno.test("what a man buys on the day on which he signs up is counted on that day", async () => {
  using store = await testStore();
  await keepPastDays(store);
  const wanted = {
    email: "james@demo.test",
    passwordHash: testPasswordHash,
    groupId: 1 as const,
    firstname: "James",
    lastname: "Whitfield",
    birthdate: "1990-01-01",
    countryId: 826,
    promoEmails: false,
    locale: "en" as const,
  };
  const signedUp = await confirmByCode(
    store,
    proofOf(wanted.email),
    codeOf(store, await beginSignUp(store, wanted, asking)),
  );
  if (!signedUp.ok) throw new Error(signedUp.reason);
  const { quote } = await paidPayment(store, signedUp.user.id);
  const counted = {
    men: 1,
    revenueCents: quote.totalCents,
    boughtCredits: quote.totalCredits,
    givenCredits: signUpBonusCredits,
  };
  expect((await figuresOfLastDays(store, 1))[0]).toMatchObject(counted);
  store.clock.advance({ days: 1 });
  await keepPastDays(store);
  expect((await figuresOfLastDays(store, 2))[0]).toMatchObject(counted);
  expect(await audit(store)).toEqual([]);
});
