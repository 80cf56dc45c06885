import { expect } from "expect";
import { userById } from "../accounts/users.ts";
import { changeChatSettings } from "../chats/settings.ts";
import { setAcceptsIntroductions } from "../letters/introductions.ts";
import { audit } from "../records/audit.ts";
import { setBlocked } from "../safety/blocks.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job, TalkJob } from "../store/jobs/work.ts";
import { prefixes } from "../store/prefixes.ts";
import { addDevice } from "../testing/devices.ts";
import { takeDown } from "../testing/publication.ts";
import { createPeople, type TestStore, testStore } from "../testing/store.ts";
import { standingTalksOf, talkBetween } from "./kept_talks.ts";
import { endTalks } from "./endings.ts";
import { answerTalk, callOffTalk, mayTalk, proposeTalk, remindOfTalk } from "./talks.ts";
import { talkToTell } from "./telling.ts";

const hourMs = 3600_000;

async function world(store: TestStore) {
  const people = await createPeople(store);
  const { james, olena } = people;
  const pair = { manId: james.id, ladyId: olena.id };
  const moments = [24, 48, 72].map((hours) => store.now() + hours * hourMs);
  const propose = (wanted: Partial<Parameters<typeof proposeTalk>[1]> = {}) =>
    proposeTalk(store, { proposerId: james.id, partnerId: olena.id, kind: "text", moments, ...wanted });
  const proposed = async () => {
    const answer = await propose();
    if (!answer.ok) throw new Error(answer.reason);
    return answer.talk;
  };
  const answer = async (at: number | null, userId = olena.id) => {
    const talk = await talkBetween(store, pair);
    return await answerTalk(store, userId, pair, { talkId: talk!.id, at });
  };
  return { ...people, pair, moments, propose, proposed, answer };
}

/** Runs the jobs that are due; returns what they tell to whom, and whether by mail or on a device. */
async function told(store: TestStore): Promise<string[]> {
  const found: string[] = [];
  await runDueJobs(store, async (job: Job) => {
    if (job.kind === "talk_reminder") await remindOfTalk(store, job);
    if (job.kind === "talk_mail" || job.kind === "talk_push") found.push(await line(job));
  }, (_job, error) => {
    throw error;
  });
  return found.toSorted();

  async function line(job: Extract<TalkJob, { news: string }>): Promise<string> {
    const user = await userById(store, job.userId);
    return `${job.kind === "talk_push" ? "push" : "mail"} ${job.news} ${user?.firstname}`;
  }
}

Deno.test("James proposes three moments, Olena accepts one, and both are told when and reminded once", async () => {
  using store = await testStore();
  const { james, olena, moments, proposed, answer } = await world(store);
  await proposed();
  expect(await told(store)).toEqual(["mail proposed Olena"]);
  expect(await answer(moments[1]!)).toMatchObject({ ok: true, isRepeat: false, talk: { at: moments[1], sequence: 0 } });
  expect(await answer(moments[1]!)).toMatchObject({ ok: true, isRepeat: true });
  expect(await told(store)).toEqual(["mail agreed James"]);
  for (const [user, isMan] of [[james, true], [olena, false]] as const) {
    expect(await standingTalksOf(store, user.id, isMan)).toMatchObject([{ state: "agreed", at: moments[1] }]);
  }
  store.clock.now = moments[1]! - 16 * 60_000;
  expect(await told(store)).toEqual([]);
  store.clock.advance({ minutes: 1 });
  await told(store);
  expect(await talkBetween(store, { manId: james.id, ladyId: olena.id })).toMatchObject({ remindedAt: store.now() });
  expect(await audit(store)).toEqual([]);
  store.clock.now = moments[1]! + 30 * 60_000;
  expect(await standingTalksOf(store, olena.id, false)).toEqual([]);
});

Deno.test("a reminder is told to both, on every device, however often its job is done", async () => {
  using store = await testStore();
  const { james, olena, pair, moments, proposed, answer } = await world(store);
  await addDevice(store, olena.id);
  const { id } = await proposed();
  await answer(moments[0]!);
  await told(store);
  store.clock.now = moments[0]! - 15 * 60_000;
  for (const _ of [1, 2, 3]) await remindOfTalk(store, { ...pair, talkId: id });
  expect(await told(store)).toEqual(["mail soon James", "mail soon Olena", "push soon Olena"]);
  expect(await told(store)).toEqual([]);
  expect([james.id, olena.id]).toEqual([pair.manId, pair.ladyId]);
});

Deno.test("nobody is reminded of a talk with a lady whose profile was taken down: it is off, and both hear so", async () => {
  using store = await testStore();
  const { olena, pair, moments, proposed, answer } = await world(store);
  const { id } = await proposed();
  await answer(moments[0]!);
  await told(store);
  store.clock.now = moments[0]! - 15 * 60_000;
  await takeDown(store, olena.id);
  await remindOfTalk(store, { ...pair, talkId: id });
  expect(await told(store)).toEqual(["mail fell_through James", "mail fell_through Olena"]);
});

