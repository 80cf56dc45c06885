/**
 * The files of videos. Previews, posters and captions are for everybody while the lady is published, and always for men
 * who have paid. The whole video has an address that is signed for one person, works only in that person's session, and
 * expires after some hours. Nothing opens across a block or while she is kept out. Nothing is listed, and a file that may
 * not be seen is answered like one that never existed.
 */
import type { Hono } from "hono";
import { userById } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { type WordLocale, wordLocales } from "../../kv/ladies/record.ts";
import { mayWatch, type Video, videoById, videoFile, type VideoPart, videoPart } from "../../kv/ladies/videos.ts";
import type { Store } from "../../kv/open.ts";
import { isSameSecret } from "../../kv/store/same_secret.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { isHiddenFrom } from "../http/hidden_people.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { answerStored } from "./stored_file.ts";

const hourMs = 3600_000;
/** How long an address works at least. It stays the same for an hour, so that a browser may cache what it has. */
const grantHours = 4;

const openParts: readonly VideoPart[] = [
  "preview",
  "poster",
  ...wordLocales.map((locale: WordLocale): VideoPart => `captions-${locale}`),
];

/** The address of a part that everybody may see, without language prefix. */
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
    // A man who has paid may go on watching when she is no longer published.
    if (!signedIn || !await mayWatch(store, signedIn.user.id, video)) return await answerNotThere(c);
    return await answerPart(c, video, part, "private, max-age=3600");
  });
}

const idOf = (c: AppContext): number => /^\d{1,15}$/.test(c.req.param("id") ?? "") ? Number(c.req.param("id")) : NaN;

/** The video, if the address was signed for the person who is signed in, and that person may still watch it. */
async function signedVideo(c: AppContext): Promise<Video | null> {
  const { deps: { store }, signedIn } = c.var;
  const [userId, until] = [c.req.query("for"), c.req.query("until")].map(Number) as [number, number];
  if (!Number.isSafeInteger(userId) || !(until > store.now())) return null;
  // A path that was passed on, or stands in somebody's log, opens nothing by itself.
  if (signedIn?.user.id !== userId) return null;
  if (!isSameSecret(c.req.query("key") ?? "", keyOf(store, idOf(c), userId, until))) return null;
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
