/** A store that cannot be opened or read at all, in words for the operator. */

/** The message says what is wrong and, where that is known, what to do. */
export class StoreUnusable extends Error {}

/** What SQLite, and Deno on top of it, say of records that are not what was written. */
const damaged = /disk image is malformed|not a database|could not deserialize value/;

/** What cannot be used, in a sentence; null where the error speaks of something else. */
export function asDamage(error: unknown, what = "the store"): StoreUnusable | null {
  if (error instanceof StoreUnusable) return error;
  if (!(error instanceof Error) || !damaged.test(error.message)) return null;
  return new StoreUnusable(`${what} is damaged (${error.message}); restore a backup`, { cause: error });
}

/** The same for whatever kept a store from being opened. */
export function asUnusable(error: unknown, what: string): StoreUnusable {
  const message = error instanceof Error ? error.message : String(error);
  return asDamage(error, what) ?? new StoreUnusable(`${what} cannot be opened: ${message}`, { cause: error });
}
