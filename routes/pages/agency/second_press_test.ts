/** A button of an agency or its lady pressed twice: the second press is told what the first was told. */
import { expect } from "expect";
import { userByEmail, userById } from "../../../kv/accounts/users.ts";
import { draftKeyOf, draftLady, draftsOfAgency } from "../../../kv/ladies/agencies/agencies.ts";
import { audit } from "../../../kv/records/audit.ts";
import { keys } from "../../../kv/store/keys.ts";
import { removePhoto } from "../../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import { jpeg } from "../../../services/testing/pictures.ts";
import { pressTwice, shownFields } from "../../testing/second_press.ts";
import { testApp } from "../../testing/site.ts";

const vera = { email: "vera@ladies.test", firstname: "Vera", birthdate: "1995-04-02", countryId: 804, city: "" };
const yes = { newPassword: "Clocks-2026!", confirmPassword: "Clocks-2026!", agree: "on", acceptTerms: "on" };
const ladies = "/en/agency/ladies";

/** Agata's agency, which looks after Olena and has asked Vera. */
async function world() {
  const site = await testApp();
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const olena = await site.addLady({ firstname: "Olena", agencyId: agata.id });
  await site.store.kv.set(keys.ladyOfAgency(agata.id, olena.id), null);
  const drafted = await draftLady(site.store, agata.id, {
    ...vera,
    facts: { about: "I restore clocks." },
    locale: "en",
  });
  if (!drafted.ok) throw new Error(drafted.reason);
  const { draft } = drafted;
  const link = `/en/agency-invitation/${draft.id}/${draftKeyOf(site.store, draft)}`;
  return { site, agata, olena, draft, link, [Symbol.asyncDispose]: () => site.close() };
}

Deno.test("Vera agrees twice: she is in, has one account, and another browser hears that the link was used just now", async () => {
  await using w = await world();
  const hers = w.site.visitor();
  const [, second] = await pressTwice(hers, w.link, { ...await shownFields(await hers.get(w.link)), ...yes });
  expect([second.status, second.headers.get("location")]).toEqual([303, "/en/lady/verification"]);
  const html = await (await hers.follow(second)).text();
  expect(html).toContain("Your profile is waiting for approval");
  const stranger = w.site.visitor();
  for (const page of [await stranger.get(w.link), await stranger.post(w.link, { ...yes, press: "another-page" })]) {
    expect([page.status, (await page.text()).includes("This link has just been used")]).toEqual([422, true]);
  }
  expect(stranger.cookies.has("slsid")).toBe(false);
  expect((await userByEmail(w.site.store, vera.email))!.agencyId).toBe(w.agata.id);
  expect(await audit(w.site.store)).toEqual([]);
});

Deno.test("Vera declines twice and reads twice that the draft is gone; a minute later the link no longer works", async () => {
  await using w = await world();
  const hers = w.site.visitor();
  const [first, second] = await pressTwice(hers, w.link, { do: "decline" });
  expect([first.status, second.status]).toEqual([200, 200]);
  const main = (html: string) => html.match(/<main[\s\S]*<\/main>/)![0];
  expect(main(await second.text())).toBe(main(await first.text()));
  w.site.advance(60_000);
  expect((await hers.post(w.link, { do: "decline" })).status).toBe(422);
});

Deno.test("Olena leaves her agency twice and reads that she has left; who has none for longer is refused", async () => {
  await using w = await world();
  const hers = await w.site.visitorAs(w.olena);
  const path = "/en/lady/profile/away";
  const [, second] = await pressTwice(hers, path, { do: "leave", sure: "yes" });
  expect([second.status, second.headers.get("location")]).toEqual([303, path]);
  w.site.advance(60_000);
  expect((await hers.post(path, { do: "leave", sure: "yes" })).status).toBe(404);
});

