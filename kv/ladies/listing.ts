/** Whether a lady is put forward to men: in lists, in the search, on the ballot. Who knows her can write to her anyway. */
import type { Store } from "../open.ts";
import type { Result } from "../store/refusals.ts";
import { changeLady } from "./changing.ts";
import type { LadyRecord } from "./record.ts";

export const isPutForward = ({ isUnlisted }: Pick<LadyRecord, "isUnlisted">): boolean => !isUnlisted;

/** Keeps her wish; it holds at once. Refuses `not_found`. */
export const setPutForward = (store: Store, ladyId: number, isWished: boolean): Promise<Result<object>> =>
  changeLady(store, ladyId, (lady) => ({ ...lady, isUnlisted: !isWished }));
