/** Stories as pages, calls, feeds and sitemaps show them: addresses, pictures, words and safe HTML in a language. */
import type { Locale } from "../../i18n/locales.ts";
import type { Store } from "../../kv/open.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";
import { type Story, storyText, type StoryType, uploadedPicture } from "../../kv/writing/stories.ts";
import { storyFilesRoot } from "../../kv/writing/story_pictures.ts";
import { setHtml } from "../../i18n/typesetting.ts";
import { renderMarkdown } from "../../services/markdown.ts";
import type { AppContext } from "../http/env.ts";
import { localHref } from "../http/page.tsx";
import { wordLocaleOf } from "../../kv/ladies/record.ts";
import { publishedLangOf } from "../ladies/word_languages.ts";

/** The root of each type's addresses. */
export const storyRoots: Record<StoryType, string> = { blog: "/blog", story: "/success-stories" };

export const storyPath = ({ type, id }: Pick<Story, "type" | "id">): string => `${storyRoots[type]}/${id}`;

export interface StoryPicture {
  /** 1200 × 750. */
  full: string;
  /** 640 × 400. */
  medium: string;
}

export function storyPicture({ picture }: Pick<Story, "picture">): StoryPicture | null {
  if (!picture) return null;
  if (picture.startsWith(uploadedPicture)) return uploadedAt(picture.slice(uploadedPicture.length));
  const folder = "/static/images/writings";
  return { full: `${folder}/${picture}.webp`, medium: `${folder}/${picture}-640.webp` };
}

export const uploadedAt = (token: string): StoryPicture => ({
  full: `${storyFilesRoot}${token}/full`,
  medium: `${storyFilesRoot}${token}/medium`,
});

/** A story as a list shows it. */
export interface StoryCard {
  id: number;
  href: string;
  title: string;
  summary: string;
  publishedAt: number;
  picture: StoryPicture | null;
  /** The language of its words, if it is not that of the page. */
  lang?: string;
}

export function storyCardOf(c: AppContext, story: Story): StoryCard {
  const { locale, prefix } = c.var.facts;
  return {
    id: story.id,
    href: localHref(prefix, storyPath(story)),
    ...story.heads[wordLocaleOf(locale)],
    publishedAt: story.publishedAt,
    picture: storyPicture(story),
    lang: publishedLangOf(locale),
  };
}

/** Sanitising a text takes milliseconds, and it changes only with its story. */
const rendered = new BoundedMap<string, { of: Store["kv"]; html: string }>(500);

/** The text of a story as safe HTML, its links localised for an address prefix. */
export async function storyHtml(store: Store, story: Story, locale: Locale, prefix: string): Promise<string> {
  const key = `${story.id} ${story.changedAt} ${locale} ${prefix}`;
  const known = rendered.get(key);
  if (known?.of === store.kv) return known.html;
  const text = await storyText(store, story.id, wordLocaleOf(locale));
  const html = setHtml(renderMarkdown(text, (path) => localHref(prefix, path)));
  rendered.set(key, { of: store.kv, html });
  return html;
}
