/** What a saved search keeps of an address, and whom the index is asked for by it. */
import type { User } from "../../kv/accounts/users.ts";
import type { LadyQuery } from "../../kv/ladies/index/query.ts";
import { type SavedSearch, searchQueryLength } from "../../kv/ladies/saved_searches.ts";
import type { Store } from "../../kv/open.ts";
import { checkGiven, queryWithout, readGiven } from "../pages/girls/search_state.ts";
import { ladyQueryOf } from "./search_query.ts";

/** The filters of an address in their shortest form, without number, order and page; null where they cannot be used. */
export function savedQueryOf(address: string): string | null {
  const given = readGiven(new URLSearchParams(address));
  if (!checkGiven(given).ok) return null;
  const query = queryWithout(given, "id", "sort", "page", "limit");
  return query.length <= searchQueryLength ? query : null;
}

/** How many a saved search finds for this man, and how many of them were first published since he looked. */
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

/** Whom a saved search finds for this man; null where a later site does not know its filters any more. */
function ladiesOfSearch({ query }: Pick<SavedSearch, "query">, man: User): LadyQuery | null {
  const checked = checkGiven(readGiven(new URLSearchParams(query)));
  if (!checked.ok) return null;
  const { page: _page, limit: _limit, sort: _sort, ...filters } = ladyQueryOf(checked.input, man);
  return filters;
}

/**
 * Those of them who were first published after one moment and, if told, not after another. Who is online now is no
 * matter: that is another question at every moment.
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
