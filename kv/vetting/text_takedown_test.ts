/** A text that is shown is taken down for a reason, once, as it was seen, in every language; its owner reads why. */
import { expect } from "expect";
import { admin, type User, userById } from "../accounts/users.ts";
import { seenOf } from "../ladies/profile/seen_facts.ts";
import { askProfileChange } from "../ladies/profile/profile_changes.ts";
import { markOf, type ProfileDraft } from "../ladies/profile/profile_draft.ts";
import { finishProfile, saveProfileDraft } from "../ladies/profile/profile_translation_work.ts";
import { askForProfile, claimProfile, profileQueue } from "../ladies/profile/profile_translations.ts";
import { partsOf } from "../ladies/profile/words.ts";
import { ladyById } from "../ladies/ladies.ts";
import { changeOwn, manProfileOf, standingFacts } from "../ladies/profiles.ts";
import { wordsOf } from "../ladies/record.ts";
import { draftsKeptMs } from "../letters/translating/translations.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { sections } from "../records/own_data/export.ts";
import { decisionsAgainst } from "../safety/decisions.ts";
import { suspend } from "../safety/suspensions.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { pictureFacts } from "../testing/photos.ts";
import { createVera, reportOn, storeWithAdmins } from "../testing/safety.ts";
import {
  afterMeanwhile,
  asOtherProcess,
  createLady,
  createPeople,
  createUser,
  type TestStore,
  withAtomics,
} from "../testing/store.ts";
import { createNadia } from "../testing/translators.ts";
import { addShownPhoto, approve } from "../testing/verifications.ts";
import { rejectionReasonLengthMax } from "./approval_decisions.ts";
import { approvalOf } from "./approvals.ts";
import { addPhoto, changePhoto } from "./photo_changes.ts";
import { photoRejectionsOf, photosOf } from "./photos.ts";
import { nameOfText, type ShownText, shownTextsOf, textMark } from "./shown_texts.ts";
import { takeTextDown } from "./text_takedown.ts";

const ada = 9001;
const reason = "This is an advertisement.";

/** What a man tells of himself: every text that ladies read. */
const his = { quote: "Call me", about: "I sell watches.", idealPartner: "A buyer.", interests: ["Chess", "Watches"] };

const named = async (store: Store, userId: number): Promise<Map<string, ShownText>> => {
  const texts = await shownTextsOf(store, (await userById(store, userId))!);
  return new Map(texts.map((text) => [nameOfText(text), text]));
};

const wordsShown = async (store: Store, { id }: User): Promise<Record<string, string>> =>
  Object.fromEntries([...await named(store, id)].map(([name, { words }]) => [name, words]));

/** What it takes to take a text down as it stands now. */
async function takedownOf(store: Store, { id }: User, text: string) {
  return { userId: id, text, seen: textMark((await named(store, id)).get(text)!), reason, actorId: ada };
}

async function jobsDue(store: Store): Promise<Job[]> {
  const jobs: Job[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void jobs.push(job)), () => {});
  return jobs;
}

/** James, who tells of himself and lives in Leeds. */
async function createJames(store: Store): Promise<User> {
  const { james } = await createPeople(store);
  await changeOwn(store, james.id, { account: { city: "Leeds" }, profile: his });
  return james;
}

/** Oksana's words, and what they are in English. */
const hers = { quote: "Ранки", about: "Я продаю годинники.", interests: ["Шахи", "Годинники", "Чай"] };
const english = ["Oksana", "Poltava", "Mornings", "I sell watches.", "Chess", "Watches", "Tea"];

/** Oksana, whose words were approved in Ukrainian, with a translator who has put them into English. */
async function createOksana(store: TestStore) {
  const oksana = await createLady(store, { firstname: "Оксана", city: "Полтава", readsLanguages: ["uk"] });
  await askProfileChange(store, oksana.id, hers);
  await approve(store, "profile", oksana.id);
  await translationsAsked(store);
  const nadia = await createNadia(store);
  const inEnglish = { ladyId: oksana.id, locale: "en" } as const;
  await claimProfile(store, nadia.id, inEnglish);
  const version = (await ladyById(store, oksana.id))!.wordsVersion!;
  expect(await finishProfile(store, nadia.id, inEnglish, { texts: english, version })).toMatchObject({ ok: true });
  return { oksana, nadia };
}

const translationsAsked = (store: Store) =>
  runDueJobs(store, async (job) => {
    if (job.kind === "profile_translations") await askForProfile(store, job.ladyId);
  }, (_job, error) => {
    throw error;
  });

