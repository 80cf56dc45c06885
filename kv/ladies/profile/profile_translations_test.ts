/** Profiles in the translators' queue: what is asked for, who holds it, and what readers see when it is done. */
import { expect } from "expect";
import { removeStaff } from "../../accounts/staff.ts";
import { marksOf } from "../../letters/translating/merged_parts.ts";
import { thisMonthOf } from "../../letters/translating/translator_months.ts";
import { audit } from "../../records/audit.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import type { Job } from "../../store/jobs/work.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { endGrace, takeDown } from "../../testing/publication.ts";
import { afterMeanwhile, createLady, type TestStore, testStore } from "../../testing/store.ts";
import { createNadia, createPetro } from "../../testing/translators.ts";
import { putChecks } from "../../testing/verifications.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { waitingApprovals } from "../../vetting/approvals.ts";
import { changeFirstName } from "./first_names.ts";
import { ladyById } from "../ladies.ts";
import { askProfileChange } from "./profile_changes.ts";
import { finishProfile, saveProfileDraft, workOnProfile } from "./profile_translation_work.ts";
import {
  askForProfile,
  askForProfilesAfter,
  claimProfile,
  profileQueue,
  profileTranslationOf,
  releaseProfile,
} from "./profile_translations.ts";
import { wordsOf } from "../record.ts";

const hers = {
  quote: "Повільні ранки",
  about: "Я переплітаю книги вручну.\n\nІ трохи їх читаю.",
  interests: ["Шахи", "Їжаки"],
};

const english = ["Oksana", "Poltava", "Slow mornings", "I bind books by hand.\n\nAnd read them.", "Chess", "Hedgehogs"];

async function approveAll(store: TestStore): Promise<void> {
  for (const { id } of await waitingApprovals(store)) {
    const decided = await decide(store, id, true);
    if (!decided.ok) throw new Error(decided.reason);
  }
}

async function work(store: TestStore): Promise<void> {
  await runDueJobs(store, async (job) => {
    if (job.kind === "profile_translations") await askForProfile(store, job.ladyId);
  }, (_job, error) => {
    throw error;
  });
}

/** Oksana, published by the approval of words in Ukrainian. */
async function published(store: TestStore) {
  const account = { firstname: "Оксана", city: "Полтава", readsLanguages: ["uk" as const] };
  const oksana = await createLady(store, { ...account, isPublished: false });
  await putChecks(store, oksana.id);
  await askProfileChange(store, oksana.id, hers);
  await approveAll(store);
  await work(store);
  const nadia = await createNadia(store);
  const part = { ladyId: oksana.id, locale: "en" as const };
  return { oksana, nadia, part };
}

const waiting = async (store: TestStore, translatorId = 0) =>
  (await profileQueue(store, translatorId)).free.map(({ translation: { locale, from } }) => `${from}-${locale}`);

/** Expects no fault but those of the verification: the live check that the test has put has no photo. */
const clean = async (store: TestStore) =>
  expect((await audit(store)).filter((sentence) => !sentence.startsWith("the verification"))).toEqual([]);

Deno.test("her first publication asks for each language of the site that is not hers, and for it once", async () => {
  using store = await testStore();
  const { oksana } = await published(store);
  const all = ["uk-en", "uk-zh-Hant", "uk-zh-Hans"];
  expect((await waiting(store)).toSorted()).toEqual(all.toSorted());
  await askForProfile(store, oksana.id);
  await askForProfilesAfter(store, 0);
  expect(await waiting(store)).toHaveLength(3);
  await clean(store);
});

Deno.test("many profiles are asked for in parts, each by a job that begins after the last lady of the one before", async () => {
  using store = await testStore();
  const { oksana } = await published(store);
  const record = await ladyById(store, oksana.id);
  // Nobody else was ever published: only the places of their records count.
  for (let id = 1; id <= 250; id++) await store.kv.set(keys.lady(id), { ...record, id, firstTimeActivatedAt: null });
  await askForProfilesAfter(store, 0);
  const parts: number[] = [];
  for await (const { value } of store.kv.list<Job>({ prefix: prefixes.jobs() })) {
    if (value.kind === "profile_sweep") parts.push(value.afterId);
  }
  expect(parts).toEqual([200]);
  await askForProfilesAfter(store, 200);
  expect(await waiting(store)).toHaveLength(3);
});

