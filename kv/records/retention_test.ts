import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { silenceKeptMs } from "../accounts/mail_silence.ts";
import { rememberedSessionSeconds, startSession } from "../accounts/signing_in/sessions.ts";
import { balanceOf, post } from "../credits/ledger/ledger.ts";
import { draftDays } from "../ladies/agencies/agencies.ts";
import { declinedDays } from "../ladies/agencies/declined_drafts.ts";
import { visitsKeptMs } from "../ladies/visits.ts";
import { draftsKeptMs } from "../letters/translating/translations.ts";
import { monthsKeptDays } from "../letters/translating/translator_months.ts";
import type { Store } from "../open.ts";
import { bonusMarkDays } from "../accounts/sign_up_bonus.ts";
import { answerAppeal, fileAppeal } from "../safety/appeals.ts";
import { contactKeptDays } from "../safety/contact_messages.ts";
import { fileGuestReport } from "../safety/guest_reports.ts";
import { lastingSuspensionDays } from "../safety/lasting_suspensions.ts";
import { noticesOf, readNotice } from "../safety/notices.ts";
import { answerReport } from "../safety/report_answers.ts";
import { fileReport } from "../safety/report_filing.ts";
import { addAuditRecord, auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { createJames, createPeople, createUser, testPassword, testStore } from "../testing/store.ts";
import { audit } from "./audit.ts";
import { auditPage } from "./audit_pages.ts";
import { addAuditCheckpoint, checkpointHead } from "./audit_checkpoints.ts";
import { ownData } from "./own_data/table.ts";
import { fullLives } from "./own_data/testing/full_lives.ts";
import { doRetention, planRetention } from "./retention.ts";
import { goesOtherwise, sweeps } from "./retention_sweeps.ts";
import { clearTonight, retentionJobs } from "./testing/nights.ts";

const swept = new Set(sweeps.map(({ prefix }) => prefix));

/** How many records there are, by the first part of the key. */
async function census(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { key } of store.kv.list({ prefix: [] })) {
    counts.set(String(key[0]), (counts.get(String(key[0])) ?? 0) + 1);
  }
  return counts;
}

Deno.test("whatever has days is looked at, or goes in a way that is named", () => {
  const withDays = Object.entries(ownData).filter(([, { retention }]) => typeof retention === "object");
  expect(withDays.map(([prefix]) => prefix).filter((prefix) => !swept.has(prefix) && !(prefix in goesOtherwise)))
    .toEqual([]);
  const unknown = [...swept, ...Object.keys(goesOtherwise)].filter((prefix) =>
    typeof ownData[prefix]?.retention !== "object"
  );
  expect(unknown).toEqual([]);
});

Deno.test("the days of the table are those of the records' own expiry", () => {
  const day = 24 * 3600;
  const days = (prefix: string) => (ownData[prefix]!.retention as { days: number }).days;
  const own: [prefix: string, seconds: number][] = [
    ["visit", visitsKeptMs / 1000],
    ["recent_visit", visitsKeptMs / 1000],
    ["contact_message", contactKeptDays * day],
    ["session", rememberedSessionSeconds],
    ["session_of_user", rememberedSessionSeconds],
    ["translation_draft", draftsKeptMs / 1000],
    ["profile_translation_draft", draftsKeptMs / 1000],
    ["agency_draft", draftDays * day],
    ["declined_draft", declinedDays * day],
    ["translator_month", monthsKeptDays * day],
    ["lasting_suspension", lastingSuspensionDays * day],
    ["mail_silence", silenceKeptMs / 1000],
    ["bonus_mark", bonusMarkDays * day],
  ];
  expect(own.map(([prefix]) => [prefix, days(prefix)])).toEqual(
    own.map(([prefix, seconds]) => [prefix, seconds / day]),
  );
});

Deno.test("a year later what is past its time is gone, what is kept is there, and the audit finds nothing", async () => {
  using store = await testStore();
  await fullLives(store);
  const before = await census(store);
  store.clock.advance({ days: 364 });
  // The other jobs of that year did not run, so there are faults; the clearing adds none.
  const faults = await audit(store);
  await clearTonight(store);
  const after = await census(store);
  const known = [...before.keys()].filter((prefix) => swept.has(prefix) && prefix !== "report");
  expect(known.length).toBeGreaterThan(8);
  expect(known.filter((prefix) => after.has(prefix))).toEqual([]);
  const kept = [...before].filter(([prefix]) =>
    typeof ownData[prefix]?.retention !== "object" && prefix !== "audit_line"
  );
  expect(kept.filter(([prefix, count]) => after.get(prefix) !== count)).toEqual([]);
  expect(await audit(store)).toEqual(faults);
  const { records } = await auditRecords(store, { page: 1, limit: 1 });
  expect(records[0]).toMatchObject({
    action: "retention_done",
    actorId: null,
    details: { session: before.get("session") },
  });
});

