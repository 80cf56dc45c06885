/** Saved searches: the address of their page, what each keeps of an address, and how it asks the index. */
import type { User } from "../../kv/accounts/users.ts";
import type { LadyQuery } from "../../kv/ladies/index/query.ts";
import { type SavedSearch, searchQueryLength } from "../../kv/ladies/saved_searches.ts";
import type { Store } from "../../kv/open.ts";
import { pageParameters } from "./filter_fields.ts";
import { ladyQueryOf } from "./search_query.ts";
import { checkGiven, queryWithout, readGiven } from "./search_state.ts";

export const savedSearchesPath = "/man/searches";

/** The filters of an address in their shortest form, without id, order and page; null if they are invalid or too long. */
export function savedQueryOf(address: string): string | null {
  const given = readGiven(new URLSearchParams(address));
  if (!checkGiven(given).ok) return null;
  const query = queryWithout(given, "id", "sort", "page", "limit");
  return query.length <= searchQueryLength ? query : null;
}

/** Whether each parameter of an address is a filter that a saved search keeps: one that is left out would find more ladies. */
export const hasFiltersAlone = (address: string): boolean =>
  [...new URLSearchParams(address).keys()].every((name) => name !== "id" && pageParameters.includes(name));

/** How many ladies a saved search finds for this man, and how many of them were first published since he last looked. */
export function countsOfSearch(
  store: Store,
  search: SavedSearch,
  man: User,
  withoutIds?: ReadonlySet<number>,
): { newCount: number; totalCount: number } {
  const count = (query: LadyQuery | null) => query ? store.ladies.count({ ...query, withoutIds }, store.now()) : 0;
  return {
    newCount: count(newLadiesOf(search, man, search.seenAt)),
    totalCount: count(ladiesOfSearch(search, man)),
  };
}

/** The query of a saved search for this man; null if the site does not know its filters any more. */
function ladiesOfSearch({ query }: Pick<SavedSearch, "query">, man: User): LadyQuery | null {
  const checked = checkGiven(readGiven(new URLSearchParams(query)));
  if (!checked.ok) return null;
  const { page: _page, limit: _limit, sort: _sort, ...filters } = ladyQueryOf(checked.input, man);
  return filters;
}

/**
 * The query for those who were first published after `afterMs` and, if given, not after `untilMs`. It leaves out a filter
 * for who is online, because that changes at every moment.
 */
export function newLadiesOf(
  search: Pick<SavedSearch, "query">,
  man: User,
  afterMs: number,
  untilMs?: number,
): LadyQuery | null {
  const query = ladiesOfSearch(search, man);
  if (!query) return null;
  const { online: _online, firstTimeActivatedAtFrom = 0, ...filters } = query;
  return {
    ...filters,
    firstTimeActivatedAtFrom: Math.max(firstTimeActivatedAtFrom, afterMs + 1),
    ...(untilMs !== undefined && { firstTimeActivatedAtTo: untilMs }),
  };
}
