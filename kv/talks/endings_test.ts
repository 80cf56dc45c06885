/** Talks when an account ends or the two are parted: the other is told, and nothing is left of the person who left. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { setBlocked } from "../safety/blocks.ts";
import { reinstate, suspend } from "../safety/suspensions.ts";
import { prefixes } from "../store/prefixes.ts";
import { eraseAll } from "../testing/deletions.ts";
import { createVera, runSafetyJobs } from "../testing/safety.ts";
import { createPeople, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { audit } from "../records/audit.ts";
import type { Job } from "../store/jobs/work.ts";
import { eraseTalks } from "./endings.ts";
import { talkBetween } from "./kept_talks.ts";
import { answerTalk, proposeTalk } from "./talks.ts";

const hourMs = 3600_000;

/** James and Olena have agreed on a time in a day; to Daria he has proposed one. */
async function world(store: TestStore) {
  const { james, olena, daria } = await createPeople(store);
  const at = store.now() + 24 * hourMs;
  for (const lady of [olena, daria]) {
    const proposed = await proposeTalk(store, {
      proposerId: james.id,
      partnerId: lady.id,
      kind: "video",
      moments: [at],
    });
    if (!proposed.ok) throw new Error(proposed.reason);
    if (lady !== olena) continue;
    const pair = { manId: james.id, ladyId: olena.id };
    await answerTalk(store, olena.id, pair, { talkId: proposed.talk.id, at });
  }
  for await (const { key } of store.kv.list({ prefix: prefixes.jobs() })) await store.kv.delete(key);
  return { james, olena, at };
}

/** Who is to be told what, and what the job keeps of a talk that is gone. */
async function toldBy(store: TestStore) {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }), ({ value }) => value);
  return jobs.flatMap((job) => job.kind === "talk_mail" ? [{ userId: job.userId, news: job.news, ...job.ended }] : []);
}

const talksLeft = async (store: TestStore) =>
  (await Promise.all(
    [prefixes.allTalks(), prefixes.allTalksOf()].map((prefix) => Array.fromAsync(store.kv.list({ prefix }))),
  )).flat().length;

Deno.test("of James's agreed time Olena hears that it is off, Daria of his proposal nothing, and nothing of either is left", async () => {
  using store = await testStore();
  const { james, olena, at } = await world(store);
  const told = [{ userId: olena.id, news: "called_off", kind: "video", moments: [at], at }];
  for (const _ of ["once", "again, as where it was broken off"]) {
    await eraseTalks(store, james.id, true);
    expect(await toldBy(store)).toEqual(told);
  }
  expect(await talksLeft(store)).toBe(0);
});

Deno.test("of a time that is over nobody hears when the account ends", async () => {
  using store = await testStore();
  const { james, at } = await world(store);
  store.clock.now = at + hourMs;
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: false });
  await eraseAll(store);
  expect([await toldBy(store), await talksLeft(store)]).toEqual([[], 0]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what parted the two and was taken back at once leaves their time as it was; what stays calls it off", async () => {
  using store = await testStore();
  const { james, olena } = await world(store);
  const vera = await createVera(store);
  const block = (isBlocked: boolean) => setBlocked(store, olena.id, james.id, isBlocked);
  const suspension = { userId: james.id, kind: "conduct" as const, reason: "Rude words", actorId: vera.id };
  const talk = () => talkBetween(store, { manId: james.id, ladyId: olena.id });
  await block(true);
  await block(false);
  await runSafetyJobs(store);
  await suspend(store, suspension);
  await reinstate(store, { userId: james.id, reason: "A mistake", actorId: vera.id });
  await runSafetyJobs(store);
  expect(await talk()).toMatchObject({ state: "agreed" });
  await block(true);
  await runSafetyJobs(store);
  expect(await talk()).toMatchObject({ state: "called_off" });
  expect(await audit(store)).toEqual([]);
});
