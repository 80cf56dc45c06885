/** The page of an agency's lady: fields that the agency leaves as shown undo nothing that she has changed since. */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { changeFirstName, pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { leaveAgency } from "../../../kv/ladies/agencies/parting.ts";
import { setAway } from "../../../kv/ladies/away.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { askProfileChange, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { keys } from "../../../kv/store/keys.ts";
import { decide } from "../../../kv/vetting/approval_decisions.ts";
import { waitingApprovals } from "../../../kv/vetting/approvals.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import { jpeg, png } from "../../../services/testing/pictures.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

/** Olena, whom Agata's agency looks after, and the form of her page as Agata's browser has it. */
async function world() {
  const site = await testApp();
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const olena = await site.addLady({ firstname: "Olena" }, { about: "Old words.", heightCm: 170 });
  await site.store.kv.set(keys.user(olena.id), { ...olena, agencyId: agata.id } satisfies User);
  await site.store.kv.set(keys.ladyOfAgency(agata.id, olena.id), null);
  const agatas = await site.visitorAs(agata);
  const path = `/en/agency/ladies/${olena.id}`;
  const seenIn = (html: string) =>
    /name="seen" value="([^"]*about=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const seen = seenIn(await htmlOf(agatas.get(path)));
  const shown = {
    do: "profile",
    seen,
    firstname: "Olena",
    birthdate: olena.birthdate!,
    country: "804",
    city: olena.city,
    about: "Old words.",
    height: "170",
  };
  return { site, olena, agatas, path, shown, seenIn, [Symbol.asyncDispose]: () => site.close() };
}

async function approveAll(site: TestSite): Promise<void> {
  for (const { id } of await waitingApprovals(site.store)) await decide(site.store, id, true);
}

Deno.test("what she asked for herself keeps waiting when her agency corrects something else in an older form", async () => {
  await using w = await world();
  await askProfileChange(w.site.store, w.olena.id, { about: "New words." });
  await changeFirstName(w.site.store, w.olena.id, "Alona");
  expect((await w.agatas.post(w.path, { ...w.shown, height: "171" })).status).toBe(303);
  expect((await profileChangeOf(w.site.store, w.olena.id))!.wanted).toEqual({ about: "New words.", heightCm: 171 });
  expect(await pendingNameOf(w.site.store, w.olena.id)).toMatchObject({ firstname: "Alona" });
  expect((await waitingApprovals(w.site.store)).map(({ kind }) => kind).toSorted()).toEqual(["name", "profile"]);
});

Deno.test("what was approved since an agency opened the form is not asked to be put back", async () => {
  await using w = await world();
  await askProfileChange(w.site.store, w.olena.id, { about: "New words." });
  await changeFirstName(w.site.store, w.olena.id, "Alona");
  await approveAll(w.site);
  expect((await w.agatas.post(w.path, { ...w.shown, height: "171" })).status).toBe(303);
  expect((await profileChangeOf(w.site.store, w.olena.id))!.wanted).toEqual({ heightCm: 171 });
  expect(await pendingNameOf(w.site.store, w.olena.id)).toBeNull();
  await approveAll(w.site);
  expect(await ladyById(w.site.store, w.olena.id)).toMatchObject({ firstname: "Alona", about: "New words." });
});

Deno.test("where both changed the same, the agency is told at the field, and replaces it only by saving again", async () => {
  await using w = await world();
  await askProfileChange(w.site.store, w.olena.id, { about: "New words." });
  const typed = { ...w.shown, about: "Other words.", height: "171" };
  const refused = await w.agatas.post(w.path, typed);
  const html = await refused.text();
  expect([refused.status, html.includes('id="about-error"'), html.includes('id="height-error"')])
    .toEqual([409, true, false]);
  for (const words of ["Something changed in the meantime.", "New words.", "Other words."]) {
    expect(html).toContain(words);
  }
  expect((await profileChangeOf(w.site.store, w.olena.id))!.wanted).toEqual({ about: "New words." });
  expect((await w.agatas.post(w.path, { ...typed, seen: w.seenIn(html) })).status).toBe(303);
  expect((await profileChangeOf(w.site.store, w.olena.id))!.wanted).toEqual({ about: "Other words.", heightCm: 171 });
});

