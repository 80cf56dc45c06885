/** Retries commits: after a failed check, or while the file is locked, it tries again with jitter and from fresh reads. */
import { type Refusal, refuse, type Result } from "./refusals.ts";

/** One attempt: either a commit and its result, or a result for which nothing needs to be written. */
export type Attempt<T> = { commit: Deno.AtomicOperation; result: T } | { done: T };

const attemptsAtMost = 40;

/**
 * Calls `attempt` until its commit holds. The attempt must check what it depends on; the first (tries 0) may guess it,
 * every further one must read it anew.
 * Throws after 40 failed attempts, which means a hot key without its mutex.
 */
export async function transact<T>(attempt: (tries: number) => Promise<Attempt<T>>): Promise<T> {
  for (let tries = 0; tries < attemptsAtMost; tries++) {
    try {
      const made = await attempt(tries);
      if ("done" in made) return made.done;
      const committed = await made.commit.commit();
      if (committed.ok) return made.result;
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    await pause(tries);
  }
  throw new Error(`a commit failed ${attemptsAtMost} times`);
}

/**
 * Changes a record. Returns the next one, null to delete it, the same object if nothing is to be written, or a refusal.
 * It may add to the commit, and is called anew in each attempt.
 */
export type Change<Value> = (
  value: Value,
  op: Deno.AtomicOperation,
) => Value | Refusal | null | Promise<Value | Refusal | null>;

/** The record as it is now, or as it was before it was deleted. */
export type Changed<Value> = Result<{ record: Value; isChanged: boolean }>;

/** Changes one record by `change`. Refuses what `change` refuses, and `not_found` if there is no record. */
export function changeRecord<Value extends object>(
  { kv }: { kv: Deno.Kv },
  key: Deno.KvKey,
  change: Change<Value>,
): Promise<Changed<Value>> {
  return transact<Changed<Value>>(async () => {
    const entry = await kv.get<Value>(key);
    if (!entry.value) return { done: refuse("not_found") };
    const op = kv.atomic().check(entry);
    const next = await change(entry.value, op);
    if (next === null) return { commit: op.delete(key), result: { ok: true, record: entry.value, isChanged: true } };
    if (isRefusal(next)) return { done: next };
    if (next === entry.value) return { done: { ok: true, record: entry.value, isChanged: false } };
    return { commit: op.set(key, next), result: { ok: true, record: next, isChanged: true } };
  });
}

const isRefusal = (made: object): made is Refusal => "ok" in made && made.ok === false;

/** Commits without retrying failed checks, only while the file is locked. Returns whether the commit succeeded. */
export async function commitNow(op: Deno.AtomicOperation): Promise<boolean> {
  return await transact<boolean>(async () => ({ done: (await op.commit()).ok }));
}

/** Whether a second handle (a backup, an audit) held the SQLite file at that moment; nothing was written then. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database is (locked|busy)/.test(error.message);

function pause(tries: number): Promise<void> {
  const ceilingMs = Math.min(200, 2 ** tries);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * ceilingMs));
}
