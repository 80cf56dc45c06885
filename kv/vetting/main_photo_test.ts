import { expect } from "expect";
import { ladyById } from "../ladies/ladies.ts";
import { askProfileChange } from "../ladies/profile/profile_changes.ts";
import { audit } from "../records/audit.ts";
import { unreadNotices } from "../safety/notices.ts";
import { reinstate, suspend } from "../safety/suspensions.ts";
import { storeWithAdmins } from "../testing/safety.ts";
import { countingStore } from "../testing/counting_store.ts";
import {
  addShownPhoto,
  approve,
  createNewLady,
  putChecks,
  runVerificationJobs,
  sendLiveVideo,
} from "../testing/verifications.ts";
import { changePhoto, removePhoto } from "./photo_changes.ts";
import { decideLiveCheck, recordIdentity } from "./verification_decisions.ts";
import { type Verification, verificationOf } from "./verifications.ts";

const ada = 9001;

/** Marta is verified with the first of her two photos, and shown. */
async function world(checks: Partial<Verification> = {}) {
  const store = await storeWithAdmins(ada);
  const { id } = await createNewLady(store);
  await askProfileChange(store, id, { about: "Good evening." });
  const [first, second] = [await addShownPhoto(store, id), await addShownPhoto(store, id)];
  await putChecks(store, id, checks);
  await approve(store, "profile", id);
  /** Does every step that is due and answers which of her mails are written. */
  const run = async () => {
    const mails = await runVerificationJobs(store);
    expect(await audit(store)).toEqual([]);
    return mails;
  };
  return {
    store,
    id,
    first,
    second,
    run,
    /** Moves time on and answers the mails of that time. */
    after: async (time: { days?: number; hours?: number; minutes?: number }) => {
      store.clock.advance(time);
      return await run();
    },
    putFirst: async (photoId: number) => {
      expect(await changePhoto(store, id, photoId, { position: 1 })).toMatchObject({ ok: true });
    },
    now: async () => (await verificationOf(store, id))!,
    isShown: async () => (await ladyById(store, id))!.isPublished,
    [Symbol.dispose]: () => store.close(),
  };
}

Deno.test("a photo that slipped to the first place and was put back costs a lady nothing, and no mail tells of it", async () => {
  using w = await world();
  const before = await w.now();
  for (let n = 0; n < 3; n++) {
    await w.putFirst(w.second);
    expect(await w.now()).toMatchObject({ live: null, verifiedAt: null, ended: { because: "photo" } });
    expect(await w.after({ minutes: 5 })).toEqual([]);
    await w.putFirst(w.first);
  }
  const { graceUsedMs: _used, ...after } = await w.now();
  const { graceUsedMs: _none, ...held } = before;
  expect(after).toEqual(held);
  expect([await w.after({ days: 1 }), await w.isShown()]).toEqual([[], true]);
  expect((await unreadNotices(w.store, w.id)).map(({ kind }) => kind)).toEqual(["published"]);
});

Deno.test("the verification holds again for the rest of its 180 days, told of once, and brings back who was taken down", async () => {
  using w = await world();
  const { verifiedAt, endsAt } = await w.now();
  await w.after({ days: 10 });
  await w.putFirst(w.second);
  expect(await w.after({ hours: 1 })).toEqual(["ended_by_photo"]);
  expect([await w.after({ days: 14 }), await w.isShown()]).toEqual([["taken_down"], false]);
  await w.putFirst(w.first);
  expect([await w.isShown(), w.store.ladies.size]).toEqual([true, 1]);
  expect(await w.now()).toMatchObject({
    verifiedAt,
    endsAt,
    ended: null,
    takenDownAt: null,
    live: { photoId: w.first },
  });
  expect((await unreadNotices(w.store, w.id)).map(({ kind }) => kind)).toEqual(["published"]);
  expect(await w.after({ days: 142 })).toEqual(["ends_soon"]);
  await w.putFirst(w.second);
  await w.putFirst(w.first);
  expect(await w.after({ days: 1 })).toEqual([]);
  expect(await w.after({ days: 13 })).toEqual(["ended_by_time"]);
});

