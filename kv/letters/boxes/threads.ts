/**
 * Threads: what one person has of a dialogue, which is the letters that reached her or him and were not deleted.
 * Each of the two has one of their own, so that nothing one of them does touches what the other sees.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { isBelow, type Place } from "../../store/listing/cursors.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { listKeys, pageOf, type Paging } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Letter, ThreadPlace } from "../letter.ts";
import { expectLetters, lettersByIds } from "../letters.ts";

export interface Thread {
  userId: number;
  partnerId: number;
  letterCount: number;
  firstAt: number;
  lastAt: number;
  lastLetterId: number;
}

export function threadBetween(store: Store, userId: number, partnerId: number): Promise<Deno.KvEntryMaybe<Thread>> {
  return store.kv.get<Thread>(keys.thread(userId, partnerId));
}

/** A person's threads with these partners, in their order; only for showing, because no commit checks them. */
export function threadsWith(
  store: Store,
  userId: number,
  partnerIds: readonly number[],
): Promise<(Thread | null)[]> {
  return store.memory.recallParts(
    ["thread", userId],
    partnerIds,
    (missing) => getAll<Thread>(store, missing.map((partnerId) => keys.thread(userId, partnerId))),
  );
}

/**
 * Adds a letter to a thread, wherever its time puts it. `entry` is the thread as it was read together with its
 * dialogue: the check of the dialogue makes the commit fail if the thread has changed in between.
 */
export function addToThread(op: Deno.AtomicOperation, place: ThreadPlace, entry: Deno.KvEntryMaybe<Thread>): void {
  const { userId, partnerId, at, letterId } = place;
  const before = entry.value;
  const isLast = !before || at > before.lastAt || (at === before.lastAt && letterId > before.lastLetterId);
  const thread: Thread = {
    userId,
    partnerId,
    letterCount: (before?.letterCount ?? 0) + 1,
    firstAt: Math.min(before?.firstAt ?? at, at),
    lastAt: isLast ? at : before.lastAt,
    lastLetterId: isLast ? letterId : before.lastLetterId,
  };
  op.set(entry.key, thread).set(keys.threadLetter(userId, partnerId, at, letterId), null);
  moveInList(op, before, thread);
}

/** Takes a letter out of a thread, as above; the thread goes with its last letter. */
export async function removeFromThread(
  store: Store,
  op: Deno.AtomicOperation,
  place: ThreadPlace,
  entry: Deno.KvEntryMaybe<Thread>,
): Promise<void> {
  const before = entry.value;
  if (!before) throw new Error(`user ${place.userId} has no thread with ${place.partnerId}`);
  const { userId, partnerId, at, letterId } = place;
  op.delete(keys.threadLetter(userId, partnerId, at, letterId));
  if (before.letterCount === 1) {
    op.delete(entry.key);
    return moveInList(op, before, null);
  }
  const [first, last] = await Promise.all([
    endOfThread(store, userId, partnerId, letterId, false),
    endOfThread(store, userId, partnerId, letterId, true),
  ]);
  const thread: Thread = {
    ...before,
    letterCount: before.letterCount - 1,
    firstAt: first.at,
    lastAt: last.at,
    lastLetterId: last.letterId,
  };
  op.set(entry.key, thread);
  moveInList(op, before, thread);
}

/** The first or last letter of a thread, without the one that leaves it. */
async function endOfThread(store: Store, userId: number, partnerId: number, withoutId: number, reverse: boolean) {
  const list = store.kv.list({ prefix: prefixes.threadLetters(userId, partnerId) }, { reverse, limit: 2 });
  for await (const { key } of list) {
    const [at, letterId] = [Number(key.at(-2)), Number(key.at(-1))];
    if (letterId !== withoutId) return { at, letterId };
  }
  throw new Error(`the thread of ${userId} with ${partnerId} has fewer letters than it counts`);
}

