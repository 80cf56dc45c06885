/** Delivery: what a letter writes when it is sent, and what it writes when it comes to its recipient. */
import type { Store } from "../open.ts";
import { noteOnDay } from "../store/daily/day_index.ts";
import { keys } from "../store/keys.ts";
import { addToDialogue, awaitsFirst, type Dialogue } from "./boxes/dialogues.ts";
import { authorIdOf, incomingBoxOf, type Letter, type LetterText, placeFor, recipientIdOf } from "./letter.ts";
import { addLetterNotification } from "./notifications.ts";
import { addToThread, type Thread } from "./boxes/threads.ts";

/** What two people have written so far, as one attempt of a commit read it. */
export interface Correspondence {
  dialogue: Deno.KvEntryMaybe<Dialogue>;
  man: Deno.KvEntryMaybe<Thread>;
  lady: Deno.KvEntryMaybe<Thread>;
}

/** Reads all three together, so that in the checks of a commit the dialogue stands for the threads (dialogues.ts). */
export async function readCorrespondence(store: Store, manId: number, ladyId: number): Promise<Correspondence> {
  const [dialogue, man, lady] = await store.kv.getMany<[Dialogue, Thread, Thread]>([
    keys.dialogue(manId, ladyId),
    keys.thread(manId, ladyId),
    keys.thread(ladyId, manId),
  ]);
  return { dialogue, man, lady };
}

/** The time of a new letter: never before a letter that is in either thread already, whatever the clock says. */
export const timeToSend = ({ dialogue, man, lady }: Correspondence, nowMs: number): number =>
  Math.max(nowMs, dialogue.value?.lastAt ?? 0, man.value?.lastAt ?? 0, lady.value?.lastAt ?? 0);

/** The place of a new letter, also never before `notBeforeMs`, and the clock's time if that is another. */
export function sendingAt(
  read: Correspondence,
  nowMs: number,
  notBeforeMs = 0,
): Pick<Letter, "sentAt" | "sentByClockAt"> {
  const sentAt = Math.max(timeToSend(read, nowMs), notBeforeMs);
  return { sentAt, ...(sentAt > nowMs && { sentByClockAt: nowMs }) };
}

/** When a letter comes. The first letter of hers that reaches a man is free to open, whichever she wrote first. */
export const comingAt = ({ dialogue }: Correspondence, atMs: number): Partial<Letter> & { deliveredAt: number } => ({
  deliveredAt: atMs,
  ...(awaitsFirst(dialogue) && { openingPriceCredits: 0 }),
});

/** Adds everything that a new letter writes but its charge; the letter comes at once if `deliveredAt` is set. */
export function addLetter(
  store: Store,
  op: Deno.AtomicOperation,
  letter: Letter,
  text: LetterText,
  read: Correspondence,
  origin?: string,
): void {
  op.set(keys.letter(letter.id), letter)
    .set(keys.letterText(letter.id), text)
    .set(keys.box(authorIdOf(letter), "outbox", letter.sentAt, letter.id), null);
  noteOnDay(op, "letter", letter.sentAt, letter.id);
  addToDialogue(op, letter, read.dialogue);
  addToThread(op, placeFor(letter, authorIdOf(letter)), read[letter.author]);
  if (letter.deliveredAt !== null) addDelivery(store, op, letter, read, origin);
}

/**
 * Adds what brings a letter to its recipient: box, unread mark, thread, notifications. The caller writes the letter and the
 * dialogue, and publishes the recipient's topic after the commit (notifications.ts). `origin` as in kv/store/jobs/queue.ts.
 */
export function addDelivery(
  store: Store,
  op: Deno.AtomicOperation,
  letter: Letter,
  read: Correspondence,
  origin?: string,
): void {
  const recipientId = recipientIdOf(letter);
  const place = placeFor(letter, recipientId);
  op.set(keys.box(recipientId, incomingBoxOf(letter), place.at, letter.id), null)
    .set(keys.unread(recipientId, incomingBoxOf(letter), letter.id), null);
  addToThread(op, place, letter.author === "man" ? read.lady : read.man);
  addLetterNotification(store, op, letter, origin);
}
