/** The page that introduces the translators who wish it; the name of a letter's translator is a link to it. */
import { expect } from "expect";
import { setAboutTranslator } from "../../../kv/accounts/about_translators.ts";
import { removeStaff } from "../../../kv/accounts/staff.ts";
import { admin } from "../../../kv/accounts/users.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { finishTranslation } from "../../../kv/letters/translating/translation_ends.ts";
import { audit } from "../../../kv/records/audit.ts";
import { decide } from "../../../kv/vetting/approval_decisions.ts";
import { approvalOf } from "../../../kv/vetting/approvals.ts";
import { photoFile, photosOf, shownPhoto } from "../../../kv/vetting/photos.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import type { Visitor } from "../../testing/site.ts";
import { testTranslators } from "../translator/testing/translators.ts";
import { expectHolds, expectLacks, mainOf } from "../girls/testing/html.ts";

const words = { en: "Letters are better than catalogues.", uk: "Листи кращі за каталоги." };

Deno.test("a translator says on her own page that readers shall meet her, and takes it back", async () => {
  await using world = await testTranslators();
  const { site, hers, nadia } = world;
  const seen = async (path = "/en/translators") => await mainOf(await site.visitor().get(path));
  expectHolds(await seen(), "None of our translators");
  expectHolds(await mainOf(await hers.get("/en/agency/mail")), 'href="/en/agency/mail/about-you"');
  const saved = await hers.post("/en/agency/mail/about-you", { isShown: "on", ...words });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/en/agency/mail/about-you"]);
  expectHolds(await mainOf(await hers.follow(saved)), words.en, words.uk, "checked");
  const page = await seen();
  expectHolds(
    page,
    `id="translator-${nadia.id}"`,
    "Nadia Hrytsenko",
    "NH",
    words.en,
    "with us since 14\u00a0March 2026",
  );
  expectLacks(page, "Petro", words.uk);
  await hers.post("/en/agency/mail/about-you", words);
  expectLacks(await seen(), "Nadia");
});

Deno.test("her words are told in the reader's language, in English where that is missing, or in what there is", async () => {
  await using world = await testTranslators();
  const { site, nadia, petro } = world;
  await setAboutTranslator(site.store, nadia.id, { isShown: true, words });
  await setAboutTranslator(site.store, petro.id, { isShown: true, words: { ro: "Am fost inginer." } });
  const seen = async (path: string) => await mainOf(await site.visitor().get(path));
  expectHolds(
    await seen("/uk/translators"),
    new RegExp(`<p class="own-words" ?>${words.uk}</p>`),
    '<p class="own-words" lang="ro">Am fost inginer.</p>',
  );
  expectHolds(await seen("/translators"), `<p class="own-words" lang="en">${words.en}</p>`);
});

Deno.test("words that are too long are kept in the form, and the fault stands at their language", async () => {
  await using world = await testTranslators();
  const long = "n".repeat(601);
  const refused = await world.hers.post("/en/agency/mail/about-you", { isShown: "on", ro: long });
  expect(refused.status).toBe(422);
  expectHolds(await mainOf(refused), long, 'aria-invalid="true"', "This text is too long.");
  expectLacks(await mainOf(await world.site.visitor().get("/en/translators")), "Nadia");
});

Deno.test("the page counts what she translated, and under a letter her name leads there while she is introduced", async () => {
  await using world = await testTranslators();
  const { site, james, daria, nadia } = world;
  const letter = await world.write(james, daria);
  await claimTranslation(site.store, nadia.id, letter.id);
  await finishTranslation(site.store, nadia.id, letter.id, ["Дорогая Дарья."]);
  const reader = await site.visitorAs(daria);
  const sheet = async () => await mainOf(await reader.get(`/en/lady/mail/inbox/conversation/${james.id}/${letter.id}`));
  const link = `<a href="/en/translators#translator-${nadia.id}">Translated by Nadia Hrytsenko</a>`;
  const unlinked = await sheet();
  expectHolds(unlinked, "Translated by Nadia Hrytsenko");
  expectLacks(unlinked, link);
  await setAboutTranslator(site.store, nadia.id, { isShown: true, words: {} });
  expectHolds(await sheet(), link);
  expectHolds(
    await mainOf(await site.visitor().get("/en/translators")),
    "1 letter translated in the past twelve months",
  );
  await setAboutTranslator(site.store, nadia.id, { isShown: false, words: {} });
  expectLacks(await sheet(), link);
});

Deno.test("search engines and the foot of every page know the way", async () => {
  await using world = await testTranslators();
  const guest = world.site.visitor();
  expect(await (await guest.get("/en/sitemaps/pages.xml")).text()).toContain("/en/translators</loc>");
  const html = await (await guest.get("/ro/translators")).text();
  for (const locale of ["en", "zh-Hant", "zh-Hans", "uk", "ru"]) expect(html).toContain(`hreflang="${locale}"`);
  expect(html).toContain('href="/ro/translators"');
});

