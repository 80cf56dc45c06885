/** Who misses a search that finds nobody by a single filter: how many each filter keeps out, and some of them. */
import type { LadyIndex } from "./lady_index.ts";
import type { LadyQuery } from "./query.ts";

export interface NearMisses {
  /** For each filter, in the order given, how many the search would find without it. */
  counts: number[];
  /** Some of them, from each filter in turn, and the place of the filter that each does not answer to. */
  ladies: { id: number; filter: number }[];
}

/**
 * Asks the index once without each of the filters, named by their parameters. Nobody may answer to the whole query: then
 * who is found without one filter is found without no other. At most `limit` ladies, 1–100.
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
