/**
 * Putting letters away: each of the two for herself or himself alone. What is put away lies in the deleted box, in the
 * order in which it was put there, and comes back exactly as it was; the other's letter is never touched.
 */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Dialogue, touchDialogue } from "./boxes/dialogues.ts";
import {
  deletedAtFor,
  homeBoxFor,
  incomingBoxOf,
  type Letter,
  letterHasComeTo,
  placeFor,
  recipientIdOf,
  type ThreadPlace,
} from "./letter.ts";
import { letterOf } from "./letters.ts";
import { publishLetters } from "./notifications.ts";
import { addToThread, removeFromThread, type Thread } from "./boxes/threads.ts";

export type PutAway = Result<{ letter: Letter }>;

/**
 * Moves a letter of one's own to the deleted box, out of the thread and the unread marks; a second time changes nothing.
 * Refuses `not_found` for whatever is not one's own, or has not come yet.
 */
export const deleteLetter = (store: Store, userId: number, letterId: number): Promise<PutAway> =>
  move(store, userId, letterId, true);

/** Puts a deleted letter back where it was: unread if it was never read, sealed if it was never paid. Refuses as above. */
export const restoreLetter = (store: Store, userId: number, letterId: number): Promise<PutAway> =>
  move(store, userId, letterId, false);

async function move(store: Store, userId: number, letterId: number, away: boolean): Promise<PutAway> {
  const known = await letterOf(store, userId, letterId);
  if (!known) return refuse("not_found");
  // As in sending: every change of the threads of a man's dialogues runs in the queue of his ledger.
  const moving = store.mutexes.run(
    `ledger:${known.manId}`,
    () =>
      changeRecord<Letter>(store, keys.letter(letterId), async (letter, op) => {
        if (!letterHasComeTo(letter, userId)) return refuse("not_found");
        if ((deletedAtFor(letter, userId) !== null) === away) return letter;
        const after = withDeletedAt(letter, userId, away ? store.now() : null);
        await (away ? takeAway(store, op, after, userId) : putBack(store, op, letter, userId));
        return after;
      }),
  );
  const tell = () => publishLetters(store, [userId]);
  const moved = await alsoIfLate(moving, tell);
  if (!moved.ok) return moved;
  if (moved.isChanged) tell();
  return { ok: true, letter: moved.record };
}

const withDeletedAt = (letter: Letter, userId: number, at: number | null): Letter => ({
  ...letter,
  deletedAt: { ...letter.deletedAt, [letter.manId === userId ? "man" : "lady"]: at },
});

/** `letter` is given as it will be: with the time of its deletion. */
async function takeAway(store: Store, op: Deno.AtomicOperation, letter: Letter, userId: number): Promise<void> {
  const place = placeFor(letter, userId);
  op.delete(keys.box(userId, homeBoxFor(letter, userId), place.at, letter.id))
    .set(keys.box(userId, "deleted", deletedAtFor(letter, userId)!, letter.id), null);
  if (recipientIdOf(letter) === userId) op.delete(keys.unread(userId, incomingBoxOf(letter), letter.id));
  await removeFromThread(store, op, place, await threadOf(store, op, letter, place));
}

/** `letter` is given as it is now: with the time of its deletion. */
async function putBack(store: Store, op: Deno.AtomicOperation, letter: Letter, userId: number): Promise<void> {
  const place = placeFor(letter, userId);
  op.delete(keys.box(userId, "deleted", deletedAtFor(letter, userId)!, letter.id))
    .set(keys.box(userId, homeBoxFor(letter, userId), place.at, letter.id), null);
  if (recipientIdOf(letter) === userId && letter.readAt === null) {
    op.set(keys.unread(userId, incomingBoxOf(letter), letter.id), null);
  }
  addToThread(op, place, await threadOf(store, op, letter, place));
}

/** Reads the thread that a letter leaves or comes back to, and makes the commit depend on it. */
async function threadOf(
  store: Store,
  op: Deno.AtomicOperation,
  { manId, ladyId }: Letter,
  { userId, partnerId }: ThreadPlace,
): Promise<Deno.KvEntryMaybe<Thread>> {
  const [dialogue, thread] = await store.kv.getMany<[Dialogue, Thread]>([
    keys.dialogue(manId, ladyId),
    keys.thread(userId, partnerId),
  ]);
  touchDialogue(op, dialogue);
  // Check the thread itself as well: if the other has left, there may be no dialogue to stand for it.
  op.check(thread);
  return thread;
}
