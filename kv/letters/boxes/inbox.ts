/**
 * The inbox: first the letters that are new, then the dialogues; a page holds `limit` lines of both together
 * (specification, section 4). A dialogue whose last letter was shown among the new ones is not shown again.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { cursorText, isBelow, newestFirst, numbersOf, type Place } from "../../store/listing/cursors.ts";
import { prefixes } from "../../store/prefixes.ts";
import { unreadIds } from "./boxes.ts";
import { deletedAtFor, incomingBoxOf, type Letter, placeFor, recipientIdOf } from "../letter.ts";
import { expectLetters, lettersByIds } from "../letters.ts";
import { asOfNow, expectThreads, type ListedThread, threadsAfter } from "./thread_paging.ts";

export interface InboxCursor {
  /** When the first page was made, ms since the epoch. */
  asOf: number;
  /** The last new letter that was shown; null before the first. */
  letter: Place | null;
  /** The last dialogue that was shown; null while there may still be new letters to show. */
  thread: Place | null;
}

export interface InboxPage {
  newLetters: Letter[];
  dialogues: ListedThread[];
  /** Null at the end. */
  next: InboxCursor | null;
}

const none: Place = { at: 0, id: 0 };

export const inboxCursorText = ({ asOf, letter, thread }: InboxCursor): string =>
  cursorText([asOf, ...[letter ?? none, thread ?? none].flatMap(({ at, id }) => [at, id])]);

/** The cursor that a text names; null for whatever names none. */
export function inboxCursorOf(text: string): InboxCursor | null {
  const numbers = numbersOf(text, 5);
  if (!numbers) return null;
  const [asOf, letterAt, letterId, threadAt, threadId] = numbers as [number, number, number, number, number];
  return {
    asOf,
    letter: letterId === 0 ? null : { at: letterAt, id: letterId },
    thread: threadId === 0 ? null : { at: threadAt, id: threadId },
  };
}

/** A page of the inbox. What comes later is on a new first page; nothing that was there is left out or repeated. */
export async function inboxPage(
  store: Store,
  userId: number,
  cursor: InboxCursor | null,
  limit: number,
): Promise<InboxPage> {
  if (!cursor) store.memory.expect(() => expectThreads(store, userId, limit));
  const [asOf, unsorted] = await Promise.all([
    cursor?.asOf ?? asOfNow(store, userId),
    cursor ? stillToTell(store, userId, cursor) : unreadLetters(store, userId),
  ]);
  const place = (letter: Letter): Place => ({ at: placeFor(letter, userId).at, id: letter.id });
  const waiting = unsorted.toSorted((one, other) => newestFirst(place(one), place(other)));
  const newLetters = waiting.slice(0, limit);
  const lastNew = newLetters.at(-1);
  const letter = lastNew ? place(lastNew) : cursor?.letter ?? null;
  if (waiting.length > limit) return { newLetters, dialogues: [], next: { asOf, letter, thread: null } };

  // If the last letter was deleted since, it may have been shown or not; its dialogue is shown for the other letters.
  const wasShown = (last: Letter) =>
    letter !== null && deletedAtFor(last, userId) === null && recipientIdOf(last) === userId &&
    incomingBoxOf(last) === "inbox" &&
    (last.readAt === null || last.readAt > asOf) && !isBelow(place(last), letter);
  const room = limit - newLetters.length;
  const from = { asOf, before: cursor?.thread ?? null };
  const { threads, next } = await threadsAfter(store, userId, from, room, (last) => !wasShown(last));
  return {
    newLetters,
    dialogues: threads,
    next: next && { asOf, letter, thread: next.before },
  };
}

async function unreadLetters(store: Store, userId: number): Promise<Letter[]> {
  const { inbox } = await unreadIds(store, userId);
  expectLetters(store, inbox);
  return await lettersByIds(store, inbox);
}

/**
 * The letters that were new on the first page and that no page has shown yet, whether they were read since or not. The
 * rest of the box is walked for them, but only if there were more new letters than fit on the pages before.
 */
async function stillToTell(store: Store, userId: number, { asOf, letter, thread }: InboxCursor): Promise<Letter[]> {
  if (thread || !letter) return [];
  const below = { prefix: prefixes.box(userId, "inbox"), end: keys.box(userId, "inbox", letter.at, letter.id) };
  const listed = await Array.fromAsync(store.kv.list(below, { batchSize: 500 }));
  const letters = await lettersByIds(store, listed.map(({ key }) => Number(key.at(-1))));
  return letters.filter(({ readAt }) => readAt === null || readAt > asOf);
}
