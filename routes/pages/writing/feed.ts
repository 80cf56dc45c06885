/** The RSS feeds of the blog and of the success stories, in each language; and how a page names its feed. */
import { listStories, type Story, type StoryType, storyTypes } from "../../../kv/writing/stories.ts";
import { storyHtml, storyPath, storyRoots } from "../../discovery/stories.ts";
import { escapeXml } from "../../discovery/xml.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { canonicalUrl } from "../../http/page.tsx";
import { wordLocaleOf } from "../../../kv/ladies/record.ts";

const entriesAtMost = 20;

const pathOf = (type: StoryType): string => `${storyRoots[type]}/feed.xml`;

export function feedOf(c: AppContext, type: StoryType): { title: string; path: string } {
  const { t, brand } = c.var.facts;
  return { title: `${brand.brand}: ${t(`writings:${type}.title`)}`, path: pathOf(type) };
}

export const feedPages: PageDefinition[] = storyTypes.map((type) => ({
  paths: [pathOf(type)],
  access: "everyone",
  get: (c) => answer(c, type),
}));

async function answer(c: AppContext, type: StoryType): Promise<Response> {
  const { facts: { t, locale, brand }, deps: { store } } = c.var;
  const { stories } = await listStories(store, { type, page: 1, limit: entriesAtMost });
  const items = await Promise.all(stories.map((story) => itemOf(c, story)));
  const changedAt = Math.max(0, ...stories.map((story) => Math.max(story.publishedAt, story.changedAt)));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ` +
    `xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>` +
    `<title>${escapeXml(feedOf(c, type).title)}</title>` +
    `<link>${escapeXml(canonicalUrl(c, locale, storyRoots[type]))}</link>` +
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(canonicalUrl(c, locale, pathOf(type)))}"/>` +
    `<description>${escapeXml(t(`writings:${type}.lead`, { brand: brand.brand }))}</description>` +
    `<language>${wordLocaleOf(locale)}</language>` +
    (changedAt ? `<lastBuildDate>${new Date(changedAt).toUTCString()}</lastBuildDate>` : "") +
    items.join("") + `</channel></rss>\n`;
  return c.body(xml, 200, { "content-type": "application/rss+xml; charset=utf-8", "cache-control": "max-age=600" });
}

async function itemOf(c: AppContext, story: Story): Promise<string> {
  const { facts: { locale, origin }, deps: { store } } = c.var;
  const { title, summary } = story.heads[wordLocaleOf(locale)];
  const address = escapeXml(canonicalUrl(c, locale, storyPath(story)));
  // A feed is read elsewhere, so links and pictures need absolute addresses. As attributes, these are escaped already.
  const html = (await storyHtml(store, story, locale, ""))
    .replace(/(<a href=")(\/[^"]*)/g, (_all, before, path) => before + canonicalUrl(c, locale, path))
    .replace(/(<img [^>]*?src=")(\/[^"]*)/g, (_all, before, path) => before + origin + path);
  return `<item><title>${escapeXml(title)}</title><link>${address}</link>` +
    `<guid isPermaLink="true">${address}</guid><pubDate>${new Date(story.publishedAt).toUTCString()}</pubDate>` +
    `<description>${escapeXml(summary)}</description>` +
    `<content:encoded>${escapeXml(html)}</content:encoded></item>`;
}
