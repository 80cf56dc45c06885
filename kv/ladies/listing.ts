/** Whether a lady is put forward to men: in lists, in the search, on the ballot. Men who know her can still write to her. */
import type { Store } from "../open.ts";
import type { Result } from "../store/refusals.ts";
import { changeLady } from "./profile/changing.ts";
import type { LadyRecord } from "./record.ts";
import { saidIn, type Seen } from "./profile/seen_facts.ts";

export const isPutForward = ({ isUnlisted }: Pick<LadyRecord, "isUnlisted">): boolean => !isUnlisted;

/**
 * Saves her wish, which holds at once. What a form only showed (`seen`) does not undo what was changed since. Refuses
 * `not_found`.
 */
export const setPutForward = (
  store: Store,
  ladyId: number,
  isWished: boolean,
  seen?: Seen,
): Promise<Result<object>> =>
  changeLady(store, ladyId, (lady) => {
    const said = saidIn({ isPutForward: isWished }, { isPutForward: isPutForward(lady) }, seen);
    return said.ok ? { ...lady, isUnlisted: !(said.meant.isPutForward ?? isPutForward(lady)) } : said;
  });
