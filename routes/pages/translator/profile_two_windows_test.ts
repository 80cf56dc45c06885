/** A profile that its translator has open in two windows, with a script and without. */
import { expect } from "expect";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { askForProfilesAfter } from "../../../kv/ladies/profile/profile_translations.ts";
import { keys } from "../../../kv/store/keys.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { testTranslators } from "./testing/translators.ts";

const words = { quote: "Повільні ранки", about: "Я переплітаю книги вручну.", interests: ["Шахи"] };
const english = ["Oksana", "Poltava", "Slow mornings", "I bind books by hand.", "Chess"];
const blank = ["Oksana", "Poltava", "", "", ""];
const asScript = { headers: { accept: "application/json" } };

const sheetsOf = (html: string): string[] =>
  [...html.matchAll(/<textarea[^>]*name="segment"[^>]*>([\s\S]*?)<\/textarea>/g)].map((found) => found[1]!);
const baseOf = (html: string): string => /name="base" value="([^"]*)"/.exec(html)?.[1] ?? "";
const actionOf = (html: string): string =>
  /<form id="translation"[^>]* action="([^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
const restOf = (html: string): string => /<section aria-labelledby="rest">([\s\S]*?)<\/section>/.exec(html)?.[1] ?? "";

/** Nadia has taken Oksana's profile. The two windows send the same form: to `action`, and having seen `base`. */
async function twoWindows() {
  const translators = await testTranslators();
  const { site, hers } = translators;
  const oksana = await site.addLady({ firstname: "Оксана", city: "Полтава", readsLanguages: ["uk"] }, words);
  await askForProfilesAfter(site.store, 0);
  await hers.post("/en/agency/mail", { profile: `${oksana.id}.en` });
  const path = `/en/agency/mail/profiles/${oksana.id}/en`;
  const html = await htmlOf(hers.get(path));
  const record = async () => (await ladyById(site.store, oksana.id))!;
  return {
    ...translators,
    path,
    action: actionOf(html),
    base: baseOf(html),
    shown: async () => await htmlOf(hers.get(path)),
    translation: async () => (await record()).localized.en,
    hasChanged: async (changed: object) =>
      void await site.store.kv.set(keys.lady(oksana.id), { ...await record(), ...changed, wordsVersion: 1 }),
  };
}

for (const later of [false, true]) {
  const when = later ? "after the hour" : "within the hour";
  Deno.test(`without a script each window's form keeps what the other wrote of a profile, ${when}`, async () => {
    await using w = await twoWindows();
    const one = blank.with(2, english[2]!).with(3, english[3]!);
    await w.hers.post(w.action, { action: "save", base: w.base, segment: one });
    if (later) w.site.advance(61 * 60_000);
    const saved = await w.hers.post(w.action, { action: "save", base: w.base, segment: blank.with(4, "Chess") });
    expect(saved.status).toBe(303);
    if (later) await w.hers.post("/en/agency/mail", { profile: w.path.replace(/.*profiles\/(\d+)\/en/, "$1.en") });
    expect(sheetsOf(await w.shown())).toEqual(english);
  });
}

Deno.test("of a text that both windows changed the earlier words stand below until it is finished", async () => {
  await using w = await twoWindows();
  await w.hers.post(w.action, { action: "save", base: w.base, segment: english });
  const other = english.with(2, "Unhurried mornings");
  await w.hers.post(w.action, { action: "save", base: w.base, segment: other });
  const html = await w.shown();
  expect([sheetsOf(html), restOf(html).includes("Slow mornings")]).toEqual([other, true]);
  await w.hers.post(actionOf(html), { action: "save", base: baseOf(html), segment: other });
  expect(restOf(await w.shown())).toContain("Slow mornings");
});

