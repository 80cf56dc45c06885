/**
 * A person's dialogues page by page, each exactly once, as they stood when the first page was made: a dialogue keeps
 * its place of that moment, even if a letter that came since moves it to the top or a deleted one lets it sink. Only a
 * dialogue that the person restores from the deleted letters meanwhile may have to wait for a new first page.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { cursorText, isBelow, newestFirst, numbersOf, type Place } from "../../store/listing/cursors.ts";
import { placesListed } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Letter, partnerIdFor, placeFor } from "../letter.ts";
import { expectLetters, lettersByIds } from "../letters.ts";
import { type Thread, threadsWith } from "./threads.ts";

export interface ThreadCursor {
  /** When the first page was made, ms since the epoch. */
  asOf: number;
  /** The last dialogue that was shown; `id` is its partner's. Null before the first. */
  before: Place | null;
}

export const threadCursorText = ({ asOf, before }: ThreadCursor): string =>
  cursorText([asOf, before?.at ?? 0, before?.id ?? 0]);

/** The cursor that a text names; null for whatever names none. */
export function threadCursorOf(text: string): ThreadCursor | null {
  const numbers = numbersOf(text, 3);
  if (!numbers) return null;
  const [asOf, at, id] = numbers as [number, number, number];
  return { asOf, before: id === 0 ? null : { at, id } };
}

export interface ListedThread {
  /** As it is now. */
  thread: Thread;
  lastLetter: Letter;
}

/** A dialogue's place as of the first page, and the letter that gave it; `letterId` is null if that is its last one now. */
type Standing = Place & { letterId: number | null };

/** How many places are read at once: those of a page, and some that may be left out of it. */
const placesAtOnce = 50;

/** The moment of a first page that is made now; no letter that is there already lies after it. */
export async function asOfNow(store: Store, userId: number): Promise<number> {
  const now = store.now();
  const [newest] = await placesBelow(store, userId, null);
  return Math.max(now, newest?.at ?? 0);
}

/** Some of the latest partners of somebody, the latest first; empty only if there are none. */
export const latestPartners = async (store: Store, userId: number): Promise<number[]> =>
  (await placesBelow(store, userId, null)).map(({ id }) => id);

/** Begins to read what the first `limit` dialogues need, and returns their partners as soon as these are known. */
export async function expectThreads(store: Store, userId: number, limit: number): Promise<number[]> {
  store.memory.expect(() => newestDeleted(store, userId));
  const partnerIds = (await placesBelow(store, userId, null)).slice(0, limit + 1).map(({ id }) => id);
  store.memory.expect(async () => {
    const threads = await threadsWith(store, userId, partnerIds);
    expectLetters(store, threads.flatMap((thread) => thread ? [thread.lastLetterId] : []));
  });
  return partnerIds;
}

/**
 * The next `limit` dialogues after the cursor, latest first, and the cursor after them (null at the end).
 * `isWanted` leaves out dialogues by the letter that was their last one when the first page was made.
 */
export async function threadsAfter(
  store: Store,
  userId: number,
  { asOf, before }: ThreadCursor,
  limit: number,
  isWanted: (lastLetter: Letter) => boolean = () => true,
): Promise<{ threads: ListedThread[]; next: ThreadCursor | null }> {
  const found: (ListedThread & { place: Place })[] = [];
  let chunk: Standing[] = [];
  const take = async () => {
    found.push(...await listed(store, userId, chunk, isWanted));
    chunk = [];
  };
  for await (const standing of standings(store, userId, asOf, before)) {
    if (chunk.push(standing) <= limit) continue;
    await take();
    if (found.length > limit) break;
  }
  await take();
  const threads = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = threads.at(-1)?.place ?? before;
  return { threads, next: hasMore ? { asOf, before: last } : null };
}

/** The dialogues below a place in their order as of a moment. */
async function* standings(store: Store, userId: number, asOf: number, before: Place | null): AsyncGenerator<Standing> {
  const [moved, first] = await Promise.all([movedSince(store, userId, asOf), placesBelow(store, userId, before)]);
  const waiting = [...moved.values()].filter((place) => place !== null)
    .filter((place) => before === null || isBelow(place, before))
    .sort(newestFirst);
  for await (const { at, id } of placesFrom(store, userId, first)) {
    const place = { at, id, letterId: null };
    if (moved.has(id)) continue;
    while (waiting.length > 0 && isBelow(place, waiting[0]!)) yield waiting.shift()!;
    yield place;
  }
  yield* waiting;
}

/** These places, and all below them. */
async function* placesFrom(store: Store, userId: number, first: readonly Place[]): AsyncGenerator<Place> {
  let places = first;
  yield* places;
  while (places.length === placesAtOnce) {
    places = await placesBelow(store, userId, places.at(-1)!);
    yield* places;
  }
}

