/**
 * The page at the address of a lady who is no longer published, for a man who has paid for videos of hers: her name and
 * these videos. Everybody else finds nothing there; nor does he while she is suspended or there is a block between them.
 */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { man } from "../../../../kv/accounts/users.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../../kv/ladies/record.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { paidVideosFor } from "./profile_videos.ts";
import { Videos, type VideoView } from "./videos_view.tsx";

/** Null if there is nothing for this visitor. */
export async function answerPaidVideos(c: AppContext, ladyId: number | null): Promise<Response | null> {
  const { deps: { store }, facts: { t, locale, prefix }, signedIn } = c.var;
  if (ladyId === null || signedIn?.user.groupId !== man || signedIn.blockedIds.has(ladyId)) return null;
  const record = await ladyById(store, ladyId);
  if (!record || record.isSuspended) return null;
  const videos = await paidVideosFor(c, ladyId, signedIn.user.id);
  if (videos.length === 0) return null;
  const title = wordsOf(record, locale).firstname;
  return await answerPage(c, {
    title,
    robots: "noindex",
    crumbs: [{ label: t("search:home"), href: localHref(prefix, "/") }, { label: title }],
    view: <PaidVideos name={title} videos={videos} />,
  });
}

function PaidVideos({ name, videos }: { name: string; videos: readonly VideoView[] }) {
  const { t, href } = usePage();
  return (
    <article class="wrap list">
      <header>
        <h1>{name}</h1>
        <p class="lead">{t("videos:hidden")}</p>
        <p>
          <ButtonLink href={href("/search")} tone="quiet">{t("desk:now.search")}</ButtonLink>
        </p>
      </header>
      <Videos videos={videos} offer={null} problem={null} />
    </article>
  );
}