Deno.test("what is not past its time stays, and the same again clears nothing more", async () => {
  using store = await testStore();
  await fullLives(store);
  const before = await census(store);
  await clearTonight(store);
  const after = await census(store);
  // Sessions of three hours have ended by night, but are kept for one more day.
  expect([...before].filter(([prefix, count]) => prefix !== prefixes.jobs()[0] && after.get(prefix) !== count)).toEqual(
    [],
  );
  store.clock.advance({ days: 400 });
  await clearTonight(store);
  const cleared = await census(store);
  await clearTonight(store);
  const again = await census(store);
  expect([...again].filter(([prefix, count]) => cleared.get(prefix) !== count)).toEqual([]);
});

Deno.test("an answered report goes a year after its answer, with all that leads to it; one that waits stays", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const admin = await createUser(store, { email: "admin@house.test", groupId: 3 });
  const about = (reportedId: number, text = "") =>
    fileReport(store, { reporterId: james.id, reportedId, category: "fake", text, from: "profile" });
  for (const { id } of [olena, daria]) await about(id);
  const told = "I know her sister.";
  const [answered, open] = [await about(olena.id, told), await about(daria.id, told)];
  if (!answered.ok || !open.ok) throw new Error("not filed");
  store.clock.advance({ days: 100 });
  await answerReport(store, {
    reportId: answered.report.id,
    actorId: admin.id,
    outcome: "not_confirmed",
    words: "We looked.",
    additionsRead: 1,
  });
  store.clock.advance({ days: 300 });
  await clearTonight(store);
  expect((await store.kv.get(keys.report(answered.report.id))).value).not.toBeNull();
  store.clock.advance({ days: 65 });
  await clearTonight(store);
  expect((await store.kv.get(keys.report(answered.report.id))).value).toBeNull();
  expect((await store.kv.get(keys.report(open.report.id))).value).not.toBeNull();
  for (const prefix of ["report_of", "report_addition"]) expect((await census(store)).get(prefix)).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the notices of a report's answer, and of the answer to an objection, go with the report, read or not", async () => {
  using store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const [ada, bert] = [
    await createUser(store, { email: "ada@house.test", groupId: 3 }),
    await createUser(store, { email: "bert@house.test", groupId: 3 }),
  ];
  const answered = [];
  for (const reportedId of [olena.id, daria.id]) {
    const filed = await fileReport(store, {
      reporterId: james.id,
      reportedId,
      category: "fake",
      text: "",
      from: "profile",
    });
    if (!filed.ok) throw new Error(filed.reason);
    const { id: reportId } = filed.report;
    const answer = await answerReport(store, { reportId, actorId: ada.id, outcome: "not_confirmed", words: "No." });
    if (!answer.ok) throw new Error(answer.reason);
    answered.push(answer.report);
  }
  const objection = { userId: james.id, decisionId: answered[1]!.decisionId! };
  await fileAppeal(store, { ...objection, text: "Look again." });
  store.clock.advance({ days: 1 });
  await answerAppeal(store, { ...objection, actorId: bert.id, isReversed: false, words: "It stays." });
  await readNotice(store, james.id, (await noticesOf(store, james.id)).at(-1)!.id);
  const told = async () => (await noticesOf(store, james.id)).map(({ kind }) => kind);
  expect(await told()).toEqual(["appeal_answered", "report_answered", "report_answered"]);
  store.clock.advance({ days: 366 });
  await clearTonight(store);
  expect([await told(), await audit(store)]).toEqual([[], []]);
});

Deno.test("a report without an account goes likewise, and with it the name and the address", async () => {
  using store = await testStore();
  const admin = await createUser(store, { email: "admin@house.test", groupId: 3 });
  const filed = await fileGuestReport(store, {
    pointed: { kind: "page", path: "/blog/5", ladyId: null },
    category: "illegal",
    text: "This picture is mine.",
    name: "Marta",
    email: "marta@elsewhere.test",
    locale: "ro",
    address: "192.0.2.7",
  });
  if (!filed.ok) throw new Error(filed.reason);
  const answer = { reportId: filed.report.id, actorId: admin.id, outcome: "acted", words: "It is gone." } as const;
  await answerReport(store, answer);
  store.clock.advance({ days: 366 });
  await clearTonight(store);
  const left = await census(store);
  for (const prefix of ["report", "report_of", "report_about", "open_report"]) expect(left.get(prefix)).toBeUndefined();
  expect(await audit(store)).toEqual([]);
});

Deno.test("a server that is killed at any part goes on; a part that is done twice plans no second run", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  for (let session = 0; session < 30; session++) await startSession(store, james.id, false);
  await planRetention(store);
  await planRetention(store);
  store.clock.advance({ days: 3 });
  let cut = 0;
  const parts: string[] = [];
  // Every second pass does its part, and is killed before that is noted.
  for (let pass = 0; (await retentionJobs(store)).some(({ startsAt }) => startsAt <= store.now()); pass++) {
    await runDueJobs(store, async (job) => {
      if (job.kind === "retention") {
        parts.push(`${job.step}`);
        await doRetention(store, job);
      }
      if (pass % 2 === 0 && ++cut > 0) throw new Error("killed");
    }, () => {});
    store.clock.advance({ minutes: 1 });
    if (pass > 300) throw new Error("it does not end");
  }
  expect(cut).toBeGreaterThan(5);
  // Each part once, and once more where it was cut off.
  expect(parts.length).toBeLessThanOrEqual(2 * (sweeps.length + 1));
  expect((await census(store)).has("session")).toBe(false);
  expect((await retentionJobs(store)).map(({ step, startsAt }) => [step, startsAt > store.now()])).toEqual([[0, true]]);
});

