/** Reports by plain forms: only admins read them, each reading is logged, and each is answered once and acted on. */
import { expect } from "expect";
import { deleteAccount } from "../../../../kv/accounts/deletions.ts";
import { isSuspended, userById } from "../../../../kv/accounts/users.ts";
import { changeOwn } from "../../../../kv/ladies/profiles.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { openReports, type Report, reportById } from "../../../../kv/safety/reports.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { testPassword } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, testAdmin } from "../testing/admin.ts";

const path = "/en/admin/reports";
const answer = { words: "Thank you. We have looked into it.", warning: "", reason: "" };

/** James reports Olena for what she wrote. */
async function report({ site, james, olena, write }: AdminWorld): Promise<Report> {
  await write(james, olena, "Dear Olena.");
  const filed = await fileReport(site.store, {
    reporterId: james.id,
    reportedId: olena.id,
    category: "money",
    text: "She asks for <b>money</b>.",
    from: "profile",
  });
  if (!filed.ok) throw new Error(filed.reason);
  return filed.report;
}

Deno.test("the oldest report stands first; one is read with what is known of both, and that it was read is noted", async () => {
  await using world = await testAdmin();
  const { site, ada, james, olena, adas } = world;
  const first = await report(world);
  site.advance(60_000);
  await fileReport(site.store, {
    reporterId: olena.id,
    reportedId: james.id,
    category: "abuse",
    text: "",
    from: "chat",
  });
  const list = await htmlOf(adas.get(path));
  expect(list).toContain("2 wait");
  expect(list.indexOf("Asks for money")).toBeLessThan(list.indexOf("Insults, threats"));
  // A page whose lines were answered meanwhile is the last, and not an empty one.
  expect(await htmlOf(adas.get(`${path}?page=2`))).toContain("Asks for money");
  const shown = await htmlOf(adas.get(`${path}/${first.id}`));
  for (
    const part of [
      "She asks for &lt;b>money&lt;/b>.",
      "Dear Olena.",
      `#${james.id}`,
      "reported once",
      "has reported once",
    ]
  ) expect(shown).toContain(part);
  const { records } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(records.filter(({ action }) => action === "report_read")).toMatchObject([
    { actorId: ada.id, subject: `report:${first.id}` },
  ]);
  expect((await adas.get(`${path}/4711`)).status).toBe(404);
  expect((await world.his.get(`${path}/${first.id}`)).status).toBe(403);
});

Deno.test("who has left is named in a report by the number alone, and no link leads to a page that is gone", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas } = world;
  const { id } = await report(world);
  const hrefOf = (userId: number) => `href="/en/admin/users/${userId}"`;
  expect(await htmlOf(adas.get(`${path}/${id}`))).toContain(hrefOf(olena.id));
  await deleteAccount(site.store, olena.id, { password: testPassword, wantsRefund: false });
  const left = await htmlOf(adas.get(`${path}/${id}`));
  expect(left).not.toContain(hrefOf(olena.id));
  for (const part of [`#${olena.id}`, hrefOf(james.id)]) expect(left).toContain(part);
});

Deno.test("what people wrote says which language it is in, and an English answer to it does not", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas, write } = world;
  await changeOwn(site.store, olena.id, { account: { readsLanguages: ["uk", "en"] } });
  await write(james, olena, "Люба Олено, сьогодні в Полтаві їжаки.");
  await write(james, olena, "And good night, dear Olena.");
  const filed = await fileReport(site.store, {
    reporterId: olena.id,
    reportedId: james.id,
    category: "abuse",
    text: "Він пише мені грубощі, і це вже не вперше.",
    from: "profile",
  });
  if (!filed.ok) throw new Error(filed.reason);
  const address = `${path}/${filed.report.id}`;
  const shown = await htmlOf(adas.get(address));
  expect(shown).toMatch(/lang="uk">Він пише/);
  expect(shown).toMatch(/lang="uk">Люба Олено/);
  expect(shown).toContain('<span class="admin__words">And good night');
  expect((await adas.post(address, { ...answer, action: "dismiss" })).status).toBe(303);
  expect(await htmlOf(adas.get(address))).toContain(`<p class="admin__words">${answer.words}`);
});

