/** The timed steps of a verification wait while a lady is suspended, and go on in the commit that lets her back in. */
import { expect } from "expect";
import { admin } from "../accounts/users.ts";
import { ladyById, publishedLadyById } from "../ladies/ladies.ts";
import { askProfileChange } from "../ladies/profile/profile_changes.ts";
import { audit } from "../records/audit.ts";
import { answerAppeal, fileAppeal } from "../safety/appeals.ts";
import { noticesOf } from "../safety/notices.ts";
import { reinstate, suspend } from "../safety/suspensions.ts";
import { createVera, storeWithAdmins } from "../testing/safety.ts";
import { createUser } from "../testing/store.ts";
import {
  addShownPhoto,
  approve,
  createNewLady,
  putChecks,
  runVerificationJobs,
  sendLiveVideo,
} from "../testing/verifications.ts";
import { decideLiveCheck } from "./verification_decisions.ts";
import { unverifiedLadies, verificationOf } from "./verifications.ts";

/** Marta's document and face were seen; her first profile waits for approval. */
async function world() {
  const store = await storeWithAdmins(9001);
  const vera = await createVera(store);
  const ben = await createUser(store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" });
  const { id } = await createNewLady(store);
  await addShownPhoto(store, id);
  await putChecks(store, id);
  await askProfileChange(store, id, { about: "Good evening." });
  const run = () => runVerificationJobs(store);
  const afterDays = async (days: number) => {
    store.clock.advance({ days });
    return await run();
  };
  return {
    store,
    id,
    benId: ben.id,
    run,
    afterDays,
    approveProfile: () => approve(store, "profile", id),
    keepOut: () => suspend(store, { userId: id, kind: "conduct", reason: "Rude", facts: "Rude", actorId: vera.id }),
    letBack: () => reinstate(store, { userId: id, reason: "A mistake", actorId: vera.id }),
    isShown: async () => await publishedLadyById(store, id) !== null,
    told: async () => (await noticesOf(store, id)).map(({ kind }) => kind),
    [Symbol.dispose]: () => store.close(),
  };
}

Deno.test("whose verification ended while she was out is shown again for 14 whole days, and told so", async () => {
  using w = await world();
  await w.approveProfile();
  expect(await w.afterDays(150)).toEqual([]);
  await w.keepOut();
  for (const days of [16, 14, 14, 2]) {
    expect(await w.afterDays(days)).toEqual([]);
    expect(await audit(w.store)).toEqual([]);
  }
  await w.letBack();
  expect([await w.isShown(), await w.run(), (await unverifiedLadies(w.store, { page: 1, limit: 30 })).ids]).toEqual([
    true,
    ["ended_by_time"],
    [
      w.id,
    ],
  ]);
  expect((await verificationOf(w.store, w.id))!.ended).toMatchObject({ because: "time" });
  expect(await audit(w.store)).toEqual([]);
  expect([await w.afterDays(13), await w.isShown(), await audit(w.store)]).toEqual([[], true, []]);
  expect([await w.afterDays(1), await w.isShown(), await audit(w.store)]).toEqual([["taken_down"], false, []]);
});

Deno.test("a grace that had begun before begins anew as well; another main photo is named as its cause", async () => {
  using w = await world();
  await w.approveProfile();
  await putChecks(w.store, w.id, {
    live: null,
    verifiedAt: null,
    endsAt: null,
    profileApprovedAt: w.store.now(),
    ended: { at: w.store.now(), because: "photo" },
  });
  await w.afterDays(10);
  await w.keepOut();
  await w.afterDays(20);
  await w.letBack();
  expect([await w.run(), await w.afterDays(13), await w.isShown()]).toEqual([["ended_by_photo"], [], true]);
});

Deno.test("who comes back before the end is told of it then, and taken down by no earlier step", async () => {
  using w = await world();
  await w.approveProfile();
  await w.afterDays(150);
  await w.keepOut();
  expect(await w.afterDays(20)).toEqual([]);
  await w.letBack();
  expect([await w.run(), await w.isShown()]).toEqual([["ends_soon"], true]);
  expect([await w.afterDays(10), await w.isShown()]).toEqual([["ended_by_time"], true]);
  expect([await w.afterDays(14), await w.isShown()]).toEqual([["taken_down"], false]);
});

Deno.test("who is approved while she is out is published by coming back: then she is new, and told once", async () => {
  using w = await world();
  await w.keepOut();
  await w.approveProfile();
  expect([await w.told(), (await ladyById(w.store, w.id))!.firstTimeActivatedAt]).toEqual([[], null]);
  expect(await audit(w.store)).toEqual([]);
  await w.afterDays(5);
  await w.letBack();
  expect((await publishedLadyById(w.store, w.id))!.firstTimeActivatedAt).toBe(w.store.now());
  expect([await w.told(), await audit(w.store)]).toEqual([["published"], []]);
});

Deno.test("who was taken down before and renews by a video that waited is shown by coming back, not sooner", async () => {
  using w = await world();
  await w.approveProfile();
  for (const days of [180, 14]) await w.afterDays(days);
  expect(await w.isShown()).toBe(false);
  const check = await sendLiveVideo(w.store, w.id);
  await w.keepOut();
  const photoId = (await ladyById(w.store, w.id))!.photos[0]!.id;
  const verdict = { ladyId: w.id, checkId: check.id, photoId, actorId: 9001, rejection: null };
  expect((await decideLiveCheck(w.store, verdict)).ok).toBe(true);
  expect((await ladyById(w.store, w.id))!.isPublished).toBe(false);
  await w.letBack();
  expect([await w.isShown(), await w.told(), await audit(w.store)]).toEqual([true, ["published"], []]);
});

Deno.test("who was taken down before and lacks a live check still comes back as she was", async () => {
  using w = await world();
  await w.approveProfile();
  for (const days of [180, 14]) await w.afterDays(days);
  await w.keepOut();
  await w.letBack();
  expect([await w.run(), await w.isShown(), await w.told(), await audit(w.store)]).toEqual([[], false, [], []]);
});

Deno.test("a decision that is taken back when she was let in long ago changes nothing of her verification", async () => {
  using w = await world();
  await w.approveProfile();
  const out = await w.keepOut();
  await w.letBack();
  const decisionId = out.ok ? out.user.suspension!.decisionId! : NaN;
  expect((await fileAppeal(w.store, { userId: w.id, decisionId, text: "I was not rude." })).ok).toBe(true);
  expect(await w.afterDays(180)).toEqual(["ended_by_time"]);
  const before = await verificationOf(w.store, w.id);
  await w.afterDays(10);
  const answer = { userId: w.id, decisionId, actorId: w.benId, isReversed: true, words: "You were not." };
  expect((await answerAppeal(w.store, answer)).ok).toBe(true);
  expect([await w.run(), await verificationOf(w.store, w.id)]).toEqual([[], before]);
  expect([await w.afterDays(4), await w.isShown()]).toEqual([["taken_down"], false]);
});