Deno.test("a form that came back with an error still undoes nothing that it does not change", async () => {
  await using w = await world();
  await askProfileChange(w.site.store, w.olena.id, { about: "New words." });
  const html = await htmlOf(w.agatas.post(w.path, { ...w.shown, height: "12" }));
  expect((await w.agatas.post(w.path, { ...w.shown, height: "171", seen: w.seenIn(html) })).status).toBe(303);
  expect((await profileChangeOf(w.site.store, w.olena.id))!.wanted).toEqual({ about: "New words.", heightCm: 171 });
});

Deno.test("an agency takes back what it asked for by writing what stands again", async () => {
  await using w = await world();
  await w.agatas.post(w.path, { ...w.shown, about: "Other words." });
  const seen = w.seenIn(await htmlOf(w.agatas.get(w.path)));
  expect((await w.agatas.post(w.path, { ...w.shown, seen })).status).toBe(303);
  expect([await profileChangeOf(w.site.store, w.olena.id), await waitingApprovals(w.site.store)]).toEqual([null, []]);
});

Deno.test("an agency reads what was not approved, and not that it waits", async () => {
  await using w = await world();
  const asked = { ...w.shown, about: "Other words.", firstname: "Alona" };
  const first = await w.agatas.post(w.path, asked);
  expect(await htmlOf(w.agatas.follow(first))).toContain("The changes are waiting for approval.");
  const all = "/en/agency/ladies";
  expect(await htmlOf(w.agatas.get(all))).not.toContain("Some changes were not approved");
  for (const { id } of await waitingApprovals(w.site.store)) await decide(w.site.store, id, false);
  expect(await htmlOf(w.agatas.get(all))).toContain("Some changes were not approved");
  const html = await htmlOf(w.agatas.get(w.path));
  const refused = html.split("These changes were not approved.")[1]!.split("<h2")[0]!;
  expect([refused.includes("Other words."), refused.includes("Alona")]).toEqual([true, true]);
  const again = await htmlOf(w.agatas.follow(await w.agatas.post(w.path, { ...asked, seen: w.seenIn(html) })));
  expect([again.includes("No changes are waiting for approval."), again.includes("The changes are waiting")])
    .toEqual([true, false]);
});

/** The mark of the days away that a page shows. */
const seenAwayIn = (html: string) => /name="seen" value="(away=[^"]*)"/.exec(html)![1]!;

Deno.test("days away that the lady changed since an agency opened its form are replaced only by saving again", async () => {
  await using w = await world();
  const { store } = w.site;
  const away = async () => (await ladyById(store, w.olena.id))!.away;
  await setAway(store, w.olena.id, { from: "2026-03-14", until: "2026-03-20" });
  const seen = seenAwayIn(await htmlOf(w.agatas.get(w.path)));
  const hers = { from: "2026-03-14", until: "2026-03-25" };
  await setAway(store, w.olena.id, hers);
  const typed = { do: "away", from: "2026-03-15", until: "2026-03-20" };
  for (const older of [{ ...typed, seen }, { do: "back", seen }]) {
    expect((await w.agatas.post(w.path, older)).status).toBe(409);
    expect(await away()).toEqual(hers);
  }
  // A form that comes back for another fault still undoes nothing.
  const html = await htmlOf(w.agatas.post(w.path, { ...typed, until: "2026-03-01", seen }));
  const refused = await w.agatas.post(w.path, { ...typed, seen: seenAwayIn(html) });
  const again = await refused.text();
  expect([refused.status, again.includes("25\u00a0March 2026"), again.includes('value="2026-03-15"')])
    .toEqual([409, true, true]);
  expect((await w.agatas.post(w.path, { ...typed, seen: seenAwayIn(again) })).status).toBe(303);
  expect(await away()).toEqual({ from: "2026-03-15", until: "2026-03-20" });
});