Deno.test("an answer needs a decision and its words, and is given once", async () => {
  await using world = await testAdmin();
  const { site, james, adas, bens } = world;
  const { id } = await report(world);
  const missing = await adas.post(`${path}/${id}`, { ...answer, words: " " });
  // A refused form shows what is attached, so it is logged as a reading, like the page.
  const { records } = await auditRecords(site.store, { page: 1, limit: 20 });
  expect(records.filter(({ action }) => action === "report_read")).toMatchObject([{ subject: `report:${id}` }]);
  // For each of the two missing fields: at the field, and in the summary at the top.
  expect([missing.status, (await missing.text()).match(/Please fill this in/g)?.length]).toEqual([422, 4]);
  const done = await adas.post(`${path}/${id}`, { ...answer, action: "dismiss" });
  expect(await htmlOf(adas.follow(done))).toContain("The report is answered");
  expect(await reportById(site.store, id)).toMatchObject({ outcome: "not_confirmed", words: answer.words });
  const late = await bens.post(`${path}/${id}`, {
    ...answer,
    action: "fraud",
    reason: "No.",
    facts: "No.",
    sure: "yes",
  });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining("answered this report in the meantime"),
  ]);
  expect(isSuspended((await userById(site.store, world.olena.id))!)).toBe(false);
  await site.runJobs();
  expect(site.outbox.mails().find(({ to }) => to === james.email)!.text).toContain(answer.words);
  const answered = await htmlOf(adas.get(`${path}?show=answered`));
  expect(answered).toContain("Asks for money");
  expect(answered).toMatch(/>Answered<\/th>.*data-label="Answered">14\u00a0Mar 2026, \d\d:\d\d UTC</s);
  expect((await openReports(site.store, { page: 1, limit: 1 })).totalCount).toBe(0);
});

Deno.test("a warning reaches who was reported, and says nothing of who reported", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas } = world;
  const { id } = await report(world);
  expect((await adas.post(`${path}/${id}`, { ...answer, action: "warn" })).status).toBe(422);
  const warning = "Asking members for money is not allowed here.";
  expect((await adas.post(`${path}/${id}`, { ...answer, action: "warn", warning })).status).toBe(303);
  await site.runJobs();
  const [hers] = site.outbox.mails().filter(({ to }) => to === olena.email);
  expect(hers!.text).toContain(warning);
  expect(hers!.text).not.toContain(james.firstname);
  expect(await reportById(site.store, id)).toMatchObject({ outcome: "acted" });
});

Deno.test("where the reported person has left, nobody is there to be warned or kept out, and the report is answered", async () => {
  await using world = await testAdmin();
  const { site, olena, adas } = world;
  const { id } = await report(world);
  const actionsOn = (html: string) => [...html.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action);
  expect(actionsOn(await htmlOf(adas.get(`${path}/${id}`)))).toEqual(["dismiss", "done", "warn", "conduct", "fraud"]);
  await deleteAccount(site.store, olena.id, { password: testPassword, wantsRefund: false });
  expect(actionsOn(await htmlOf(adas.get(`${path}/${id}`)))).toEqual(["dismiss", "done"]);
  const warned = await adas.post(`${path}/${id}`, { ...answer, action: "warn", warning: "Do not do that." });
  const html = await warned.text();
  expect([warned.status, html.includes("Page not found"), html.includes(answer.words)]).toEqual([422, false, true]);
  expect((await adas.post(`${path}/${id}`, { ...answer, action: "done" })).status).toBe(303);
  expect(await reportById(site.store, id)).toMatchObject({ outcome: "acted" });
});

Deno.test("a suspension by a report is asked once more before it is done; who is out already needs none", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas } = world;
  const { id } = await report(world);
  const wanted = { ...answer, action: "fraud", reason: "The photos are an actress’s.", facts: "Not your photos." };
  const question = await htmlOf(adas.post(`${path}/${id}`, wanted));
  for (const part of ["People told: 1. Credits given back: 10.", answer.words]) expect(question).toContain(part);
  expect(isSuspended((await userById(store, olena.id))!)).toBe(false);
  expect((await adas.post(`${path}/${id}`, { ...wanted, sure: "yes" })).status).toBe(303);
  expect((await userById(store, olena.id))!.suspension).toMatchObject({ kind: "fraud" });
  expect(await reportById(store, id)).toMatchObject({ outcome: "acted", words: answer.words });

  const second = await fileReport(store, {
    reporterId: world.james.id,
    reportedId: olena.id,
    category: "fake",
    text: "",
    from: "profile",
  });
  const secondId = second.ok ? second.report.id : 0;
  const again = await adas.post(`${path}/${secondId}`, { ...wanted, action: "conduct", sure: "yes" });
  expect([again.status, (await reportById(store, secondId))!.outcome]).toEqual([303, "acted"]);
});
