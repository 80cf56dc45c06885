/** The lists that have addresses of their own: by country, who is online, who is new, the fifty with the most votes. */
import { formatNumber } from "../../../i18n/format.ts";
import type { User } from "../../../kv/accounts/users.ts";
import type { LadyQuery } from "../../../kv/ladies/index/query.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { maySortByBirthday } from "../../account/birthdates.ts";
import { countryName, ladyCountryIds } from "../../account/country_names.ts";
import { htmlOf, kept } from "../../cache/page_parts.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { wholeNumber } from "../../http/fields.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { countriesIn, countryListPath, listedAges } from "../../ladies/country_lists.ts";
import { type Sort, sortsFor } from "../../ladies/filter_fields.ts";
import { allGirlsPath } from "../../ladies/girl_paths.ts";
import { cardsOf } from "../../ladies/lady_cards.ts";
import { listLookOf } from "../../ladies/list_look.ts";
import { newSince } from "../../ladies/new_ladies.ts";
import { type ListLink, ListView } from "./list_view.tsx";
import { votingPath } from "./voting.tsx";

interface List {
  /** The key of its words in the catalogue, below `search:list`. */
  words: "all" | "some" | "online" | "new" | "top";
  /** Canonical, without language prefix. */
  path: string;
  query: LadyQuery;
  /** The orders to choose from, the default first; none if the list is itself an order. */
  sorts: readonly Sort[];
  perPage: number;
  /** After how many ladies the list is cut off. */
  atMost?: number;
  countryIds?: readonly number[];
}

const perPage = 24;
const topLimit = 50;

export const listPages: PageDefinition[] = [
  list("/girls/Online_Ladies", (_nowMs, viewer) => ({
    words: "online",
    query: { online: true },
    sorts: sortsFor(viewer, ["new", "top", "birthday"]),
    perPage,
  })),
  list("/girls/New_Ladies", (nowMs) => ({
    words: "new",
    query: { firstTimeActivatedAtFrom: newSince(nowMs), sort: "new" },
    sorts: [],
    perPage,
  })),
  // All fifty on one page: a ranking is read at once.
  list(
    "/girls/Top_50",
    () => ({ words: "top", query: { sort: "top" }, sorts: [], perPage: topLimit, atMost: topLimit }),
  ),
  // Leaves out names with an underscore, and Favorites: they are pages of their own.
  { paths: ["/girls/:countries{[^Ff_/][^_/]*}"], access: "no_ladies", get: getCountries },
];

function list(path: string, listAt: (nowMs: number, viewer: User | undefined) => Omit<List, "path">): PageDefinition {
  const get = (c: AppContext) => answerList(c, { path, ...listAt(c.var.deps.store.now(), c.var.signedIn?.user) });
  return { paths: [path], access: "no_ladies", get };
}

async function getCountries(c: AppContext): Promise<Response> {
  const { path, prefix } = c.var.facts;
  const countryIds = countriesIn(path.slice("/girls/".length));
  if (!countryIds) return await answerRefusal(c, refuse("not_found"));
  const canonical = countryListPath(countryIds);
  if (path !== canonical) return c.redirect(localHref(prefix, canonical) + new URL(c.req.url).search, 301);
  return await answerList(c, {
    words: canonical === allGirlsPath ? "all" : "some",
    path,
    query: { ...listedAges, countryId: countryIds },
    sorts: sortsFor(c.var.signedIn?.user),
    perPage,
    countryIds,
  });
}

async function answerList(c: AppContext, wanted: List): Promise<Response> {
  const asked = readAsked(c, wanted);
  if (!asked) return await answerRefusal(c, refuse("invalid"));
  const { t, prefix, locale } = c.var.facts;
  const countries = (wanted.countryIds ?? []).map((id) => countryName(locale, id)).join(t("search:comma"));
  const title = t(`search:list.${wanted.words}.title`, { countries });
  const lead = t(`search:list.${wanted.words}.lead`, { countries });
  const list = await kept(
    c,
    `list ${wanted.path} ${listLookOf(c.req.header("cookie"))} ${wanted.sorts} ${asked.sort} ${asked.page}`,
    () => renderList(c, wanted, asked, { title, lead }),
  );
  if ("lastPage" in list) return c.redirect(addressOf(c, wanted, { ...asked, page: list.lastPage }), 302);
  return await answerPage(c, {
    title,
    description: lead,
    crumbs: [{ label: t("search:home"), href: localHref(prefix, "/") }, { label: title }],
    view: <div dangerouslySetInnerHTML={{ __html: list.html }} />,
    canonicalPath: wanted.path + (asked.page > 1 ? `?page=${asked.page}` : ""),
  });
}

