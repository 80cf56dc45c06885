/** Erases what somebody told of herself or himself, and the pictures and videos of it. */
import { deletionOf } from "../../../accounts/deletions.ts";
import { entryByKey, post } from "../../../credits/ledger/ledger.ts";
import { refundEntryOf } from "../../../credits/ledger/refunds.ts";
import { publishedTopic } from "../../../ladies/ladies.ts";
import { type Video, videoFile, videoParts } from "../../../ladies/videos.ts";
import type { Store } from "../../../open.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Approval } from "../../../vetting/approvals.ts";
import { type LiveCheck, liveVideoFile } from "../../../vetting/live_checks.ts";
import { likenessKeys } from "../../../vetting/photo_likeness.ts";
import { type Gallery, photoFile, photoParts } from "../../../vetting/photos.ts";
import { givenBackWithinMs } from "./letters.ts";
import type { Erasing, Step } from "./step.ts";

export const eraseProfile: Step = async ({ store, deletion: { userId }, removeFile }) => {
  await store.mutexes.run(`lady:${userId}`, async () => void store.ladies.remove(userId));
  await deleteUnder<Approval>(store, prefixes.approvals(), ({ value }) => value.userId === userId, ({ value }) => [
    keys.approvalIdOf(value.kind, value.subjectId),
  ]);
  await deleteUnder(store, prefixes.allLadiesOfAgencies(), ({ key }) => key[2] === userId);
  await eraseLiveCheck(store, userId, removeFile);
  await deleteKeys(store, [
    keys.verification(userId),
    keys.unverified(userId),
    keys.lady(userId),
    keys.manProfile(userId),
    keys.pendingName(userId),
    keys.profileChange(userId),
  ]);
  // Other instances have her in their indexes until they hear that she is gone.
  store.pubsub.publish([publishedTopic(userId)]);
};

/** The video of her face goes before the record that knows its name. */
async function eraseLiveCheck(store: Store, ladyId: number, removeFile: Erasing["removeFile"]): Promise<void> {
  const check = (await store.kv.get<LiveCheck>(keys.liveCheck(ladyId))).value;
  const tokens = check?.video ? [check.video.token] : [];
  // One that was being uploaded is known to its job alone.
  for await (const { value } of store.kv.list<Job>({ prefix: prefixes.jobs() }, { batchSize: 500 })) {
    if (value.kind === "live_video" && value.ladyId === ladyId) tokens.push(value.token);
  }
  for (const token of tokens) await removeFile(liveVideoFile({ token }));
  await deleteUnder(store, prefixes.liveCheckQueue(), ({ key }) => key[2] === ladyId);
  await deleteKeys(store, [keys.liveCheck(ladyId)]);
}

/** Files first: after the record nobody knows their names. */
export const erasePhotos: Step = async ({ store, deletion: { userId }, removeFile }) => {
  const gallery = (await store.kv.get<Gallery>(keys.photos(userId))).value;
  const named = (gallery?.photos ?? []).flatMap(({ picture }) => picture.kind === "upload" ? [picture] : []);
  // Former squares of a picture, and what was uploaded a moment ago, are known to their jobs alone.
  const jobs: { token: string; cut: number }[] = [];
  for await (const { value } of store.kv.list<Job>({ prefix: prefixes.jobs() }, { batchSize: 500 })) {
    if (value.kind === "photo_files" && value.ownerId === userId) jobs.push(value);
  }
  for (const picture of [...named, ...jobs]) {
    for (const part of photoParts) await removeFile(photoFile(picture, part));
  }
  const found = (gallery?.photos ?? []).flatMap((photo) => likenessKeys(userId, photo));
  await deleteKeys(store, [...found, keys.photos(userId)]);
};

export const eraseVideos: Step = async ({ store, deletion: { userId }, removeFile }) => {
  await deleteUnder(store, prefixes.watchedVideosOf(userId));
  for await (const { key } of store.kv.list({ prefix: prefixes.videosOfLady(userId) })) {
    const videoId = Number(key[2]);
    const video = (await store.kv.get<Video>(keys.video(videoId))).value;
    for (const part of video ? videoParts : []) await removeFile(videoFile(video!, part));
    const watchers = store.kv.list<number>({ prefix: prefixes.allWatchedVideos() }, { batchSize: 500 });
    for await (const watched of watchers) {
      if (watched.key[2] !== videoId) continue;
      await giveWatchingBack(store, Number(watched.key[1]), videoId, watched.value);
      await deleteKeys(store, [watched.key]);
    }
    await deleteKeys(store, [keys.video(videoId), key]);
  }
};

/** Gives back what a man paid lately to watch a video for good. */
async function giveWatchingBack(store: Store, manId: number, videoId: number, paidAt: number): Promise<void> {
  if (paidAt < store.now() - givenBackWithinMs || await deletionOf(store, manId)) return;
  const charge = await entryByKey(store, manId, `video:${videoId}:${manId}`);
  if (!charge) return;
  await post(store, refundEntryOf(manId, charge, { cause: "deletion" }));
}
