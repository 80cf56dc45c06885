/**
 * Ladies' videos: who is in them, which files they have, and who has paid to watch. A man pays once and watches for good,
 * except while a block or her suspension keeps the two apart. The entry and the right to watch are one commit.
 */
import { balanceOf, post } from "../credits/ledger/ledger.ts";
import { pricesAt } from "../credits/prices/tariffs.ts";
import type { Store } from "../open.ts";
import { blockKeys, isBlockedBetween } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { ladyById } from "./ladies.ts";
import { isShown, type LadyRecord, type WordLocale, wordLocales } from "./record.ts";

/** A file of a video: its type and how many bytes it has. */
export interface VideoFile {
  type: string;
  bytes: number;
}

export interface Video {
  id: number;
  ladyId: number;
  /** Names the files where they are stored; nobody can guess it. */
  token: string;
  width: number;
  height: number;
  seconds: number;
  /** What she calls it, in the languages it was put into. */
  title: Partial<Record<WordLocale, string>>;
  /** The whole video, for men who have paid; below its beginning and a still picture, for everybody. */
  full: VideoFile;
  preview: VideoFile;
  poster: VideoFile;
  /** The captions in each language that has them. */
  captions: Partial<Record<WordLocale, VideoFile>>;
  /** Ms since the epoch. */
  addedAt: number;
}

export type VideoPart = "full" | "preview" | "poster" | `captions-${WordLocale}`;

/** All parts that a video may have. */
export const videoParts: readonly VideoPart[] = [
  "full",
  "preview",
  "poster",
  ...wordLocales.map((locale) => `captions-${locale}` as const),
];

/** The file of a part, or null where the video has none. */
export function videoPart(video: Video, part: VideoPart): VideoFile | null {
  if (part === "full" || part === "preview" || part === "poster") return video[part];
  return video.captions[part.slice("captions-".length) as WordLocale] ?? null;
}

/** Where a part of a video is stored. */
export const videoFile = ({ token }: Pick<Video, "token">, part: VideoPart): string => `video/${token}/${part}`;

/** Adds a video whose files are stored already under `token`. */
export async function addVideo(store: Store, facts: Omit<Video, "id" | "addedAt">): Promise<Video> {
  const video: Video = { ...facts, id: await store.ids.next("video"), addedAt: store.now() };
  return await transact<Video>(async () => {
    const op = store.kv.atomic()
      .check({ key: keys.video(video.id), versionstamp: null })
      .set(keys.video(video.id), video)
      .set(keys.videoOfLady(video.ladyId, video.id), null);
    return { commit: op, result: video };
  });
}

export async function videoById(store: Store, videoId: number): Promise<Video | null> {
  if (!Number.isSafeInteger(videoId)) return null;
  return (await store.kv.get<Video>(keys.video(videoId))).value;
}

/** A lady's videos, oldest first; the caller checks whether she is shown. */
export async function videosOf(store: Store, ladyId: number): Promise<Video[]> {
  const ids: number[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.videosOfLady(ladyId) })) ids.push(Number(key[2]));
  const found = await getAll<Video>(store, ids.map(keys.video));
  return found.filter((video) => video !== null);
}

/** The videos that a man has paid for. */
export async function watchedVideos(store: Store, manId: number): Promise<Set<number>> {
  const found = new Set<number>();
  for await (const { key } of store.kv.list({ prefix: prefixes.watchedVideosOf(manId) })) found.add(Number(key[2]));
  return found;
}

export async function hasWatched(store: Store, manId: number, videoId: number): Promise<boolean> {
  return (await store.kv.get(keys.watchedVideo(manId, videoId))).value !== null;
}

/** Whether somebody may watch the whole video: a man who has paid, or she herself. The caller checks for a block. */
export const mayWatch = async (store: Store, userId: number, video: Video): Promise<boolean> =>
  video.ladyId === userId || await hasWatched(store, userId, video.id);

export type Watched = Result<{ video: Video; balanceCredits: number; isRepeat: boolean }>;

/**
 * Charges a man for a video, once and for good (design, section 4): watching again costs nothing, even when she is no
 * longer published. `quotedCredits` is the price that he was shown, if it is sent along. Refuses `not_found` for a video
 * that he may not see, as while she is suspended, `blocked` if one of the two blocked the other, `quote_changed` if the
 * price is another one, and what the ledger refuses.
 */
export async function watchVideo(
  store: Store,
  manId: number,
  videoId: number,
  quotedCredits?: number,
): Promise<Watched> {
  const video = await videoById(store, videoId);
  if (!video) return refuse("not_found");
  const [hasPaid, her, isBlocked] = await Promise.all([
    hasWatched(store, manId, videoId),
    ladyById(store, video.ladyId),
    isBlockedBetween(store, manId, video.ladyId),
  ]);
  if (!her || her.isSuspended || !(hasPaid || isShown(her))) return refuse("not_found");
  if (isBlocked) return refuse("blocked");
  if (hasPaid) return { ok: true, video, balanceCredits: await balanceOf(store, manId), isRepeat: true };
  const { watchVideo: credits } = await pricesAt(store, store.now());
  if ((quotedCredits ?? credits) !== credits) return refuse("quote_changed");
  const posted = await post(store, {
    manId,
    operation: "video",
    deltaCredits: -credits,
    reference: { partnerId: video.ladyId, videoId },
    idempotencyKey: `video:${videoId}:${manId}`,
  }, {
    // Checked in the commit: he must not pay if a block stands by then, or she is no longer shown.
    read: () =>
      store.kv.getMany<[number, LadyRecord, unknown, unknown]>([
        keys.watchedVideo(manId, videoId),
        keys.lady(video.ladyId),
        ...blockKeys(manId, video.ladyId),
      ]),
    add(op, entry, [watched, lady, ...blocks]) {
      if (watched.value !== null) return refuse("conflict");
      if (!lady.value || !isShown(lady.value)) return refuse("not_found");
      if (blocks.some(({ value }) => value !== null)) return refuse("blocked");
      op.check(watched, lady, ...blocks).set(watched.key, entry.at);
    },
  });
  if (!posted.ok) return posted;
  const balanceCredits = posted.isRepeat ? await balanceOf(store, manId) : posted.entry.balanceAfter;
  return { ok: true, video, balanceCredits, isRepeat: posted.isRepeat };
}
