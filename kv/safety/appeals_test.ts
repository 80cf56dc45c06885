/** Every decision against somebody has its reasons, and on an appeal another admin looks at it again. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { sessionByToken, startSession } from "../accounts/signing_in/sessions.ts";
import { admin, isSuspended, type User, userById } from "../accounts/users.ts";
import { publishedLadyById } from "../ladies/ladies.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { clearTonight } from "../records/testing/nights.ts";
import { auditRecords } from "../store/audit_log.ts";
import type { Job } from "../store/jobs/work.ts";
import { prefixes } from "../store/prefixes.ts";
import { createVera, reportOn } from "../testing/safety.ts";
import { afterMeanwhile, createPeople, createUser, testPassword, testStore } from "../testing/store.ts";
import { answerAppeal, answeredAppeals, appealEndsAt, fileAppeal, openAppeals } from "./appeals.ts";
import { decisionsAgainst, type Ground } from "./decisions.ts";
import { isFraudStill } from "./fraud_cases.ts";
import { noticesOf } from "./notices.ts";
import { answerReport } from "./report_answers.ts";
import { fileReport } from "./report_filing.ts";
import { reportById } from "./reports.ts";
import { reinstate, suspend } from "./suspensions.ts";
import { warn } from "./warnings.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" });
  const { olena } = people;
  const keepOut = async (kind: "conduct" | "fraud" = "conduct") => {
    const facts = "Three letters with insults.";
    const done = await suspend(store, { userId: olena.id, kind, reason: "By Wei", facts, actorId: vera.id });
    if (!done.ok) throw new Error(done.reason);
    return done.user.suspension!.decisionId!;
  };
  const object = (decisionId: number, text = "It was not me.") =>
    fileAppeal(store, { userId: olena.id, decisionId, text });
  const answer = (decisionId: number, isReversed: boolean, actorId = ben.id) =>
    answerAppeal(store, { userId: olena.id, decisionId, actorId, isReversed, words: "We looked again." });
  const isOut = async () => isSuspended((await userById(store, olena.id))!);
  /** Warns a member for a report; returns the report's number. */
  const warnOf = async (user: User, reporter: User, ground?: Ground) => {
    const reportId = await reportOn(store, user, reporter);
    const answers = { reportId, words: "Thank you." };
    const warned = await warn(store, { userId: user.id, words: "No insults.", actorId: vera.id, answers, ground });
    if (!warned.ok) throw new Error(warned.reason);
    return reportId;
  };
  const overMails = async () =>
    (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() })))
      .filter(({ value }) => value.kind === "suspension_mail" && value.isOver).length;
  return {
    store,
    ...people,
    vera,
    ben,
    keepOut,
    object,
    answer,
    isOut,
    warnOf,
    overMails,
    [Symbol.dispose]: () => store.close(),
  };
}

const page = { page: 1, limit: 20 };

