/** The queue of approvals by plain forms: changes beside what is shown now, one after another, and two admins at once. */
import { expect } from "expect";
import { changeFirstName } from "../../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { askProfileChange, profileChangeOf } from "../../../../kv/ladies/profile/profile_changes.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { pictureFacts } from "../../../../kv/testing/photos.ts";
import { waitingApprovals } from "../../../../kv/vetting/approvals.ts";
import { addPhoto } from "../../../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../../../kv/vetting/photos.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { testAdmin } from "../testing/admin.ts";

const path = "/en/admin/approvals";

Deno.test("what changed stands beside what stands, word by word; approving goes to the next by itself", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas } = world;
  await askProfileChange(store, olena.id, { about: "I love the sea." });
  await adas.post(path, { id: String((await waitingApprovals(store))[0]!.id), action: "approve" });
  await askProfileChange(store, olena.id, { about: "I love the hills.", heightCm: 171 });
  await changeFirstName(store, olena.id, "Lena");
  const shown = await htmlOf(adas.get(path));
  for (const part of ["<del>sea</del>", "<ins>hills</ins>", "171 cm", "2 wait", "Olena", `#${olena.id}`]) {
    expect(shown).toContain(part);
  }
  const [profile, name] = await waitingApprovals(store);
  const done = await adas.post(path, { id: String(profile!.id), action: "approve" });
  expect([done.status, done.headers.get("location")]).toEqual([303, `${path}?after=${profile!.id}`]);
  const next = await htmlOf(adas.follow(done));
  for (const part of ["Approved.", "<del>Olena</del>", "<ins>Lena</ins>", `value="${name!.id}"`]) {
    expect(next).toContain(part);
  }
  expect((await ladyById(store, olena.id))!.about).toBe("I love the hills.");
  const last = await adas.follow(await adas.post(path, { id: String(name!.id), action: "approve" }));
  expect(await htmlOf(last)).toContain("Nothing is waiting");
});

Deno.test("each fact and photo that an agency asked for names it, one whose account is gone as a former one; hers name none", async () => {
  await using world = await testAdmin();
  const { site, olena, adas } = world;
  const { store } = site;
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata", lastname: "Lis" });
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId: agata.id });
  await store.kv.set(keys.ladyOfAgency(agata.id, olena.id), null);
  await askProfileChange(store, olena.id, { about: "Write to my agency." }, { agencyId: agata.id });
  await askProfileChange(store, olena.id, { heightCm: 171 });
  await addPhoto(store, olena.id, await pictureFacts(store), agata.id);
  const [photo, profile] = (await waitingApprovals(store)).toSorted((one, other) => one.kind < other.kind ? -1 : 1);
  const shown = (asked = profile) => htmlOf(adas.get(`${path}?after=${asked!.id - 1}`));
  const facts = (await shown()).split("<dt>").slice(1);
  const namesAgata = (html: string) => html.includes("Asked by her agency, Agata Lis");
  expect(
    [facts.find((each) => each.includes("171 cm")), facts.find((each) => each.includes("agency."))].map((each) =>
      namesAgata(each!.split("</dl>")[0]!)
    ),
  ).toEqual([false, true]);
  expect(namesAgata(await shown(photo))).toBe(true);
  expect(await shown()).toContain("The agency that keeps her profile with her reads it too");
  await store.kv.delete(keys.user(agata.id));
  for (const asked of [profile, photo]) {
    const html = await shown(asked);
    expect([html.includes("Asked by an agency that is no longer here"), namesAgata(html)]).toEqual([true, false]);
  }
});

