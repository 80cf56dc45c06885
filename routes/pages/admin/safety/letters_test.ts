/** A letter is shown only for a reason, once, with its pictures; both correspondents see that it was read, when and why. */
import { expect } from "expect";
import { letterById } from "../../../../kv/letters/letters.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { secret, testAdmin } from "../testing/admin.ts";

const because = "A reader reported a request for money.";

Deno.test("without a reason there are no words; with one they are shown once, and both see that it was read", async () => {
  await using world = await testAdmin();
  const { site, ada, james, olena, adas, his, hers, write } = world;
  await write(james, olena, "Dear Olena.");
  const letter = await write(olena, james, `Dear James, ${secret}.`);
  const path = `/en/admin/letters/${letter.id}`;
  const asked = await htmlOf(adas.get(path));
  expect(asked).not.toContain(secret);
  for (const part of ["Olena", "James", "Why do you need to read it?"]) expect(asked).toContain(part);
  for (const reason of ["", "because", "x".repeat(301)]) {
    const refused = await adas.post(path, { reason });
    expect([refused.status, (await refused.text()).includes(secret)]).toEqual([422, false]);
  }
  expect((await letterById(site.store, letter.id))!.looks).toBeUndefined();

  const shown = await adas.post(path, { reason: because });
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(await htmlOf(shown)).toContain(secret);
  // Showing it again needs another reason.
  expect(await htmlOf(adas.get(path))).not.toContain(secret);

  const threads = {
    his: `/en/man/mail/inbox/conversation/${olena.id}`,
    hers: `/en/lady/mail/outbox/conversation/${james.id}`,
  };
  const hisPage = await htmlOf(his.get(`${threads.his}/${letter.id}`));
  const hersPage = await htmlOf(hers.get(`${threads.hers}/${letter.id}`));
  for (const page of [hisPage, hersPage]) {
    expect(page).toContain(`Read by staff on 14\u00a0Mar 2026, 12:02 UTC: ${because}`);
    // The admin is not named.
    expect(page).not.toContain(ada.firstname);
  }
  const { letter: wired } = await (await his.get(`/en/api/mail/${letter.id}`)).json();
  expect(wired.readByHouse).toEqual([{ date: "2026-03-14T12:02:00.000Z", reason: because }]);
  // It is still sealed for him.
  expect([hisPage.includes(secret), hisPage.includes("Break the seal")]).toEqual([false, true]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 50 });
  expect(records.filter(({ action }) => action === "letter_read")).toMatchObject([
    { actorId: ada.id, subject: `letter:${letter.id}`, details: { reason: because } },
  ]);
});

Deno.test("nobody but an admin gets as far as the question, and there is no letter in any list or search of the site", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas, his, hers, write } = world;
  const letter = await write(james, olena, `Dear Olena, ${secret}.`);
  const path = `/en/admin/letters/${letter.id}`;
  const agency = await site.visitorAs(await site.addPerson({ groupId: 4 }));
  const translator = await site.visitorAs(await site.addPerson({ groupId: 5 }));
  for (const visitor of [his, hers, agency, translator]) {
    for (const answer of [await visitor.get(path), await visitor.post(path, { reason: because })]) {
      expect([answer.status, (await answer.text()).includes(secret)]).toEqual([403, false]);
    }
  }
  expect((await site.visitor().post(path, { reason: because })).status).toBe(303);
  for (const page of ["/en/admin", `/en/admin/users/${james.id}`, `/en/admin/users?q=stork`, "/en/admin/log"]) {
    expect(await htmlOf(adas.get(page))).not.toContain(secret);
  }
  expect((await adas.get("/en/admin/letters/4711")).status).toBe(404);
  expect((await adas.post("/en/admin/letters/none", { reason: because })).status).toBe(404);
  expect((await adas.get(`/en/api/mail/${letter.id}`)).status).toBeGreaterThanOrEqual(403);
  expect((await letterById(site.store, letter.id))!.looks).toBeUndefined();
});
