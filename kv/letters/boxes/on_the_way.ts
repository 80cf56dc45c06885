/** What became of the letters that somebody wrote: the last one of each correspondence, as long as no answer came. */
import type { Store } from "../../open.ts";
import { dayMs } from "../../store/days.ts";
import { lettersAfter } from "./boxes.ts";
import { authorIdOf, type Letter, partnerIdFor, readAtFor } from "../letter.ts";
import { threadsWith } from "./threads.ts";

export type SentState = "returned" | "translating" | "delivered" | "read";

export interface SentLetter {
  letter: Letter;
  state: SentState;
  /** Since when the letter is in this state; one that came back says only when it was sent. */
  at: number;
}

/** Older letters wait for no answer any more, or are found in the outbox. */
const toldForMs = 30 * dayMs;
/** How many of the last letters are looked through. */
const lettersLooked = 20;

/** At most `limit` letters, first those that came back, then the latest; those that came and were answered are left out. */
export async function lettersOnTheWay(store: Store, authorId: number, limit: number): Promise<SentLetter[]> {
  const { letters } = await lettersAfter(store, authorId, "outbox", null, lettersLooked);
  const since = store.now() - toldForMs;
  const last = new Map<number, Letter>();
  for (const letter of letters) {
    const partnerId = partnerIdFor(letter, authorId);
    if (!last.has(partnerId)) last.set(partnerId, letter);
  }
  const threads = await threadsWith(store, authorId, [...last.keys()]);
  return [...last.values()].flatMap((letter, at): SentLetter[] => {
    const sent = { letter, ...stateOf(letter) };
    const isAnswered = threads[at]?.lastLetterId !== letter.id;
    const isOver = isAnswered && (sent.state === "delivered" || sent.state === "read");
    return letter.sentAt < since || letter.erasedAt !== undefined || isOver ? [] : [sent];
  })
    .sort((one, other) =>
      Number(other.state === "returned") - Number(one.state === "returned") || other.letter.sentAt - one.letter.sentAt
    )
    .slice(0, limit);
}

function stateOf(letter: Letter): Omit<SentLetter, "letter"> {
  const { translationState, sentAt, deliveredAt } = letter;
  const readAt = readAtFor(letter, authorIdOf(letter));
  if (translationState === "returned") return { state: "returned", at: sentAt };
  if (deliveredAt === null) return { state: "translating", at: sentAt };
  return readAt === null ? { state: "delivered", at: deliveredAt } : { state: "read", at: readAt };
}
