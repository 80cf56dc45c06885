/** The translators' page of a profile: who sees it when, the work part by part, and what readers see afterwards. */
import { expect } from "expect";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { askForProfile, askForProfilesAfter } from "../../../kv/ladies/profile/profile_translations.ts";
import { keys } from "../../../kv/store/keys.ts";
import { publish, takeDown } from "../../../kv/testing/publication.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { mainOf } from "../girls/testing/html.ts";
import { testTranslators } from "./testing/translators.ts";

const hers = {
  quote: "Повільні ранки",
  about: "Я переплітаю книги вручну.\n\nІ трохи їх читаю.",
  interests: ["Шахи"],
};

const english = ["Oksana", "Poltava", "Slow mornings", "I bind books by hand.\n\nAnd read them.", "Chess"];

async function world(words = hers) {
  const translators = await testTranslators();
  const { site } = translators;
  const oksana = await site.addLady({ firstname: "Оксана", city: "Полтава", readsLanguages: ["uk"] }, words);
  await askForProfilesAfter(site.store, 0);
  const path = `/en/agency/mail/profiles/${oksana.id}/en`;
  const taken = () => translators.hers.post("/en/agency/mail", { profile: `${oksana.id}.en` });
  return { ...translators, oksana, path, taken };
}

const sheetsOf = (html: string): string[] =>
  [...html.matchAll(/<textarea[^>]*name="segment"[^>]*>([\s\S]*?)<\/textarea>/g)].map((found) => found[1]!);

/** Where the form of the page is sent; the address names the version of her words that the page shows. */
const actionOf = (html: string): string =>
  /<form id="translation"[^>]* action="([^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");

const restOf = (html: string): string | null =>
  /<section aria-labelledby="rest">([\s\S]*?)<\/section>/.exec(html)?.[1] ?? null;

const headOf = (html: string): string => /<h1[^>]*>([^<]*)/.exec(html)![1]!;

Deno.test("the queue shows profiles with name and languages; taken they are in nobody else's queue", async () => {
  await using w = await world();
  const html = await htmlOf(w.hers.get("/en/agency/mail"));
  expect(html).toContain("3 profiles are waiting");
  expect(html).toContain("Take it: Oksana, Ukrainian to Traditional Chinese");
  expect(html).not.toContain("книги");
  const taken = await w.taken();
  expect([taken.status, taken.headers.get("location")]).toEqual([303, w.path]);
  expect(await htmlOf(w.hers.get("/en/agency/mail"))).toContain(`href="${w.path}"`);
  expect(await htmlOf(w.his.get("/en/agency/mail"))).toContain("2 profiles are waiting");
  const late = await w.his.post("/en/agency/mail", { profile: `${w.oksana.id}.en` });
  expect(late.status).toBe(409);
  for (const odd of ["x", "1", `${w.oksana.id}.uk`, `${w.oksana.id}.en.en`.replace(".en.en", ".")]) {
    expect((await w.hers.post("/en/agency/mail", { profile: odd })).status).toBe(422);
  }
});

Deno.test("her name stands in letters that the translator reads, in the queue, above her letters and above her profile", async () => {
  await using w = await world();
  const letter = await w.write(w.james, w.oksana);
  await w.taken();
  for (const [prefix, name, other] of [["/en", "Oksana", "Оксана"], ["/uk", "Оксана", "Oksana"]] as const) {
    const queue = await htmlOf(w.hers.get(`${prefix}/agency/mail`));
    expect([prefix, queue.includes(name), queue.includes(other)]).toEqual([prefix, true, false]);
    expect(headOf(await htmlOf(w.hers.get(w.path.replace("/en", prefix))))).toContain(name);
    await w.hers.post(`${prefix}/agency/mail`, { letterId: String(letter.id) });
    expect(headOf(await htmlOf(w.hers.get(`${prefix}/agency/mail/${letter.id}`)))).toContain(name);
    await w.hers.post(`${prefix}/agency/mail/${letter.id}`, { action: "release" });
  }
});

