/**
 * The files of videos: previews, pictures and captions for all while she is shown, and always for who has paid; the
 * whole by an address that was signed for one person, opens for that person's session alone, and ends after some hours.
 * None opens across a block or while she is kept out. Nothing is listed, and what may not be seen cannot be told from
 * what never was.
 */
import type { Hono } from "hono";
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { userById } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { type WordLocale, wordLocales } from "../../kv/ladies/record.ts";
import { mayWatch, type Video, videoById, videoFile, type VideoPart, videoPart } from "../../kv/ladies/videos.ts";
import type { Store } from "../../kv/open.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { isHiddenFrom } from "./photo_files.ts";
import { answerStored } from "./stored_file.ts";

const hourMs = 3600_000;
/** So long an address works at least; it is the same for an hour, so that a browser may keep what it has. */
const grantHours = 4;

const openParts: readonly VideoPart[] = [
  "preview",
  "poster",
  ...wordLocales.map((locale: WordLocale): VideoPart => `captions-${locale}`),
];

/** The address of what everybody may see; below the root and without a language. */
export const openVideoPath = (videoId: number, part: VideoPart): string => `/video-files/${videoId}/${part}`;

/** The address of the whole video, for somebody who may watch it. */
export function watchPath(store: Store, videoId: number, userId: number): string {
  const until = (Math.floor(store.now() / hourMs) + grantHours + 1) * hourMs;
  return `/video-files/${videoId}/full?for=${userId}&until=${until}&key=${keyOf(store, videoId, userId, until)}`;
}

const keyOf = (store: Store, videoId: number, userId: number, until: number): string =>
  store.sign(`watch-video:${videoId}:${userId}:${until}`);

export function mountVideoFiles(app: Hono<AppEnv>): void {
  app.get("/video-files/:id/full", async (c) => {
    const video = await signedVideo(c);
    return video ? await answerPart(c, video, "full", "private, max-age=3600") : await answerNotThere(c);
  });
  app.get("/video-files/:id/:part", async (c) => {
    const part = openParts.find((each) => each === c.req.param("part"));
    const video = part ? await videoById(c.var.deps.store, idOf(c)) : null;
    if (!part || !video || await isKeptFrom(c, video)) return await answerNotThere(c);
    const { deps: { store }, signedIn } = c.var;
    if (await publishedLadyById(store, video.ladyId)) return await answerPart(c, video, part, "public, max-age=86400");
    // Who has paid goes on watching when she is published no more.
    if (!signedIn || !await mayWatch(store, signedIn.user.id, video)) return await answerNotThere(c);
    return await answerPart(c, video, part, "private, max-age=3600");
  });
}

const idOf = (c: AppContext): number => /^\d{1,15}$/.test(c.req.param("id") ?? "") ? Number(c.req.param("id")) : NaN;

/** The video, if the address was signed for whoever is signed in, who may watch it still. */
async function signedVideo(c: AppContext): Promise<Video | null> {
  const { deps: { store }, signedIn } = c.var;
  const [userId, until] = [c.req.query("for"), c.req.query("until")].map(Number) as [number, number];
  if (!Number.isSafeInteger(userId) || !(until > store.now())) return null;
  // A path that was passed on, or stands in somebody's log, opens nothing by itself.
  if (signedIn?.user.id !== userId) return null;
  const given = Buffer.from(c.req.query("key") ?? "");
  const right = Buffer.from(keyOf(store, idOf(c), userId, until));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const video = await videoById(store, idOf(c));
  if (!video || await isKeptFrom(c, video)) return null;
  return await mayWatch(store, userId, video) ? video : null;
}

async function isKeptFrom(c: AppContext, { ladyId }: Video): Promise<boolean> {
  const owner = await userById(c.var.deps.store, ladyId);
  return owner !== null && isHiddenFrom(c, owner);
}

async function answerPart(c: AppContext, video: Video, part: VideoPart, cacheControl: string): Promise<Response> {
  const file = videoPart(video, part);
  const answer = file && await answerStored(c, {
    ...file,
    name: videoFile(video, part),
    tag: `${video.id}-${part}-${video.addedAt}`,
    cacheControl,
    saveAs: `video-${video.id}-${part}`,
  });
  return answer ?? await answerNotThere(c);
}