/** Sends a file as the form for a portrait does. */
function sendPortrait(from: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  body.append("do", "portrait");
  body.append("portrait", new File([bytes], "me.jpg", { type: "image/jpeg" }));
  return from.request("/en/agency/mail/about-you", { method: "POST", body, headers: { origin: from.origin } });
}

Deno.test("her portrait waits, is seen beside her name once it was approved, and by nobody after she took it back", async () => {
  await using world = await testTranslators();
  const { site, hers, nadia } = world;
  await setAboutTranslator(site.store, nadia.id, { isShown: true, words });
  const guest = site.visitor();
  const seen = async () => await mainOf(await guest.get("/en/translators"));
  const sent = await sendPortrait(hers, await pictures.jpeg(800, 1000));
  expectHolds(await (await hers.follow(sent)).text(), "Your portrait has arrived.", "Waiting for approval.");
  expectHolds(await seen(), ">NH</span>");
  const [waiting] = await photosOf(site.store, nadia);
  const { path } = shownPhoto(nadia.id, waiting!);
  expect((await guest.get(path)).status).toBe(404);
  // While one waits, another is refused.
  expect((await sendPortrait(hers, await pictures.jpeg(800, 1000))).status).toBe(409);
  const asked = await approvalOf(site.store, { kind: "photo", subjectId: waiting!.id });
  await decide(site.store, asked!.id, true);
  const address = /<img src="([^"]+)"/.exec(await seen())?.[1];
  expect(address).toMatch(new RegExp(`^/photo-files/${nadia.id}/`));
  const file = await guest.get(address!);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await file.body?.cancel();
  expect(await audit(site.store)).toEqual([]);
  // A translator who is not shown has no portrait here either.
  await setAboutTranslator(site.store, nadia.id, { isShown: false, words });
  expect((await guest.get(address!)).status).toBe(404);
  await setAboutTranslator(site.store, nadia.id, { isShown: true, words });
  const removed = await hers.post("/en/agency/mail/about-you", { do: "removePortrait" });
  expectHolds(await (await hers.follow(removed)).text(), "The portrait is removed.");
  expectHolds(await seen(), ">NH</span>");
  await site.runJobs();
  expect((await guest.get(address!)).status).toBe(404);
});

Deno.test("a portrait that is refused says why on her page, by the day where she is, and the mail leads there", async () => {
  await using world = await testTranslators();
  const { site, hers, nadia } = world;
  const told = await hers.call("PATCH", "/api/users", { deviceZone: "Pacific/Auckland" });
  expect(told.status).toBe(200);
  expect((await hers.post("/en/agency/mail/about-you", { do: "portrait" })).status).toBe(422);
  const broken = await sendPortrait(hers, new Uint8Array([1, 2, 3]));
  expect(broken.status).toBe(415);
  expectHolds(await mainOf(broken), "Only JPG photos can be added here.");
  await hers.follow(await sendPortrait(hers, await pictures.jpeg(800, 1000)));
  const [photo] = await photosOf(site.store, nadia);
  const asked = await approvalOf(site.store, { kind: "photo", subjectId: photo!.id });
  const reason = "It shows a cat.";
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada" });
  await decide(site.store, asked!.id, false, { actorId: ada.id, reason });
  await site.runJobs();
  const mail = site.outbox.mails().find(({ to }) => to === nadia.email)!;
  expect(mail.links.map((link) => new URL(link).pathname)).toContain("/en/agency/mail/about-you");
  const page = await mainOf(await hers.get("/en/agency/mail/about-you"));
  // It is noon UTC, and in Auckland the next day has begun.
  expectHolds(page, reason, "15\u00a0Mar 2026, 01:00", "Send the portrait");
  // The form has the island that makes larger photos smaller, as everywhere else.
  expect(page).toMatch(/JPG, up to 5 MB\.<\/p><\/div><div data-island/);
});

Deno.test("a translator who leaves takes the portrait along, and its files go", async () => {
  await using world = await testTranslators();
  const { site, hers, nadia } = world;
  await hers.follow(await sendPortrait(hers, await pictures.jpeg(800, 1000)));
  const [photo] = await photosOf(site.store, nadia);
  const { picture } = photo!;
  if (picture.kind !== "upload") throw new Error("no upload");
  const file = photoFile(picture, "medium");
  const stored = async () => {
    const found = await site.deps.storage.get(file);
    await found?.body.cancel();
    return found !== null;
  };
  expect(await stored()).toBe(true);
  expect((await removeStaff(site.store, nadia.email)).ok).toBe(true);
  await site.runJobs();
  expect([await stored(), await approvalOf(site.store, { kind: "photo", subjectId: photo!.id })]).toEqual([
    false,
    null,
  ]);
  expect(await audit(site.store)).toEqual([]);
});