Deno.test("nobody but its holder opens a profile for work, and who tries is noted", async () => {
  await using w = await world();
  await w.taken();
  for (const answer of [await w.his.get(w.path), await w.his.post(w.path, { action: "finish", segment: english })]) {
    expect(answer.status).toBe(403);
    expect(await htmlOf(answer)).not.toContain("книги");
  }
  const { records } = await auditRecords(w.site.store, { page: 1, limit: 5 });
  expect(records.map(({ action, subject }) => [action, subject])).toEqual(
    Array(2).fill(["translation_denied", `profile:${w.oksana.id}:en`]),
  );
  expect((await w.hers.get("/en/agency/mail/profiles/999/en")).status).toBe(404);
  expect((await w.hers.get(`/en/agency/mail/profiles/${w.oksana.id}/uk`)).status).toBe(404);
});

Deno.test("saved part by part, finished, and shown to its readers with the original one press away", async () => {
  await using w = await world();
  await w.taken();
  expect(sheetsOf(await htmlOf(w.hers.get(w.path)))).toEqual(["Oksana", "Poltava", "", "", ""]);
  const begun = { action: "save", segment: english.with(3, "") };
  expect((await w.hers.post(`${w.path}?of=0`, begun)).status).toBe(303);
  expect(sheetsOf(await htmlOf(w.hers.get(w.path)))).toEqual(english.with(3, ""));
  const gaps = await w.hers.post(`${w.path}?of=0`, { ...begun, action: "finish" });
  expect([gaps.status, (await htmlOf(gaps)).includes("This text has no translation yet.")]).toEqual([422, true]);
  const long = await w.hers.post(`${w.path}?of=0`, { action: "finish", segment: english.with(2, "x".repeat(51)) });
  expect([long.status, (await htmlOf(long)).includes("This is too long.")]).toEqual([422, true]);
  const done = await w.hers.post(`${w.path}?of=0`, { action: "finish", segment: english });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/en/agency/mail"]);

  const guest = w.site.visitor();
  const page = await mainOf(await guest.follow(await guest.get(`/en/girl/x-${w.oksana.id}`)));
  for (const words of ["Slow mornings", "I bind books by hand.", "Chess", "Translated by Nadia Hrytsenko"]) {
    expect(page).toContain(words);
  }
  const [, original] = /<details>([\s\S]*?)<\/details>/.exec(page.slice(page.indexOf("Nadia")))!;
  expect(original).toContain("In her own words");
  expect(original).toContain('lang="uk"');
  for (const words of ["Повільні ранки", "Я переплітаю книги вручну.", "Шахи"]) expect(original).toContain(words);
  const hers = await mainOf(await guest.follow(await guest.get(`/uk/girl/x-${w.oksana.id}`)));
  expect(hers).toContain("Я переплітаю");
  expect(hers).not.toContain("Nadia");
});

Deno.test("words that she changes meanwhile stand beside what was written, and nothing is shown unseen", async () => {
  await using w = await world();
  await w.taken();
  const record = (await ladyById(w.site.store, w.oksana.id))!;
  await w.site.store.kv.set(keys.lady(w.oksana.id), { ...record, quote: "Довгі листи", wordsVersion: 1 });
  const late = await w.hers.post(`${w.path}?of=0`, { action: "finish", segment: english });
  expect(late.status).toBe(409);
  const html = await htmlOf(late);
  expect(html).toContain("She has changed her text");
  expect(html).toContain("Довгі листи");
  expect(sheetsOf(html)).toEqual(english);
  expect((await ladyById(w.site.store, w.oksana.id))!.localized.en).toBeUndefined();
});

/** How she may change her words while Nadia has the form open, and where each translated text is shown then. */
const changes = {
  "takes an interest out": {
    words: { interests: ["Їжаки", "Ліс"] },
    sheets: [...english.slice(0, 4), "Hedgehogs", "Forest"],
    rest: "Chess",
    interests: ["Hedgehogs", "Forest"],
  },
  "takes her motto back": {
    words: { quote: "" },
    sheets: ["Oksana", "Poltava", english[3], "Chess", "Hedgehogs", "Forest"],
    rest: "Slow mornings",
    interests: ["Chess", "Hedgehogs", "Forest"],
  },
  "writes whom she would like to meet, and of one interest more": {
    words: { idealPartner: "Когось терплячого", interests: ["Чай", "Шахи", "Їжаки", "Ліс"] },
    sheets: [...english.slice(0, 4), "", "", "Chess", "Hedgehogs", "Forest"],
    rest: null,
    interests: ["Tea", "Chess", "Hedgehogs", "Forest"],
  },
};

