/** A translator's page that was open while a text was taken down saves the rest of it, and says so. */
import { expect } from "expect";
import { keepLateWords } from "../../../kv/ladies/profile/profile_translation_work.ts";
import { askProfileChange } from "../../../kv/ladies/profile/profile_changes.ts";
import { markOf, type ProfileDraft } from "../../../kv/ladies/profile/profile_draft.ts";
import { askForProfilesAfter } from "../../../kv/ladies/profile/profile_translations.ts";
import { partsOf } from "../../../kv/ladies/profile/words.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { keys } from "../../../kv/store/keys.ts";
import { approve } from "../../../kv/testing/verifications.ts";
import { nameOfText, shownTextsOf, textMark } from "../../../kv/vetting/shown_texts.ts";
import { takeTextDown } from "../../../kv/vetting/text_takedown.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { testTranslators } from "./testing/translators.ts";

const hers = { quote: "Повільні ранки", about: "Мій номер є у Viber.", interests: ["Шахи", "Viber"] };
const english = ["Oksana", "Poltava", "Slow mornings", "My number is on Viber.", "Chess", "Viber"];

/** Oksana, whose profile Nadia is translating into English, and Ada, who takes down. */
async function world() {
  const translators = await testTranslators();
  const { site } = translators;
  const { store } = site;
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const oksana = await site.addLady({ firstname: "Оксана", city: "Полтава", readsLanguages: ["uk"] }, hers);
  await askForProfilesAfter(store, 0);
  const path = `/en/agency/mail/profiles/${oksana.id}/en`;
  await translators.hers.post("/en/agency/mail", { profile: `${oksana.id}.en` });
  /** Where the form of her page is sent, with the marks of what the page shows. */
  const open = async () =>
    /<form id="translation"[^>]* action="([^"]*)"/.exec(await htmlOf(translators.hers.get(path)))![1]!
      .replaceAll("&amp;", "&");
  const takeDown = async (text: string) => {
    const shown = (await shownTextsOf(store, oksana)).find((each) => nameOfText(each) === text)!;
    const wanted = { userId: oksana.id, text, seen: textMark(shown), reason: "A number.", actorId: ada.id };
    expect(await takeTextDown(store, wanted)).toMatchObject({ ok: true });
  };
  const draft = async () =>
    (await store.kv.get<ProfileDraft>(keys.profileTranslationDraft(oksana.id, "en"))).value?.texts;
  return { ...translators, store, oksana, path, open, takeDown, draft };
}

const notKept = "what you wrote for it was not kept; the rest is saved";

Deno.test("an open page brings no text back that was taken down, saves all others, and says so", async () => {
  await using w = await world();
  const action = await w.open();
  for (const text of ["about", "interest-2"]) await w.takeDown(text);
  for (const press of ["save", "finish"]) {
    const answer = await w.hers.post(action, { action: press, segment: english });
    const html = await answer.text();
    expect([answer.status, html.includes(notKept), html.includes("She has changed her text")]).toEqual([
      409,
      true,
      false,
    ]);
    expect(html).not.toContain("Viber");
    expect(await w.draft()).toEqual(["Oksana", "Poltava", "Slow mornings", "Chess"]);
  }
  const again = await w.hers.post(await w.open(), { action: "save", segment: (await w.draft())! });
  expect([again.status, (await htmlOf(w.hers.get(w.path))).includes(notKept)]).toEqual([303, false]);
});

Deno.test("a translation that was begun before is still of her words after one of them was taken down", async () => {
  await using w = await world();
  await w.hers.post(await w.open(), { action: "save", segment: english });
  await w.takeDown("about");
  const html = await htmlOf(w.hers.get(w.path));
  expect([html.includes("Slow mornings"), html.includes("She has changed her text")]).toEqual([true, false]);
});

Deno.test("words that come after the hour hold no text that was taken down; one that she wrote again is kept", async () => {
  await using w = await world();
  const part = { ladyId: w.oksana.id, locale: "en" } as const;
  const marks = partsOf((await ladyById(w.store, w.oksana.id))!).map(markOf);
  const late = () => keepLateWords(w.store, w.nadia.id, part, { texts: english, marks, version: 0 });
  await w.takeDown("about");
  await w.takeDown("interest-2");
  expect(await late()).toBe(true);
  expect(await w.draft()).toEqual(["Oksana", "Poltava", "Slow mornings", "Chess"]);
  await askProfileChange(w.store, w.oksana.id, { about: hers.about });
  await approve(w.store, "profile", w.oksana.id);
  expect(await late()).toBe(true);
  expect(await w.draft()).toEqual(["Oksana", "Poltava", "Slow mornings", "My number is on Viber.", "Chess"]);
});
