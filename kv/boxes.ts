/** Boxes: inbox, introduction, outbox and deleted letters of one person, and the marks of what is unread. */
import { keys, prefixes } from "./keys.ts";
import type { Box, IncomingBox, Letter } from "./letters.ts";
import { listKeys, pageOf, type Paging } from "./listing.ts";
import type { Store } from "./open.ts";
import { getAll } from "./users.ts";

const incomingBoxes: IncomingBox[] = ["inbox", "introduction"];

/** One box of a person, newest first. */
export async function lettersInBox(
  store: Store,
  userId: number,
  box: Box,
  paging: Paging,
): Promise<{ letters: Letter[]; totalCount: number }> {
  const all = await listKeys(store, prefixes.box(userId, box));
  const ids = pageOf(all, paging).map((key) => Number(key.at(-1)));
  const letters = await getAll<Letter>(store, ids.map(keys.letter));
  return { letters: letters.filter((letter) => letter !== null), totalCount: all.length };
}

/** How many received letters wait unread; derived from their marks, so that there is no number to go wrong. */
export function unreadCounts(store: Store, userId: number): Promise<Record<IncomingBox, number>> {
  return store.memory.recall(["unread", userId], async () => {
    const [inbox, introduction] = await Promise.all([
      listKeys(store, prefixes.unread(userId, "inbox")),
      listKeys(store, prefixes.unread(userId, "introduction")),
    ]);
    return { inbox: inbox.length, introduction: introduction.length };
  });
}

/** Unread letters by partner, both boxes together; derived from the same marks as `unreadCounts`. */
export async function unreadByPartner(store: Store, userId: number): Promise<Map<number, number>> {
  const ids: number[] = [];
  for (const box of incomingBoxes) {
    for (const key of await listKeys(store, prefixes.unread(userId, box))) ids.push(Number(key.at(-1)));
  }
  const counts = new Map<number, number>();
  for (const letter of await getAll<Letter>(store, ids.map(keys.letter))) {
    if (!letter) continue;
    const partnerId = letter.manId === userId ? letter.ladyId : letter.manId;
    counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1);
  }
  return counts;
}