Deno.test("nobody is asked for who was never published, writes nothing, or writes in that language herself", async () => {
  using store = await testStore();
  const hidden = await createLady(store, { isPublished: false });
  const silent = await createLady(store);
  const olena = await createLady(store);
  await store.kv.set(keys.lady(hidden.id), { ...await ladyById(store, hidden.id), ...hers });
  await store.kv.set(keys.lady(silent.id), { ...await ladyById(store, silent.id), quote: "🙂 31!" });
  const words = { about: "I bind books by hand, and I read most of them in the evening." };
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), ...words });
  await askForProfilesAfter(store, 0);
  expect((await waiting(store)).toSorted()).toEqual(["en-zh-Hans", "en-zh-Hant"]);
});

Deno.test("a finished translation stands before its readers, with the translator's name and the day", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  expect(await claimProfile(store, nadia.id, part)).toMatchObject({ ok: true });
  const begun = await workOnProfile(store, nadia.id, part);
  expect(begun).toMatchObject({ ok: true, texts: ["Oksana", "Poltava", "", "", "", ""], isChanged: false });
  const version = begun.ok ? begun.translation.version : -1;
  expect(await finishProfile(store, nadia.id, part, { texts: english, version })).toMatchObject({ ok: true });
  const record = (await ladyById(store, oksana.id))!;
  expect(record.localized.en).toMatchObject({ author: "Nadia Hrytsenko", at: store.now(), version });
  expect(wordsOf(record, "en")).toMatchObject({
    firstname: "Oksana",
    quote: "Slow mornings",
    interests: ["Chess", "Hedgehogs"],
  });
  expect(wordsOf(record, "uk")).toMatchObject(hers);
  const signs = (record.firstname + record.city + [hers.about, hers.quote, ...hers.interests].join("\n")).length;
  expect(await thisMonthOf(store, nadia.id)).toEqual({ letters: 0, profiles: 1, signs });
  expect(await waiting(store)).toHaveLength(2);
  expect(await workOnProfile(store, nadia.id, part)).toMatchObject({ reason: "forbidden" });
  await askForProfilesAfter(store, 0);
  expect(await waiting(store)).toHaveLength(2);
  await clean(store);
});

Deno.test("what is missing or too long is named part by part, and nothing is shown", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  const version = (await profileTranslationOf(store, part))!.version;
  const texts = english.with(2, "x".repeat(51)).with(4, "");
  expect(await finishProfile(store, nadia.id, part, { texts, version })).toEqual({
    ok: false,
    reason: "invalid",
    fields: { 2: "too_long", 4: "required" },
  });
  expect((await ladyById(store, oksana.id))!.localized.en).toBeUndefined();
  expect(await workOnProfile(store, nadia.id, part)).toMatchObject({ texts });
});

Deno.test("new words ask again; what she left as it was stays translated until then", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  await finishProfile(store, nadia.id, part, { texts: english, version: 1 });
  await askProfileChange(store, oksana.id, { quote: "Довгі листи" });
  await approveAll(store);
  await work(store);
  const record = (await ladyById(store, oksana.id))!;
  expect(wordsOf(record, "en")).toMatchObject({ quote: "Довгі листи", interests: ["Chess", "Hedgehogs"] });
  expect(await profileTranslationOf(store, part)).toMatchObject({ state: "waiting", version: 2, closedBy: null });
  await claimProfile(store, nadia.id, part);
  expect(await workOnProfile(store, nadia.id, part)).toMatchObject({ texts: english.with(2, "") });
  await finishProfile(store, nadia.id, part, { texts: english.with(2, "Long letters"), version: 2 });
  expect(wordsOf((await ladyById(store, oksana.id))!, "en").quote).toBe("Long letters");
  await clean(store);
});

Deno.test("a change of facts alone asks nobody, another first name does", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  await finishProfile(store, nadia.id, part, { texts: english, version: 1 });
  await askProfileChange(store, oksana.id, { heightCm: 171 });
  await approveAll(store);
  await work(store);
  expect(await waiting(store)).toHaveLength(2);
  await changeFirstName(store, oksana.id, "Ксенія");
  await approveAll(store);
  await work(store);
  expect(await waiting(store)).toHaveLength(3);
});

Deno.test("words that change in a translator's hands stay there, and the old ones cannot be finished", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  await saveProfileDraft(store, nadia.id, part, { texts: english, version: 1 });
  await askProfileChange(store, oksana.id, { quote: "Довгі листи" });
  await approveAll(store);
  expect(await finishProfile(store, nadia.id, part, { texts: english, version: 1 })).toMatchObject({
    reason: "expired",
  });
  await work(store);
  const still = await workOnProfile(store, nadia.id, part);
  expect(still).toMatchObject({ ok: true, texts: english, isChanged: true, translation: { version: 2 } });
  expect((await ladyById(store, oksana.id))!.localized.en).toBeUndefined();
});

