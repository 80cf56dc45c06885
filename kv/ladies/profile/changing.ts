/**
 * Changes what others see of a lady, one change after another. The index follows each, so that it ends as the store does.
 * What a change refuses is passed on.
 */
import type { Store } from "../../open.ts";
import { type Change, type Changed, changeRecord, transact } from "../../store/commit.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { keys } from "../../store/keys.ts";
import { publishedTopic, reindex } from "../ladies.ts";
import type { LadyRecord } from "../record.ts";

/** Changes her record alone. Refuses as `change` does, and `not_found` where there is none. */
export function changeLady(store: Store, ladyId: number, change: Change<LadyRecord>): Promise<Changed<LadyRecord>> {
  return inTurn(store, ladyId, async () => {
    const changed = await changeRecord(store, keys.lady(ladyId), change);
    if (changed.ok && changed.isChanged) reindex(store, changed.record);
    return changed;
  });
}

/** If the answer to a change is late, everybody looks again when it has come: she may have gone out of sight. */
function inTurn<T>(store: Store, ladyId: number, change: () => Promise<T>): Promise<T> {
  const tell = () => store.pubsub.publish([publishedTopic(ladyId)]);
  return store.mutexes.run(`lady:${ladyId}`, () => alsoIfLate(change(), tell));
}

interface Made<T> {
  result: T;
  /** Her record after the commit, if others may see a difference. */
  lady?: LadyRecord | null;
  /** Whether the commit brings her into sight or takes her out of it. */
  isVisibilityChanged?: boolean;
}

/** An attempt of `transact` that also says what becomes of her profile. */
export type LadyAttempt<T> = { done: T } | (Made<T> & { commit: Deno.AtomicOperation });

/** Commits a change to several of a lady's records, and lets the index follow. */
export function transactLady<T>(
  store: Store,
  ladyId: number,
  attempt: (tries: number) => Promise<LadyAttempt<T>>,
): Promise<T> {
  return inTurn(store, ladyId, async () => {
    const { result, lady, isVisibilityChanged } = await transact<Made<T>>(async (tries) => {
      const made = await attempt(tries);
      return "done" in made ? { done: { result: made.done } } : { commit: made.commit, result: made };
    });
    if (lady) reindex(store, lady);
    if (isVisibilityChanged) store.pubsub.publish([publishedTopic(ladyId)]);
    return result;
  });
}
