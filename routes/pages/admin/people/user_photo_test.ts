/** An admin takes down one photo that is shown: as it was seen, after a question, once; and its owner reads why and objects. */
import { expect } from "expect";
import { audit } from "../../../../kv/records/audit.ts";
import { decisionsAgainst } from "../../../../kv/safety/decisions.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { pictureFacts } from "../../../../kv/testing/photos.ts";
import { addShownPhoto } from "../../../../kv/testing/verifications.ts";
import { decide } from "../../../../kv/vetting/approval_decisions.ts";
import { waitingApprovals } from "../../../../kv/vetting/approvals.ts";
import { addPhoto, changePhoto } from "../../../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../../../kv/vetting/photos.ts";
import { girlPathByNumber } from "../../../ladies/girl_paths.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, sureOf, testAdmin } from "../testing/admin.ts";

const reason = "This is somebody else.";

/** What the first form sends, with the words that the admin writes. */
async function firstForm(w: AdminWorld, path: string): Promise<Record<string, string>> {
  const { sure: _, ...fields } = sureOf(await htmlOf(w.adas.get(path)));
  return { ...fields, reason };
}

Deno.test("a lady's stolen photo, reported by James, is taken down; she reads why, objects and may add it again", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, olena, adas, bens, hers, his } = w;
  const photoId = await addShownPhoto(store, olena.id);
  const src = `/photo-files/${olena.id}/`;
  const profile = async () => await htmlOf(his.follow(await his.get(`/en${girlPathByNumber(olena.id)}`)));
  expect(await profile()).toContain(src);
  const about = { reporterId: james.id, reportedId: olena.id, category: "fake", text: "", from: "profile" } as const;
  await fileReport(store, about);
  expect(await htmlOf(adas.get("/en/admin/reports/1"))).toContain(`href="/en/admin/users/${olena.id}"`);
  const path = `/en/admin/users/${olena.id}/photos/${photoId}`;
  expect(await htmlOf(adas.get(`/en/admin/users/${olena.id}`))).toContain(`href="${path}"`);

  const form = await firstForm(w, path);
  const page = await htmlOf(adas.get(path));
  // The report that waits is proposed.
  expect(page).toMatch(/<option value="1" selected[^>]*>Report 1 · /);
  const wordless = await adas.post(path, { ...form, reason: " " });
  expect(wordless.status).toBe(422);
  expect(await wordless.text()).toContain("<title>Error: ");
  const asked = { ...form, ground: "identity", report: "1" };
  const question = await htmlOf(adas.post(path, asked));
  for (const part of ["deleted at once", "her live check no longer holds", `The person reads: ${reason}`]) {
    expect(question).toContain(part);
  }
  expect(await profile()).toContain(src);

  const done = await adas.post(path, sureOf(question));
  expect(done.headers.get("location")).toBe(`/en/admin/users/${olena.id}`);
  const person = await htmlOf(adas.follow(done));
  expect([person.includes("The photo is taken down."), person.includes(path)]).toEqual([true, false]);
  expect(await profile()).not.toContain(src);
  const again = await adas.follow(await bens.post(path, sureOf(question)));
  expect([again.status, (await adas.get(path)).status]).toEqual([200, 404]);
  await again.body?.cancel();
  const [decision, ...others] = await decisionsAgainst(store, olena.id);
  expect([decision, others]).toMatchObject([{ kind: "shown_photo", ground: "identity", reportId: 1 }, []]);

  const mailsToHer = async () => {
    await w.site.runJobs();
    return w.site.outbox.mails().filter(({ to }) => to === olena.email).map(({ text }) => text).join("\n");
  };
  const mail = await mailsToHer();
  for (const part of ["taken down one of your photos", `Why: ${reason}`, "no false identity", "/lady/profile/photos"]) {
    expect(mail).toContain(part);
  }
  expect(await htmlOf(hers.get("/en/lady/profile/photos"))).toContain(`was taken down: ${reason}`);
  const hersOf = () => htmlOf(hers.get(`/en/decisions/${decision!.id}`));
  const stated = await hersOf();
  for (const part of ["Your photo was taken down", reason, "Somebody reported it to us.", "no machine took part"]) {
    expect(stated).toContain(part);
  }
  await hers.post(`/en/decisions/${decision!.id}`, { text: "It is me." });
  expect(await htmlOf(bens.get("/en/admin/appeals"))).toContain("Photo taken down");
  await bens.post(`/en/admin/appeals/${decision!.id}`, { verdict: "reversed", words: "It is you." });
  expect(await hersOf()).toContain("You can add it again.");
  expect(mail).not.toContain("You can add it again.");
  expect(await mailsToHer()).toContain("You can add it again.");
  expect((await auditRecords(store, { page: 1, limit: 50 })).records.map(({ action }) => action))
    .toContain("photo_taken_down");
  expect(await htmlOf(adas.get("/en/admin/log"))).toContain("Photo taken down");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a photo whose caption changed since the page was opened is shown again, and only then taken down", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, adas, his } = w;
  const photoId = await addShownPhoto(store, james.id);
  const path = `/en/admin/users/${james.id}/photos/${photoId}`;
  const form = await firstForm(w, path);
  const question = await htmlOf(adas.post(path, form));
  await changePhoto(store, james.id, photoId, { caption: "Call me" });
  await decide(store, (await waitingApprovals(store))[0]!.id, true);
  for (const late of [form, sureOf(question)]) {
    const answer = await adas.post(path, late);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    for (const part of ["has changed since you opened this page", "Call me", reason]) expect(html).toContain(part);
  }
  expect(await photosOf(store, james)).toHaveLength(1);
  const seen = await htmlOf(adas.post(path, await firstForm(w, path)));
  expect(seen).not.toContain("live check");
  expect((await adas.post(path, sureOf(seen))).status).toBe(303);
  expect(await photosOf(store, james)).toEqual([]);
  const told = await htmlOf(his.get("/en/decisions"));
  expect(told).toContain("Your photo was taken down");
  expect(await htmlOf(his.get("/en/decisions/1"))).toContain("We noticed it ourselves.");
});

Deno.test("a photo that waits has its place in the queue and no such page; a photo that its owner removed is told of", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, adas } = w;
  await addPhoto(store, james.id, await pictureFacts(store));
  const waiting = (await photosOf(store, james))[0]!.id;
  const person = `/en/admin/users/${james.id}`;
  expect(await htmlOf(adas.get(person))).not.toContain(`${person}/photos/`);
  expect((await adas.get(`${person}/photos/${waiting}`)).status).toBe(404);
  const gone = await adas.post(`${person}/photos/${waiting}`, { seen: "", reason });
  expect(await htmlOf(adas.follow(gone))).toContain("That photo is no longer shown");
});
