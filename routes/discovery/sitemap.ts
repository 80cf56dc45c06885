/**
 * The sitemaps for search engines: an index, and for each language the pages with their dates and their addresses in the
 * other languages. Ladies stand in files by ranges of their ids, so that a new lady moves no other.
 */
import { shownLadiesByIds } from "../../kv/ladies/ladies.ts";
import type { Store } from "../../kv/open.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { listStories, storyMonths, storyTypes } from "../../kv/writing/stories.ts";
import { ladyCountryIds } from "../account/country_names.ts";
import { howSiteWorksPath } from "../credits/credit_price.ts";
import { withdrawPath } from "../credits/withdrawal_forms.ts";
import type { PageDefinition } from "../http/define_page.ts";
import type { AppContext } from "../http/env.ts";
import { imprintPath } from "../http/imprint.ts";
import { alternatesOf, canonicalUrl } from "../http/page.tsx";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { countryListPath } from "../ladies/country_lists.ts";
import { allGirlsPath, girlPath } from "../ladies/girl_paths.ts";
import { translatorsPath } from "../letters/translators_path.ts";
import { localesOf } from "../middleware/locale.ts";
import { guestReportPath } from "../safety/guest_report_forms.ts";
import { storyPath, storyRoots } from "./stories.ts";
import { siteText, type TextName, textPaths } from "./texts.ts";
import { escapeXml } from "./xml.ts";

const idsPerFile = 5000;
const storiesAtMost = 5000;

interface Place {
  path: string;
  /** "YYYY-MM-DD" or a whole moment; absent if unknown. */
  changed?: string;
}

export const sitemapPages: PageDefinition[] = [
  { paths: ["/sitemap.xml"], access: "everyone", get: (c) => answerXml(c, "index", () => Promise.resolve(index(c))) },
  {
    paths: ["/sitemaps/pages.xml"],
    access: "everyone",
    get: (c) => answerXml(c, "pages", () => urlSet(c, pagesOf(c))),
  },
  {
    paths: ["/sitemaps/:file"],
    access: "everyone",
    get(c) {
      const number = /^ladies-(0|[1-9]\d{0,9})\.xml$/.exec(c.req.param("file") ?? "")?.[1];
      if (number === undefined) return answerRefusal(c, refuse("not_found"));
      return answerXml(c, `ladies ${number}`, async () => {
        const ids = idsInFile(c.var.deps.store, Number(number));
        return ids.length === 0 ? null : await urlSet(c, ladiesOf(c, ids));
      });
    },
  },
];

/** Answers with a sitemap, which is built at most once a minute; `not_found` if there is nothing to build. */
async function answerXml(c: AppContext, name: string, build: () => Promise<string | null>): Promise<Response> {
  const { facts: { origin, prefix }, deps: { running, store } } = c.var;
  const shelf = running.sitemaps;
  // Only time makes it out of date.
  const asBuilt = { facts: 0, presence: 0, atMs: store.now() };
  const key = `${origin} ${prefix} ${name}`;
  let xml = shelf.get(key, asBuilt);
  if (xml === undefined) {
    const built = await build();
    if (built === null) return await answerRefusal(c, refuse("not_found"));
    shelf.keep(key, asBuilt, xml = built, xml.length);
  }
  return c.body(xml, 200, { "content-type": "application/xml; charset=utf-8", "cache-control": "max-age=3600" });
}

/** The sitemaps of every language whose canonical address is here. */
function index(c: AppContext): string {
  const ladies = [...new Set(c.var.deps.store.ladies.ids.map(fileOf))].sort((one, other) => one - other);
  const files = ["pages.xml", ...ladies.map((number) => `ladies-${number}.xml`)];
  const { variant, origin } = c.var.facts;
  const ownLocales = localesOf(variant).filter((locale) => canonicalUrl(c, locale, "/").startsWith(`${origin}/`));
  const entries = ownLocales.flatMap((locale) =>
    files.map((file) => `<sitemap><loc>${escapeXml(canonicalUrl(c, locale, `/sitemaps/${file}`))}</loc></sitemap>`)
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</sitemapindex>\n`;
}

/** The number of the file in which a lady stands. */
const fileOf = (id: number): number => Math.floor(id / idsPerFile);

/** The published ladies who stand in a file, the latest first. */
const idsInFile = (store: Store, number: number): number[] =>
  store.ladies.ids.filter((id) => fileOf(id) === number).sort((one, other) => other - one);

async function urlSet(c: AppContext, places: AsyncIterable<Place>): Promise<string> {
  const { locale } = c.var.facts;
  let urls = "";
  for await (const { path, changed } of places) {
    const links = alternatesOf(c, path).map(({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`
    );
    urls += `<url><loc>${escapeXml(canonicalUrl(c, locale, path))}</loc>` +
      (changed ? `<lastmod>${changed}</lastmod>` : "") + `${links.join("")}</url>`;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` +
    `${urls}</urlset>\n`;
}

async function* pagesOf(c: AppContext): AsyncGenerator<Place> {
  const { facts: { locale }, deps } = c.var;
  yield { path: "/" };
  yield { path: "/search" };
  yield { path: allGirlsPath };
  for (const countryId of ladyCountryIds) yield { path: countryListPath([countryId]) };
  for (const list of ["Online_Ladies", "New_Ladies", "Top_50"]) yield { path: `/girls/${list}` };
  for (const [name, path] of Object.entries(textPaths)) {
    yield { path, changed: siteText(deps, locale, name as TextName).updated };
  }
  yield { path: "/faq", changed: siteText(deps, locale, "faq").updated };
  yield { path: "/contact-us" };
  yield { path: withdrawPath };
  yield { path: guestReportPath };
  if (deps.config.selling.seller) yield { path: imprintPath };
  yield { path: howSiteWorksPath };
  yield { path: translatorsPath };
  for (const type of storyTypes) {
    const { stories } = await listStories(deps.store, { type, page: 1, limit: storiesAtMost });
    const changes = stories.map((story) => Math.max(story.changedAt, story.publishedAt));
    yield { path: storyRoots[type], ...(changes.length > 0 && { changed: moment(Math.max(...changes)) }) };
    for (const [place, story] of stories.entries()) yield { path: storyPath(story), changed: moment(changes[place]!) };
  }
  for (const { year, month } of await storyMonths(deps.store, "blog")) yield { path: `/blog/${year}/${month}` };
}

async function* ladiesOf(c: AppContext, ids: number[]): AsyncGenerator<Place> {
  const { store } = c.var.deps;
  for (const lady of await shownLadiesByIds(store, ids)) {
    const changed = lady.firstTimeActivatedAt;
    yield { path: girlPath(lady, store.now()), ...(changed !== null && { changed: moment(changed) }) };
  }
}

const moment = (atMs: number): string => new Date(atMs).toISOString();
