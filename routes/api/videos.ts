/** Calls about ladies' videos: what there is to watch, and watching it. */
import * as z from "zod";
import { lady } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { wordLocaleOf, wordLocales } from "../../kv/ladies/record.ts";
import { mayWatch, type Video, videosOf, watchVideo } from "../../kv/ladies/videos.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { actPricesNow } from "../credits/credit_price.ts";
import { openVideoPath, watchPath } from "../files/video_files.ts";
import { mayLookAt } from "../http/access.ts";
import type { AppContext } from "../http/env.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";
import { whereItCosts } from "./describing/call_refusals.ts";

const idParam = z.object({ id: idField });

const videoShape = z.object({
  id: z.number(),
  userId: z.number().describe("The lady's"),
  title: z.string(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  previewUrl: z.string(),
  posterUrl: z.string(),
  captions: z.array(z.object({ language: z.string(), url: z.string() })),
  priceCredits: z.number(),
  additionalData: z.object({
    watchUrl: z.string().nullable().describe("Null until it was paid; works for some hours, then ask again"),
  }),
});

export const videoCalls = [
  defineCall({
    method: "get",
    path: "/users/:id/videos",
    summary: "A lady's videos, each with a preview for everybody",
    access: "everyone",
    refuses: ["wrong_role"],
    params: idParam,
    answer: z.object({ videos: z.array(videoShape) }),
    async handle(c, { params, user }) {
      const { store } = c.var.deps;
      const isOwn = user?.id === params.id;
      if (!isOwn && !mayLookAt(user?.groupId ?? "guest", lady)) return refuse("wrong_role");
      const isHidden = c.var.signedIn?.blockedIds.has(params.id) || !await publishedLadyById(store, params.id);
      if (!isOwn && isHidden) return refuse("not_found");
      const videos = await videosOf(store, params.id);
      return { ok: true, answer: { videos: await Promise.all(videos.map((video) => wireVideo(c, video))) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/videos/:id/watch",
    summary: "Watch a video: paid once, then for good",
    access: "men",
    refuses: ["blocked", "conflict", "quote_changed", ...whereItCosts],
    params: idParam,
    body: z.object({
      quotedCredits: idField.optional().describe("What he was shown; where it costs something else, 409 quote_changed"),
    }).loose(),
    answer: z.object({ video: videoShape }),
    async handle(c, { params, body, user }) {
      const watched = await watchVideo(c.var.deps.store, user.id, params.id, body.quotedCredits);
      return watched.ok ? { ok: true, answer: { video: await wireVideo(c, watched.video) } } : watched;
    },
  }),
];

async function wireVideo(c: AppContext, video: Video): Promise<z.infer<typeof videoShape>> {
  const { facts: { locale }, deps: { store }, signedIn } = c.var;
  const { id, ladyId, title, seconds, width, height } = video;
  const userId = signedIn?.user.id;
  const { watchVideo: priceCredits } = await actPricesNow(c);
  const isOpen = userId !== undefined && await mayWatch(store, userId, video);
  return {
    id,
    userId: ladyId,
    title: title[wordLocaleOf(locale)] ?? title.en ?? "",
    seconds,
    width,
    height,
    previewUrl: openVideoPath(id, "preview"),
    posterUrl: openVideoPath(id, "poster"),
    captions: wordLocales.filter((each) => video.captions[each])
      .map((language) => ({ language, url: openVideoPath(id, `captions-${language}`) })),
    priceCredits,
    additionalData: { watchUrl: isOpen ? watchPath(store, id, userId) : null },
  };
}
