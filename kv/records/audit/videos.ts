/** The audit of videos: each is a lady's and among hers, and every man who may watch one has paid for it, once. */
import { lady, type User } from "../../accounts/users.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import type { Video } from "../../ladies/videos.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditVideos(reader: Reader, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("video")) ?? 0;
  await reader.walk<Video>(prefixes.allVideos(), async (video, key) => {
    const fault: Report = (sentence) => report(`video ${Number(key[1])} ${sentence}`);
    if (video.id !== Number(key[1])) fault(`calls itself ${video.id}`);
    if (video.id >= nextId) fault("has an id that will be given again");
    const owner = await reader.valueAt<User>(keys.user(video.ladyId));
    if (owner?.groupId !== lady) fault("belongs to no lady");
    if (!await reader.isThere(keys.videoOfLady(video.ladyId, video.id))) fault("is not among its lady's videos");
  });
  await reader.walk<null>(prefixes.allVideosOfLadies(), async (_, key) => {
    const [ladyId, videoId] = [Number(key[1]), Number(key[2])];
    const video = await reader.valueAt<Video>(keys.video(videoId));
    if (video?.ladyId !== ladyId) report(`the videos of lady ${ladyId} name ${videoId}, which is not hers`);
  });
  await reader.walk<number>(prefixes.allWatchedVideos(), async (at, key) => {
    const [manId, videoId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`user ${manId} may watch video ${videoId}, ${sentence}`);
    if (!await reader.isThere(keys.video(videoId))) fault("which is not there");
    const entry = await reader.entryByKey(manId, `video:${videoId}:${manId}`);
    if (entry?.operation !== "video" || entry.at !== at) fault("which he has not paid for");
  });
}

/** From an entry that names a video to the right to watch it. */
export async function auditWatching(reader: Reader, manId: number, entry: Entry, fault: Report): Promise<void> {
  const { videoId } = entry.reference;
  if (videoId === undefined) return;
  if (entry.idempotencyKey !== `video:${videoId}:${manId}`) fault(`paid for video ${videoId} under another name`);
  if (entry.deltaCredits >= 0) fault(`paid ${entry.deltaCredits} for video ${videoId}`);
  if (await reader.valueAt<number>(keys.watchedVideo(manId, videoId)) === entry.at) return;
  // If either of the two has left, the right to watch went with that account.
  for (const userId of [manId, entry.reference.partnerId ?? manId]) {
    if (await reader.isThere(keys.deletion(userId))) return;
  }
  fault(`paid for video ${videoId}, which he may not watch`);
}
