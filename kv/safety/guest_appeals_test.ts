/** Who reported without an account appeals against the answer by its address, once, and another admin looks again. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { admin } from "../accounts/users.ts";
import { audit } from "../records/audit.ts";
import { addAuditCheckpoint } from "../records/audit_checkpoints.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { clearTonight } from "../records/testing/nights.ts";
import { yearOfDecisions } from "../records/transparency.ts";
import type { Job } from "../store/jobs/work.ts";
import { nobody } from "../store/ids.ts";
import { prefixes } from "../store/prefixes.ts";
import { createVera } from "../testing/safety.ts";
import { createPeople, createUser, testPassword, testStore } from "../testing/store.ts";
import { answerAppeal, answeredAppeals, openAppeals } from "./appeals.ts";
import { fileGuestAppeal, reportByLink, reportKeyOf } from "./guest_appeals.ts";
import { fileGuestReport } from "./guest_reports.ts";
import { noticesOf } from "./notices.ts";
import { answerReport } from "./report_answers.ts";
import { reportById } from "./reports.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" });
  /** Marta reports Olena; the number of her report. */
  const report = async (
    email = "marta@elsewhere.test",
    text = "These are the photos of my sister.",
  ): Promise<number> => {
    const pointed = { kind: "user", id: people.olena.id } as const;
    const told = { pointed, category: "fake", text, name: "Marta", email, locale: "ro" } as const;
    const filed = await fileGuestReport(store, { ...told, address: "192.0.2.7" });
    if (!filed.ok) throw new Error(filed.reason);
    return filed.report.id;
  };
  const answer = (reportId: number) =>
    answerReport(store, { reportId, actorId: vera.id, outcome: "not_confirmed", words: "Her documents fit." });
  const answered = async (email?: string, text?: string): Promise<number> => {
    const reportId = await report(email, text);
    await answer(reportId);
    return reportId;
  };
  const object = (reportId: number, text = "My sister is in Iași.", address = "192.0.2.7") =>
    fileGuestAppeal(store, { reportId, key: reportKeyOf(store, reportId), text, address });
  const found = (reportId: number) => reportByLink(store, reportId, reportKeyOf(store, reportId));
  const decide = async (reportId: number, isReversed: boolean, actorId = ben.id) => {
    const decisionId = (await found(reportId))!.decision.id;
    return await answerAppeal(store, { userId: nobody, decisionId, actorId, isReversed, words: "We asked her again." });
  };
  const mails = async () => {
    const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }), ({ value }) => value);
    return jobs.flatMap((job) =>
      job.kind === "guest_report_mail" || job.kind === "guest_appeal_mail" ? [[job.kind, job.isAnswer]] : []
    );
  };
  return {
    ...{ store, ...people, vera, ben, report, answer, answered, object, found, decide, mails },
    [Symbol.dispose]: () => store.close(),
  };
}

const page = { page: 1, limit: 20 };

Deno.test("Marta objects once to the answer, another admin decides, and each step is mailed and counted", async () => {
  using w = await world();
  const id = await w.answered();
  expect(await w.object(id)).toMatchObject({ ok: true, decision: { kind: "report_answer", reportId: id } });
  expect(await w.object(id)).toMatchObject({ ok: true });
  expect(await w.object(id, "Other words.")).toMatchObject({ reason: "conflict" });
  const { decisions: [waiting], totalCount } = await openAppeals(w.store, page);
  expect([waiting?.reportId, totalCount]).toEqual([id, 1]);
  expect(await audit(w.store)).toEqual([]);
  expect(await w.decide(id, true, w.vera.id)).toMatchObject({ reason: "same_decider" });
  expect(await w.decide(id, true, w.james.id)).toMatchObject({ reason: "wrong_role" });
  expect(await w.decide(id, true)).toMatchObject({ ok: true });
  expect(await w.decide(id, false)).toMatchObject({ reason: "conflict" });
  expect((await w.found(id))!.decision.appeal).toMatchObject({ state: "reversed", words: "We asked her again." });
  expect((await answeredAppeals(w.store, page)).decisions.map(({ reportId }) => reportId)).toEqual([id]);
  expect((await w.mails()).sort()).toEqual([
    ["guest_appeal_mail", false],
    ["guest_appeal_mail", true],
    ["guest_report_mail", false],
    ["guest_report_mail", true],
  ]);
  expect(await noticesOf(w.store, nobody)).toEqual([]);
  await addAuditCheckpoint(w.store);
  const { appeals, decisions } = await yearOfDecisions(w.store, 2026);
  expect(appeals).toEqual({ filed: 1, byGuests: 1, upheld: 0, reversed: 1 });
  expect(Object.values(decisions).every((count) => count === 0)).toBe(true);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("only its own address opens a report, and only once it is answered", async () => {
  using w = await world();
  const [id, other] = [await w.report(), await w.answered("ion@elsewhere.test")];
  expect(await w.found(id)).toBeNull();
  expect(await w.object(id)).toMatchObject({ reason: "not_found" });
  await w.answer(id);
  expect((await w.found(id))!.report).toMatchObject({ id, words: "Her documents fit." });
  for (const key of [reportKeyOf(w.store, other), "", reportKeyOf(w.store, id).slice(1)]) {
    expect(await reportByLink(w.store, id, key)).toBeNull();
    const wanted = { reportId: id, key, text: "Let me in.", address: "192.0.2.9" };
    expect(await fileGuestAppeal(w.store, wanted)).toMatchObject({ reason: "not_found" });
  }
});

Deno.test("six months and no longer, in words, and ten an hour from one network", async () => {
  using w = await world();
  const id = await w.answered();
  const { decision: { at } } = (await w.found(id))!;
  expect(await w.object(id, " ")).toMatchObject({ fields: { text: "required" } });
  expect(await w.object(id, "a".repeat(2001))).toMatchObject({ fields: { text: "too_long" } });
  for (let n = 0; n < 8; n++) await w.object(id, " ");
  expect(await w.object(id)).toMatchObject({ reason: "too_many_requests" });
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + 6);
  w.store.clock.now = end.getTime();
  expect(await w.object(id)).toMatchObject({ reason: "appeal_over" });
  w.store.clock.now--;
  expect(await w.object(id)).toMatchObject({ ok: true });
});

Deno.test("a report whose objection waits is kept, and goes with it a year after the last answer", async () => {
  using w = await world();
  const id = await w.answered();
  w.store.clock.advance({ days: 100 });
  await w.object(id);
  w.store.clock.advance({ days: 300 });
  await clearTonight(w.store);
  expect(await w.found(id)).not.toBeNull();
  await w.decide(id, false);
  w.store.clock.advance({ days: 363 });
  await clearTonight(w.store);
  expect((await w.found(id))!.decision.appeal).toMatchObject({ state: "upheld" });
  w.store.clock.advance({ days: 2 });
  await clearTonight(w.store);
  expect(await reportById(w.store, id)).toBeNull();
  expect((await answeredAppeals(w.store, page)).totalCount).toBe(0);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("who ends an account with that address takes the objection along, answered or not", async () => {
  using w = await world();
  const [open, done] = [await w.answered(w.james.email), await w.answered(w.james.email, "And her brother's.")];
  const others = await w.answered();
  for (const id of [open, done, others]) await w.object(id);
  await w.decide(done, false);
  await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  await eraseMember(w.store, w.james.id, async () => {});
  for (const id of [open, done]) expect(await w.found(id)).toBeNull();
  expect((await openAppeals(w.store, page)).decisions.map(({ reportId }) => reportId)).toEqual([others]);
  expect(await audit(w.store)).toEqual([]);
});