interface Asked {
  page: number;
  sort: Sort | undefined;
}

/**
 * The page and order that the address names; null if either is not valid. An order that this viewer may not use counts
 * as the default.
 */
function readAsked(c: AppContext, { sorts }: List): Asked | null {
  const page = wholeNumber.safeParse(c.req.query("page") || "1");
  const wished = c.req.query("sort");
  const isOthers = wished === "birthday" && !maySortByBirthday(c.var.signedIn?.user);
  const sort = sorts.length > 0 ? (!isOthers && wished) || sorts[0] : undefined;
  const isKnown = sort === undefined || (sorts as readonly string[]).includes(sort);
  return page.success && page.data >= 1 && isKnown ? { page: page.data, sort: sort as Sort | undefined } : null;
}

/** The address of a page of a list; leaves out the first page and the default order. */
function addressOf(c: AppContext, { path, sorts }: List, { page, sort }: Asked): string {
  const parts = [sort && sort !== sorts[0] && `sort=${sort}`, page > 1 && `page=${page}`];
  const rest = parts.filter(Boolean).join("&");
  return localHref(c.var.facts.prefix, path) + (rest && `?${rest}`);
}

/** The rendered list, or the number of its last page if the page asked for lies beyond it. */
async function renderList(
  c: AppContext,
  wanted: List,
  asked: Asked,
  words: { title: string; lead: string },
): Promise<{ html: string } | { lastPage: number }> {
  const { facts: { t, prefix, locale }, deps: { store } } = c.var;
  const { page, sort } = asked;
  const withoutIds = c.var.signedIn?.blockedIds;
  const query = { ...wanted.query, ...(sort && { sort }), page, limit: wanted.perPage, withoutIds };
  const found = store.ladies.search(query, store.now());
  const total = Math.min(found.total, wanted.atMost ?? Infinity);
  const lastPage = Math.max(1, Math.ceil(total / wanted.perPage));
  if (page > lastPage) return { lastPage };
  const hrefOf = (toPage: number, toSort = sort) => addressOf(c, wanted, { page: toPage, sort: toSort });
  const isAll = wanted.words === "all" || wanted.words === "top";
  const view = (
    <ListView
      {...words}
      total={total > 0 ? t("search:heading", { count: total, n: formatNumber(locale, total) }) : ""}
      countries={wanted.countryIds ? countryLinks(c, wanted.countryIds) : []}
      sorts={wanted.sorts.map((each) => ({
        href: hrefOf(1, each),
        label: t(`search:sort.${each}`),
        isCurrent: each === sort,
      }))}
      action={wanted.words === "top" ? { href: localHref(prefix, votingPath), label: t("vote:short") } : undefined}
      ladies={{
        ladies: await cardsOf(c, store, found.ids, query.sort),
        look: listLookOf(c.req.header("cookie")),
        heading: "h2",
        page,
        lastPage,
        hrefOf,
        empty: {
          title: t(`search:list.${wanted.words}.empty`),
          text: t(`search:list.${wanted.words}.emptyText`),
          action: isAll
            ? { href: localHref(prefix, "/search"), label: t("search:list.search") }
            : { href: localHref(prefix, allGirlsPath), label: t("search:list.everybody") },
        },
      }}
    />
  );
  return { html: htmlOf(c, view) };
}

/** The links to all four countries together, then to each alone, with the number of ladies in each list. */
function countryLinks(c: AppContext, current: readonly number[]): ListLink[] {
  const { facts: { t, prefix, locale }, deps: { store }, signedIn } = c.var;
  const query = { ...listedAges, withoutIds: signedIn?.blockedIds };
  const counts = store.ladies.facetCounts(query, store.now(), "countryId");
  const link = (ids: readonly number[], label: string): ListLink => ({
    href: localHref(prefix, countryListPath(ids)),
    label,
    count: ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
    isCurrent: countryListPath(ids) === countryListPath(current),
  });
  return [
    link(ladyCountryIds, t("search:list.allCountries")),
    ...ladyCountryIds.map((id) => link([id], countryName(locale, id))),
  ];
}
