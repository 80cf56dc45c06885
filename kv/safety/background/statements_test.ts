/** A man's statement of his background: what it has to say, one after the other, and the search of the registry. */
import { expect } from "expect";
import { admin } from "../../accounts/users.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { plainAnswers } from "../../testing/background.ts";
import { createVera } from "../../testing/safety.ts";
import { afterMeanwhile, createPeople, createUser, testStore } from "../../testing/store.ts";
import { noticesOf } from "../notices.ts";
import { suspend } from "../suspensions.ts";
import { type Background, faultsOf, states } from "./statement.ts";
import { fileStatement, formerStatementsOf, noteSearch, statementOf, waitingSearches } from "./statements.ts";

const now = Date.UTC(2026, 2, 1, 12);
const withAnswers = (more: Partial<Background>): Background => ({ ...plainAnswers, ...more });
const toldOf = (more: Partial<Background["told"]>) => ({ ...plainAnswers.told, ...more });

Deno.test("a statement says something to everything, and to each yes in his own words", () => {
  expect(faultsOf(plainAnswers, now)).toEqual({});
  const wrong: [Partial<Background>, Record<string, string>][] = [
    [{ told: toldOf({ protectionOrders: "" }) }, { protectionOrdersWords: "required" }],
    [{ told: toldOf({ substances: "x".repeat(1001) }) }, { substancesWords: "too_long" }],
    [{ told: toldOf({ violence: "In 2009" }) }, { offences: "required" }],
    [{ offences: ["assault"] }, { offences: "required" }],
    [{ formerMarriages: [{ ended: "divorce", endedOn: "2015-02-30" }] }, { formerMarriages: "date" }],
    [{ formerMarriages: [{ ended: "death", endedOn: "2026-03-09" }] }, { formerMarriages: "date" }],
    [{ childrenAges: [18] }, { childrenAges: "wrong_value" }],
    [{ states: ["XX"] }, { states: "wrong_value" }],
    [{ states: [], countryIds: [] }, { states: "required" }],
    [{ countryIds: [99999] }, { countries: "wrong_value" }],
  ];
  for (const [answers, faults] of wrong) expect(faultsOf(withAnswers(answers), now)).toEqual(faults);
  expect(faultsOf(withAnswers({ told: toldOf({ violence: "A brawl" }), offences: ["assault"] }), now)).toEqual({});
  // Fifty states, the district, and the four territories that the law of immigration names.
  expect(new Set(states).size).toBe(55);
});

Deno.test("a new statement takes the place of the one before, which is kept, and the same answers change nothing", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const file = (answers: Background) => fileStatement(store, { manId: james.id, answers, signature: " James W. " });
  expect(await file(plainAnswers)).toMatchObject({ isRepeat: false, statement: { number: 1, signature: "James W." } });
  store.clock.advance({ days: 2 });
  expect(await file(plainAnswers)).toMatchObject({ ok: true, isRepeat: true, statement: { number: 1 } });
  const words = "I was arrested in Toledo after a quarrel in a bar, and fined.";
  const second = withAnswers({ told: toldOf({ violence: words }), offences: ["assault"] });
  expect(await file(second)).toMatchObject({ statement: { number: 2, language: "en", search: null } });
  expect(await statementOf(store, james.id)).toMatchObject({ number: 2, answers: second });
  expect(await formerStatementsOf(store, james.id)).toMatchObject([{ number: 1, answers: plainAnswers }]);
  expect(await waitingSearches(store)).toEqual([{ manId: james.id, filedAt: store.now() }]);
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  expect(records.map(({ action, details }) => [action, details.number])).toEqual([
    ["background_filed", 2],
    ["background_filed", 1],
  ]);
  expect(JSON.stringify(records)).not.toContain("Toledo");
});

Deno.test("a statement without a name, of a lady, or beyond ten a day is refused", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const file = (manId: number, age: number, signature = "James") =>
    fileStatement(store, { manId, answers: withAnswers({ childrenAges: [age] }), signature });
  expect(await file(james.id, 1, " - ")).toMatchObject({ reason: "invalid", fields: { signature: "required" } });
  expect(await file(olena.id, 1)).toMatchObject({ reason: "wrong_role" });
  for (let age = 1; age <= 10; age++) expect((await file(james.id, age)).ok).toBe(true);
  expect(await file(james.id, 11)).toMatchObject({ reason: "too_many_requests" });
});

Deno.test("an admin marks the search of the registry once, for the statement that holds, and the man is told", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const vera = await createVera(store);
  await fileStatement(store, { manId: james.id, answers: plainAnswers, signature: "James" });
  const wanted = { manId: james.id, number: 1, day: "2026-03-01", found: " ", actorId: vera.id };
  expect(await noteSearch(store, { ...wanted, actorId: olena.id })).toMatchObject({ reason: "wrong_role" });
  expect(await noteSearch(store, { ...wanted, number: 2 })).toMatchObject({ reason: "conflict" });
  expect(await noteSearch(store, { ...wanted, manId: olena.id })).toMatchObject({ reason: "not_found" });
  for (const [day, rule] of [["", "required"], ["2026-03-09", "date"], ["2026-02-30", "date"]] as const) {
    expect(await noteSearch(store, { ...wanted, day })).toMatchObject({ fields: { day: rule } });
  }
  expect(await noteSearch(store, wanted)).toMatchObject({
    statement: { search: { day: "2026-03-01", found: null, by: vera.id } },
  });
  expect(await noteSearch(store, wanted)).toMatchObject({ reason: "conflict" });
  expect(await waitingSearches(store)).toEqual([]);
  expect(await noticesOf(store, james.id)).toMatchObject([{ kind: "background_searched" }]);
  const next = withAnswers({ childrenAges: [] });
  await fileStatement(store, { manId: james.id, answers: next, signature: "James" });
  expect(await statementOf(store, james.id)).toMatchObject({ number: 2, search: null });
  const listed = { ...wanted, number: 2, found: "Tier I, Ohio, 2011" };
  expect(await noteSearch(store, listed)).toMatchObject({ statement: { search: { found: "Tier I, Ohio, 2011" } } });
});

Deno.test("an admin who is kept out at the moment of the mark has searched nothing", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const [ada, vera] = [await createUser(store, { email: "ada@demo.test", groupId: admin }), await createVera(store)];
  await fileStatement(store, { manId: james.id, answers: plainAnswers, signature: "James" });
  const out = { userId: ada.id, kind: "conduct", reason: "Left", actorId: vera.id } as const;
  const slow = afterMeanwhile(store, () => suspend(store, out));
  const wanted = { manId: james.id, number: 1, day: "2026-03-01", found: "", actorId: ada.id };
  expect(await noteSearch(slow, wanted)).toEqual({ ok: false, reason: "wrong_role" });
  expect([await statementOf(store, james.id), await noticesOf(store, james.id)]).toMatchObject([{ search: null }, []]);
});
