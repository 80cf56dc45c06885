/**
 * The same words to the same person a moment later are the same letter, and are charged once. Somebody who goes back in
 * the browser finds the words of a sent letter again, without its pictures, on a page with a fresh key: sending them
 * shows a doubt about the first time, not a wish to pay twice. Only for people who write on a page: a program says by its
 * key what it means (contract, HTTP).
 */
import { trimText } from "../../chat/shared/text.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import type { Store } from "../open.ts";
import { areAmongEnclosures } from "./attachments.ts";
import { authorIdOf, sentByClockAtOf } from "./letter.ts";
import { textsFor } from "./letters.ts";
import { sendLetter, type Sent, type WantedLetter } from "./sending.ts";
import { lettersOfThread } from "./boxes/threads.ts";
import { isRecent } from "../store/days.ts";

/** How long the same words count as a repeat. */
export const sameWordsMs = 10 * 60_000;
/** How many of the latest letters of the two are compared. */
const looksBackLetters = 5;

/** Sends a letter as `sendLetter` does, with the same refusals; one that was sent a moment ago is answered as a repeat. */
export function sendLetterOnce(store: Store, wanted: WantedLetter): Promise<Sent> {
  return store.mutexes.run(
    `letter-once:${wanted.authorId}`,
    async () => await justSent(store, wanted) ?? await sendLetter(store, wanted),
  );
}

/** The letter that these words became, with at least these pictures; null if there is none, or a translator returned it. */
async function justSent(store: Store, wanted: WantedLetter): Promise<Sent | null> {
  const { authorId, recipientId, attachmentIds = [] } = wanted;
  const body = trimText(wanted.body);
  const { letters } = await lettersOfThread(store, authorId, recipientId, { page: 1, limit: looksBackLetters });
  const mine = letters.filter((letter) =>
    authorIdOf(letter) === authorId && letter.translationState !== "returned" &&
    isRecent(store.now(), sentByClockAtOf(letter), sameWordsMs)
  );
  const texts = await textsFor(store, authorId, mine);
  const letter = await lastOf(mine, async ({ id }) => {
    const text = texts.get(id);
    return text?.body === body && await areAmongEnclosures(store, attachmentIds, text.attachments);
  });
  if (!letter) return null;
  const balanceCredits = letter.author === "man" ? await balanceOf(store, authorId) : null;
  return { ok: true, letter, balanceCredits, isRepeat: true };
}

async function lastOf<T>(all: T[], holds: (one: T) => Promise<boolean>): Promise<T | null> {
  for (const one of all.toReversed()) if (await holds(one)) return one;
  return null;
}