/** Where the next dialogues below a place stand now, the latest first; `id` is the partner's. */
async function placesBelow(store: Store, userId: number, before: Place | null): Promise<readonly Place[]> {
  const part = before ? cursorText([before.at, before.id]) : "";
  const [places] = await store.memory.recallParts(["recent_thread", userId], [part], async () => {
    const prefix = prefixes.recentThreads(userId);
    const end = before && keys.recentThread(userId, before.at, before.id);
    return [await placesListed(store, end ? { prefix, end } : { prefix }, placesAtOnce)];
  });
  return places!;
}

/** Where the dialogues that have changed since `asOf` stood then, by partner; null for those that were not there. */
async function movedSince(store: Store, userId: number, asOf: number): Promise<Map<number, Standing | null>> {
  const [lost, risen] = await Promise.all([deletedSince(store, userId, asOf), risenSince(store, userId, asOf)]);
  const partnerIds = new Set([...lost.keys(), ...risen]);
  return new Map(
    await Promise.all([...partnerIds].map(async (partnerId) => {
      const standing = [await lastUntil(store, userId, partnerId, asOf), lost.get(partnerId) ?? null]
        .filter((letter) => letter !== null)
        .sort(newestFirst)[0];
      return [partnerId, standing ? { at: standing.at, id: partnerId, letterId: standing.id } : null] as const;
    })),
  );
}

/** The partners of the dialogues that a letter was added to since `asOf`. */
async function risenSince(store: Store, userId: number, asOf: number): Promise<number[]> {
  const [newest] = await placesBelow(store, userId, null);
  if (!newest || newest.at <= asOf) return [];
  const later = { prefix: prefixes.recentThreads(userId), start: keys.recentThread(userId, asOf + 1, 0) };
  return await Array.fromAsync(store.kv.list(later), ({ key }) => Number(key.at(-1)));
}

/** For each partner, the latest of the letters that were there at `asOf` and were deleted since. */
async function deletedSince(store: Store, userId: number, asOf: number): Promise<Map<number, Place>> {
  const lost = new Map<number, Place>();
  const newest = await newestDeleted(store, userId);
  if (!newest || newest.at <= asOf) return lost;
  const ids: number[] = [];
  const since = { prefix: prefixes.box(userId, "deleted"), start: keys.box(userId, "deleted", asOf + 1, 0) };
  for await (const { key } of store.kv.list(since)) ids.push(Number(key.at(-1)));
  for (const letter of await lettersByIds(store, ids)) {
    const place = { at: placeFor(letter, userId).at, id: letter.id };
    const known = lost.get(partnerIdFor(letter, userId));
    if (place.at <= asOf && (!known || isBelow(known, place))) lost.set(partnerIdFor(letter, userId), place);
  }
  return lost;
}

/** When somebody last deleted a letter, and which. */
async function newestDeleted(store: Store, userId: number): Promise<Place | null> {
  const [newest] = await store.memory.recallParts(["box", userId], ["newest deleted"], async () => {
    const [place] = await placesListed(store, { prefix: prefixes.box(userId, "deleted") }, 1);
    return [place ?? null];
  });
  return newest!;
}

async function lastUntil(store: Store, userId: number, partnerId: number, asOf: number): Promise<Place | null> {
  const until = {
    prefix: prefixes.threadLetters(userId, partnerId),
    end: keys.threadLetter(userId, partnerId, asOf + 1, 0),
  };
  for await (const { key } of store.kv.list(until, { reverse: true, limit: 1 })) {
    return { at: Number(key.at(-2)), id: Number(key.at(-1)) };
  }
  return null;
}

async function listed(
  store: Store,
  userId: number,
  chunk: Standing[],
  isWanted: (lastLetter: Letter) => boolean,
): Promise<(ListedThread & { place: Place })[]> {
  const threads = await threadsWith(store, userId, chunk.map(({ id }) => id));
  const there = chunk.flatMap((standing, position) => {
    const thread = threads[position];
    return thread ? [{ standing, thread }] : [];
  });
  const letterIds = there.flatMap(({ standing, thread }) => [thread.lastLetterId, standing.letterId ?? []].flat());
  const letters = new Map((await lettersByIds(store, letterIds)).map((letter) => [letter.id, letter]));
  return there.flatMap(({ standing, thread }) => {
    const lastLetter = letters.get(thread.lastLetterId);
    const standingLetter = letters.get(standing.letterId ?? thread.lastLetterId);
    if (!lastLetter || !standingLetter || !isWanted(standingLetter)) return [];
    return [{ thread, lastLetter, place: { at: standing.at, id: standing.id } }];
  });
}
