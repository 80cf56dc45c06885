/** Readers meet the translators who wish it, and nobody else; a letter's translator is a link to there. */
import { expect } from "expect";
import { setAboutTranslator } from "../../../kv/accounts/about_translators.ts";
import { claimTranslation } from "../../../kv/letters/translations.ts";
import { finishTranslation } from "../../../kv/letters/translation_ends.ts";
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
  expectHolds(page, `id="translator-${nadia.id}"`, "Nadia Hrytsenko", "NH", words.en, "with us since 14 March 2026");
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
