/** Introductions: who is suggested to a lady and why, who wants none, and what is counted. */
import { expect } from "expect";
import { noteVisit } from "../ladies/visits.ts";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { refuse } from "../store/refusals.ts";
import { takeDown } from "../testing/publication.ts";
import { afterMeanwhile, createMan, createPeople, createUser, type TestStore, testStore } from "../testing/store.ts";
import {
  introductionsLeft,
  introductionsPerDay,
  mutedLadies,
  newcomersFor,
  setAcceptsIntroductions,
  setIntroductionsMuted,
  whoToWriteTo,
} from "./introductions.ts";
import { sendLetter } from "./sending.ts";

let forms = 0;
const send = (store: TestStore, authorId: number, recipientId: number) =>
  sendLetter(store, { authorId, recipientId, body: "Good evening", sendKey: `introduce-${++forms}` });

const suggested = async (store: TestStore, ladyId: number) =>
  (await whoToWriteTo(store, ladyId, 20)).map(({ user, at }) => [user.firstname, at]);

Deno.test("men who visited her are named, the latest first, each once", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  await noteVisit(store, james.id, olena.id);
  store.clock.advance({ hours: 2 });
  const second = store.now();
  await noteVisit(store, wei.id, olena.id);
  expect((await suggested(store, olena.id)).map(([name]) => name)).toEqual(["Wei", "James"]);
  store.clock.advance({ hours: 2 });
  await noteVisit(store, james.id, olena.id);
  expect(await suggested(store, olena.id)).toEqual([["James", store.now()], ["Wei", second]]);
  expect(await suggested(store, daria.id)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a visit counts for 30 days, and looking again within an hour is the same visit", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await noteVisit(store, james.id, olena.id);
  const first = store.now();
  store.clock.advance({ minutes: 59 });
  await noteVisit(store, james.id, olena.id);
  expect(await suggested(store, olena.id)).toEqual([["James", first]]);
  store.clock.now = first + 30 * 24 * 3600_000;
  expect(await suggested(store, olena.id)).toEqual([["James", first]]);
  store.clock.advance({ ms: 1 });
  expect(await suggested(store, olena.id)).toEqual([]);
});

Deno.test("visits of one man at once leave one record", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await Promise.all(Array.from({ length: 20 }, () => noteVisit(store, james.id, olena.id)));
  expect((await suggested(store, olena.id)).length).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who has a dialogue with her, wants no introductions or none of hers is not named", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const tom = await createMan(store, { firstname: "Tom" });
  const sam = await createMan(store, { firstname: "Sam" });
  for (const { id } of [james, wei, tom, sam]) await noteVisit(store, id, olena.id);
  await send(store, james.id, olena.id);
  await setAcceptsIntroductions(store, wei.id, false);
  await setIntroductionsMuted(store, tom.id, olena.id, true);
  await setIntroductionsMuted(store, sam.id, daria.id, true);
  const names = async () => (await suggested(store, olena.id)).map(([name]) => name).sort();
  expect(await names()).toEqual(["Sam"]);
  await setAcceptsIntroductions(store, wei.id, true);
  await setIntroductionsMuted(store, tom.id, olena.id, false);
  expect(await names()).toEqual(["Sam", "Tom", "Wei"]);
});

Deno.test("an introduction to who wants none is refused in one way for both reasons, and not counted", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  await setAcceptsIntroductions(store, james.id, false);
  await setIntroductionsMuted(store, wei.id, olena.id, true);
  const refused = { ok: false, reason: "introductions_muted" };
  expect(await send(store, olena.id, james.id)).toEqual(refused);
  expect(await send(store, olena.id, wei.id)).toEqual(refused);
  expect(await introductionsLeft(store, olena.id)).toBe(introductionsPerDay);
  await setAcceptsIntroductions(store, james.id, true);
  await setIntroductionsMuted(store, wei.id, olena.id, false);
  expect(await send(store, olena.id, james.id)).toMatchObject({ ok: true });
  expect(await send(store, olena.id, wei.id)).toMatchObject({ ok: true });
  expect(await introductionsLeft(store, olena.id)).toBe(introductionsPerDay - 2);
  expect(await audit(store)).toEqual([]);
});

Deno.test("neither touches a dialogue that has begun", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  await send(store, olena.id, james.id);
  await send(store, wei.id, olena.id);
  await setAcceptsIntroductions(store, james.id, false);
  await setIntroductionsMuted(store, wei.id, olena.id, true);
  expect(await send(store, olena.id, james.id)).toMatchObject({ ok: true });
  expect(await send(store, olena.id, wei.id)).toMatchObject({ ok: true });
  expect(await introductionsLeft(store, olena.id)).toBe(introductionsPerDay - 1);
});