/** Keeps a person's list of threads in the order of their last letters. */
function moveInList(op: Deno.AtomicOperation, before: Thread | null, after: Thread | null): void {
  if (before && before.lastAt !== after?.lastAt) {
    op.delete(keys.recentThread(before.userId, before.lastAt, before.partnerId));
  }
  if (after && before?.lastAt !== after.lastAt) {
    op.set(keys.recentThread(after.userId, after.lastAt, after.partnerId), null);
  }
}

/** A person's threads, latest first, with the last letter of each. */
export async function threadsOf(
  store: Store,
  userId: number,
  paging: Paging,
): Promise<{ threads: { thread: Thread; lastLetter: Letter }[]; totalCount: number }> {
  const recent = await listKeys(store, prefixes.recentThreads(userId));
  const partnerIds = pageOf(recent, paging).map((key) => Number(key.at(-1)));
  const threads = (await threadsWith(store, userId, partnerIds)).filter((thread) => thread !== null);
  const lastIds = threads.map(({ lastLetterId }) => lastLetterId);
  expectLetters(store, lastIds);
  const lastLetters = await lettersByIds(store, lastIds);
  const lastById = new Map(lastLetters.map((letter) => [letter.id, letter]));
  return {
    threads: threads.flatMap((thread) => {
      const lastLetter = lastById.get(thread.lastLetterId);
      return lastLetter ? [{ thread, lastLetter }] : [];
    }),
    totalCount: recent.length,
  };
}

/** The letters of a thread, oldest first; `page` 1 holds the newest `limit` of them. */
export async function lettersOfThread(
  store: Store,
  userId: number,
  partnerId: number,
  paging: Paging,
): Promise<{ letters: Letter[]; totalCount: number }> {
  const all = await listKeys(store, prefixes.threadLetters(userId, partnerId));
  const ids = pageOf(all, paging).map((key) => Number(key.at(-1))).reverse();
  return { letters: await lettersByIds(store, ids), totalCount: all.length };
}

/** The `limit` letters of a thread before a place, oldest first, and whether there are older ones. */
export async function lettersOfThreadBefore(
  store: Store,
  userId: number,
  partnerId: number,
  before: Place,
  limit: number,
): Promise<{ letters: Letter[]; hasOlder: boolean }> {
  const range = {
    prefix: prefixes.threadLetters(userId, partnerId),
    end: keys.threadLetter(userId, partnerId, before.at, before.id),
  };
  const found = await Array.fromAsync(store.kv.list(range, { reverse: true, limit: limit + 1 }));
  const ids = found.slice(0, limit).map(({ key }) => Number(key.at(-1))).reverse();
  return { letters: await lettersByIds(store, ids), hasOlder: found.length > limit };
}

/** The page of a thread that holds a letter, paged as by `lettersOfThread`, and whether there are older letters. */
export async function lettersOfThreadAround(
  store: Store,
  place: ThreadPlace,
  limit: number,
): Promise<{ letters: Letter[]; hasOlder: boolean }> {
  const { userId, partnerId, at, letterId } = place;
  const all = await placesInThread(store, userId, partnerId);
  const page = Math.floor(all.filter((other) => isBelow({ at, id: letterId }, other)).length / limit) + 1;
  const ids = pageOf(all, { page, limit }).map(({ id }) => id).reverse();
  expectLetters(store, ids);
  return { letters: await lettersByIds(store, ids), hasOlder: all.length > page * limit };
}

/** Where every letter of a thread stands, newest first. */
export async function placesInThread(store: Store, userId: number, partnerId: number): Promise<readonly Place[]> {
  const [places] = await store.memory.recallParts(["thread_letter", userId], [partnerId], async () => {
    const all = await listKeys(store, prefixes.threadLetters(userId, partnerId));
    return [all.map((key) => ({ at: Number(key.at(-2)), id: Number(key.at(-1)) }))];
  });
  return places!;
}
