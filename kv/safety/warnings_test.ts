/** A warning reaches one member once, by notice and mail, and the log knows who gave it. */
import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { createVera, reportOn } from "../testing/safety.ts";
import { createPeople, testStore } from "../testing/store.ts";
import { noticesOf } from "./notices.ts";
import { reportById } from "./reports.ts";
import { warn, warningLengthMax } from "./warnings.ts";

/** Olena has reported James, whom Vera warns for it. */
async function world() {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const vera = await createVera(store);
  const reportId = await reportOn(store, james, olena);
  const answers = { reportId, words: "Thank you." };
  const wanted = { userId: james.id, words: " Ask nobody\r\nfor money. ", actorId: vera.id, answers };
  return { store, james, olena, vera, reportId, wanted, [Symbol.dispose]: () => store.close() };
}

Deno.test("who is warned reads it, once for each report, which is answered by it", async () => {
  using w = await world();
  expect(await warn(w.store, w.wanted)).toEqual({ ok: true });
  w.store.clock.advance({ minutes: 1 });
  expect(await warn(w.store, w.wanted)).toEqual({ ok: false, reason: "conflict" });
  expect(await noticesOf(w.store, w.james.id)).toMatchObject([{ kind: "warned", words: "Ask nobody\nfor money." }]);
  expect(await noticesOf(w.store, w.olena.id)).toMatchObject([{ kind: "report_answered", reportId: w.reportId }]);
  expect(await reportById(w.store, w.reportId)).toMatchObject({ outcome: "acted", words: "Thank you." });
  const jobs: Job[] = [];
  await runDueJobs(w.store, (job) => Promise.resolve(void jobs.push(job)), () => {});
  expect(jobs.map(({ kind }) => kind)).toEqual(["notice_mail", "notice_mail"]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 5 });
  expect(records.filter(({ action }) => action === "user_warned")).toMatchObject([{
    actorId: w.vera.id,
    subject: `user:${w.james.id}`,
    details: { reportId: w.reportId },
  }]);
  // The log holds no words that were written to somebody.
  expect(JSON.stringify(records)).not.toContain("money");
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an empty or endless warning, one by no admin, one to staff and one for no report are refused", async () => {
  using w = await world();
  const tries = [
    [{ words: " \n" }, { fields: { warning: "required" } }],
    [{ words: "x".repeat(warningLengthMax + 1) }, { fields: { warning: "too_long" } }],
    [{ actorId: w.olena.id }, { reason: "wrong_role" }],
    [{ userId: w.vera.id }, { reason: "not_found" }],
    [{ userId: 4711 }, { reason: "not_found" }],
    [{ answers: { reportId: 4711, words: "Thank you." } }, { reason: "not_found" }],
    [{ answers: { reportId: w.reportId, words: " " } }, { fields: { words: "required" } }],
  ] as const;
  for (const [change, refusal] of tries) expect(await warn(w.store, { ...w.wanted, ...change })).toMatchObject(refusal);
  expect(await noticesOf(w.store, w.james.id)).toEqual([]);
  expect(await reportById(w.store, w.reportId)).toMatchObject({ answeredAt: null });
});