Deno.test("a clock that once ran far ahead holds nothing up, and its date brings no second run", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const present = store.now();
  store.clock.advance({ days: 400 });
  await clearTonight(store);
  store.clock.now = present;
  await startSession(store, james.id, false);
  store.clock.advance({ days: 3 });
  await clearTonight(store);
  expect((await census(store)).has("session")).toBe(false);
  store.clock.now = present;
  store.clock.advance({ days: 401 });
  await clearTonight(store);
  expect((await retentionJobs(store)).map(({ step, startsAt }) => [step, startsAt > store.now()])).toEqual([[0, true]]);
});

Deno.test("a run whose every part is done twice ends once, and says once how much went", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await startSession(store, james.id, false);
  await planRetention(store);
  store.clock.advance({ days: 3 });
  const isDue = async () => (await retentionJobs(store)).some(({ startsAt }) => startsAt <= store.now());
  while (await isDue()) {
    await runDueJobs(store, async (job) => {
      for (let time = 0; time < 2; time++) if (job.kind === "retention") await doRetention(store, job);
    }, (_job, error) => {
      throw error;
    });
  }
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(records.map(({ action, details }) => [action, details])).toEqual([["retention_done", { session: 1 }]]);
});

Deno.test("records of the audit log go after ten years with their checkpoints, and the rest of the chain holds", async () => {
  using store = await testStore();
  const add = (action: string) => addAuditRecord(store, { action, actorId: 3, subject: "user:1", details: {} });
  for (const action of ["one", "two"]) {
    await add(action);
    await addAuditCheckpoint(store);
  }
  store.clock.advance({ days: 3000 });
  await add("three");
  await addAuditCheckpoint(store);
  store.clock.advance({ days: 700 });
  await clearTonight(store);
  await addAuditCheckpoint(store);
  const actions = async () =>
    (await auditPage(store, {}, { before: null, limit: 10 })).records.map((
      { record: line, proven },
    ) => [line.action, proven]);
  expect(await actions()).toEqual([["retention_done", "covered"], ["three", "covered"]]);
  expect((await checkpointHead(store))?.recordCount).toBe(4);
  expect(await audit(store, { mustBeOurs: "all" })).toEqual([]);
  // The rest cannot be shortened by pretending that it was old.
  const { value } = await store.kv.get<Record<string, unknown>>(keys.auditCheckpointFloor());
  await store.kv.set(keys.auditCheckpointFloor(), { ...value, seq: 3 });
  await store.kv.delete(keys.auditCheckpoint(3));
  expect(await audit(store)).toContain(
    "the beginning of the chain of checkpoints was not made by this site: its keyed hash is wrong",
  );
});

Deno.test("many records are looked at in parts, of which none is left out", async () => {
  using store = await testStore();
  const isOld = (number: number) => number % 3 === 0;
  for (let from = 0; from < 4500; from += 500) {
    const op = store.kv.atomic();
    for (let number = from; number < from + 500; number++) {
      const startedAt = isOld(number) ? store.now() : store.now() + 2 * 24 * 3600_000;
      op.set(keys.limit("test", String(number)), { count: 1, startedAt });
    }
    await op.commit();
  }
  store.clock.advance({ days: 1, hours: 1 });
  await clearTonight(store);
  expect((await census(store)).get("limit")).toBe(3000);
  expect((await auditRecords(store, { page: 1, limit: 1 })).records[0]?.details).toEqual({ limit: 1500 });
});

Deno.test("an erasing that was given up is begun again in the night", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: false });
  for await (const { key } of store.kv.list({ prefix: prefixes.jobs() })) await store.kv.delete(key);
  store.clock.advance({ days: 1 });
  await clearTonight(store);
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  expect(jobs.map(({ value }) => value.kind)).toContain("erase_member");
});

Deno.test("credits never expire: after ten years and every clearing they are there and buy what they bought", async () => {
  using store = await testStore();
  const james = await createJames(store, 50);
  for (let years = 0; years < 10; years++) {
    store.clock.advance({ days: 365 });
    await clearTonight(store);
  }
  expect(await balanceOf(store, james.id)).toBe(50);
  const video = { manId: james.id, operation: "video", deltaCredits: -50, reference: {} } as const;
  expect(await post(store, { ...video, idempotencyKey: "video:1" })).toMatchObject({ ok: true });
  expect(await balanceOf(store, james.id)).toBe(0);
});
