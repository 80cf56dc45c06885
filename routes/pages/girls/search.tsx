/** The advanced search: every filter of the specification (section 3) in an address that can be shared. */
import type { Translate } from "../../../components/page_context.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { man } from "../../../kv/accounts/users.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { birthdateTold } from "../../account/birthdates.ts";
import { htmlOf, kept } from "../../cache/page_parts.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { boundsOf, labelOf, rangeNames, ranges, sortsFor } from "../../ladies/filter_fields.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { cardsOf } from "../../ladies/lady_cards.ts";
import { type ListLook, listLookOf } from "../../ladies/list_look.ts";
import { savedQueryOf } from "../../ladies/saved_query.ts";
import { ladyQueryOf, type SearchInput } from "../../ladies/search_query.ts";
import {
  checkGiven,
  type Chosen,
  chosenOf,
  type Given,
  queryWithout,
  readGiven,
  shorterQuery,
} from "../../ladies/search_state.ts";
import { Filters } from "./filters_view.tsx";
import { nearWishesOf, Nobody } from "./near_wishes.tsx";
import { nameOfSearch, type SaveSearchProps } from "./save_search.tsx";
import { Results, SearchView } from "./search_view.tsx";

const ladiesPerPage = 24;

export const searchPage: PageDefinition = { paths: ["/search"], access: "no_ladies", isSharedByMen: true, get };

async function get(c: AppContext): Promise<Response> {
  const { facts: { prefix }, deps: { store } } = c.var;
  const parameters = new URL(c.req.url).searchParams;
  const shorter = shorterQuery(parameters);
  if (shorter !== null) return c.redirect(addressOf(prefix, shorter), 302);
  const given = readGiven(parameters);
  const checked = checkGiven(given);
  if (!checked.ok) return await answerProblems(c, given, checked.problems);
  const { input } = checked;
  const lady = await ladyByNumber(c, input.id);
  if (lady) return c.redirect(localHref(prefix, girlPath(lady, store.now())), 302);
  const told = birthdateTold(c.var.signedIn?.user);
  const look = listLookOf(c.req.header("cookie"));
  const key = `search ${told} ${look} ${queryWithout(given)} ${input.page}`;
  const found = await kept(c, key, () => find(c, given, input, look));
  if ("lastPage" in found) return c.redirect(pageHref(prefix, given, found.lastPage), 302);
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t("search:title"),
    description: t("search:description"),
    crumbs: crumbsOf(c),
    view: <SearchView {...found} heading={headingOf(c, found.total)} save={saveOf(c, given)} />,
    // Search engines shall find only the search without filters.
    robots: given.size > 0 ? "noindex, follow" : undefined,
  });
}

/** The lady with this number; null also if there is a block between her and the visitor. */
const ladyByNumber = async ({ var: { deps, signedIn } }: AppContext, id: number | undefined) =>
  id === undefined || signedIn?.blockedIds.has(id) ? null : await publishedLadyById(deps.store, id);

/** The form with which a man keeps this search. It is the same for all men, as the page is shared by them. */
function saveOf(c: AppContext, given: Given): SaveSearchProps | undefined {
  const { deps: { push }, facts: { t, locale }, signedIn } = c.var;
  if (signedIn?.user.groupId !== man || given.has("id")) return undefined;
  const name = nameOfSearch(chosenOf(locale, t, given), t("search:comma"));
  const query = savedQueryOf(queryWithout(given));
  return query === null ? undefined : { form: { name, query, alert: "none" }, mayPush: push !== undefined };
}

interface Found {
  total: number;
  filterCount: number;
  filtersHtml: string;
  resultsHtml: string;
}

