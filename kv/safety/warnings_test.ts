/** A warning reaches one member once, by notice and mail, and the log knows who gave it. */
import { expect } from "expect";
import { admin } from "../accounts/users.ts";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { createPeople, createUser, testStore } from "../testing/store.ts";
import { noticesOf } from "./notices.ts";
import { warn, warningLengthMax } from "./warnings.ts";

Deno.test("who is warned reads it, once for each report", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const wanted = { userId: james.id, words: " Ask nobody\r\nfor money. ", actorId: ada.id, reportId: 7 };
  expect(await warn(store, wanted)).toEqual({ ok: true });
  store.clock.advance({ minutes: 1 });
  expect(await warn(store, wanted)).toEqual({ ok: true });
  expect(await noticesOf(store, james.id)).toMatchObject([{ kind: "warned", words: "Ask nobody\nfor money." }]);
  const jobs: Job[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void jobs.push(job)), () => {});
  expect(jobs).toMatchObject([{ kind: "notice_mail", userId: james.id }]);
  const { records } = await auditRecords(store, { page: 1, limit: 5 });
  expect(records).toMatchObject([{
    action: "user_warned",
    actorId: ada.id,
    subject: `user:${james.id}`,
    details: { reportId: 7 },
  }]);
  // The log holds no words that were written to somebody.
  expect(JSON.stringify(records)).not.toContain("money");
  expect(await audit(store)).toEqual([]);
});

Deno.test("an empty or endless warning, one by no admin and one to staff are refused", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const wanted = { userId: james.id, words: "Mind this.", actorId: ada.id, reportId: 7 };
  const tries = [
    [{ words: " \n" }, { fields: { warning: "required" } }],
    [{ words: "x".repeat(warningLengthMax + 1) }, { fields: { warning: "too_long" } }],
    [{ actorId: olena.id }, { reason: "wrong_role" }],
    [{ userId: ada.id }, { reason: "not_found" }],
    [{ userId: 4711 }, { reason: "not_found" }],
  ] as const;
  for (const [change, refusal] of tries) expect(await warn(store, { ...wanted, ...change })).toMatchObject(refusal);
  expect(await noticesOf(store, james.id)).toEqual([]);
});
