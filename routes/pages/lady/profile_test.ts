/** A lady's own profile by plain forms: which changes wait, which are refused, and which hold at once. */
import { expect } from "expect";
import { translatorFor } from "../../../i18n/translate.ts";
import { userById } from "../../../kv/accounts/users.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { setPutForward } from "../../../kv/ladies/listing.ts";
import { askProfileChange, profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { changeOwn } from "../../../kv/ladies/profiles.ts";
import { decide } from "../../../kv/vetting/approval_decisions.ts";
import { waitingApprovals } from "../../../kv/vetting/approvals.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { seenIn } from "../account/testing/seen.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const path = "/en/lady/profile";

/** The form as the page shows it to her. */
const form = { firstname: "Olena", birthdate: "1990-05-02", country: "804", city: "Lviv", about: "Old." };

async function decideAll(site: TestSite, isApproved: boolean): Promise<void> {
  for (const { id } of await waitingApprovals(site.store)) await decide(site.store, id, isApproved);
}

Deno.test("she chooses her city from a list in her language, those of her country first, or writes another", async () => {
  await using site = await testApp();
  const hers = await site.visitorAs(await site.addLady({ city: "Полтава" }));
  const listOf = (html: string) => {
    const list = /<datalist id="cities">(.*?)<\/datalist>/s.exec(html)?.[1] ?? "";
    return [...list.matchAll(/<option[^>]* value="([^"]*)"/g)].map(([, name]) => name);
  };
  const ukrainian = await htmlOf(hers.get("/uk/lady/profile"));
  expect(ukrainian).toMatch(/<input(?=[^>]* id="city")(?=[^>]* list="cities")(?=[^>]* value="Полтава")[^>]*>/);
  expect(ukrainian).toContain("Виберіть зі списку");
  const cities = listOf(ukrainian);
  expect(cities.slice(0, 2)).toEqual(["Бердянськ", "Біла Церква"]);
  expect(cities).toEqual(expect.arrayContaining(["Полтава", "Ясси", "Мінськ", "Казань"]));
  expect(new Set(cities).size).toBe(cities.length);
  expect(listOf(await htmlOf(hers.get(path)))).toContain("Poltava");
  const saved = await hers.post(path, { ...form, about: "", city: "Мала Перещепина" });
  expect(saved.status).toBe(303);
});

Deno.test("she sees what she asked for, others what stands, until it is approved", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "Old." });
  const hers = await site.visitorAs(olena);
  const saved = await hers.post(path, {
    ...form,
    about: "New words.",
    height: "171",
    motherTongue: "uk",
    lookingFor: "marriage",
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  const html = await htmlOf(hers.follow(saved));
  for (
    const told of [
      "The changes are successfully saved!",
      "Waiting for approval",
      "New words.",
      "171 cm",
      "Ukrainian",
      "Marriage",
    ]
  ) {
    expect(html).toContain(told);
  }
  expect((await profileChangeOf(site.store, olena.id))!.wanted).toEqual({
    about: "New words.",
    heightCm: 171,
    motherTongue: "uk",
    lookingFor: ["marriage"],
  });
  const guest = site.visitor();
  const profile = async () => {
    const girl = await (await guest.get(`/api/girls/${olena.id}`)).json();
    return girl.girl.about;
  };
  expect(await profile()).toBe("Old.");
  await decideAll(site, true);
  expect(await profile()).toBe("New words.");
  const after = await htmlOf(hers.get(path));
  expect(after).not.toContain("Waiting for approval");
  expect(after).toContain("New words.");
  // Sending the form unchanged asks for nothing.
  await hers.post(path, { ...form, about: "New words.", height: "171", motherTongue: "uk", lookingFor: "marriage" });
  expect(await waitingApprovals(site.store)).toEqual([]);
});

Deno.test("an interest with a comma outlives the saving of everything else", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "Old.", interests: ["Chess, badly", "Rivers"] });
  const hers = await site.visitorAs(olena);
  const shown = await htmlOf(hers.get(path));
  const interests = /<textarea[^>]*name="interests"[^>]*>([^<]*)</.exec(shown)![1]!;
  expect(interests).toBe("Chess, badly\nRivers");
  await hers.post(path, { ...form, about: "New words.", interests: interests.replaceAll("\n", "\r\n") });
  expect((await profileChangeOf(site.store, olena.id))!.wanted).toEqual({ about: "New words." });
});

Deno.test("what was asked for in her stead, or in another window, keeps waiting when she saves an older form", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "Old." });
  const hers = await site.visitorAs(olena);
  const seen = seenIn(await htmlOf(hers.get(path)));
  await askProfileChange(site.store, olena.id, { heightCm: 171, quote: "Slowly." });
  const typed = { ...form, seen, height: "", about: "New words.", quote: "At once." };
  const refused = await hers.post(path, typed);
  const html = await refused.text();
  expect([refused.status, html.includes('id="quote-error"')]).toEqual([409, true]);
  expect(html).toContain("Something changed in the meantime.");
  expect((await profileChangeOf(site.store, olena.id))!.wanted).toEqual({ heightCm: 171, quote: "Slowly." });
  expect((await hers.post(path, { ...typed, quote: "" })).status).toBe(303);
  const { wanted } = (await profileChangeOf(site.store, olena.id))!;
  expect(wanted).toEqual({ about: "New words.", heightCm: 171, quote: "Slowly." });
});

