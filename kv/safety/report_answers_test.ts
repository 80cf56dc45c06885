/** The answer to a report and what is done for it are one: of two admins who answer at once only one does both. */
import { expect } from "expect";
import { admin, userById } from "../accounts/users.ts";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import type { Job } from "../store/jobs/work.ts";
import { prefixes } from "../store/prefixes.ts";
import { createVera, reportOn } from "../testing/safety.ts";
import { afterMeanwhile, createPeople, createUser, testStore } from "../testing/store.ts";
import { decisionsAgainst } from "./decisions.ts";
import { noticesOf } from "./notices.ts";
import { answerReport, type AnswerWords } from "./report_answers.ts";
import { fileReport } from "./report_filing.ts";
import { reportById } from "./reports.ts";
import { suspend } from "./suspensions.ts";
import { warn } from "./warnings.ts";

/** James has reported Olena; Vera acts, Ben finds nothing. */
async function world() {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" });
  const reportId = await reportOn(store, olena, james);
  const answers: AnswerWords = { reportId, words: "We acted." };
  const told = { userId: olena.id, actorId: vera.id, answers };
  const tellMore = async () => {
    const more = { reporterId: james.id, reportedId: olena.id, category: "abuse", from: "letter" } as const;
    expect((await fileReport(store, { ...more, text: "She threatens me." })).ok).toBe(true);
  };
  const acts = {
    suspend: (by = store) => suspend(by, { ...told, kind: "fraud", reason: "Stolen photos", facts: "Stolen photos." }),
    warn: (by = store) => warn(by, { ...told, words: "No insults." }),
    dismiss: (by = store) => answerReport(by, { ...told.answers, actorId: vera.id, outcome: "not_confirmed" }),
  };
  const dismiss = () =>
    answerReport(store, { reportId, actorId: ben.id, outcome: "not_confirmed", words: "We found nothing." });
  const expectNothingDone = async () => {
    expect((await userById(store, olena.id))!.suspension).toBe(undefined);
    expect(await decisionsAgainst(store, olena.id)).toEqual([]);
    expect(await noticesOf(store, olena.id)).toEqual([]);
    const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
    expect(jobs.map(({ value }) => value.kind)).toEqual(["notice_mail"]);
    const { records } = await auditRecords(store, { page: 1, limit: 5 });
    expect(records.map(({ action }) => action).toSorted()).toEqual(["report_answered", "report_filed"]);
    expect(await audit(store)).toEqual([]);
  };
  const close = () => store.close();
  return { store, james, olena, reportId, told, tellMore, acts, dismiss, expectNothingDone, [Symbol.dispose]: close };
}

const conflict = { ok: false, reason: "conflict" };

Deno.test("nothing is answered, or done for it, before all that was added was read; in the same moment neither", async () => {
  for (const act of ["suspend", "warn", "dismiss"] as const) {
    for (const isMeanwhile of [false, true]) {
      using w = await world();
      if (!isMeanwhile) await w.tellMore();
      const by = isMeanwhile ? afterMeanwhile(w.store, w.tellMore) : w.store;
      expect([act, await w.acts[act](by)]).toEqual([act, conflict]);
      expect(await reportById(w.store, w.reportId)).toMatchObject({ answeredAt: null, additionCount: 1 });
      expect(await noticesOf(w.store, w.olena.id)).toEqual([]);
      w.told.answers.additionsRead = 1;
      expect((await w.acts[act]()).ok).toBe(true);
      expect(await audit(w.store)).toEqual([]);
    }
  }
});

for (const act of ["suspend", "warn"] as const) {
  Deno.test(`${act}: for a report that was dismissed nothing is done, not in the same moment either`, async () => {
    for (const isMeanwhile of [false, true]) {
      using w = await world();
      if (!isMeanwhile) await w.dismiss();
      const by = isMeanwhile ? afterMeanwhile(w.store, w.dismiss) : w.store;
      expect(await w.acts[act](by)).toEqual(conflict);
      expect(await reportById(w.store, w.reportId)).toMatchObject({ outcome: "not_confirmed" });
      await w.expectNothingDone();
    }
  });

  Deno.test(`${act}: what is done answers the report, so that nobody dismisses it any more`, async () => {
    using w = await world();
    expect((await w.acts[act]()).ok).toBe(true);
    expect(await w.dismiss()).toEqual(conflict);
    expect(await reportById(w.store, w.reportId)).toMatchObject({ outcome: "acted", words: "We acted." });
    expect(await noticesOf(w.store, w.james.id)).toMatchObject([{ kind: "report_answered" }]);
    expect(await decisionsAgainst(w.store, w.olena.id)).toMatchObject([{ reportId: w.reportId }]);
    expect(await audit(w.store)).toEqual([]);
  });
}