Deno.test("Agata releases Olena twice and is told so twice; another agency finds nobody there", async () => {
  await using w = await world();
  const agatas = await w.site.visitorAs(w.agata);
  const path = `${ladies}/${w.olena.id}`;
  const [first, second] = await pressTwice(agatas, path, { do: "release" });
  expect([second.status, second.headers.get("location")]).toEqual([303, first.headers.get("location")]);
  expect((await userById(w.site.store, w.olena.id))!.agencyId).toBeUndefined();
  const other = await w.site.visitorAs(await w.site.addPerson({ groupId: 4 }));
  expect((await other.post(path, { do: "release" })).status).toBe(404);
  expect((await agatas.post(path, { do: "back" })).status).toBe(404);
  w.site.advance(60_000);
  expect((await agatas.post(path, { do: "release" })).status).toBe(404);
});

Deno.test("Agata sends the e-mail of a draft again, twice and twice at once: each time one is mailed", async () => {
  await using w = await world();
  const agatas = await w.site.visitorAs(w.agata);
  const fields = { do: "send_again", draftId: w.draft.id };
  const mails = async () => {
    await w.site.runJobs();
    return w.site.outbox.mails().filter(({ to }) => to === vera.email).length;
  };
  expect(await mails()).toBe(1);
  const told = await pressTwice(agatas, ladies, fields);
  expect(told.map(({ status }) => status)).toEqual([303, 303]);
  expect(await mails()).toBe(2);
  w.site.advance(60_000);
  const atOnce = await Promise.all([agatas.post(ladies, fields), agatas.post(ladies, fields)]);
  expect(atOnce.map(({ status }) => status)).toEqual([303, 303]);
  expect(await mails()).toBe(3);
  expect((await draftsOfAgency(w.site.store, w.agata.id)).map(({ id }) => id)).toEqual([w.draft.id]);
});

Deno.test("photos that are sent twice by one form are there once, those of a form shown anew once more", async () => {
  await using w = await world();
  const photo = async (width: number) => new File([await jpeg(width, 60)], `${width}.jpg`, { type: "image/jpeg" });
  for (
    const [who, path, fields] of [
      [w.agata, `${ladies}/${w.olena.id}`, { do: "photos" }],
      [await w.site.addMan(), "/en/man/men-account/photos", { do: "add" }],
    ] as const
  ) {
    const visitor = await w.site.visitorAs(who);
    const owner = who === w.agata ? w.olena : who;
    const waiting = async () => (await photosOf(w.site.store, owner)).filter(({ state }) => state === "waiting");
    const count = async () => (await waiting()).length;
    const press = async () => /name="press" value="([^"]+)"/.exec(await (await visitor.get(path)).text())![1]!;
    const photos = [await photo(80), await photo(90)];
    const sent = { ...fields, press: await press(), photos };
    const [first, second] = await pressTwice(visitor, path, sent);
    expect([second.status, second.headers.get("location")]).toEqual([303, first.headers.get("location")]);
    expect(await count()).toBe(2);
    const atOnce = { ...fields, press: await press(), photos: [await photo(100)] };
    await Promise.all([visitor.post(path, atOnce), visitor.post(path, atOnce)]);
    expect(await count()).toBe(3);
    // Who takes one away may send it again, and another file of the same form is another photo.
    await removePhoto(w.site.store, owner.id, (await waiting())[0]!.id);
    await visitor.post(path, sent);
    expect(await count()).toBe(3);
    await visitor.post(path, { ...sent, photos: [await photo(110)] });
    expect(await count()).toBe(4);
  }
  expect(await audit(w.site.store)).toEqual([]);
});

Deno.test("Agata withdraws a draft twice and is told so twice; another agency finds no draft", async () => {
  await using w = await world();
  const agatas = await w.site.visitorAs(w.agata);
  const fields = { do: "withdraw", draftId: w.draft.id };
  const [, second] = await pressTwice(agatas, ladies, fields);
  expect([second.status, second.headers.get("location")]).toEqual([303, ladies]);
  expect(await draftsOfAgency(w.site.store, w.agata.id)).toEqual([]);
  const other = await w.site.visitorAs(await w.site.addPerson({ groupId: 4 }));
  expect((await other.post(ladies, fields)).status).toBe(404);
  expect((await agatas.post(ladies, { ...fields, do: "send_again" })).status).toBe(404);
});