Deno.test("what was not approved is told to her with what it was", async () => {
  await using site = await testApp();
  const hers = await site.visitorAs(await site.addLady({}, { about: "Old." }));
  await hers.post(path, { ...form, firstname: "Alona", about: "Call me." });
  await decideAll(site, false);
  const html = await htmlOf(hers.get(path));
  for (const told of ["This could not be approved", "Call me.", "Alona"]) expect(html).toContain(told);
  await site.runJobs();
  expect(site.outbox.mails()[0]).toMatchObject({ subject: "About your changes at Vesna" });
});

Deno.test("her height alone is asked for by a form that shows what was refused, which she still reads beside it", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "Old." });
  const hers = await site.visitorAs(olena);
  const refused = { ...form, firstname: "Alona", about: "Call me." };
  await hers.post(path, refused);
  await decideAll(site, false);
  const seen = seenIn(await htmlOf(hers.get(path)));
  expect((await hers.post(path, { ...refused, seen, height: "171" })).status).toBe(303);
  expect((await waitingApprovals(site.store)).map(({ kind }) => kind)).toEqual(["profile"]);
  expect((await profileChangeOf(site.store, olena.id))!.wanted).toEqual({ heightCm: 171 });
  const html = await htmlOf(hers.get(path));
  for (const told of ["Waiting for approval", "171 cm", "This could not be approved", "Alona"]) {
    expect(html).toContain(told);
  }
  expect(html.match(/Call me\./g)).toHaveLength(2);
});

Deno.test("errors stand beside their fields, and nothing is asked for", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const wrongs: [string, string][] = [["country", "840"], ["birthdate", "2010-01-01"], ["firstname", ""], [
    "quote",
    "x".repeat(51),
  ]];
  for (const [name, value] of wrongs) {
    const refused = await hers.post(path, { ...form, about: "Kept in the form.", [name]: value });
    const html = await refused.text();
    expect([name, refused.status, html.includes(`id="${name}-error"`)]).toEqual([name, 422, true]);
    expect(html).toContain("Kept in the form.");
  }
  expect([await profileChangeOf(site.store, olena.id), await waitingApprovals(site.store)]).toEqual([null, []]);
});

Deno.test("how she is reached, how she reads and whether she is put forward hold at once", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const saved = await hers.post(`${path}/settings`, {
    lastname: "Koval",
    phone: "+380 44",
    locale: "zh-Hant",
    readsLanguages: ["en", "ru"],
    wantsTranslation: "on",
    letterEmails: "on",
  });
  expect(await htmlOf(hers.follow(saved))).toContain("The changes are successfully saved!");
  expect(await userById(site.store, olena.id)).toMatchObject({
    lastname: "Koval",
    phone: "+380 44",
    locale: "zh-Hant",
    letterEmails: true,
    promoEmails: false,
  });
  expect(await userById(site.store, olena.id)).toMatchObject({ readsLanguages: ["en", "ru"], wantsTranslation: true });
  expect(await ladyById(site.store, olena.id)).toMatchObject({ isUnlisted: true });
  expect(await waitingApprovals(site.store)).toEqual([]);
});

Deno.test("settings that stayed open put her into no list that she has left since", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const seen = seenIn(await htmlOf(hers.get(`${path}/settings`)));
  await setPutForward(site.store, olena.id, false);
  const older = { seen, phone: "+380 44", isPutForward: "on", wantsTranslation: "on", letterEmails: "on" };
  expect((await hers.post(`${path}/settings`, older)).status).toBe(303);
  expect((await userById(site.store, olena.id))!.phone).toBe("+380 44");
  expect(await ladyById(site.store, olena.id)).toMatchObject({ isUnlisted: true });
  const shownAnew = { ...older, seen: seenIn(await htmlOf(hers.get(`${path}/settings`))) };
  expect((await hers.post(`${path}/settings`, shownAnew)).status).toBe(303);
  expect(await ladyById(site.store, olena.id)).toMatchObject({ isUnlisted: false });
});

Deno.test("languages that were chosen in two windows are asked about where they stand", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const seen = seenIn(await htmlOf(hers.get(`${path}/settings`)));
  await changeOwn(site.store, olena.id, { account: { readsLanguages: ["ru"] } });
  const refused = await hers.post(`${path}/settings`, { seen, readsLanguages: ["uk", "ro"] });
  expect([refused.status, (await refused.text()).includes('id="readsLanguages-error"')]).toEqual([409, true]);
});

Deno.test("her pages are hers, in every language", async () => {
  await using site = await testApp();
  const hers = await site.visitorAs(await site.addLady({}, { isPublished: false }));
  for (const [prefix, locale] of [["", "zh-Hant"], ["/zh-hans", "zh-Hans"], ["/en", "en"]] as const) {
    for (const [page, tab] of [["", "profile"], ["/settings", "settings"], ["/security", "security"]]) {
      const html = await htmlOf(hers.get(`${prefix}/lady/profile${page}`));
      expect(html).toContain(`<h1>${translatorFor(locale)(`account:tabs.${tab}`)}</h1>`);
      // A key that has no words would be shown as itself.
      expect(html).not.toMatch(/(account|attributes|translation):[a-z]/);
    }
  }
  expect(await htmlOf(hers.get(path))).toContain("Your profile is not shown yet.");
  const his = await site.visitorAs(await site.addMan());
  expect((await his.get(path)).status).toBe(403);
  expect((await his.post(path, form)).status).toBe(403);
});