for (const [change, { words, sheets, rest, interests }] of Object.entries(changes)) {
  Deno.test(`where she ${change} meanwhile, each text stays beside its original and no word is lost`, async () => {
    await using w = await world({ ...hers, interests: ["Шахи", "Їжаки", "Ліс"] });
    await w.taken();
    const action = actionOf(await htmlOf(w.hers.get(w.path)));
    const segment = [...english, "Hedgehogs", "Forest"];
    const record = (await ladyById(w.site.store, w.oksana.id))!;
    await w.site.store.kv.set(keys.lady(w.oksana.id), { ...record, ...words, wordsVersion: 1 });
    const headers = { accept: "application/json" };
    const autosaved = await w.hers.post(action, { action: "autosave", segment }, { headers });
    expect(autosaved.status).toBe(409);
    for (const press of ["save", "finish"]) {
      const pressed = await w.hers.post(action, { action: press, segment });
      const html = await htmlOf(pressed);
      expect([press, pressed.status, sheetsOf(html)]).toEqual([press, 409, sheets]);
      expect(html).toContain("She has changed her text");
      if (rest === null) expect(restOf(html)).toBeNull();
      else expect(restOf(html)).toContain(rest);
    }
    expect((await ladyById(w.site.store, w.oksana.id))!.localized.en).toBeUndefined();

    const newer = actionOf(await htmlOf(w.hers.get(w.path)));
    const whole = sheets.map((text) => text || "Tea");
    expect((await w.hers.post(newer, { action: "autosave", segment: whole }, { headers })).status).toBe(200);
    const html = await htmlOf(w.hers.get(w.path));
    expect([sheetsOf(html), html.includes("She has changed her text")]).toEqual([whole, false]);
    if (rest !== null) expect(restOf(html)).toContain(rest);
    expect((await w.hers.post(newer, { action: "finish", segment: whole })).status).toBe(303);
    const { en } = (await ladyById(w.site.store, w.oksana.id))!.localized;
    expect(en).toMatchObject({ about: english[3], interests });
  });
}

