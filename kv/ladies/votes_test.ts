/** Votes: one for each man and day, however often he presses; the Top 50 follows at once, and again after a start. */
import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { publish, takeDown } from "../testing/publication.ts";
import { asOtherProcess, createLady, createMan, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { LadyIndex } from "./index/lady_index.ts";
import { ladyById, loadLadyIndex } from "./ladies.ts";
import { ballotOfDay, castVote, voteOfToday } from "./votes.ts";

const topOf = (store: TestStore) => store.ladies.search({ sort: "top" }, store.now()).ids;
const reasonOf = async (result: ReturnType<typeof castVote>) => {
  const answer = await result;
  return answer.ok ? "ok" : answer.reason;
};

Deno.test("a man votes once a UTC day, and the Top 50 follows at once and after a start", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  store.clock.now = Date.UTC(2026, 11, 31, 23, 59, 30);
  expect(topOf(store)).toEqual([olena.id, daria.id]);
  expect(await reasonOf(castVote(store, james.id, daria.id))).toBe("ok");
  expect(topOf(store)).toEqual([daria.id, olena.id]);
  expect(await castVote(store, james.id, olena.id)).toEqual({
    ok: false,
    reason: "already_voted",
    retryAfterSeconds: 30,
  });
  expect((await voteOfToday(store, james.id))?.ladyId).toBe(daria.id);
  expect(await reasonOf(castVote(store, wei.id, olena.id))).toBe("ok");
  store.clock.advance({ seconds: 30 });
  expect(await voteOfToday(store, james.id)).toBe(null);
  expect(await reasonOf(castVote(store, james.id, olena.id))).toBe("ok");
  const again = { ...store, ladies: new LadyIndex() };
  await loadLadyIndex(again);
  expect(again.ladies.search({ sort: "top" }, store.now()).ids).toEqual([olena.id, daria.id]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("votes of many men at once are all counted, and of one man's many one is", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const men = await Promise.all(Array.from({ length: 20 }, () => createMan(store)));
  const other = asOtherProcess(store);
  await Promise.all([
    ...men.map(({ id }, n) => castVote(n % 2 ? store : other, id, olena.id)),
    ...Array.from({ length: 10 }, (_, n) => castVote(n % 2 ? store : other, james.id, n % 3 ? olena.id : daria.id)),
  ]);
  const [hers, others] = [await ladyById(store, olena.id), await ladyById(store, daria.id)];
  expect(hers!.votes + others!.votes).toBe(21);
  expect(await audit(store)).toEqual([]);
});

Deno.test("nobody votes for who is not shown, and a script is stopped", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const hidden = await createLady(store, { isPublished: false });
  expect(await reasonOf(castVote(store, james.id, hidden.id))).toBe("not_found");
  expect(await reasonOf(castVote(store, james.id, wei.id))).toBe("not_found");
  for (let tries = 2; tries < 30; tries++) await castVote(store, james.id, hidden.id);
  expect(await reasonOf(castVote(store, james.id, olena.id))).toBe("too_many_requests");
  expect(await reasonOf(castVote(store, wei.id, olena.id))).toBe("ok");
  store.clock.advance({ hours: 1 });
  expect(await reasonOf(castVote(store, james.id, olena.id))).toBe("ok");
});

Deno.test("a vote outlives that a lady is hidden and shown again", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  await castVote(store, james.id, daria.id);
  await takeDown(store, daria.id);
  expect(topOf(store)).toEqual([olena.id]);
  await publish(store, daria.id);
  expect(topOf(store)).toEqual([daria.id, olena.id]);
});

Deno.test("every lady has her day on the ballot", async () => {
  using store = await testStore();
  const ladies = await Promise.all(Array.from({ length: 10 }, () => createLady(store)));
  const seen = new Set<number>();
  for (let day = 0; day < 3; day++, store.clock.advance({ days: 1 })) {
    const ballot = ballotOfDay(store, 4);
    expect([ballot.length, new Set(ballot).size]).toEqual([4, 4]);
    expect(ballotOfDay(store, 4)).toEqual(ballot);
    for (const id of ballot) seen.add(id);
  }
  expect(seen).toEqual(new Set(ladies.map(({ id }) => id)));
  expect(ballotOfDay(store, 12).length).toBe(10);
});

Deno.test("the audit finds votes that were not cast, of another day, and of nobody", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  await castVote(store, james.id, olena.id);
  await store.kv.set(keys.lady(daria.id), { ...await ladyById(store, daria.id), votes: 7 });
  await store.kv.set(keys.vote(daria.id, "2026-03-01"), { ladyId: olena.id, at: store.now() + 24 * 3600_000 });
  expect((await audit(store)).sort()).toEqual([
    `lady ${olena.id} has 1 votes; 2 were cast`,
    `lady ${daria.id} has 7 votes; 0 were cast`,
    `the vote of user ${daria.id} for ${olena.id} on 2026-03-01 is not a man's for a lady`,
    `the vote of user ${daria.id} for ${olena.id} on 2026-03-01 was cast on another day`,
  ].sort());
});