Deno.test("what another window saves while a translation is finished is not lost with it", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  const shown = { version: 1, base: marksOf(["Oksana", "Poltava", "", "", "", ""]) };
  const other = { ...shown, texts: ["Oksana", "Poltava", "Slow and late mornings", "", "", ""] };
  const late = afterMeanwhile(store, () => saveProfileDraft(store, nadia.id, part, other), { atCommit: 2 });
  const finished = await finishProfile(late, nadia.id, part, { ...shown, texts: english });
  expect(finished).toMatchObject({ reason: "expired" });
  expect((await ladyById(store, oksana.id))!.localized.en).toBeUndefined();
  const still = await workOnProfile(store, nadia.id, part);
  expect(still).toMatchObject({ texts: english.with(2, "Slow and late mornings"), rest: ["Slow mornings"] });
});

Deno.test("one holds it at a time, for an hour that saving renews; what was written stays for the next", async () => {
  using store = await testStore();
  const { nadia, part } = await published(store);
  const petro = await createPetro(store);
  await claimProfile(store, nadia.id, part);
  expect(await claimProfile(store, petro.id, part)).toMatchObject({ reason: "conflict" });
  expect(await workOnProfile(store, petro.id, part)).toMatchObject({ reason: "forbidden" });
  store.clock.advance({ minutes: 50 });
  await saveProfileDraft(store, nadia.id, part, { texts: ["Oksana"], version: 1 });
  store.clock.advance({ minutes: 50 });
  expect(await claimProfile(store, petro.id, part)).toMatchObject({ reason: "conflict" });
  store.clock.advance({ minutes: 11 });
  expect(await saveProfileDraft(store, nadia.id, part, { texts: ["x"], version: 1 })).toMatchObject({
    reason: "conflict",
  });
  expect(await claimProfile(store, petro.id, part)).toMatchObject({ ok: true });
  expect(await workOnProfile(store, petro.id, part)).toMatchObject({ texts: ["Oksana", "", "", "", "", ""] });
  expect(await releaseProfile(store, nadia.id, part)).toMatchObject({ reason: "conflict" });
  expect(await releaseProfile(store, petro.id, part)).toMatchObject({ ok: true });
  await clean(store);
});

Deno.test("a lady who is not shown is in nobody's queue and hands", async () => {
  using store = await testStore();
  const { oksana, nadia, part } = await published(store);
  await claimProfile(store, nadia.id, part);
  await endGrace(store, oksana.id);
  await takeDown(store, oksana.id);
  expect(await profileQueue(store, nadia.id)).toEqual({ free: [], mine: [] });
  expect(await workOnProfile(store, nadia.id, part)).toMatchObject({ reason: "not_found" });
  expect(await finishProfile(store, nadia.id, part, { texts: english, version: 1 })).toMatchObject({
    reason: "not_found",
  });
  store.clock.advance({ hours: 2 });
  expect(await claimProfile(store, nadia.id, part)).toMatchObject({ reason: "not_found" });
});

Deno.test("nobody holds more than three, and who works here no more holds none", async () => {
  using store = await testStore();
  const { oksana, nadia } = await published(store);
  const other = await createLady(store, { readsLanguages: ["uk"] });
  await store.kv.set(keys.lady(other.id), { ...await ladyById(store, other.id), ...hers });
  await askForProfilesAfter(store, 0);
  for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
    expect(await claimProfile(store, nadia.id, { ladyId: oksana.id, locale })).toMatchObject({ ok: true });
  }
  const fourth = { ladyId: other.id, locale: "en" as const };
  expect(await claimProfile(store, nadia.id, fourth)).toMatchObject({ reason: "too_many_claims" });
  await removeStaff(store, nadia.email);
  expect(await waiting(store)).toHaveLength(6);
});

Deno.test("a machine's text, should there be one, takes no translator's place", async () => {
  using store = await testStore();
  const { oksana } = await published(store);
  const record = (await ladyById(store, oksana.id))!;
  const machine = { ...wordsOf(record, "en"), version: 1, machine: "deepl" };
  await store.kv.set(keys.lady(oksana.id), { ...record, localized: { en: machine } });
  await askForProfile(store, oksana.id);
  expect(await waiting(store)).toHaveLength(3);
});
