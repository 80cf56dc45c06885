/** For a search that finds nobody: how many ladies each single filter alone keeps out, and some of them. */
import type { LadyIndex } from "./lady_index.ts";
import type { LadyQuery } from "./query.ts";

export interface NearMisses {
  /** For each filter, in the order given, how many the search would find without it. */
  counts: number[];
  /** Some of them, from each filter in turn; `filter` is the place of the one filter that the lady does not match. */
  ladies: { id: number; filter: number }[];
}

/**
 * Searches the index once without each of the filters; a filter is a list of names of parameters. The whole query must
 * match nobody: then each lady is found only once, without the one filter that she misses. At most `limit` ladies, 1–100.
 */
export function nearMisses(
  index: LadyIndex,
  query: LadyQuery,
  filters: readonly (readonly string[])[],
  nowMs: number,
  limit: number,
): NearMisses {
  const pages = filters.map((names) => index.search({ ...without(query, names), page: 1, limit }, nowMs));
  const ladies: NearMisses["ladies"] = [];
  for (let place = 0; place < limit; place++) {
    pages.forEach(({ ids }, filter) => {
      const id = ids[place];
      if (id !== undefined && ladies.length < limit) ladies.push({ id, filter });
    });
  }
  return { counts: pages.map(({ total }) => total), ladies };
}

const without = (query: LadyQuery, names: readonly string[]): LadyQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