Deno.test("each text that ladies read of a man is taken down by itself, and he reads why", async () => {
  using store = await storeWithAdmins(ada);
  const james = await createJames(store);
  const left: Record<string, string> = await wordsShown(store, james);
  expect(left).toEqual({
    city: "Leeds",
    quote: "Call me",
    about: "I sell watches.",
    idealPartner: "A buyer.",
    "interest-1": "Chess",
    "interest-2": "Watches",
  });
  for (const text of ["interest-2", "interest-1", "city", "quote", "about", "idealPartner"]) {
    await jobsDue(store);
    const wanted = { ...await takedownOf(store, james, text), ground: "advertising" } as const;
    expect(await takeTextDown(store, wanted)).toMatchObject({ ok: true });
    delete left[text];
    expect(await wordsShown(store, james)).toEqual(left);
    const [decision] = await decisionsAgainst(store, james.id);
    const kind = text.split("-")[0];
    expect(decision).toMatchObject({
      kind: "shown_text",
      text: kind,
      ground: "advertising",
      facts: reason,
      decidedBy: ada,
      reportId: null,
    });
    expect(JSON.stringify(decision)).not.toContain("atches");
    expect((await jobsDue(store)).filter((job) => job.kind === "approval_mail")).toMatchObject([
      { userId: james.id, about: "shown_text", isApproved: false, reason, decisionId: decision!.id },
    ]);
    const { records: [logged] } = await auditRecords(store, { page: 1, limit: 1 });
    expect(logged).toMatchObject({
      action: "text_taken_down",
      actorId: ada,
      subject: `user:${james.id}`,
      details: { text, reason, decisionId: decision!.id, ground: "advertising" },
    });
  }
  const copied = (await Array.fromAsync(sections.reports(store, james))).map(({ about, part }) => `${about}: ${part}`);
  expect(copied.slice(0, 2)).toEqual(["shown_text: idealPartner", "shown_text: about"]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a form that a man had open brings a text back only if he writes it again", async () => {
  using store = await storeWithAdmins(ada);
  const james = await createJames(store);
  const seen = seenOf(standingFacts((await userById(store, james.id))!, await manProfileOf(store, james.id)));
  await takeTextDown(store, await takedownOf(store, james, "about"));
  const sent = { account: { city: "York" }, profile: his };
  expect(await changeOwn(store, james.id, sent, seen)).toMatchObject({ ok: true });
  expect(await wordsShown(store, james)).toMatchObject({ city: "York", quote: "Call me" });
  expect((await manProfileOf(store, james.id)).about).toBe("");
  await changeOwn(store, james.id, { profile: { about: "I keep bees." } }, seenOf({ about: "" }));
  expect((await manProfileOf(store, james.id)).about).toBe("I keep bees.");
});

Deno.test("a lady's text goes in every language at once, and what is left stays translated", async () => {
  using store = await storeWithAdmins(ada);
  const { oksana } = await createOksana(store);
  const about = (await named(store, oksana.id)).get("about");
  expect(about).toMatchObject({ words: hers.about, translations: { en: "I sell watches." } });
  const version = store.ladies.version;
  for (const text of ["about", "interest-2", "city"]) {
    expect(await takeTextDown(store, await takedownOf(store, oksana, text))).toMatchObject({ ok: true });
  }
  expect(store.ladies.version).toBeGreaterThan(version);
  const record = (await ladyById(store, oksana.id))!;
  expect(JSON.stringify(record)).not.toMatch(/одинник|atches|олтав|oltava/);
  const left = { city: "", about: "", idealPartner: "" };
  expect(wordsOf(record, "en")).toMatchObject({ ...left, quote: "Mornings", interests: ["Chess", "Tea"] });
  expect(wordsOf(record, "uk")).toMatchObject({ ...left, quote: "Ранки", interests: ["Шахи", "Чай"] });
  expect([record.isPublished, (await userById(store, oksana.id))!.city]).toEqual([true, ""]);
  const copied = await Array.fromAsync(sections.profile(store, oksana));
  expect([record.takenDown!.length, JSON.stringify(copied).includes(record.takenDown![0]!)]).toEqual([3, false]);
  expect((await decisionsAgainst(store, oksana.id)).map(({ text }) => text)).toEqual(["city", "interest", "about"]);
  // Nobody is asked to translate anew what stands translated, and nobody gets the words to translate.
  await translationsAsked(store);
  const { free } = await profileQueue(store, 0);
  expect(free.map(({ translation }) => translation.locale).toSorted()).toEqual(["zh-Hans", "zh-Hant"]);
  expect(free.every(({ translation }) => translation.version === record.wordsVersion)).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a text is taken down that a translation has in another number of interests, and none is left of it", async () => {
  using store = await storeWithAdmins(ada);
  const { oksana } = await createOksana(store);
  const record = (await ladyById(store, oksana.id))!;
  const shorter = { ...record.localized.en!, interests: ["Watches and chess"] };
  await store.kv.set(keys.lady(oksana.id), { ...record, localized: { en: shorter } });
  await takeTextDown(store, await takedownOf(store, oksana, "quote"));
  expect(wordsOf((await ladyById(store, oksana.id))!, "en").interests).toEqual(["Watches and chess"]);
  await takeTextDown(store, await takedownOf(store, oksana, "interest-2"));
  expect(wordsOf((await ladyById(store, oksana.id))!, "en").interests).toEqual(["Шахи", "Чай"]);
});

Deno.test("a begun translation loses the text as well, keeps the rest, and ends no later", async () => {
  using store = await storeWithAdmins(ada);
  const { oksana, nadia } = await createOksana(store);
  const part = { ladyId: oksana.id, locale: "zh-Hans" } as const;
  const draft = async () =>
    (await store.kv.get<ProfileDraft>(keys.profileTranslationDraft(part.ladyId, part.locale))).value!;
  await claimProfile(store, nadia.id, part);
  const record = (await ladyById(store, oksana.id))!;
  const marks = partsOf(record).map(markOf);
  const texts = ["奥克萨娜", "波尔塔瓦", "早晨", "我卖手表。", "象棋", "手表", "茶"];
  const sent = { texts: [...texts, "我卖表"], marks: [...marks, ""], version: record.wordsVersion! };
  expect(await saveProfileDraft(store, nadia.id, part, sent)).toMatchObject({ ok: true });
  const { savedAt } = await draft();
  const ends: (number | undefined)[] = [];
  const noting = withAtomics(store, (op) => {
    const set = op.set.bind(op);
    op.set = (key, value, options) => {
      if (key[0] === "profile_translation_draft") ends.push(store.now() + options!.expireIn!);
      return set(key, value, options);
    };
  });
  store.clock.advance({ minutes: 5 });
  for (const text of ["about", "interest-2"]) await takeTextDown(noting, await takedownOf(store, oksana, text));
  expect((await draft()).texts).toEqual(["奥克萨娜", "波尔塔瓦", "早晨", "象棋", "茶"]);
  expect((await draft()).savedAt).toBe(savedAt);
  expect(ends).toEqual([savedAt + draftsKeptMs, savedAt + draftsKeptMs]);

  // What the translator saves at that moment loses the text as well.
  const now = (await ladyById(store, oksana.id))!;
  const late = { texts: ["奥克萨娜", "", "晨"], marks: partsOf(now).map(markOf), version: now.wordsVersion! };
  const slow = afterMeanwhile(store, () => saveProfileDraft(store, nadia.id, part, late));
  expect(await takeTextDown(slow, await takedownOf(store, oksana, "quote"))).toMatchObject({ ok: true });
  expect((await draft()).texts.filter(Boolean)).toEqual(["奥克萨娜"]);
  store.clock.advance({ ms: draftsKeptMs });
  expect(await takeTextDown(store, await takedownOf(store, oksana, "city"))).toMatchObject({ ok: true });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a photo's caption is taken down, the photo stays, and another caption that waits still waits", async () => {
  using store = await storeWithAdmins(ada);
  const { james, olena } = await createPeople(store);
  const nadia = await createNadia(store);
  for (const owner of [james, olena, nadia]) {
    const photoId = await addShownPhoto(store, owner.id);
    await changePhoto(store, owner.id, photoId, { caption: "Call me" });
    if (owner !== nadia) {
      const added = await addPhoto(store, owner.id, await pictureFacts(store));
      await changePhoto(store, owner.id, added.ok ? added.photo.id : NaN, { caption: "Not yet seen" });
    }
    const captions = async () => Object.entries(await wordsShown(store, owner)).filter(([name]) => name !== "city");
    expect(await captions()).toEqual([]);
    await approve(store, "photo", photoId);
    await changePhoto(store, owner.id, photoId, { caption: "By the sea" });
    const name = `caption-${photoId}`;
    expect(await captions()).toEqual([[name, "Call me"]]);
    expect(await takeTextDown(store, await takedownOf(store, owner, name))).toMatchObject({ ok: true });
    expect(await captions()).toEqual([]);
    const [photo] = await photosOf(store, owner);
    expect(photo).toMatchObject({ id: photoId, state: "approved", caption: "", wishedCaption: "By the sea" });
    if (owner === olena) expect((await ladyById(store, owner.id))!.photos[0]).not.toHaveProperty("caption");
    expect(await photoRejectionsOf(store, owner.id)).toMatchObject([{ isCaption: true, wasShown: true, reason }]);
    expect(await decisionsAgainst(store, owner.id)).toMatchObject([{ kind: "shown_text", text: "caption" }]);
    expect(await approvalOf(store, { kind: "photo", subjectId: photoId })).toMatchObject({ userId: owner.id });
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("a text is taken down for a reason, and for a report about nobody else", async () => {
  using store = await storeWithAdmins(ada);
  const { james, wei, olena } = await createPeople(store);
  await changeOwn(store, james.id, { profile: his });
  const wanted = await takedownOf(store, james, "about");
  const refused = (changes: object) => takeTextDown(store, { ...wanted, ...changes });
  expect(await refused({ reason: " \n" })).toMatchObject({ fields: { reason: "required" } });
  expect(await refused({ reason: "x".repeat(rejectionReasonLengthMax + 1) })).toMatchObject({
    fields: { reason: "too_long" },
  });
  expect(await refused({ reportId: await reportOn(store, wei, olena) })).toMatchObject({
    fields: { report: "wrong_value" },
  });
  expect(await wordsShown(store, james)).toMatchObject({ about: his.about });
  const reportId = await reportOn(store, james, olena);
  expect(await refused({ reportId })).toMatchObject({ ok: true });
  expect(await decisionsAgainst(store, james.id)).toMatchObject([{ reportId, ground: "conduct" }]);
});

Deno.test("words that changed or went meanwhile are not taken down, and two presses make one decision", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const james = await createJames(store);
  const { oksana } = await createOksana(store);
  for (const owner of [james, oksana]) {
    const wanted = await takedownOf(store, owner, "about");
    expect(await takeTextDown(store, { ...wanted, seen: "" })).toMatchObject({ reason: "conflict" });
    for (const text of ["idealPartners", "interest-9", "caption-7", "firstname", ""]) {
      expect(await takeTextDown(store, { ...wanted, text })).toMatchObject({ reason: "not_found" });
    }
    // The interest behind one that goes takes its place, and is not taken for it.
    const first = await takedownOf(store, owner, "interest-1");
    expect(await takeTextDown(store, first)).toMatchObject({ ok: true });
    expect(await takeTextDown(store, first)).toMatchObject({ reason: "conflict" });

    const pressed = await Promise.all([
      takeTextDown(store, wanted),
      takeTextDown(asOtherProcess(store), { ...wanted, actorId: ada + 1 }),
    ]);
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(pressed.find(({ ok }) => !ok)).toMatchObject({ reason: "not_found" });
    expect(await decisionsAgainst(store, owner.id)).toHaveLength(2);
  }
  const slow = afterMeanwhile(store, () => changeOwn(store, james.id, { profile: { quote: "I keep bees." } }));
  expect(await takeTextDown(slow, await takedownOf(store, james, "quote"))).toMatchObject({ reason: "conflict" });
  expect(await wordsShown(store, james)).toMatchObject({ quote: "I keep bees." });
});

Deno.test("an admin who is kept out at the moment of taking a text down takes down nothing", async () => {
  using store = await storeWithAdmins(ada);
  const james = await createJames(store);
  const vera = await createVera(store);
  const wanted = await takedownOf(store, james, "about");
  expect(await takeTextDown(store, { ...wanted, actorId: james.id })).toMatchObject({ reason: "wrong_role" });
  const slow = afterMeanwhile(
    store,
    () => suspend(store, { userId: ada, kind: "conduct", reason: "Left", actorId: vera.id }),
  );
  expect(await takeTextDown(slow, wanted)).toMatchObject({ reason: "wrong_role" });
  expect(await wordsShown(store, james)).toMatchObject({ about: his.about });
  expect(await decisionsAgainst(store, james.id)).toEqual([]);
});

Deno.test("nothing that staff have in their accounts is a text that others see, apart from captions", async () => {
  using store = await storeWithAdmins(ada);
  const bea = await createUser(store, { groupId: admin, city: "Kyiv", email: "bea@staff.test" });
  expect(await wordsShown(store, bea)).toEqual({});
  const wanted = { userId: bea.id, text: "city", seen: "", reason, actorId: ada };
  expect(await takeTextDown(store, wanted)).toMatchObject({ reason: "not_found" });
});
