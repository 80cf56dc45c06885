import { expect } from "expect";
import { ladyById, publishedLadyById } from "../ladies/ladies.ts";
import { askProfileChange } from "../ladies/profile/profile_changes.ts";
import { audit } from "../records/audit.ts";
import { unreadNotices } from "../safety/notices.ts";
import { suspend } from "../safety/suspensions.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { refuse } from "../store/refusals.ts";
import { pictureFacts } from "../testing/photos.ts";
import { storeWithAdmins } from "../testing/safety.ts";
import { afterMeanwhile, createJames, createOlena, type TestStore } from "../testing/store.ts";
import { addShownPhoto, approve, createNewLady, runVerificationJobs, sendLiveVideo } from "../testing/verifications.ts";
import {
  askLiveCheck,
  isLiveVideoOver,
  liveCheckOf,
  receiveLiveVideo,
  waitingLiveChecks,
  withdrawLiveCheck,
} from "./live_checks.ts";
import { addPhoto, changePhoto } from "./photo_changes.ts";
import { poses, randomPoses } from "./poses.ts";
import { decideLiveCheck, recordIdentity } from "./verification_decisions.ts";
import { missingOf, unverifiedLadies, verificationOf } from "./verifications.ts";

const ada = 9001;

const unverifiedIds = async (store: TestStore) => (await unverifiedLadies(store, { page: 1, limit: 30 })).ids;

const seePassport = (store: TestStore, ladyId: number) =>
  recordIdentity(store, { ladyId, documentKind: "passport", checkedAt: store.now(), actorId: ada });

async function acceptLive(store: TestStore, ladyId: number): Promise<void> {
  const { id } = await sendLiveVideo(store, ladyId);
  const photoId = (await ladyById(store, ladyId))!.photos[0]!.id;
  const decided = await decideLiveCheck(store, { ladyId, checkId: id, photoId, actorId: ada, rejection: null });
  if (!decided.ok) throw new Error(decided.reason);
}

/** A lady who was verified, approved and published in this moment. */
async function publishedMarta(store: TestStore): Promise<number> {
  const { id } = await createNewLady(store);
  await askProfileChange(store, id, { about: "Good evening." });
  await approve(store, "profile", id);
  await addShownPhoto(store, id);
  await seePassport(store, id);
  await acceptLive(store, id);
  return id;
}

const stateOf = async (store: TestStore, ladyId: number) => [
  await publishedLadyById(store, ladyId) !== null,
  (await verificationOf(store, ladyId))!.verifiedAt !== null,
];

