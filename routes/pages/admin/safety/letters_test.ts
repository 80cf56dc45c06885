/** A letter is shown only for a reason, once, with its pictures; both correspondents see that it was read, when and why. */
import { expect } from "expect";
import { letterById } from "../../../../kv/letters/letters.ts";
import { sendLetter } from "../../../../kv/letters/sending.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import * as pictures from "../../../../services/testing/pictures.ts";
import { statusOf, upload } from "../../../api/testing/pictures.ts";
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

Deno.test("a letter's pictures open to the admin who gave the reason, by the page's addresses, for ten minutes and to nobody else", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas, bens, hers, his } = world;
  const { id } = await upload(hers, await pictures.jpeg());
  const wanted = { authorId: olena.id, recipientId: james.id, body: "Look.", sendKey: "with-a-picture" };
  const sent = await sendLetter(site.store, { ...wanted, attachmentIds: [id], translate: false });
  if (!sent.ok) throw new Error(sent.reason);
  const shown = await htmlOf(adas.post(`/en/admin/letters/${sent.letter.id}`, { reason: because }));
  const [, path = ""] = /href="(\/letter-files\/[^"]*\?look=[^"]*)"/.exec(shown.replaceAll("&amp;", "&"))!;
  const seen = await adas.get(path);
  expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "no-store"]);
  await seen.body?.cancel();
  const [bare = "", look = ""] = path.split("?look=");
  const forged = [bare, `${bare}?look=`, `${bare}?look=x`, `${bare}?look=${look}x`, `${bare}?look=9${look}`];
  for (const other of forged) expect(await statusOf(adas.get(other))).toBe(404);
  const stranger = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  const translator = await site.visitorAs(await site.addPerson({ groupId: 5 }));
  for (const visitor of [bens, stranger, translator, site.visitor()]) {
    expect(await statusOf(visitor.get(path))).toBe(404);
  }
  for (const visitor of [his, hers]) expect(await statusOf(visitor.get(bare))).toBe(200);
  site.advance(10 * 60_000);
  expect(await statusOf(adas.get(path))).toBe(404);
});