Deno.test("a refusal needs its reason, which she reads on her page and in her mail", async () => {
  await using world = await testAdmin();
  const { site, olena, adas, hers } = world;
  await askProfileChange(site.store, olena.id, { about: "Call me: +380 44 000" });
  const [asked] = await waitingApprovals(site.store);
  expect(await htmlOf(adas.get(path))).toContain("<dt>About her</dt>");
  const refuse = (reason: string) => adas.post(path, { id: String(asked!.id), action: "refuse", reason });
  const without = await refuse("  ");
  expect(without.status).toBe(422);
  expect(await without.text()).toContain("Please fill this in");
  const ofMoney = { id: String(asked!.id), action: "refuse", reason: "  ", ground: "money" };
  expect(await (await adas.post(path, ofMoney)).text()).toMatch(/<option value="money" selected/);
  const long = await refuse("y".repeat(501));
  expect([long.status, (await long.text()).includes("y".repeat(501))]).toEqual([422, true]);
  expect((await refuse("Telephone numbers <b>cannot</b> stand on a profile.")).status).toBe(303);
  expect((await profileChangeOf(site.store, olena.id))!.refusedAt).not.toBeNull();
  const hersNow = await htmlOf(hers.get("/en/lady/profile"));
  expect(hersNow).toContain("<dd>Telephone numbers &lt;b>cannot&lt;/b> stand on a profile.</dd>");
  await site.runJobs();
  const mail = site.outbox.mails().find(({ to }) => to === olena.email)!;
  expect(mail.text).toContain("Why: Telephone numbers");
  expect(mail.text).toContain("/lady/profile");
});

Deno.test("what is left for later is come back to, and nothing is decided by leaving it", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas } = world;
  await askProfileChange(store, olena.id, { about: "One." });
  await changeFirstName(store, olena.id, "Lena");
  const [first, second] = await waitingApprovals(store);
  expect(await htmlOf(adas.get(path))).toContain(`href="${path}?after=${first!.id}"`);
  expect(await htmlOf(adas.get(`${path}?after=${first!.id}`))).toContain(`value="${second!.id}"`);
  const end = await htmlOf(adas.get(`${path}?after=${second!.id}`));
  for (const part of ["You have been through everything", "2 were left for later"]) expect(end).toContain(part);
  expect(await waitingApprovals(store)).toHaveLength(2);
});

Deno.test("the second of two admins is told that it was decided, and goes on; a reason is never said of another", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas, bens } = world;
  await askProfileChange(store, olena.id, { about: "One." });
  await changeFirstName(store, olena.id, "Lena");
  const [first, second] = await waitingApprovals(store);
  await adas.post(path, { id: String(first!.id), action: "approve" });
  const late = await bens.follow(
    await bens.post(path, { id: String(first!.id), action: "refuse", reason: "Too short for a profile." }),
  );
  const shown = await htmlOf(late);
  expect(shown).toContain("decided or replaced in the meantime");
  expect([shown.includes(`value="${second!.id}"`), shown.includes("Too short")]).toEqual([true, false]);
  // A refusal without a reason, for an approval that is already decided, just shows the next one.
  const empty = await bens.post(path, { id: String(first!.id), action: "refuse", reason: "" });
  expect([empty.status, await empty.text()]).toEqual([200, expect.not.stringContaining("Please fill this in")]);
  expect((await ladyById(store, olena.id))!.about).toBe("One.");
});

Deno.test("a waiting photo is seen by who approves it and by nobody else; its owner reads why it was refused", async () => {
  await using world = await testAdmin();
  const { site, james, adas, his, hers } = world;
  const facts = await pictureFacts(site.store);
  await addPhoto(site.store, james.id, facts);
  await site.deps.storage.put(`photos/${facts.token}/large.webp`, new Uint8Array(facts.bytes.large), "image/webp");
  const [photo] = await photosOf(site.store, james);
  const file = `/photo-files/${james.id}/${facts.token}/large`;
  expect(await htmlOf(adas.get(path))).toContain(file);
  const statuses = async (visitors: typeof adas[]) =>
    await Promise.all(visitors.map(async (visitor) => {
      const answer = await visitor.get(file);
      await answer.body?.cancel();
      return answer.status;
    }));
  const translators = await site.visitorAs(await site.addPerson({ groupId: 5 }));
  expect(await statuses([adas, his, hers, translators, site.visitor()])).toEqual([200, 200, 404, 404, 404]);
  const [asked] = await waitingApprovals(site.store);
  expect(asked!.subjectId).toBe(photo!.id);
  await adas.post(path, { id: String(asked!.id), action: "refuse", reason: "We need to see your face." });
  expect(await htmlOf(his.get("/en/man/men-account/photos"))).toContain("was not approved: We need to see your face.");
  await site.runJobs();
  expect(site.outbox.mails()[0]).toMatchObject({ to: james.email, subject: "About a photo at Vesna" });
});