Deno.test("a suspension and a warning have their reasons, of which the staff's own words are no part", async () => {
  using w = await world();
  const reportId = await w.warnOf(w.olena, w.james, "abuse");
  await w.keepOut();
  expect(await decisionsAgainst(w.store, w.olena.id)).toMatchObject([
    { kind: "suspension", ground: "conduct", facts: "Three letters with insults.", reportId: null, isAutomated: false },
    { kind: "warning", ground: "abuse", facts: "No insults.", reportId, decidedBy: w.vera.id },
  ]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an appeal waits once, is decided by another admin, and reversing lets her in with the same commit", async () => {
  using w = await world();
  const id = await w.keepOut();
  expect(await w.object(id)).toMatchObject({ ok: true, decision: { appeal: { state: "open" } } });
  expect(await w.object(id)).toMatchObject({ ok: true });
  expect(await w.object(id, "Other words.")).toMatchObject({ reason: "conflict" });
  expect(await openAppeals(w.store, page)).toMatchObject({ decisions: [{ id }], totalCount: 1 });
  expect(await w.answer(id, true, w.vera.id)).toMatchObject({ reason: "same_decider" });
  expect(await w.answer(id, true, w.james.id)).toMatchObject({ reason: "wrong_role" });
  expect(await w.isOut()).toBe(true);
  expect(await w.answer(id, true)).toMatchObject({
    ok: true,
    decision: { appeal: { state: "reversed", answeredBy: w.ben.id } },
  });
  expect(await w.isOut()).toBe(false);
  expect(await w.answer(id, false)).toMatchObject({ reason: "conflict" });
  expect(await noticesOf(w.store, w.olena.id)).toMatchObject([{ kind: "appeal_answered", decisionId: id }]);
  expect((await openAppeals(w.store, page)).totalCount).toBe(0);
  expect(await answeredAppeals(w.store, page)).toMatchObject({ decisions: [{ id }], totalCount: 1 });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what is upheld stays; what a later decision does stays as well", async () => {
  using w = await world();
  const first = await w.keepOut();
  await w.object(first);
  const second = await w.keepOut("fraud");
  expect(await w.answer(first, true)).toMatchObject({ ok: true });
  expect(await w.isOut()).toBe(true);
  await w.object(second);
  expect(await w.answer(second, false)).toMatchObject({ decision: { appeal: { state: "upheld" } } });
  expect(await w.isOut()).toBe(true);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("where fraud is taken back, the suspension for conduct before it holds again as it was", async () => {
  using w = await world();
  const first = await w.keepOut();
  const { suspension: forConduct } = (await userById(w.store, w.olena.id))!;
  await w.object(first);
  await w.answer(first, false);
  w.store.clock.advance({ days: 3 });
  const second = await w.keepOut("fraud");
  await w.object(second);
  const { token } = await startSession(w.store, w.olena.id, false);
  expect(await w.answer(second, true)).toMatchObject({ ok: true, decision: { appeal: { state: "reversed" } } });
  expect((await userById(w.store, w.olena.id))!.suspension).toEqual(forConduct);
  expect(await publishedLadyById(w.store, w.olena.id)).toBe(null);
  expect(await isFraudStill(w.store, { ladyId: w.olena.id })).toBe(false);
  // Her session stays, so that she can read the reasons.
  expect(await sessionByToken(w.store, token)).not.toBe(null);
  const { records } = await auditRecords(w.store, { page: 1, limit: 3 });
  expect(records).toContainEqual(expect.objectContaining({
    action: "suspension_restored",
    actorId: w.ben.id,
    details: { kind: "conduct", decisionId: first },
  }));
  expect(await w.overMails()).toBe(0);
  expect(await audit(w.store)).toEqual([]);

  // An admin who lets her in by hand lifts all suspensions.
  await w.keepOut("fraud");
  await reinstate(w.store, { userId: w.olena.id, reason: "We met her", actorId: w.ben.id });
  expect(await w.isOut()).toBe(false);
  expect(await w.overMails()).toBe(1);
});

Deno.test("of two suspensions that are both taken back none is left, in whichever order and at once", async () => {
  for (const order of ["first first", "second first", "at once"]) {
    using w = await world();
    const [first, second] = [await w.keepOut(), await w.keepOut("fraud")];
    for (const id of [first, second]) await w.object(id);
    const answers = [() => w.answer(first, true), () => w.answer(second, true)];
    if (order === "at once") await Promise.all(answers.map((answer) => answer()));
    else for (const answer of order === "first first" ? answers : answers.toReversed()) await answer();
    expect(await w.isOut()).toBe(false);
    expect(await w.overMails()).toBe(1);
    expect(await audit(w.store)).toEqual([]);
  }
});

Deno.test("an admin who is kept out at the moment of the answer answers nothing", async () => {
  for (const isReversed of [true, false]) {
    using w = await world();
    const decisionId = await w.keepOut();
    await w.object(decisionId);
    const wanted = { userId: w.ben.id, kind: "conduct", reason: "Left", actorId: w.vera.id } as const;
    const slow = afterMeanwhile(w.store, () => suspend(w.store, wanted));
    const answer = { userId: w.olena.id, decisionId, actorId: w.ben.id, isReversed, words: "We looked." };
    expect(await answerAppeal(slow, answer)).toEqual({ ok: false, reason: "wrong_role" });
    expect(await w.isOut()).toBe(true);
    expect((await openAppeals(w.store, page)).totalCount).toBe(1);
  }
});

Deno.test("an admin who was kept out once does not answer the own objection", async () => {
  using w = await world();
  const about = { userId: w.ben.id, reason: "Left", actorId: w.vera.id };
  const done = await suspend(w.store, { ...about, kind: "conduct" });
  const own = { userId: w.ben.id, decisionId: done.ok ? done.user.suspension!.decisionId! : NaN };
  await fileAppeal(w.store, { ...own, text: "I was on leave." });
  await reinstate(w.store, about);
  for (const isReversed of [true, false]) {
    const answer = { ...own, actorId: w.ben.id, isReversed, words: "I looked again." };
    expect(await answerAppeal(w.store, answer)).toEqual({ ok: false, reason: "forbidden" });
  }
  expect((await openAppeals(w.store, page)).totalCount).toBe(1);
});

Deno.test("a warning that is taken back is read no more", async () => {
  using w = await world();
  await w.warnOf(w.olena, w.james);
  const { id } = (await decisionsAgainst(w.store, w.olena.id))[0]!;
  await w.object(id);
  await w.answer(id, true);
  expect((await noticesOf(w.store, w.olena.id)).map(({ kind }) => kind)).toEqual(["appeal_answered"]);
});

Deno.test("six months and no longer, the own decision and nobody else's, with words", async () => {
  using w = await world();
  const id = await w.keepOut();
  expect(await fileAppeal(w.store, { userId: w.james.id, decisionId: id, text: "Hm" })).toMatchObject({
    reason: "not_found",
  });
  expect(await w.object(id, " ")).toMatchObject({ fields: { text: "required" } });
  expect(await w.object(id, "a".repeat(2001))).toMatchObject({ fields: { text: "too_long" } });
  w.store.clock.now = Date.UTC(2026, 8, 1, 12);
  expect(await w.object(id)).toMatchObject({ reason: "appeal_over" });
  w.store.clock.now--;
  expect(await w.object(id)).toMatchObject({ ok: true });
});

Deno.test("where a month has no such day the time is longer, never shorter", () => {
  expect(new Date(appealEndsAt({ at: Date.UTC(2026, 7, 31, 9) })).toISOString()).toBe("2027-03-01T09:00:00.000Z");
  expect(new Date(appealEndsAt({ at: Date.UTC(2026, 0, 15, 9) })).toISOString()).toBe("2026-07-15T09:00:00.000Z");
});

Deno.test("those wait first who objected first, whatever was decided before", async () => {
  using w = await world();
  const later = await w.keepOut();
  await w.warnOf(w.james, w.olena);
  const { id: first } = (await decisionsAgainst(w.store, w.james.id))[0]!;
  await fileAppeal(w.store, { userId: w.james.id, decisionId: first, text: "It was a joke." });
  w.store.clock.advance({ minutes: 1 });
  await w.object(later);
  expect((await openAppeals(w.store, page)).decisions.map(({ id }) => id)).toEqual([first, later]);
});

/** James reports Olena and is answered; returns the report and its decision. */
async function answeredReport(w: Awaited<ReturnType<typeof world>>) {
  const told = { reporterId: w.james.id, reportedId: w.olena.id, text: "She asked for money." } as const;
  const filed = await fileReport(w.store, { ...told, category: "money", from: "letter" });
  if (!filed.ok) throw new Error(filed.reason);
  const reportId = filed.report.id;
  const words = "We found no such letter.";
  await answerReport(w.store, { reportId, actorId: w.vera.id, outcome: "not_confirmed", words });
  return { reportId, decisionId: (await reportById(w.store, reportId))!.decisionId! };
}

Deno.test("who reported objects to the answer once, which is against nobody, and another admin looks again", async () => {
  using w = await world();
  const { reportId, decisionId } = await answeredReport(w);
  const object = (userId: number, text = "It stands in the second letter.") =>
    fileAppeal(w.store, { userId, decisionId, text });
  expect(await decisionsAgainst(w.store, w.james.id)).toEqual([]);
  expect(await object(w.olena.id)).toMatchObject({ reason: "not_found" });
  expect(await object(w.james.id)).toMatchObject({ ok: true, decision: { kind: "report_answer", reportId } });
  expect(await object(w.james.id, "And in the third.")).toMatchObject({ reason: "conflict" });
  expect(await openAppeals(w.store, page)).toMatchObject({ decisions: [{ id: decisionId }], totalCount: 1 });
  expect(await audit(w.store)).toEqual([]);
  const answer = { userId: w.james.id, decisionId, isReversed: true, words: "We have read it now." };
  expect(await answerAppeal(w.store, { ...answer, actorId: w.vera.id })).toMatchObject({ reason: "same_decider" });
  expect(await answerAppeal(w.store, { ...answer, actorId: w.ben.id })).toMatchObject({ ok: true });
  const told = (await noticesOf(w.store, w.james.id)).map(({ kind }) => kind);
  expect(told.toSorted()).toEqual(["appeal_answered", "report_answered"]);
  expect(await noticesOf(w.store, w.olena.id)).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a member's report stays while the objection waits, and goes with it a year after the last answer", async () => {
  using w = await world();
  const { reportId, decisionId } = await answeredReport(w);
  w.store.clock.advance({ days: 100 });
  await fileAppeal(w.store, { userId: w.james.id, decisionId, text: "Look again." });
  w.store.clock.advance({ days: 300 });
  await clearTonight(w.store);
  expect(await reportById(w.store, reportId)).not.toBeNull();
  const answer = { userId: w.james.id, decisionId, isReversed: false, words: "It stands." };
  expect(await answerAppeal(w.store, { ...answer, actorId: w.ben.id })).toMatchObject({ ok: true });
  w.store.clock.advance({ days: 366 });
  await clearTonight(w.store);
  expect(await reportById(w.store, reportId)).toBeNull();
  expect((await answeredAppeals(w.store, page)).totalCount).toBe(0);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("who ends the account takes the objection to an answer along, and the report stays without words", async () => {
  using w = await world();
  const { reportId, decisionId } = await answeredReport(w);
  await fileAppeal(w.store, { userId: w.james.id, decisionId, text: "Look again." });
  await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  await eraseMember(w.store, w.james.id, async () => {});
  expect(await reportById(w.store, reportId)).toMatchObject({ category: "money", text: "", words: "" });
  expect((await openAppeals(w.store, page)).totalCount).toBe(0);
  expect(await audit(w.store)).toEqual([]);
});
