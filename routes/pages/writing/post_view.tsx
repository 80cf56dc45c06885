/** An article: title, date, picture, text, and links to other articles. */
import { dateOf } from "../../../kv/store/days.ts";
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import { ReportLink } from "../safety/links.tsx";
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
  /** The language of all that posts say, if it is not the language of the page. */
  lang?: string;
  older: WayOn | null;
  newer: WayOn | null;
  all: WayOn;
}

export function PostView({ title, summary, publishedAt, picture, html, lang, older, newer, all }: PostViewProps) {
  const { t, locale, path } = usePage();
  return (
    <article class="wrap article">
      <header>
        <p class="small soft">
          <time datetime={dateOf(publishedAt)}>{formatDate(locale, publishedAt)}</time>
          {lang && ` · ${t("writings:inEnglish")}`}
        </p>
        <h1 lang={lang}>{title}</h1>
        <p class="lead" lang={lang}>{summary}</p>
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
      <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
      <nav class="way-on" aria-label={t("writings:more")}>
        {newer && <WayOnLink words={t("writings:newerOne")} to={newer} lang={lang} rel="prev" />}
        {older && <WayOnLink words={t("writings:olderOne")} to={older} lang={lang} rel="next" />}
        <a href={all.href}>{all.title}</a>
      </nav>
      <p>
        <ReportLink path={path} />
      </p>
    </article>
  );
}

function WayOnLink({ words, to, lang, rel }: { words: string; to: WayOn; lang?: string; rel: "prev" | "next" }) {
  return (
    <p>
      <span>{words}</span>
      <a href={to.href} lang={lang} rel={rel}>{to.title}</a>
    </p>
  );
}
