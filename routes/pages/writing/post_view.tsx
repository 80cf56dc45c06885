/** An article: title, date, drawing, text, and the way on. */
import { dateOf } from "../../../kv/store/days.ts";
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import type { StoryPicture } from "../../discovery/stories.ts";

interface WayOn {
  href: string;
  title: string;
}

interface PostViewProps {
  title: string;
  summary: string;
  publishedAt: number;
  picture: StoryPicture | null;
  /** Sanitised. */
  html: string;
  older: WayOn | null;
  newer: WayOn | null;
  all: WayOn;
}

export function PostView({ title, summary, publishedAt, picture, html, older, newer, all }: PostViewProps) {
  const { t, locale } = usePage();
  return (
    <article class="wrap article">
      <header>
        <time datetime={dateOf(publishedAt)}>{formatDate(locale, publishedAt)}</time>
        <h1>{title}</h1>
        <p class="lead">{summary}</p>
      </header>
      {picture && (
        <img
          src={picture.full}
          srcset={`${picture.medium} 640w, ${picture.full} 1200w`}
          sizes="(width >= 60rem) 52rem, 92vw"
          alt=""
          width={1200}
          height={750}
          fetchpriority="high"
        />
      )}
      <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <nav class="way-on" aria-label={t("writings:more")}>
        {newer && <WayOnLink words={t("writings:newerOne")} to={newer} rel="prev" />}
        {older && <WayOnLink words={t("writings:olderOne")} to={older} rel="next" />}
        <a href={all.href}>{all.title}</a>
      </nav>
    </article>
  );
}

function WayOnLink({ words, to, rel }: { words: string; to: WayOn; rel: "prev" | "next" }) {
  return (
    <p>
      <span>{words}</span>
      <a href={to.href} rel={rel}>{to.title}</a>
    </p>
  );
}
