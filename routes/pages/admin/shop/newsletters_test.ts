/** Newsletters as an admin's browser without a script writes, tries, sends and stops them. */
import { expect } from "expect";
import { admin, lady, man } from "../../../../kv/accounts/users.ts";
import { newsletterById, newsletters, newsletterStateOf } from "../../../../kv/writing/newsletters.ts";
import { testApp } from "../../../testing/site.ts";

const path = "/en/admin/newsletters";
const typed = {
  readers: "men",
  "en.subject": "Spring & letters",
  "en.body": "First.\n\nSecond <b>not bold</b>.",
  "zh-Hant.subject": "春天",
  "zh-Hant.body": "第一段。",
  "zh-Hans.subject": "春天",
  "zh-Hans.body": "第一段。",
};

async function testDesk() {
  const site = await testApp();
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada" });
  const hers = await site.visitorAs(ada);
  const textAt = async (at: string) => await (await hers.get(at)).text();
  return { site, ada, hers, textAt, [Symbol.asyncDispose]: site.close };
}

Deno.test("the desk belongs to admins alone", async () => {
  await using site = await testApp();
  for (const groupId of [man, lady] as const) {
    const theirs = await site.visitorAs(await site.addPerson({ groupId }));
    expect((await theirs.get(path)).status).toBe(403);
    expect((await theirs.post(`${path}/new`, typed)).status).toBe(403);
    expect((await theirs.post(`${path}/1/sending`, { sure: "yes" })).status).toBe(403);
  }
});

Deno.test("written, tried, begun by the second of two steps, and stopped", async () => {
  await using desk = await testDesk();
  const { site, ada, hers, textAt } = desk;
  for (let at = 0; at < 120; at++) await site.addMan({ promoEmails: true });
  expect(await textAt(path)).toContain("No newsletter has been written yet");

  const incomplete = await hers.post(`${path}/new`, {
    ...typed,
    "zh-Hans.body": "",
    path: "https://elsewhere.example",
  });
  const again = await incomplete.text();
  expect(again).toContain("Spring &amp; letters");
  expect(again.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(await newsletters(site.store)).toEqual([]);

  const tried = await hers.post(`${path}/new`, { ...typed, action: "try" });
  const { id, changedAt } = (await newsletters(site.store))[0]!;
  expect([tried.status, tried.headers.get("location")]).toEqual([303, `${path}/${id}`]);
  await site.runJobs();
  expect((await site.outbox.mails()).map(({ to, subject }) => [to, subject])).toEqual([[
    ada.email,
    "Spring & letters",
  ]]);

  const asked = await hers.post(`${path}/${id}`, { ...typed, seenChangedAt: String(changedAt), action: "begin" });
  expect(asked.headers.get("location")).toBe(`${path}/${id}/sending`);
  const question = await textAt(`${path}/${id}/sending`);
  expect(question).toContain("Send it to 120 people");
  expect(question).toContain("Second &lt;b>not bold&lt;/b>.");
  // Without the second step, or after another change, nothing is sent.
  expect((await hers.post(`${path}/${id}/sending`, {})).status).toBe(409);
  expect((await hers.post(`${path}/${id}/sending`, { sure: "yes", seenChangedAt: "1" })).status).toBe(409);
  const seenChangedAt = /name="seenChangedAt" value="(\d+)"/.exec(question)![1]!;
  expect((await hers.post(`${path}/${id}/sending`, { sure: "yes", seenChangedAt })).status).toBe(303);
  await site.runJobs();
  // The first part is a hundred accounts: Ada's, and those of 99 readers, whose mails are made and wait.
  expect(await textAt(`${path}/${id}/sending`)).toContain("0 people were written to.");
  expect(await textAt(path)).toMatch(/<td [^>]*>0<\/td>[^]*>Under way</);
  await site.runJobs();
  expect(await textAt(`${path}/${id}/sending`)).toContain("99 people were written to.");
  // It can no longer be changed; an admin who still has the form open is told so.
  expect((await hers.post(`${path}/${id}`, { ...typed, seenChangedAt })).status).toBe(409);
  expect((await hers.post(`${path}/${id}/sending`, { action: "stop" })).status).toBe(303);
  expect(newsletterStateOf((await newsletterById(site.store, id))!)).toBe("stopped");
  expect(await textAt(path)).toContain("Stopped");
});
