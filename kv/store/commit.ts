/** Retrying of commits: a failed check or a locked file is tried again with jitter, from fresh reads. */

/** One attempt: either a commit with what it will mean, or an answer for which nothing needs to be written. */
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

/** Commits what depends on nothing that was read: an operation without checks, or with checks that may fail once. */
export async function commitNow(op: Deno.AtomicOperation): Promise<boolean> {
  return await transact<boolean>(async () => ({ done: (await op.commit()).ok }));
}

/** A second handle (a backup, an audit) may hold the SQLite file for a moment; nothing was written then. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database is (locked|busy)/.test(error.message);

function pause(tries: number): Promise<void> {
  const ceilingMs = Math.min(200, 2 ** tries);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * ceilingMs));
}
