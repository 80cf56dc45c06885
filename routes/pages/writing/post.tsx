/** One post of the blog, or one success story. */
import { refuse } from "../../../kv/store/refusals.ts";
import { neighboursOf, publishedStory, type Story, type StoryType } from "../../../kv/writing/stories.ts";
import { storyHtml, storyPath, storyPicture, storyRoots } from "../../discovery/stories.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { idField } from "../../http/fields.ts";
import { answerPage, canonicalUrl, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { feedOf } from "./feed.ts";
import { publishedLangOf } from "../../ladies/word_languages.ts";
import { PostView } from "./post_view.tsx";
import { wordLocaleOf } from "../../../kv/ladies/record.ts";

export const postPages: PageDefinition[] = (["blog", "story"] as const).map((type) => ({
  paths: [`${storyRoots[type]}/:post_id`],
  access: "everyone",
  isSharedByMen: true,
  get: (c) => show(c, type),
}));

async function show(c: AppContext, type: StoryType): Promise<Response> {
  const { facts: { t, locale, prefix }, deps: { store } } = c.var;
  const id = idField.safeParse(c.req.param("post_id"));
  const story = id.success ? await publishedStory(store, type, id.data) : null;
  // "007" must not be a second address of post 7.
  if (!story || String(story.id) !== c.req.param("post_id")) return await answerRefusal(c, refuse("not_found"));
  const { title, summary } = story.heads[wordLocaleOf(locale)];
  const lang = publishedLangOf(locale);
  const { older, newer } = await neighboursOf(store, story);
  const linkTo = (other: Story | null) =>
    other && { href: localHref(prefix, storyPath(other)), title: other.heads[wordLocaleOf(locale)].title };
  const root = storyRoots[type];
  return await answerPage(c, {
    title,
    description: summary,
    crumbs: [
      { label: t("writings:home"), href: localHref(prefix, "/") },
      { label: t(`writings:${type}.title`), href: localHref(prefix, root) },
      { label: title, lang },
    ],
    og: { type: "article", image: `/og${storyPath(story)}.jpg` },
    feed: feedOf(c, type),
    jsonLd: articleData(c, story),
    view: (
      <PostView
        title={title}
        summary={summary}
        publishedAt={story.publishedAt}
        picture={storyPicture(story)}
        lang={lang}
        html={await storyHtml(store, story, locale, prefix)}
        older={linkTo(older)}
        newer={linkTo(newer)}
        all={{ href: localHref(prefix, root), title: t(`writings:${type}.all`) }}
      />
    ),
  });
}

function articleData(c: AppContext, story: Story): object {
  const { locale, origin, brand } = c.var.facts;
  const { title, summary } = story.heads[wordLocaleOf(locale)];
  const publisher = { "@type": "Organization", name: brand.brand, url: canonicalUrl(c, locale, "/") };
  return {
    "@context": "https://schema.org",
    "@type": story.type === "blog" ? "BlogPosting" : "Article",
    headline: title,
    description: summary,
    inLanguage: wordLocaleOf(locale),
    datePublished: new Date(story.publishedAt).toISOString(),
    dateModified: new Date(Math.max(story.publishedAt, story.changedAt)).toISOString(),
    image: new URL(`/og${storyPath(story)}.jpg`, origin).href,
    mainEntityOfPage: canonicalUrl(c, locale, storyPath(story)),
    author: publisher,
    publisher: {
      ...publisher,
      logo: { "@type": "ImageObject", url: new URL("/static/images/icon-512.png", origin).href },
    },
  };
}