/** The parts that are the same for everybody, or the number of the last page if the page asked for lies beyond it. */
async function find(
  c: AppContext,
  given: Given,
  input: SearchInput,
  look: ListLook,
): Promise<Found | { lastPage: number }> {
  const { facts: { locale, prefix, t }, deps: { store }, signedIn } = c.var;
  const limit = given.has("limit") ? input.limit : ladiesPerPage;
  const query = { ...ladyQueryOf(input, signedIn?.user), limit, withoutIds: signedIn?.blockedIds };
  const { ids, total } = store.ladies.search(query, store.now());
  const lastPage = Math.max(1, Math.ceil(total / limit));
  if (input.page > lastPage) return { lastPage };
  const chosen = chosenOf(locale, t, given);
  const hrefOf = (page: number) => pageHref(prefix, given, page);
  const ladies = { ladies: await cardsOf(c, store, ids, query.sort), look, page: input.page, lastPage, hrefOf };
  const hrefWithout = (names: string[]) => addressOf(prefix, queryWithout(given, "page", ...names));
  // A number is not a wish: there is a lady who has it, or there is none.
  const near = total === 0 && input.id === undefined ? await nearWishesOf(c, query, chosen) : null;
  const nobody = near && (
    <Nobody near={near} hrefWithout={hrefWithout} clearHref={addressOf(prefix, "")} sizes={besideFilters} />
  );
  return {
    total,
    filterCount: chosen.length,
    filtersHtml: htmlOf(c, <Filters given={given} errors={{}} chosen={chosen} countryCounts={countsOf(c, input)} />),
    resultsHtml: htmlOf(
      c,
      <Results
        chosen={chosen}
        hrefWithout={hrefWithout}
        sort={query.sort!}
        sorts={sortsFor(signedIn?.user)}
        ladies={{ ...ladies, heading: "h3", sizes: besideFilters, empty: noSuchNumber(c, input) }}
        nobody={nobody}
      />,
    ),
  };
}

const besideFilters = "(width >= 60rem) 17vw, (width >= 40rem) 30vw, 43vw";

const addressOf = (prefix: string, query: string): string => localHref(prefix, "/search") + (query && `?${query}`);

function pageHref(prefix: string, given: Given, page: number): string {
  const rest = queryWithout(given, "page");
  return addressOf(prefix, page === 1 ? rest : `${rest && `${rest}&`}page=${page}`);
}

const countsOf = (c: AppContext, input: SearchInput) =>
  c.var.deps.store.ladies.facetCounts(
    { ...ladyQueryOf(input, c.var.signedIn?.user), withoutIds: c.var.signedIn?.blockedIds },
    c.var.deps.store.now(),
    "countryId",
  );

/** The words for a number that nobody has; those for filters are in `Nobody`. */
function noSuchNumber(c: AppContext, { id }: SearchInput) {
  const { t, prefix } = c.var.facts;
  return {
    title: t("search:empty.noNumber", { id }),
    text: t("search:empty.noNumberText"),
    action: { href: localHref(prefix, "/search"), label: t("search:empty.again") },
  };
}

/** The page that names the fields at fault and keeps the form as it was filled in. */
function answerProblems(c: AppContext, given: Given, problems: Record<string, string>): Promise<Response> {
  const { t } = c.var.facts;
  const errors = Object.fromEntries(
    Object.entries(problems).map(([name, key]) => [name, sentenceOf(t, name, key)]),
  );
  const named = Object.entries(errors).map(([name, sentence]) => ({ label: labelOf(t, name), sentence }));
  const chosen: Chosen[] = [];
  const filters = <Filters given={given} errors={errors} chosen={chosen} countryCounts={countsOf(c, noFilters)} />;
  return answerPage(c, {
    title: t("search:title"),
    crumbs: crumbsOf(c),
    status: 422,
    robots: "noindex",
    view: (
      <SearchView
        heading={t("search:asked")}
        total={null}
        filterCount={given.size}
        filtersHtml={htmlOf(c, filters)}
        resultsHtml=""
        problems={named}
      />
    ),
  });
}

/** The sentence for a fault; for a bound it tells what is possible. */
function sentenceOf(t: Translate, parameter: string, key: string): string {
  const range = rangeNames.find((name) => boundsOf(name).includes(parameter));
  if (!range || key === "search:problem.reversed") return t(key);
  return t("search:problem.between", { min: ranges[range].min, max: ranges[range].max });
}

const noFilters = { sort: "new", page: 1, limit: 1, online: false, favorites: false } as const;

function headingOf(c: AppContext, total: number): string {
  const { t, locale } = c.var.facts;
  return total === 0 ? t("search:none") : t("search:heading", { count: total, n: formatNumber(locale, total) });
}

function crumbsOf(c: AppContext) {
  const { t, prefix } = c.var.facts;
  return [{ label: t("search:home"), href: localHref(prefix, "/") }, { label: t("search:title") }];
}
