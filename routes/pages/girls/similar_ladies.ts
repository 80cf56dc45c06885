/** Whom else a reader of a profile may like to write to: first of her country and near her age, then from further away. */
import { ageYears } from "../../../kv/ladies/age.ts";
import type { LadyQuery } from "../../../kv/ladies/index/query.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import type { Store } from "../../../kv/open.ts";

const similarAtMost = 6;

/** Ids of at most six other published ladies, the nearest circle first; fewer only if the whole site has fewer. */
export function similarLadies(
  store: Store,
  lady: Pick<LadyRecord, "id" | "birthdate" | "countryId">,
  withoutIds?: ReadonlySet<number>,
): number[] {
  const age = ageYears(lady.birthdate, store.now());
  const near = (years: number) => ({ ageFrom: age - years, ageTo: age + years });
  const countryId = [lady.countryId];
  const circles: LadyQuery[] = [{ countryId, ...near(3) }, { countryId, ...near(8) }, { countryId }, near(5), {}];
  const ids = new Set<number>();
  for (const circle of circles) {
    // Enough even if she herself and all ladies found so far are among the results.
    const found = store.ladies.search(
      { ...circle, sort: "online", limit: 2 * similarAtMost + 1, withoutIds },
      store.now(),
    );
    for (const id of found.ids) if (id !== lady.id && ids.size < similarAtMost) ids.add(id);
    if (ids.size === similarAtMost) break;
  }
  return [...ids];
}
