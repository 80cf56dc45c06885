/** The blog with its months, and the success stories: newest first, in pages. */
import { formatMonth } from "../../../i18n/format.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { listStories, storyMonths, type StoryType } from "../../../kv/writing/stories.ts";
import { monthField, yearField } from "../../api/stories.ts";
import { storyCardOf, storyRoots } from "../../discovery/stories.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { wholeNumber } from "../../http/fields.ts";
import { answerPage, canonicalUrl, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { feedOf } from "./feed.ts";
import { WritingsListView } from "./lists_view.tsx";

const perPage = 7;

export const blogPage: PageDefinition = {
  paths: ["/blog"],
  access: "everyone",
  isSharedByMen: true,
  get: (c) => show(c, { type: "blog" }),
};

export const successStoriesPage: PageDefinition = {
  paths: ["/success-stories"],
  access: "everyone",
  isSharedByMen: true,
  get: (c) => show(c, { type: "story" }),
};

export const blogMonthPage: PageDefinition = {
  paths: ["/blog/:year/:month"],
  access: "everyone",
  isSharedByMen: true,
  get(c) {
    const year = yearField.safeParse(c.req.param("year"));
    const month = monthField.safeParse(c.req.param("month"));
    if (!year.success || !month.success) return answerRefusal(c, refuse("not_found"));
    return show(c, { type: "blog", year: year.data, month: month.data });
  },
};

interface Wanted {
  type: StoryType;
  year?: number;
  month?: number;
}

/** Shows a page of all writings of a type, or of those of a month. A page that does not exist is `not_found`. */
async function show(c: AppContext, wanted: Wanted): Promise<Response> {
  const { facts: { t, locale, prefix, brand }, deps: { store } } = c.var;
  const page = wholeNumber.safeParse(c.req.query("page") || "1");
  if (!page.success || page.data < 1) return await answerRefusal(c, refuse("not_found"));
  const [{ stories, total }, months] = await Promise.all([
    listStories(store, { ...wanted, page: page.data, limit: perPage }),
    wanted.type === "blog" ? storyMonths(store, "blog") : [],
  ]);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  if (page.data > lastPage) return await answerRefusal(c, refuse("not_found"));

  const root = storyRoots[wanted.type];
  const monthName = wanted.month ? formatMonth(locale, wanted.year!, wanted.month) : null;
  const path = monthName ? `${root}/${wanted.year}/${wanted.month}` : root;
  const pathOf = (number: number) => path + (number > 1 ? `?page=${number}` : "");
  const name = t(`writings:${wanted.type}.title`);
  const title = monthName ? t("writings:month.title", { month: monthName }) : name;
  const lead = t(`writings:${wanted.type}.lead`, { brand: brand.brand });
  const cards = stories.map((story) => storyCardOf(c, story));
  return await answerPage(c, {
    title,
    description: lead,
    crumbs: [
      { label: t("writings:home"), href: localHref(prefix, "/") },
      ...(monthName ? [{ label: name, href: localHref(prefix, root) }] : []),
      { label: title },
    ],
    canonicalPath: pathOf(page.data),
    // A month in which nothing was written is of no use to anybody who searches.
    robots: total === 0 ? "noindex" : undefined,
    feed: feedOf(c, wanted.type),
    jsonLd: {
      "@context": "https://schema.org",
      "@type": wanted.type === "blog" ? "Blog" : "CollectionPage",
      name: title,
      description: lead,
      inLanguage: locale,
      url: canonicalUrl(c, locale, pathOf(page.data)),
    },
    view: (
      <WritingsListView
        title={title}
        lead={monthName ? null : lead}
        feedHref={localHref(prefix, feedOf(c, wanted.type).path)}
        months={months.map(({ year, month, count }) => ({
          href: localHref(prefix, `/blog/${year}/${month}`),
          label: formatMonth(locale, year, month),
          count,
          isCurrent: year === wanted.year && month === wanted.month,
        }))}
        allHref={monthName ? localHref(prefix, root) : null}
        cards={cards}
        withFirst={page.data === 1 && !monthName}
        page={page.data}
        lastPage={lastPage}
        hrefOf={(number) => localHref(prefix, pathOf(number))}
      />
    ),
  });
}
