/** Whether a lady is put forward to men: in lists, in the search, on the ballot. Who knows her can write to her anyway. */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { reindex } from "./ladies.ts";
import type { LadyRecord } from "./record.ts";

export const isPutForward = ({ isUnlisted }: Pick<LadyRecord, "isUnlisted">): boolean => !isUnlisted;

/** Keeps her wish; it holds at once. Refuses `not_found`. */
export function setPutForward(store: Store, ladyId: number, isWished: boolean): Promise<Result<object>> {
  // One change after another, so that the index ends as the store does.
  return store.mutexes.run(`lady:${ladyId}`, async () => {
    const changed = await transact<Result<{ record: LadyRecord }>>(async () => {
      const entry = await store.kv.get<LadyRecord>(keys.lady(ladyId));
      if (!entry.value) return { done: refuse("not_found") };
      const record = { ...entry.value, isUnlisted: !isWished };
      return { commit: store.kv.atomic().check(entry).set(entry.key, record), result: { ok: true, record } };
    });
    if (changed.ok) reindex(store, changed.record);
    return changed.ok ? { ok: true } : changed;
  });
}
