/** A lady's videos as her page shows them: what may be seen, what the rest costs, and paying for it. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { man } from "../../../../kv/accounts/users.ts";
import { wordLocaleOf, wordLocales } from "../../../../kv/ladies/record.ts";
import { type Video, videoById, videosOf, watchedVideos, watchVideo } from "../../../../kv/ladies/videos.ts";
import { type Refusal, refusals, refuse } from "../../../../kv/store/refusals.ts";
import { creditPricesOf } from "../../../credits/credit_price.ts";
import { openVideoPath, watchPath } from "../../../files/video_files.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { idField } from "../../../http/fields.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { localHref } from "../../../http/page.tsx";
import { messageOf } from "../../../http/refusal_answer.tsx";
import { remainsOf, wayOutOf, wayToPay, whyNotPayable } from "../../mail/composer.ts";
import { canPay, type Spendable, spendableOf } from "../../mail/spendable.ts";
import type { VideosProps, VideoView } from "./videos_view.tsx";
import { paragraphOf } from "../../../../i18n/locales.ts";

/** Why a video that was asked for cannot be watched. */
export interface WatchFailure {
  refusal: Refusal;
  status: ContentfulStatusCode;
}

/** The videos of a lady for her page; null if she has none. `href` is the localised address of her page. */
export async function videosFor(
  c: AppContext,
  ladyId: number,
  href: string,
  failed: WatchFailure | null,
): Promise<VideosProps | null> {
  const { facts: { prefix }, deps: { store }, signedIn } = c.var;
  const videos = await videosOf(store, ladyId);
  if (videos.length === 0) return null;
  const viewer = signedIn?.user;
  const isMan = viewer?.groupId === man;
  const [watched, spendable, { price, acts: { watchVideo: credits } }] = await Promise.all([
    isMan ? watchedVideos(store, viewer.id) : new Set(),
    spendableOf(c),
    creditPricesOf(c),
  ]);
  const isShort = spendable !== null && !canPay(spendable, credits);
  return {
    videos: videos.map((video, position) => viewOf(c, video, position + 1, watched.has(video.id) ? viewer!.id : null)),
    // Staff may look but not buy.
    offer: viewer && !isMan ? null : {
      price: price(credits),
      quotedCredits: credits,
      action: isMan ? `${href}#videos` : null,
      signInHref: `${localHref(prefix, "/auth/sign-in")}?next=${encodeURIComponent(`${href}#videos`)}`,
      fine: isShort ? lackOf(c, spendable, credits) : fineOf(c, spendable, credits),
      wayOut: isShort ? wayToPay(c, spendable, credits) : null,
    },
    problem: failed && { message: messageOf(c, failed.refusal), wayOut: wayOutOf(c, failed.refusal) },
  };
}

function lackOf(c: AppContext, spendable: Spendable, priceCredits: number): string {
  const { t } = c.var.facts;
  const short = t("videos:low", {
    price: t("common:credits", { count: priceCredits }),
    balance: t("common:credits", { count: spendable.balanceCredits }),
  });
  return whyNotPayable(c, spendable, priceCredits, short);
}

function fineOf(c: AppContext, spendable: Spendable | null, priceCredits: number): string {
  const { t, locale } = c.var.facts;
  const remains = spendable && remainsOf(c, spendable, priceCredits);
  return paragraphOf(locale, [t("videos:once"), remains]);
}

/** The videos of hers that this man has paid for, whether she is published or not. */
export async function paidVideosFor(c: AppContext, ladyId: number, manId: number): Promise<VideoView[]> {
  const { store } = c.var.deps;
  const [videos, watched] = await Promise.all([videosOf(store, ladyId), watchedVideos(store, manId)]);
  return videos.flatMap((video, position) => watched.has(video.id) ? viewOf(c, video, position + 1, manId) : []);
}

function viewOf(c: AppContext, video: Video, n: number, watcherId: number | null): VideoView {
  const { facts: { locale, t }, deps: { store } } = c.var;
  const { id, seconds, width, height, title, full, preview } = video;
  return {
    id,
    seconds,
    width,
    height,
    title: title[wordLocaleOf(locale)] ?? title.en ?? t("videos:untitled", { n }),
    poster: openVideoPath(id, "poster"),
    source: watcherId === null
      ? { src: openVideoPath(id, "preview"), type: preview.type }
      : { src: watchPath(store, id, watcherId), type: full.type },
    isWhole: watcherId !== null,
    captions: wordLocales.filter((each) => video.captions[each])
      .map((language) => ({
        language,
        src: openVideoPath(id, `captions-${language}`),
        isDefault: language === locale,
      })),
  };
}

/** A man presses "Watch": leads back to the video, or says why not; `not_found` for a video of another lady. */
export async function watchFromForm(
  c: MemberContext,
  ladyId: number,
  href: string,
  form: Record<string, unknown>,
): Promise<Response | WatchFailure> {
  const { deps: { store }, signedIn, facts: { t } } = c.var;
  const id = idField.safeParse(form.videoId);
  const quoted = idField.safeParse(form.quotedCredits).data;
  const video = id.success ? await videoById(store, id.data) : null;
  const result = video?.ladyId === ladyId
    ? await watchVideo(store, signedIn.user.id, video.id, quoted)
    : refuse("not_found");
  if (!result.ok) return { refusal: result, status: refusals[result.reason] as ContentfulStatusCode };
  if (!result.isRepeat) {
    leaveFlash(c, "success", "videos:flash", { credits: t("common:credits", { count: result.balanceCredits }) });
  }
  return c.redirect(`${href}#video-${result.video.id}`, 303);
}