Deno.test("a reminder whose job comes after the moment is none", async () => {
  using store = await testStore();
  const { moments, proposed, answer } = await world(store);
  await proposed();
  await answer(moments[0]!);
  await told(store);
  store.clock.now = moments[0]! + 1000;
  await told(store);
  expect(await told(store)).toEqual([]);
});

Deno.test("one stands between two at a time; the same proposal again is no second one", async () => {
  using store = await testStore();
  const { james, olena, wei, moments, propose, answer } = await world(store);
  expect(await propose()).toMatchObject({ ok: true, isRepeat: false });
  expect(await propose()).toMatchObject({ ok: true, isRepeat: true });
  expect(await propose({ kind: "video" })).toMatchObject({ reason: "talk_open" });
  expect(await propose({ proposerId: olena.id, partnerId: james.id })).toMatchObject({ reason: "talk_open" });
  expect(await propose({ proposerId: wei.id })).toMatchObject({ ok: true });
  await answer(moments[0]!);
  expect(await propose()).toMatchObject({ reason: "talk_open" });
  store.clock.now = moments[0]! + 30 * 60_000;
  expect(await propose({ moments: moments.slice(1) })).toMatchObject({ ok: true, isRepeat: false });
  expect(await audit(store)).toEqual([]);
});

Deno.test("two proposals of the same moment leave one", async () => {
  using store = await testStore();
  const { james, olena, propose } = await world(store);
  const both = await Promise.all([propose(), propose({ proposerId: olena.id, partnerId: james.id })]);
  expect(both.filter(({ ok }) => ok).length).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who proposed does not answer, an answer stands, and what is past is answered by nobody", async () => {
  using store = await testStore();
  const { james, olena, pair, moments, proposed, answer } = await world(store);
  const { id } = await proposed();
  expect(await answer(moments[0]!, james.id)).toMatchObject({ reason: "talk_over" });
  expect(await answer(moments[0]! + 60_000)).toMatchObject({ reason: "invalid", fields: { at: "wrong_value" } });
  expect(await answerTalk(store, olena.id, pair, { talkId: "another", at: null })).toMatchObject({
    reason: "talk_over",
  });
  store.clock.now = moments[0]! + 1;
  expect(await answer(moments[0]!)).toMatchObject({ reason: "invalid", fields: { at: "past" } });
  expect(await answer(null)).toMatchObject({ ok: true, talk: { state: "declined", at: null } });
  expect(await answer(moments[1]!)).toMatchObject({ reason: "talk_over" });
  expect(await callOffTalk(store, james.id, pair, { talkId: id })).toMatchObject({ reason: "talk_over" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("either calls an agreed time off, once; a proposal only who made it; and nobody is reminded then", async () => {
  using store = await testStore();
  const { james, olena, pair, moments, proposed, answer } = await world(store);
  const { id } = await proposed();
  expect(await callOffTalk(store, olena.id, pair, { talkId: id })).toMatchObject({ reason: "talk_over" });
  await answer(moments[0]!);
  await told(store);
  expect(await callOffTalk(store, olena.id, pair, { talkId: id })).toMatchObject({ ok: true, talk: { sequence: 1 } });
  expect(await callOffTalk(store, james.id, pair, { talkId: id })).toMatchObject({ ok: true, isRepeat: true });
  expect(await told(store)).toEqual(["mail called_off James"]);
  store.clock.now = moments[0]! - 15 * 60_000;
  await told(store);
  expect(await told(store)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("moments in the past, beyond sixty days, between two minutes, or too many are refused by name", async () => {
  using store = await testStore();
  const { propose } = await world(store);
  const now = store.now();
  const wrong: [number[], string][] = [
    [[], "required"],
    [[now], "past"],
    [[now + hourMs, now - hourMs], "past"],
    [[now + 60 * 24 * hourMs + 60_000], "too_far"],
    [[now + 61_000], "wrong_value"],
    [[Number.NaN], "wrong_value"],
    [[1, 2, 3, 4].map((hours) => now + hours * hourMs), "too_big"],
  ];
  for (const [moments, rule] of wrong) {
    expect(await propose({ moments })).toMatchObject({ reason: "invalid", fields: { moments: rule } });
  }
  expect(await propose({ moments: [now + 60 * 24 * hourMs, now + hourMs, now + hourMs] })).toMatchObject({
    ok: true,
    talk: { moments: [now + hourMs, now + 60 * 24 * hourMs] },
  });
});

Deno.test("nobody proposes to whom a letter could not go, or who takes no such chats", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, propose } = await world(store);
  expect(await propose({ partnerId: wei.id })).toMatchObject({ reason: "not_found" });
  expect(await propose({ partnerId: 999 })).toMatchObject({ reason: "not_found" });
  await changeChatSettings(store, olena.id, { allowVideoChat: false });
  expect(await propose({ kind: "video" })).toMatchObject({ reason: "partner_not_accepting" });
  await setAcceptsIntroductions(store, wei.id, false);
  expect(await propose({ proposerId: daria.id, partnerId: wei.id })).toMatchObject({ reason: "introductions_muted" });
  await setBlocked(store, olena.id, james.id, true);
  expect(await propose()).toMatchObject({ reason: "blocked" });
});

Deno.test("a lady whom he mutes afterwards calls off what stands, and proposes nothing more", async () => {
  using store = await testStore();
  const { wei, daria, moments, propose } = await world(store);
  const hers = { proposerId: daria.id, partnerId: wei.id };
  const pair = { manId: wei.id, ladyId: daria.id };
  await propose(hers);
  const { id } = (await talkBetween(store, pair))!;
  await answerTalk(store, wei.id, pair, { talkId: id, at: moments[0]! });
  await setAcceptsIntroductions(store, wei.id, false);
  expect(await mayTalk(store, daria.id, wei.id)).toMatchObject({ ok: true });
  expect(await propose(hers)).toMatchObject({ reason: "talk_open" });
  expect(await callOffTalk(store, daria.id, pair, { talkId: id })).toMatchObject({ ok: true });
  expect(await mayTalk(store, daria.id, wei.id)).toMatchObject({ reason: "introductions_muted" });
  expect(await propose(hers)).toMatchObject({ reason: "introductions_muted" });
});

Deno.test("a block ends what stands; who waits for an agreed time is told that it is called off, of a proposal nobody", async () => {
  using store = await testStore();
  const { james, olena, pair, moments, proposed, answer } = await world(store);
  await proposed();
  await answer(moments[0]!);
  await told(store);
  await setBlocked(store, olena.id, james.id, true);
  expect(await answer(moments[0]!)).toMatchObject({ reason: "blocked" });
  await endTalks(store, olena.id, james.id);
  expect(await talkBetween(store, pair)).toMatchObject({ state: "called_off", sequence: 1 });
  expect(await told(store)).toEqual(["mail called_off James"]);
  expect(await audit(store)).toEqual([]);
  await setBlocked(store, olena.id, james.id, false);
  await proposed();
  await told(store);
  await setBlocked(store, olena.id, james.id, true);
  await endTalks(store, olena.id, james.id);
  expect(await talkBetween(store, pair)).toMatchObject({ state: "called_off" });
  expect(await told(store)).toEqual([]);
});

Deno.test("ten proposals a day are enough, and what was refused is not counted", async () => {
  using store = await testStore();
  const { james, pair, propose } = await world(store);
  for (let n = 0; n < 12; n++) await propose({ moments: [store.now() - 1] });
  for (let n = 0; n < 10; n++) {
    const proposed = await propose();
    if (!proposed.ok) throw new Error(proposed.reason);
    await callOffTalk(store, james.id, pair, { talkId: proposed.talk.id });
  }
  expect(await propose()).toMatchObject({ reason: "too_many_requests" });
  store.clock.advance({ hours: 24, seconds: 1 });
  expect(await propose({ moments: [store.now() + hourMs - store.now() % 60_000] })).toMatchObject({ ok: true });
});

Deno.test("no job of it is left once it is called off and its time has come", async () => {
  using store = await testStore();
  const { james, pair, moments, proposed, answer } = await world(store);
  const { id } = await proposed();
  await answer(moments[0]!);
  await callOffTalk(store, james.id, pair, { talkId: id });
  store.clock.now = moments[0]!;
  await told(store);
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.jobs() }))).toEqual([]);
});

for (const isSame of [false, true]) {
  const title = isSame
    ? "what is set up anew for the same time is not told as called off by an older mail"
    : "what was called off is told, although another time was proposed before the mail could go out";
  Deno.test(title, async () => {
    using store = await testStore();
    const { james, pair, moments, propose, proposed, answer } = await world(store);
    const { id } = await proposed();
    await answer(moments[0]!);
    await told(store);
    await callOffTalk(store, james.id, pair, { talkId: id });
    await propose({ moments: [isSame ? moments[0]! : moments[2]!] });
    const heard: string[] = [];
    await runDueJobs(store, async (job: Job) => {
      const tells = job.kind === "talk_mail" && await talkToTell(store, job);
      if (tells) heard.push(`${job.news} ${tells.talk.at ?? tells.talk.moments[0]}`);
    }, (_job, error) => {
      throw error;
    });
    expect(heard.toSorted()).toEqual(
      isSame ? [`proposed ${moments[0]}`] : [`called_off ${moments[0]}`, `proposed ${moments[2]}`],
    );
  });
}