Deno.test("a new lady is published by the last of profile, document and live check, in any order", async () => {
  const steps: Record<string, (store: TestStore, id: number) => Promise<unknown>> = {
    profile: (store, id) => approve(store, "profile", id),
    identity: seePassport,
    live: acceptLive,
  };
  const orders = [["profile", "identity", "live"], ["live", "identity", "profile"], ["identity", "live", "profile"], [
    "live",
    "profile",
    "identity",
  ]];
  for (const order of orders) {
    using store = await storeWithAdmins(ada);
    const { id } = await createNewLady(store);
    await askProfileChange(store, id, { about: "Good evening." });
    await addShownPhoto(store, id);
    expect(missingOf((await verificationOf(store, id))!)).toEqual(["profile", "identity", "live"]);
    expect(await unverifiedIds(store)).toEqual([id]);
    for (const [at, step] of order.entries()) {
      await steps[step]!(store, id);
      expect({ order, at, isPublished: store.ladies.size === 1 }).toEqual({ order, at, isPublished: at === 2 });
      expect((await unreadNotices(store, id)).map(({ kind }) => kind)).toEqual(at === 2 ? ["published"] : []);
    }
    expect(await verificationOf(store, id)).toMatchObject({
      identity: { documentKind: "passport", by: ada },
      verifiedAt: store.now(),
      endsAt: store.now() + 180 * 24 * 3600_000,
    });
    expect((await ladyById(store, id))!.firstTimeActivatedAt).toBe(store.now());
    expect(await unverifiedIds(store)).toEqual([]);
    const mails: number[] = [];
    await runDueJobs(store, (job) => {
      if (job.kind === "notice_mail") mails.push(job.userId);
      return Promise.resolve();
    }, () => {});
    expect(mails).toEqual([id]);
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("her own page tells what was recorded; the log tells who did it, and nothing of a document but its kind", async () => {
  using store = await storeWithAdmins(ada);
  const id = await publishedMarta(store);
  const { records } = await auditRecords(store, { page: 1, limit: 20 });
  const ours = records.filter(({ actorId }) => actorId === ada);
  expect(ours.map(({ action, subject }) => [action, subject]).sort()).toEqual([
    ["identity_recorded", `lady:${id}`],
    ["live_check_accepted", `lady:${id}`],
  ]);
  expect(ours.find(({ action }) => action === "identity_recorded")!.details).toEqual({
    documentKind: "passport",
    checkedOn: "2026-03-01",
  });
});

Deno.test("180 days end it: told 14 days before and at the end, shown without the mark for 14 days, then taken down", async () => {
  using store = await storeWithAdmins(ada);
  const id = await publishedMarta(store);
  expect(await runVerificationJobs(store)).toEqual(["live_accepted"]);
  store.clock.advance({ days: 165 });
  expect(await runVerificationJobs(store)).toEqual([]);
  store.clock.advance({ days: 1 });
  expect(await runVerificationJobs(store)).toEqual(["ends_soon"]);
  expect(await stateOf(store, id)).toEqual([true, true]);
  store.clock.advance({ days: 14 });
  // The mark is gone whether or not the job has run.
  expect(await stateOf(store, id)).toEqual([true, false]);
  expect(await runVerificationJobs(store)).toEqual(["ended_by_time"]);
  expect(await unverifiedIds(store)).toEqual([id]);
  store.clock.advance({ days: 13, hours: 23 });
  expect([await runVerificationJobs(store), await stateOf(store, id)]).toEqual([[], [true, false]]);
  store.clock.advance({ hours: 1 });
  expect([await runVerificationJobs(store), await stateOf(store, id), store.ladies.size]).toEqual([
    ["taken_down"],
    [false, false],
    0,
  ]);
  // Not even an unread notice says any more that she is shown.
  expect(await unreadNotices(store, id)).toEqual([]);
  expect(await audit(store)).toEqual([]);

  // The document was seen already; a new live check is enough, and she is shown again.
  await acceptLive(store, id);
  expect([await stateOf(store, id), store.ladies.size]).toEqual([[true, true], 1]);
  expect((await unreadNotices(store, id)).map(({ kind }) => kind)).toEqual(["published"]);
  expect(await runVerificationJobs(store)).toEqual(["live_accepted"]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("whose profile is approved long after a first live check ended is published by the second, which ends as well", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  await askProfileChange(store, id, { about: "Good evening." });
  await addShownPhoto(store, id);
  await seePassport(store, id);
  await acceptLive(store, id);
  for (const days of [180, 14]) {
    store.clock.advance({ days });
    await runVerificationJobs(store);
  }
  await acceptLive(store, id);
  await approve(store, "profile", id);
  expect(await stateOf(store, id)).toEqual([true, true]);
  expect(await audit(store)).toEqual([]);
  for (const days of [180, 14]) {
    store.clock.advance({ days });
    await runVerificationJobs(store);
  }
  expect(await stateOf(store, id)).toEqual([false, false]);
});

Deno.test("a new live check before the end prolongs it, and no old step takes anything away", async () => {
  using store = await storeWithAdmins(ada);
  const id = await publishedMarta(store);
  store.clock.advance({ days: 170 });
  expect(await runVerificationJobs(store)).toEqual(["live_accepted", "ends_soon"]);
  await acceptLive(store, id);
  await runVerificationJobs(store);
  store.clock.advance({ days: 60 });
  expect([await runVerificationJobs(store), await stateOf(store, id)]).toEqual([[], [true, true]]);
});

Deno.test("another main photo ends it at once; another photo further back does not", async () => {
  using store = await storeWithAdmins(ada);
  const id = await publishedMarta(store);
  const second = await addShownPhoto(store, id);
  await changePhoto(store, id, second, { caption: "" });
  expect(await stateOf(store, id)).toEqual([true, true]);
  // A photo that waits for approval does not end the live check yet.
  const waiting = await addPhoto(store, id, await pictureFacts(store));
  if (!waiting.ok) throw new Error(waiting.reason);
  await changePhoto(store, id, waiting.photo.id, { position: 1 });
  expect(await stateOf(store, id)).toEqual([true, true]);
  await approve(store, "photo", waiting.photo.id);
  expect(await stateOf(store, id)).toEqual([true, false]);
  expect(await verificationOf(store, id)).toMatchObject({ live: null, ended: { because: "photo", at: store.now() } });
  expect(await runVerificationJobs(store)).toEqual(["live_accepted"]);
  store.clock.advance({ hours: 1 });
  expect(await runVerificationJobs(store)).toEqual(["ended_by_photo"]);
  expect(await audit(store)).toEqual([]);
  store.clock.advance({ days: 13, hours: 23 });
  expect([await runVerificationJobs(store), await stateOf(store, id)]).toEqual([["taken_down"], [false, false]]);
});

Deno.test("who was never published is not told by another photo or by time what becomes of a profile that nobody sees", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  await addShownPhoto(store, id);
  await seePassport(store, id);
  await acceptLive(store, id);
  await changePhoto(store, id, await addShownPhoto(store, id), { position: 1 });
  expect(await verificationOf(store, id)).toMatchObject({ verifiedAt: null, ended: { because: "photo" } });
  expect(await runVerificationJobs(store)).toEqual(["live_accepted"]);
  await acceptLive(store, id);
  store.clock.advance({ days: 180 });
  expect(await runVerificationJobs(store)).toEqual(["live_accepted"]);
  expect(await verificationOf(store, id)).toMatchObject({ verifiedAt: null, ended: { because: "time" } });
  store.clock.advance({ days: 14 });
  expect([await runVerificationJobs(store), await audit(store)]).toEqual([[], []]);
});

Deno.test("a live check is compared with an approved photo, decided once, and its video goes", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  const check = await sendLiveVideo(store, id);
  const verdict = { ladyId: id, checkId: check.id, photoId: null, actorId: ada, rejection: null };
  expect(await decideLiveCheck(store, verdict)).toEqual(refuse("photo_missing"));
  expect(await isLiveVideoOver(store, id, check.video!.token)).toBe(false);
  const rejection = { reason: "unclear", words: " More light, please. " } as const;
  expect((await decideLiveCheck(store, { ...verdict, rejection })).ok).toBe(true);
  expect(await liveCheckOf(store, id)).toMatchObject({
    state: "refused",
    video: null,
    refusal: { reason: "unclear", words: "More light, please." },
  });
  expect([await isLiveVideoOver(store, id, check.video!.token), await waitingLiveChecks(store)]).toEqual([true, []]);
  expect(await decideLiveCheck(store, verdict)).toEqual(refuse("conflict"));
  expect(await recordIdentity(store, { ...verdict, documentKind: "passport", checkedAt: store.now() + 1 }))
    .toMatchObject({ reason: "invalid" });
});

Deno.test("a live check that was compared with one photo is not accepted for another that was put first since", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  const seen = await addShownPhoto(store, id);
  const check = await sendLiveVideo(store, id);
  const later = await addShownPhoto(store, id);
  await changePhoto(store, id, later, { position: 1 });
  const verdict = { ladyId: id, checkId: check.id, photoId: seen, actorId: ada, rejection: null };
  expect(await decideLiveCheck(store, verdict)).toEqual(refuse("conflict"));
  expect((await verificationOf(store, id))!.live).toBeNull();
  expect((await decideLiveCheck(store, { ...verdict, photoId: later })).ok).toBe(true);
  expect((await verificationOf(store, id))!.live).toMatchObject({ photoId: later });
});

Deno.test("a pose code is for one video within 15 minutes; while one waits there is no other", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  const ask = async () => {
    const asked = await askLiveCheck(store, id);
    return asked.ok ? asked.check : null;
  };
  const video = { token: "t", type: "video/webm", bytes: 5 } as const;
  const [old, open] = [await ask(), await ask()];
  expect(await receiveLiveVideo(store, id, old!.id, video)).toMatchObject({ reason: "expired" });
  store.clock.advance({ minutes: 15 });
  expect(await receiveLiveVideo(store, id, open!.id, video)).toMatchObject({ reason: "expired" });
  const fresh = (await ask())!;
  const both = await Promise.all(
    [1, 2].map((n) => receiveLiveVideo(store, id, fresh.id, { ...video, token: `t${n}` })),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await waitingLiveChecks(store)).toEqual([{ ladyId: id, sentAt: store.now() }]);
  expect(await askLiveCheck(store, id)).toEqual(refuse("conflict"));
  expect((await withdrawLiveCheck(store, id)).ok).toBe(true);
  expect([await waitingLiveChecks(store), await withdrawLiveCheck(store, id)]).toEqual([[], refuse("not_found")]);
  expect((await ask())!.state).toBe("asked");
});

Deno.test("an undecided video goes after 30 days, and she is told", async () => {
  using store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  const { video } = await sendLiveVideo(store, id);
  store.clock.advance({ days: 29 });
  expect(await isLiveVideoOver(store, id, video!.token)).toBe(false);
  store.clock.advance({ days: 1 });
  expect(await isLiveVideoOver(store, id, video!.token)).toBe(true);
  expect([await runVerificationJobs(store), (await liveCheckOf(store, id))!.state]).toEqual([
    ["live_expired"],
    "expired",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("men have no live check; a lady from before has no record, and stays published", async () => {
  using store = await storeWithAdmins(ada);
  const [james, olena] = [await createJames(store), await createOlena(store)];
  expect(await askLiveCheck(store, james.id)).toEqual(refuse("not_found"));
  expect(await verificationOf(store, olena.id)).toBeNull();
  await askProfileChange(store, olena.id, { about: "Still here." });
  await approve(store, "profile", olena.id);
  expect([await verificationOf(store, olena.id), store.ladies.size]).toEqual([null, 1]);
});

Deno.test("codes are of two different poses, and every pose comes up", async () => {
  using store = await storeWithAdmins(ada);
  const seen = new Set<string>();
  for (let n = 0; n < 300; n++) {
    const [first, second] = randomPoses(store);
    expect(first).not.toBe(second);
    seen.add(first).add(second);
  }
  expect(seen.size).toBe(poses.length);
});

Deno.test("only an admin who is not kept out verifies anybody, to the moment of the commit", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const { id: james } = await createJames(store);
  const { id } = await createNewLady(store);
  const photoId = await addShownPhoto(store, id);
  const { id: checkId } = await sendLiveVideo(store, id);
  const seen = (actorId: number, by = store) =>
    recordIdentity(by, { ladyId: id, documentKind: "passport", checkedAt: store.now(), actorId });
  const accept = (actorId: number, by = store) =>
    decideLiveCheck(by, { ladyId: id, checkId, photoId, actorId, rejection: null });
  const reject = (actorId: number) =>
    decideLiveCheck(store, { ladyId: id, checkId, photoId, actorId, rejection: { reason: "unclear", words: "" } });
  for (const actorId of [james, id, 4711]) {
    for (const decide of [seen, accept, reject]) expect(await decide(actorId)).toEqual(refuse("wrong_role"));
  }
  const keepOut = () =>
    suspend(store, { userId: ada + 1, kind: "conduct", reason: "Left", facts: "Left.", actorId: ada });
  expect(await accept(ada + 1, afterMeanwhile(store, keepOut))).toEqual(refuse("wrong_role"));
  for (const decide of [seen, accept, reject]) expect(await decide(ada + 1)).toEqual(refuse("wrong_role"));
  expect(await liveCheckOf(store, id)).toMatchObject({ state: "waiting" });
  expect(await verificationOf(store, id)).toMatchObject({ identity: null, live: null });
});

Deno.test("who has begun stands first among those who lack something, however many never did, and every lady is on a page", async () => {
  using store = await storeWithAdmins(ada);
  const begun: number[] = [];
  const acts: ((id: number) => Promise<unknown>)[] = [
    async (id) => await addPhoto(store, id, await pictureFacts(store)),
    (id) => askProfileChange(store, id, { about: "Good evening." }),
    (id) => sendLiveVideo(store, id),
    (id) => seePassport(store, id),
  ];
  for (const act of acts) {
    const { id } = await createNewLady(store);
    await act(id);
    begun.unshift(id);
  }
  const idle: number[] = [];
  for (let count = 0; count < 200; count++) idle.unshift((await createNewLady(store)).id);
  // Builds before this one noted nothing.
  await store.kv.set(keys.unverified(idle[0]!), null);
  const pages = await Promise.all([1, 2, 3].map((page) => unverifiedLadies(store, { page, limit: 100 })));
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([204, 204, 204]);
  expect(pages.flatMap(({ ids }) => ids)).toEqual([...begun, ...idle]);
  expect(await audit(store)).toEqual([]);
});
