/** Boxes: inbox, introduction, outbox and deleted letters of one person, and the marks of what is unread. */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import type { Place } from "../../store/listing/cursors.ts";
import { listKeys, pageOf, type Paging, placesListed } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Box, deletedAtFor, type IncomingBox, type Letter, placeFor } from "../letter.ts";
import { expectLetters, lettersByIds } from "../letters.ts";

/**
 * A page of one box of a person, newest first, and the place of its last letter (null at the end). The place is read
 * from the key: the letter itself may have been put away a moment later.
 */
export async function lettersInBox(
  store: Store,
  userId: number,
  box: Box,
  paging: Paging,
): Promise<{ letters: Letter[]; totalCount: number; next: Place | null }> {
  const all = await placesInBox(store, userId, box);
  const shown = pageOf(all, paging);
  const ids = shown.map(({ id }) => id);
  expectLetters(store, ids);
  const isLast = paging.page * paging.limit >= all.length || shown.length === 0;
  return { letters: await lettersByIds(store, ids), totalCount: all.length, next: isLast ? null : shown.at(-1)! };
}

/** The places of all letters of a box, newest first. */
export const placesInBox = async (store: Store, userId: number, box: Box): Promise<Place[]> =>
  (await listKeys(store, prefixes.box(userId, box))).map((key) => ({ at: Number(key.at(-2)), id: Number(key.at(-1)) }));

const allBoxes: Box[] = ["inbox", "introduction", "outbox", "deleted"];

/** Every letter that somebody sent or that came to her or him, put away or not. */
export async function* lettersOfAll(store: Store, userId: number): AsyncGenerator<Letter> {
  for (const box of allBoxes) {
    const ids = (await placesInBox(store, userId, box)).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += 500) yield* await lettersByIds(store, ids.slice(from, from + 500));
  }
}

/** The next letters of a box after a place, newest first, and the place of the last of them (null at the end). */
export async function lettersAfter(
  store: Store,
  userId: number,
  box: Box,
  before: Place | null,
  limit: number,
): Promise<{ letters: Letter[]; next: Place | null }> {
  const prefix = prefixes.box(userId, box);
  const end = before && keys.box(userId, box, before.at, before.id);
  const part = [box, limit, before?.at, before?.id].join(" ");
  const [places] = await store.memory.recallParts(
    ["box", userId],
    [part],
    async () => [await placesListed(store, end ? { prefix, end } : { prefix }, limit + 1)],
  );
  const shown = places!.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  expectLetters(store, ids);
  return {
    letters: await lettersByIds(store, ids),
    next: places!.length > limit ? shown.at(-1)! : null,
  };
}

/** The place of a letter in the box in which it lies: its time there is when it was sent, came or was deleted. */
export const boxPlaceOf = (letter: Letter, userId: number): Place => ({
  at: deletedAtFor(letter, userId) ?? placeFor(letter, userId).at,
  id: letter.id,
});

/** The ids of unread received letters, from their marks: newest first, by the box that they came to. */
export function unreadIds(store: Store, userId: number): Promise<Record<IncomingBox, readonly number[]>> {
  const idsIn = async (box: IncomingBox) =>
    (await listKeys(store, prefixes.unread(userId, box))).map((key) => Number(key.at(-1)));
  return store.memory.recall(["unread", userId], async () => {
    const [inbox, introduction] = await Promise.all([idsIn("inbox"), idsIn("introduction")]);
    return { inbox, introduction };
  });
}

/** How many received letters wait unread; derived from their marks, so that there is no number to go wrong. */
export async function unreadCounts(store: Store, userId: number): Promise<Record<IncomingBox, number>> {
  const { inbox, introduction } = await unreadIds(store, userId);
  return { inbox: inbox.length, introduction: introduction.length };
}

/** Unread letters by partner, both boxes together. */
export async function unreadByPartner(store: Store, userId: number): Promise<Map<number, number>> {
  const { inbox, introduction } = await unreadIds(store, userId);
  const counts = new Map<number, number>();
  for (const letter of await lettersByIds(store, [...inbox, ...introduction])) {
    const partnerId = letter.manId === userId ? letter.ladyId : letter.manId;
    counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1);
  }
  return counts;
}