Deno.test("the twenty a day are counted by UTC day", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  for (let n = 0; n < introductionsPerDay; n++) await send(store, olena.id, (await createMan(store)).id);
  expect(await introductionsLeft(store, olena.id)).toBe(0);
  expect(await send(store, olena.id, (await createMan(store)).id)).toMatchObject({
    reason: "too_many_introductions",
    // It is noon.
    retryAfterSeconds: 12 * 3600,
  });
  store.clock.advance({ hours: 12 });
  expect(await introductionsLeft(store, olena.id)).toBe(introductionsPerDay);
});

Deno.test("who allows her introductions again, and presses twice after she was hidden, is told the same for a minute", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  await setIntroductionsMuted(store, james.id, olena.id, true);
  await takeDown(store, olena.id);
  const unmute = (manId: number) => setIntroductionsMuted(store, manId, olena.id, false);
  expect([await unmute(james.id), await unmute(james.id)]).toEqual([{ ok: true }, { ok: true }]);
  expect(await unmute(wei.id)).toEqual(refuse("not_found"));
  expect(await setIntroductionsMuted(store, james.id, olena.id, true)).toEqual(refuse("not_found"));
  store.clock.advance({ minutes: 1 });
  expect(await unmute(james.id)).toEqual(refuse("not_found"));
});

Deno.test("muting twice is once, and only men mute ladies", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  for (let n = 0; n < 2; n++) await setIntroductionsMuted(store, james.id, olena.id, true);
  expect([...await mutedLadies(store, james.id)]).toEqual([olena.id]);
  for (let n = 0; n < 2; n++) await setIntroductionsMuted(store, james.id, olena.id, false);
  expect([...await mutedLadies(store, james.id)]).toEqual([]);
  for (const [one, other] of [[james, wei], [olena, daria], [olena, james]] as const) {
    expect(await setIntroductionsMuted(store, one.id, other.id, true)).toEqual({ ok: false, reason: "not_found" });
  }
  expect(await setIntroductionsMuted(store, james.id, 999_999, true)).toEqual({ ok: false, reason: "not_found" });
});

Deno.test("the audit finds visits, mutes and counts that cannot be", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  await noteVisit(store, james.id, olena.id);
  await noteVisit(store, wei.id, olena.id);
  await store.kv.delete(keys.recentVisit(olena.id, store.now(), james.id));
  await store.kv.set(keys.recentVisit(olena.id, store.now() - 5, wei.id), null);
  await store.kv.set(keys.visit(wei.id, olena.id), store.now());
  await store.kv.set(keys.introductionMute(olena.id, james.id), 1);
  await store.kv.set(keys.introductionsOfDay(olena.id, "2026-03-01"), 21);
  const found = await audit(store);
  for (
    const sentence of [
      /^the visit of user \d+ to \d+ is not among her latest$/,
      /^the visitors of lady \d+ name user \d+ at \d+, where there was none$/,
      /^the visit of user \d+ to \d+ is not a man's to a lady$/,
      /^the mute of user \d+ for \d+ is not a man's for a lady$/,
      /^lady \d+ has written 21 introductions on 2026-03-01$/,
    ]
  ) expect(found).toContainEqual(expect.stringMatching(sentence));
});

Deno.test("where nobody has looked at her yet she finds men who joined lately and are open to a first letter", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  store.clock.advance({ days: 1 });
  const paul = await createMan(store, { firstname: "Paul" });
  await createUser(store, { email: "ada@staff.test", groupId: 3 });
  const named = async () =>
    (await newcomersFor(store, olena.id, 5)).map(({ user, reason }) => [user.firstname, reason]);
  expect(await named()).toEqual([["Paul", "joined"], ["Wei", "joined"], ["James", "joined"]]);
  expect((await newcomersFor(store, olena.id, 1)).map(({ user }) => user.id)).toEqual([paul.id]);
  await setAcceptsIntroductions(store, wei.id, false);
  await setIntroductionsMuted(store, james.id, olena.id, true);
  expect(await named()).toEqual([["Paul", "joined"]]);
  await createMan(store, { firstname: "Mark" });
  expect(await named()).toEqual([["Mark", "joined"], ["Paul", "joined"]]);
  store.clock.advance({ days: 91 });
  expect(await named()).toEqual([]);
});

Deno.test("who mutes her at the moment in which her first letter goes does not get it, and it is not counted", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const late = afterMeanwhile(store, () => setIntroductionsMuted(store, james.id, olena.id, true));
  const sent = await sendLetter(late, {
    authorId: olena.id,
    recipientId: james.id,
    body: "Good evening",
    sendKey: "in-the-moment",
  });
  expect(sent).toEqual({ ok: false, reason: "introductions_muted" });
  expect(await introductionsLeft(store, olena.id)).toBe(introductionsPerDay);
  expect(await audit(store)).toEqual([]);
});
