/** Videos: paid for once and for good, however often he presses; and nothing is charged that is not given. */
import { expect } from "expect";
import { balanceOf, lastEntry } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { setBlocked } from "../safety/blocks.ts";
import { reinstate, suspend } from "../safety/suspensions.ts";
import { keys } from "../store/keys.ts";
import { takeDown } from "../testing/publication.ts";
import { createVera } from "../testing/safety.ts";
import {
  afterMeanwhile,
  asOtherProcess,
  createMan,
  createPeople,
  type TestStore,
  testStore,
} from "../testing/store.ts";
import { addVideo, hasWatched, videoFile, videosOf, watchedVideos, watchVideo } from "./videos.ts";

const file = { type: "video/webm", bytes: 1000 };
const add = (store: TestStore, ladyId: number) =>
  addVideo(store, {
    ladyId,
    token: store.randomToken(),
    width: 480,
    height: 600,
    seconds: 8,
    title: { en: "Morning" },
    full: file,
    preview: file,
    poster: { type: "image/webp", bytes: 100 },
    captions: {},
  });

Deno.test("a man pays 10 credits once for a video and watches it for good", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const [video, other] = [await add(store, olena.id), await add(store, olena.id)];
  expect(await videosOf(store, olena.id)).toEqual([video, other]);
  expect(await watchVideo(store, james.id, video.id)).toEqual({
    ok: true,
    video,
    balanceCredits: 190,
    isRepeat: false,
  });
  expect(await lastEntry(store, james.id)).toMatchObject({
    operation: "video",
    deltaCredits: -10,
    reference: { partnerId: olena.id, videoId: video.id },
    idempotencyKey: `video:${video.id}:${james.id}`,
  });
  store.clock.advance({ days: 400 });
  expect(await watchVideo(store, james.id, video.id)).toMatchObject({ balanceCredits: 190, isRepeat: true });
  expect([await hasWatched(store, wei.id, video.id), await hasWatched(store, james.id, other.id)])
    .toEqual([false, false]);
  expect(await watchedVideos(store, james.id)).toEqual(new Set([video.id]));
  await takeDown(store, olena.id);
  expect(await watchVideo(store, james.id, video.id)).toMatchObject({ ok: true, balanceCredits: 190 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("twenty presses at once, from two processes, are one purchase", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const video = await add(store, olena.id);
  const stores = Array.from({ length: 20 }, (_, n) => n % 2 ? store : asOtherProcess(store));
  const results = await Promise.all(stores.map((each) => watchVideo(each, james.id, video.id)));
  expect(results.filter((result) => result.ok && !result.isRepeat).length).toBe(1);
  expect(results.every((result) => result.ok)).toBe(true);
  expect(await balanceOf(store, james.id)).toBe(190);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who cannot pay, was blocked, or asks for what is not shown is refused, and nothing is charged", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const poor = await createMan(store, { credits: 9 });
  const [video, hidden] = [await add(store, olena.id), await add(store, daria.id)];
  await takeDown(store, daria.id);
  await setBlocked(store, olena.id, wei.id, true);
  const reasonOf = async (manId: number, videoId: number) => {
    const result = await watchVideo(store, manId, videoId);
    return result.ok ? "ok" : result.reason;
  };
  expect(await reasonOf(poor.id, video.id)).toBe("insufficient_credits");
  expect(await reasonOf(wei.id, video.id)).toBe("blocked");
  expect(await reasonOf(james.id, hidden.id)).toBe("not_found");
  expect(await reasonOf(james.id, 999)).toBe("not_found");
  expect(await reasonOf(james.id, NaN)).toBe("not_found");
  expect([await balanceOf(store, poor.id), await balanceOf(store, wei.id), await balanceOf(store, james.id)])
    .toEqual([9, 200, 200]);
  expect(await watchedVideos(store, poor.id)).toEqual(new Set());
});

Deno.test("what he has paid for waits out a block of either and her suspension, and then is his again", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const video = await add(store, olena.id);
  const watch = () => watchVideo(store, james.id, video.id);
  await watch();
  for (const [blocker, blocked] of [[james.id, olena.id], [olena.id, james.id]] as const) {
    await setBlocked(store, blocker, blocked, true);
    expect(await watch()).toMatchObject({ reason: "blocked" });
    await setBlocked(store, blocker, blocked, false);
    expect(await watch()).toMatchObject({ ok: true, isRepeat: true });
  }
  const about = { userId: olena.id, reason: "Rude", actorId: (await createVera(store)).id };
  await suspend(store, { ...about, kind: "conduct" });
  expect(await watch()).toMatchObject({ reason: "not_found" });
  await reinstate(store, about);
  expect(await watch()).toMatchObject({ ok: true, isRepeat: true, balanceCredits: 190 });
});

Deno.test("who is parted from her, or loses sight of her, while he pays is refused, and pays nothing", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const video = await add(store, olena.id);
  const blocking = afterMeanwhile(store, () => setBlocked(store, olena.id, james.id, true));
  expect(await watchVideo(blocking, james.id, video.id)).toMatchObject({ reason: "blocked" });
  const about = { userId: olena.id, reason: "Rude", actorId: (await createVera(store)).id };
  const suspending = afterMeanwhile(store, () => suspend(store, { ...about, kind: "conduct" }));
  expect(await watchVideo(suspending, wei.id, video.id)).toMatchObject({ reason: "not_found" });
  expect([await balanceOf(store, james.id), await balanceOf(store, wei.id)]).toEqual([200, 200]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the names of its files are names of stored files", () => {
  expect(videoFile({ token: "a_b-C" }, "captions-zh-Hans")).toBe("video/a_b-C/captions-zh-Hans");
});

Deno.test("the audit finds watching that was not paid for, paying without it, and videos of nobody", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const [video, lost] = [await add(store, olena.id), await add(store, olena.id)];
  await watchVideo(store, james.id, video.id);
  await store.kv.delete(keys.watchedVideo(james.id, video.id));
  await store.kv.set(keys.watchedVideo(wei.id, video.id), store.now());
  await store.kv.delete(keys.videoOfLady(olena.id, lost.id));
  await store.kv.set(keys.video(lost.id), { ...lost, ladyId: wei.id });
  await store.kv.set(keys.videoOfLady(olena.id, 99), null);
  expect((await audit(store)).sort()).toEqual([
    `entry 2 of man ${james.id} paid for video ${video.id}, which he may not watch`,
    `the videos of lady ${olena.id} name 99, which is not hers`,
    `user ${wei.id} may watch video ${video.id}, which he has not paid for`,
    `video ${lost.id} belongs to no lady`,
    `video ${lost.id} is not among its lady's videos`,
  ].sort());
});
