/** Agreed times where backgrounds are asked for: if contact is closed again, neither of the two waits in vain. */
import { expect } from "expect";
import { changeOwn } from "../ladies/profiles.ts";
import { audit } from "../records/audit.ts";
import { fileStatement } from "../safety/background/statements.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { consented, plainAnswers, searchedStatement } from "../testing/background.ts";
import { paidPayment, taxedIn } from "../testing/payments.ts";
import { createVera } from "../testing/safety.ts";
import { createMan, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { endTalksWithoutContact } from "./endings.ts";
import { talkBetween } from "./kept_talks.ts";
import { answerTalk, callOffTalk, mayTalk, proposeTalk, remindOfTalk } from "./talks.ts";
import { talkToTell } from "./telling.ts";

const unitedStates = 840;
const hourMs = 3600_000;

/** James, who may be in contact with both, has agreed on a time in a day with Olena, and proposed one to Daria. */
async function world(countryId = 16) {
  const store = await testStore({ asksBackground: true });
  const { olena, daria } = await createPeople(store);
  const james = await createMan(store, { firstname: "James", countryId });
  const vera = await createVera(store);
  if (countryId === unitedStates) {
    await searchedStatement(store, james.id, vera.id);
    for (const lady of [olena, daria]) await consented(store, james.id, lady.id);
  }
  const at = store.now() + 24 * hourMs;
  for (const partnerId of [olena.id, daria.id]) {
    const asked = { proposerId: james.id, partnerId, kind: "video" as const, moments: [at] };
    expect(await proposeTalk(store, asked)).toMatchObject({ ok: true });
  }
  const pair = { manId: james.id, ladyId: olena.id };
  const { id } = (await talkBetween(store, pair))!;
  await answerTalk(store, olena.id, pair, { talkId: id, at });
  const firstnames = new Map([james, olena, daria].map((user) => [user.id, user.firstname]));
  /** Does the jobs that are due, with those that follow them; returns who is told what. */
  const told = async () => {
    const found: string[] = [];
    for (let done = 1; done > 0;) {
      done = await runDueJobs(store, async (job) => {
        if (job.kind === "end_contact") await endTalksWithoutContact(store, job.manId);
        if (job.kind === "talk_reminder") await remindOfTalk(store, job);
        const tells = job.kind === "talk_mail" && await talkToTell(store, job);
        if (tells) found.push(`${job.news} ${firstnames.get(job.userId)}`);
      }, (_job, error) => {
        throw error;
      });
    }
    return found.toSorted();
  };
  await told();
  const stateWith = async (ladyId: number) => (await talkBetween(store, { manId: james.id, ladyId }))!.state;
  return { store, james, olena, daria, vera, at, pair, id, told, stateWith, [Symbol.dispose]: () => store.close() };
}

const moveTo = (store: TestStore, userId: number, countryId: number) =>
  changeOwn(store, userId, { account: { countryId } });

const closings: [string, number, (store: TestStore, manId: number, adminId: number) => Promise<unknown>][] = [
  ["he moves to the United States", 16, (store, manId) => moveTo(store, manId, unitedStates)],
  ["he pays in the United States", 16, (store, manId) => paidPayment(store, manId, taxedIn("US"))],
  [
    "he makes another statement",
    unitedStates,
    (store, manId, adminId) => searchedStatement(store, manId, adminId, { ...plainAnswers, states: ["TX"] }),
  ],
];

for (const [closing, countryId, close] of closings) {
  Deno.test(`if ${closing}, both hear that their agreed time will not take place, and of a proposal nobody`, async () => {
    using w = await world(countryId);
    await close(w.store, w.james.id, w.vera.id);
    expect(await w.told()).toEqual(["fell_through James", "fell_through Olena"]);
    expect([await w.stateWith(w.olena.id), await w.stateWith(w.daria.id)]).toEqual(["called_off", "called_off"]);
    expect(await audit(w.store)).toEqual([]);
  });
}

Deno.test("a move within Europe, a payment there and the same statement once more leave their times as they are", async () => {
  using w = await world();
  await moveTo(w.store, w.james.id, 276);
  await paidPayment(w.store, w.james.id, taxedIn("DE"));
  expect(await w.told()).toEqual([]);
  using stated = await world(unitedStates);
  await fileStatement(stated.store, { manId: stated.james.id, answers: plainAnswers, signature: "John Doe" });
  expect(await stated.told()).toEqual([]);
  expect([await w.stateWith(w.olena.id), await stated.stateWith(stated.olena.id)]).toEqual(["agreed", "agreed"]);
});

Deno.test("what closed contact unnoticed is found by the reminder: both hear that the time will not take place", async () => {
  using w = await world();
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, countryId: unitedStates });
  w.store.clock.now = w.at - 15 * 60_000;
  expect(await w.told()).toEqual(["fell_through James", "fell_through Olena"]);
  expect(await w.stateWith(w.olena.id)).toBe("called_off");
});

Deno.test("either calls off what stands, also while the two may not talk", async () => {
  using w = await world();
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, countryId: unitedStates });
  expect(await mayTalk(w.store, w.olena.id, w.james.id)).toMatchObject({ reason: "background_required" });
  expect(await callOffTalk(w.store, w.olena.id, w.pair, { talkId: w.id })).toMatchObject({ ok: true });
  expect(await w.told()).toEqual(["called_off James"]);
});