Deno.test("the script is handed what the other window wrote of a profile", async () => {
  await using w = await twoWindows();
  const save = async (page: string, segment: string[]) =>
    await (await w.hers.post(w.action, { action: "autosave", base: w.base, page, segment }, asScript)).json();
  await save("one", blank.with(2, "Slow mornings"));
  const told = await save("two", blank.with(4, "Chess"));
  expect(told).toMatchObject({ segments: english.with(3, ""), hasSetAside: false });
  expect(told.base).toEqual(baseOf(await w.shown()).split("."));
  expect(await save("one", blank.with(2, "Slow, late mornings"))).toMatchObject({ hasSetAside: false });
  expect(await save("two", blank.with(2, "Evenings"))).toMatchObject({ hasSetAside: true });
});

Deno.test("finishing in one window shows first what the other wrote; pressed again, it is published", async () => {
  await using w = await twoWindows();
  await w.hers.post(w.action, { action: "save", base: w.base, segment: english.with(3, "I bind books, slowly.") });
  const held = await w.hers.post(w.action, { action: "finish", base: w.base, segment: english });
  const html = await htmlOf(held);
  expect([held.status, html.includes("also changed in another window")]).toEqual([409, true]);
  expect([html.includes("She has changed her text"), sheetsOf(html)]).toEqual([false, english]);
  expect(restOf(html)).toContain("I bind books, slowly.");
  expect(await w.translation()).toBeUndefined();
  const done = await w.hers.post(actionOf(html), { action: "finish", base: baseOf(html), segment: sheetsOf(html) });
  expect(done.status).toBe(303);
  expect(await w.translation()).toMatchObject({ about: english[3] });
});

Deno.test("words that are too long stay on the page, and the next saving still knows what it has seen", async () => {
  await using w = await twoWindows();
  await w.hers.post(w.action, { action: "save", base: w.base, segment: blank.with(2, "Slow mornings") });
  const long = blank.with(3, "x".repeat(10_001));
  const refused = await w.hers.post(w.action, { action: "save", base: w.base, segment: long });
  const html = await htmlOf(refused);
  expect([refused.status, sheetsOf(html), baseOf(html)]).toEqual([422, long, w.base]);
  await w.hers.post(actionOf(html), { action: "save", base: baseOf(html), segment: blank.with(4, "Chess") });
  expect(sheetsOf(await w.shown())).toEqual(english.with(3, ""));
});

Deno.test("what a window with her earlier words has saved stands below until the translation is finished", async () => {
  await using w = await twoWindows();
  await w.hers.post(w.action, { action: "save", base: w.base, segment: english });
  await w.hasChanged({ quote: "Довгі листи" });
  const newer = await w.shown();
  const send = (action: string, base: string, segment: string[]) =>
    w.hers.post(action, { action: "autosave", base, segment }, asScript);
  expect((await send(actionOf(newer), baseOf(newer), english.with(2, "Long letters"))).status).toBe(200);
  const late = english.with(2, "Slow and late mornings").with(3, "I bind books.");
  expect((await send(w.action, w.base, late)).status).toBe(409);
  const base = baseOf(await w.shown());
  await send(actionOf(newer), base, sheetsOf(await w.shown()));
  const html = await w.shown();
  expect(sheetsOf(html)).toEqual(english.with(2, "Long letters").with(3, "I bind books."));
  for (const each of ["Slow and late mornings", "I bind books by hand."]) expect(restOf(html)).toContain(each);
});

Deno.test("words of another window are shown once the profile is finished; a second press is no loss", async () => {
  await using w = await twoWindows();
  const finish = { action: "finish", base: w.base, segment: english };
  expect((await w.hers.post(w.action, finish)).status).toBe(303);
  const again = await w.hers.post(w.action, finish);
  expect([again.status, again.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  const late = await w.hers.post(w.action, { ...finish, segment: english.with(3, "I bind books, slowly.") });
  const html = await htmlOf(late);
  expect([late.status, html.includes("finished it already"), html.includes("I bind books, slowly.")])
    .toEqual([409, true, true]);
  expect(await w.translation()).toMatchObject({ about: english[3] });
});