Deno.test("a form of words that she has changed can be given back, and what it brought stays", async () => {
  await using w = await world();
  await w.taken();
  const action = actionOf(await htmlOf(w.hers.get(w.path)));
  const record = (await ladyById(w.site.store, w.oksana.id))!;
  await w.site.store.kv.set(keys.lady(w.oksana.id), { ...record, quote: "", wordsVersion: 1 });
  const released = await w.hers.post(action, { action: "release", segment: english });
  expect([released.status, released.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  await w.taken();
  const html = await htmlOf(w.hers.get(w.path));
  expect(sheetsOf(html)).toEqual(english.toSpliced(2, 1));
  expect(restOf(html)).toContain("Slow mornings");
});

Deno.test("who opens the address of a profile that was given back, or finished and asked for anew, reads of no lapse", async () => {
  for (const action of ["release", "finish"]) {
    await using w = await world();
    await w.taken();
    const address = actionOf(await htmlOf(w.hers.get(w.path)));
    await w.hers.follow(await w.hers.post(address, { action, segment: english }));
    if (action === "finish") {
      const record = (await ladyById(w.site.store, w.oksana.id))!;
      await w.site.store.kv.set(keys.lady(w.oksana.id), { ...record, quote: "Тихі ранки", wordsVersion: 1 });
      await askForProfile(w.site.store, w.oksana.id);
    }
    const opened = await w.hers.get(w.path);
    expect([action, opened.status, opened.headers.get("location")]).toEqual([action, 303, "/en/agency/mail"]);
    const html = await htmlOf(w.hers.follow(opened));
    expect([action, html.includes("An hour passed")]).toEqual([action, false]);
  }
});

Deno.test("the island saves in the background, and who lost it finds the words when taking it again", async () => {
  await using w = await world();
  await w.taken();
  const headers = { accept: "application/json" };
  const saved = await w.hers.post(`${w.path}?of=0`, { action: "autosave", segment: english }, { headers });
  // Its page is of an earlier build, which has no place for what another window wrote.
  expect([saved.status, Object.keys(await saved.json()).toSorted()]).toEqual([200, ["leaseUntil", "savedAt"]]);
  w.site.advance(61 * 60_000);
  const later = english.with(2, "Slow, late mornings");
  expect((await w.hers.post(`${w.path}?of=0`, { action: "autosave", segment: later }, { headers })).status).toBe(409);
  const lost = await w.hers.get(w.path);
  expect([lost.status, lost.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  expect(await htmlOf(w.hers.follow(lost))).toContain("An hour passed without saving.");
  await w.taken();
  expect(sheetsOf(await htmlOf(w.hers.get(w.path)))).toEqual(later);
  expect((await w.hers.post(`${w.path}?of=0`, { action: "release", segment: english })).headers.get("location")).toBe(
    "/en/agency/mail",
  );
  expect((await w.hers.get(w.path)).headers.get("location")).toBe("/en/agency/mail");
  expect((await auditRecords(w.site.store, { page: 1, limit: 5 })).records).toEqual([]);
});

const linesOf = (html: string): string[] =>
  [...html.matchAll(/<p class="agency__lines">([\s\S]*?)<\/p>/g)].map((found) => found[1]!);

for (const press of ["save", "finish", "finish_next", "release"]) {
  Deno.test(`what comes by ${press} after the hour, without a script, is kept for whoever takes it next`, async () => {
    await using w = await world();
    await w.taken();
    const action = actionOf(await htmlOf(w.hers.get(w.path)));
    w.site.advance(61 * 60_000);
    const late = await w.hers.post(action, { action: press, segment: english });
    expect([late.status, late.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
    expect(await htmlOf(w.hers.follow(late))).toContain("What you wrote is kept for whoever takes it next.");
    expect((await ladyById(w.site.store, w.oksana.id))!.localized.en).toBeUndefined();
    await w.taken();
    expect(sheetsOf(await htmlOf(w.hers.get(w.path)))).toEqual(english);
  });
}

Deno.test("where a colleague has it meanwhile, what comes late is shown and takes nothing of the colleague's away", async () => {
  await using w = await world();
  await w.taken();
  const action = actionOf(await htmlOf(w.hers.get(w.path)));
  w.site.advance(61 * 60_000);
  await w.his.post("/en/agency/mail", { profile: `${w.oksana.id}.en` });
  const petros = english.with(2, "Unhurried mornings");
  await w.his.post(action, { action: "save", segment: petros });
  const headers = { accept: "application/json" };
  const autosaved = await w.hers.post(action, { action: "autosave", segment: english }, { headers });
  expect(autosaved.status).toBe(409);
  const late = await w.hers.post(action, { action: "save", segment: english });
  const html = await htmlOf(late);
  expect([late.status, linesOf(html)]).toEqual([409, english]);
  for (const words of ["Somebody else has it now.", "could not be kept"]) expect(html).toContain(words);
  expect(await htmlOf(w.hers.get(w.path))).toContain("Somebody else has it now.");
  expect(sheetsOf(await htmlOf(w.his.get(w.path)))).toEqual(petros);
  expect((await auditRecords(w.site.store, { page: 1, limit: 5 })).records).toEqual([]);

  await w.his.post(action, { action: "finish", segment: petros });
  expect(linesOf(await htmlOf(w.hers.post(action, { action: "finish", segment: english })))).toEqual(english);
  expect((await ladyById(w.site.store, w.oksana.id))!.localized.en!.quote).toBe("Unhurried mornings");
});

Deno.test("where she is taken down meanwhile, what comes is shown and kept until she is there again", async () => {
  await using w = await world();
  await w.taken();
  const action = actionOf(await htmlOf(w.hers.get(w.path)));
  await takeDown(w.site.store, w.oksana.id);
  const headers = { accept: "application/json" };
  expect((await w.hers.post(action, { action: "autosave", segment: english }, { headers })).status).toBe(409);
  const pressed = await w.hers.post(action, { action: "finish", segment: english });
  const html = await htmlOf(pressed);
  expect([pressed.status, linesOf(html)]).toEqual([409, english]);
  expect(html).toContain("is kept for whoever takes it next");
  expect((await w.hers.get(w.path)).status).toBe(404);
  expect((await w.his.post(action, { action: "finish", segment: english })).status).toBe(404);
  await publish(w.site.store, w.oksana.id);
  expect(sheetsOf(await htmlOf(w.hers.get(w.path)))).toEqual(english);
});
