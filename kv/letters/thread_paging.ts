/**
 * A person's dialogues page by page, each exactly once, as they stood when the first page was made: a dialogue keeps its
 * place of that moment, although a letter that came since moves it to the top and a deleted one lets it sink. Only what
 * its owner puts back from the deleted letters meanwhile may have to wait for a new first page.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { cursorText, isBelow, newestFirst, numbersOf, type Place } from "../store/listing/cursors.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Letter, partnerIdFor, placeFor } from "./letter.ts";
import { lettersByIds } from "./letters.ts";
import type { Thread } from "./threads.ts";

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

/** A dialogue's place as of the first page, and the letter that gave it; `letterId` is null where that is its last one. */
type Standing = Place & { letterId: number | null };

/** The moment of a first page that is made now; no letter that is there already lies after it. */
export async function asOfNow(store: Store, userId: number): Promise<number> {
  const newest = store.kv.list({ prefix: prefixes.recentThreads(userId) }, { reverse: true, limit: 1 });
  for await (const { key } of newest) return Math.max(store.now(), Number(key.at(-2)));
  return store.now();
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
  const prefix = prefixes.recentThreads(userId);
  const end = before && keys.recentThread(userId, before.at, before.id);
  const recent = store.kv.list(end ? { prefix, end } : { prefix }, { reverse: true });
  const [moved, first] = await Promise.all([movedSince(store, userId, asOf), recent.next()]);
  const waiting = [...moved.values()].filter((place) => place !== null)
    .filter((place) => before === null || isBelow(place, before))
    .sort(newestFirst);
  for (let next = first; !next.done; next = await recent.next()) {
    const { key } = next.value;
    const place = { at: Number(key.at(-2)), id: Number(key.at(-1)), letterId: null };
    if (moved.has(place.id)) continue;
    while (waiting.length > 0 && isBelow(place, waiting[0]!)) yield waiting.shift()!;
    yield place;
  }
  yield* waiting;
}

/** Where those dialogues stood that have changed since, by partner; null for those that were not there then. */
async function movedSince(store: Store, userId: number, asOf: number): Promise<Map<number, Standing | null>> {
  const later = { prefix: prefixes.recentThreads(userId), start: keys.recentThread(userId, asOf + 1, 0) };
  const [lost, risen] = await Promise.all([
    deletedSince(store, userId, asOf),
    Array.fromAsync(store.kv.list(later), ({ key }) => Number(key.at(-1))),
  ]);
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

/** The latest letter of each partner among those that were there at a moment and were deleted since. */
async function deletedSince(store: Store, userId: number, asOf: number): Promise<Map<number, Place>> {
  const ids: number[] = [];
  const since = { prefix: prefixes.box(userId, "deleted"), start: keys.box(userId, "deleted", asOf + 1, 0) };
  for await (const { key } of store.kv.list(since)) ids.push(Number(key.at(-1)));
  const lost = new Map<number, Place>();
  for (const letter of await lettersByIds(store, ids)) {
    const place = { at: placeFor(letter, userId).at, id: letter.id };
    const known = lost.get(partnerIdFor(letter, userId));
    if (place.at <= asOf && (!known || isBelow(known, place))) lost.set(partnerIdFor(letter, userId), place);
  }
  return lost;
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
  const threads = await getAll<Thread>(store, chunk.map(({ id }) => keys.thread(userId, id)));
  const there = chunk.flatMap((standing, position) => {
    const thread = threads[position];
    return thread ? [{ standing, thread }] : [];
  });
  const [lastLetters, standingLetters] = await Promise.all([
    getAll<Letter>(store, there.map(({ thread }) => keys.letter(thread.lastLetterId))),
    getAll<Letter>(store, there.map(({ standing, thread }) => keys.letter(standing.letterId ?? thread.lastLetterId))),
  ]);
  return there.flatMap(({ standing, thread }, position) => {
    const [lastLetter, standingLetter] = [lastLetters[position], standingLetters[position]];
    if (!lastLetter || !standingLetter || !isWanted(standingLetter)) return [];
    return [{ thread, lastLetter, place: { at: standing.at, id: standing.id } }];
  });
}