Deno.test("an older form of days away that its user left as they were puts nothing back", async () => {
  await using w = await world();
  const { store } = w.site;
  await setAway(store, w.olena.id, { from: "2026-03-14", until: "2026-03-20" });
  const path = "/en/lady/profile/away";
  const hers = await w.site.visitorAs(w.olena);
  const seen = seenAwayIn(await htmlOf(hers.get(path)));
  await setAway(store, w.olena.id, null);
  expect((await hers.post(path, { do: "away", from: "2026-03-14", until: "2026-03-20", seen })).status).toBe(303);
  expect((await ladyById(store, w.olena.id))!.away).toBeNull();
});

Deno.test("the small forms of her page go on in their part of it, and none is sent to that part again", async () => {
  await using w = await world();
  const toWhere = async (body: Record<string, string | File>) =>
    (await w.agatas.post(w.path, body)).headers.get("location");
  const photo = new File([await jpeg(80, 60)], "a.jpg", { type: "image/jpeg" });
  expect(await toWhere({ do: "photos", photos: photo })).toBe(`${w.path}#photos`);
  const photoId = (await photosOf(w.site.store, w.olena))[0]!.id;
  expect(await toWhere({ do: "removePhoto", photoId: String(photoId) })).toBe(`${w.path}#photos`);
  expect(await toWhere({ do: "away", from: "2026-03-15", until: "2026-03-20" })).toBe(`${w.path}#away`);
  expect(await toWhere({ do: "back" })).toBe(`${w.path}#away`);
  const html = await htmlOf(w.agatas.get(w.path));
  expect(html).toContain('id="photos"');
  expect(html).toContain('id="away"');
  expect(html).not.toMatch(/<form(?![^>]*\saction=)[^>]*method="post"/);
});

Deno.test("photos that are sent without a file are asked for once, at their field", async () => {
  await using w = await world();
  const refused = await w.agatas.post(w.path, { do: "photos" });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  // At the field, and in the summary that leads there.
  expect(html.match(/Please fill this in\./g)).toHaveLength(2);
  expect(html).toContain("Please check what you entered.");
});

Deno.test("of several photos the one that stopped the rest is named once, with its error", async () => {
  await using w = await world();
  const body = new FormData();
  body.append("do", "photos");
  body.append("photos", new File([await jpeg(80, 60)], "a.jpg", { type: "image/jpeg" }));
  body.append("photos", new File([await png()], "b.png", { type: "image/jpeg" }));
  const { origin } = w.agatas;
  const refused = await w.agatas.request(w.path, { method: "POST", body, headers: { origin } });
  const html = await refused.text();
  expect(refused.status).toBe(415);
  expect(html).toContain("b.png");
  expect(html.match(/Only JPG photos can be added here\./g)).toHaveLength(1);
});

Deno.test("who ends days away, she or her agency, reads that they are removed", async () => {
  await using w = await world();
  const hers = await w.site.visitorAs(w.olena);
  for (const [visitor, path] of [[hers, "/en/lady/profile/away"], [w.agatas, w.path]] as const) {
    const told = async (body: Record<string, string>) => await htmlOf(visitor.follow(await visitor.post(path, body)));
    expect(await told({ do: "away", from: "2026-03-15", until: "2026-03-20" })).toContain("The dates are saved.");
    expect(await told({ do: "back" })).toContain("The dates are removed.");
  }
});

Deno.test("what an agency typed for a lady who has just left stays to be copied, and tells nothing of her", async () => {
  for (const end of ["leaves the agency", "deletes the account"]) {
    await using w = await world();
    if (end === "leaves the agency") await leaveAgency(w.site.store, w.olena.id, w.olena.id);
    else await deleteAccount(w.site.store, w.olena.id, { password: testPassword, wantsRefund: false });
    const answer = await w.agatas.post(w.path, { ...w.shown, about: "She keeps bees." });
    const html = await htmlOf(answer);
    expect([end, answer.status]).toEqual([end, 404]);
    for (const part of ["Nothing was saved.", "She keeps bees."]) expect(html).toContain(part);
    const ofNobody = await w.agatas.post("/en/agency/ladies/999999", { ...w.shown, about: "She keeps bees." });
    expect(await htmlOf(ofNobody)).toBe(html.replaceAll(String(w.olena.id), "999999"));
    const back = await htmlOf(w.agatas.post(w.path, { do: "back" }));
    expect([back.includes("Nothing was saved."), back.includes("What you wrote")]).toEqual([true, false]);
  }
});