Deno.test("to and fro makes the grace no longer than 14 days in all, and a slip later still has an hour", async () => {
  using w = await world();
  for (const photoId of [w.second, w.first, w.second]) {
    await w.putFirst(photoId);
    await w.after({ days: 6 });
  }
  expect([await w.after({ days: 1 }), await w.isShown()]).toEqual([[], true]);
  expect([await w.after({ days: 1 }), await w.isShown()]).toEqual([["taken_down"], false]);
  await w.putFirst(w.first);
  await w.putFirst(w.second);
  expect([await w.after({ minutes: 59 }), await w.isShown()]).toEqual([[], true]);
  await w.putFirst(w.first);
  expect([await w.after({ days: 1 }), await w.isShown()]).toEqual([[], true]);
});

Deno.test("a live check that is too old by then does not come back with its photo", async () => {
  using w = await world();
  await w.after({ days: 175 });
  await w.putFirst(w.second);
  await w.after({ days: 5 });
  await w.putFirst(w.first);
  expect(await w.now()).toMatchObject({ live: null, resting: null, verifiedAt: null, ended: { because: "photo" } });
  expect(await w.run()).toEqual([]);
});

Deno.test("a photo that was removed takes the live check with it, and she is told at once", async () => {
  using w = await world();
  await w.putFirst(w.second);
  expect(await w.now()).toMatchObject({ resting: { photoId: w.first } });
  await removePhoto(w.store, w.id, w.first);
  expect(await w.now()).toMatchObject({ resting: null, ended: { because: "photo" } });
  using other = await world();
  await other.run();
  await removePhoto(other.store, other.id, other.first);
  expect(await other.now()).toMatchObject({ live: null, resting: null, ended: { because: "photo" } });
  expect(await other.run()).toEqual(["ended_by_photo"]);
});

Deno.test("a new live check with the new main photo takes the place of the one that rests", async () => {
  using w = await world();
  await w.putFirst(w.second);
  const { id: checkId } = await sendLiveVideo(w.store, w.id);
  const verdict = { ladyId: w.id, checkId, photoId: w.second, actorId: ada, rejection: null };
  expect(await decideLiveCheck(w.store, verdict)).toMatchObject({ ok: true });
  expect(await w.now()).toMatchObject({ live: { photoId: w.second }, resting: null });
  await w.putFirst(w.first);
  expect(await w.now()).toMatchObject({ live: null, resting: { photoId: w.second } });
});

Deno.test("whose document is seen while her live check rests is verified when its photo is back", async () => {
  using w = await world({ identity: null, verifiedAt: null, endsAt: null });
  await w.putFirst(w.second);
  const checkedAt = w.store.now();
  await recordIdentity(w.store, { ladyId: w.id, documentKind: "passport", checkedAt, actorId: ada });
  expect([(await w.now()).verifiedAt, await w.isShown()]).toEqual([null, false]);
  await w.after({ days: 1 });
  await w.putFirst(w.first);
  expect([(await w.now()).verifiedAt, await w.isShown()]).toEqual([w.store.now(), true]);
});

Deno.test("who is let back in within the hour of a slip is told of the end once", async () => {
  using w = await world();
  await w.putFirst(w.second);
  await suspend(w.store, { userId: w.id, kind: "conduct", reason: "Rude", actorId: ada });
  await reinstate(w.store, { userId: w.id, reason: "A mistake", actorId: ada });
  expect([await w.run(), await w.after({ hours: 1 })]).toEqual([["ended_by_photo"], []]);
});

Deno.test("no time uses her grace up while she is suspended, nor for a photo that is gone", async () => {
  using w = await world();
  await w.putFirst(w.second);
  await suspend(w.store, { userId: w.id, kind: "conduct", reason: "Rude", actorId: ada });
  w.store.clock.advance({ days: 30 });
  await w.putFirst(w.first);
  await reinstate(w.store, { userId: w.id, reason: "A mistake", actorId: ada });
  await w.run();
  await w.putFirst(w.second);
  expect([await w.after({ days: 13 }), await w.isShown()]).toEqual([["ended_by_photo"], true]);
  await w.putFirst(w.first);
  await removePhoto(w.store, w.id, w.first);
  expect([await w.after({ days: 13 }), await w.isShown()]).toEqual([["ended_by_photo"], true]);
});

Deno.test("a change of a gallery waits once for all that it reads", async () => {
  using w = await world();
  const { store: remote, count } = countingStore(w.store);
  expect((await count(() => changePhoto(remote, w.id, w.second, { position: 1 }))).reads).toBe(1);
});
