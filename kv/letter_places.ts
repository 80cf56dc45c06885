/** Where letters stand for one person: how many wait unread from each partner, and on which page of a thread one lies. */
import { keys, prefixes } from "./keys.ts";
import type { IncomingBox, Letter } from "./letters.ts";
import type { Store } from "./open.ts";
import { getAll } from "./users.ts";

const incomingBoxes: IncomingBox[] = ["inbox", "introduction"];

/** Unread letters by partner, both boxes together; derived from the same marks as `unreadCounts`. */
export async function unreadByPartner(store: Store, userId: number): Promise<Map<number, number>> {
  const ids: number[] = [];
  for (const box of incomingBoxes) {
    for await (const entry of store.kv.list({ prefix: prefixes.unread(userId, box) })) {
      ids.push(Number(entry.key.at(-1)));
    }
  }
  const counts = new Map<number, number>();
  for (const letter of await getAll<Letter>(store, ids.map(keys.letter))) {
    if (!letter) continue;
    const partnerId = letter.manId === userId ? letter.ladyId : letter.manId;
    counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1);
  }
  return counts;
}

/** The page (from 1, newest first, `limit` to a page, as `lettersOfDialogue` counts) that holds this letter. */
export async function pageOfLetter(store: Store, letter: Letter, limit: number): Promise<number> {
  const { manId, ladyId, id } = letter;
  const fromHere = {
    prefix: prefixes.dialogueLetters(manId, ladyId),
    start: keys.dialogueLetter(manId, ladyId, letter.sentAt, id),
  };
  const withThoseAfter = await Array.fromAsync(store.kv.list(fromHere, { batchSize: 500 }));
  return Math.floor(Math.max(0, withThoseAfter.length - 1) / limit) + 1;
}
