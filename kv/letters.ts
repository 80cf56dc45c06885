/**
 * Letters between one man and one lady: the record, its text, and who may see what of it (design, section 4).
 * The text lies apart from the letter, so that nothing that lists letters can show a word of a locked one.
 */
import { noteDenial } from "./audit_log.ts";
import { keys } from "./keys.ts";
import type { LetterLook } from "./letter_looks.ts";
import type { Store } from "./open.ts";
import type { ThreadPlace } from "./threads.ts";
import { getAll } from "./users.ts";

export interface Letter {
  id: number;
  manId: number;
  ladyId: number;
  author: "man" | "lady";
  sentAt: number;
  /** When it came to its recipient; null while a translator has it, and then only its author knows of it. */
  deliveredAt: number | null;
  /** Absent where no translator was ever asked. */
  translationState?: "waiting" | "done" | "untranslated" | "returned";
  /** Why a translator returned it, for its author. */
  returnReason?: string;
  /** Why the house returned it before it came: one of the two blocked the other, was suspended or left. */
  keptBack?: KeptBack;
  /** Her first letter where no dialogue exists: free to read. */
  isIntroduction: boolean;
  /** What opening costs the man; 0 for his own letters and for introductions. */
  openingPriceCredits: number;
  /** When the man's credits opened it; letters that cost nothing are never locked. */
  paidAt: number | null;
  /** When the recipient read it. */
  readAt: number | null;
  /** When somebody of the house read it, and why (letter_looks.ts); absent where nobody did. */
  looks?: LetterLook[];
  /** When each of the two put it away; the other's letter is untouched by that. */
  deletedAt: { man: number | null; lady: number | null };
  /** When its words and pictures went with the account of who wrote it (own_data/erasing/letters.ts). */
  erasedAt?: number;
}

export type KeptBack = "blocked" | "suspended" | "deleted";

/** A letter in another language, and whose work that is. */
export interface LetterTranslation {
  body: string;
  language: string;
  /** The translator's name. */
  author: string;
  /** When it was finished (ms since the epoch); absent in those from before it was noted. */
  at?: number;
  /** Where a machine made a draft: whether the translator changed it, or found it right. Absent where none did. */
  machine?: "revised" | "checked";
}

export interface LetterText {
  body: string;
  translation: LetterTranslation | null;
  /** Ids of the pictures that are enclosed, in their order. */
  attachments: string[];
}

export type Box = "inbox" | "introduction" | "outbox" | "deleted";
/** The boxes that hold letters one has received, with their unread marks. */
export type IncomingBox = "inbox" | "introduction";

export const authorIdOf = (letter: Letter): number => letter.author === "man" ? letter.manId : letter.ladyId;
export const recipientIdOf = (letter: Letter): number => letter.author === "man" ? letter.ladyId : letter.manId;
export const partnerIdFor = (letter: Letter, userId: number): number =>
  letter.manId === userId ? letter.ladyId : letter.manId;

/** A letter is locked only for the man who received it and has not paid. */
export const isLocked = (letter: Letter): boolean => letter.openingPriceCredits > 0 && letter.paidAt === null;

export const incomingBoxOf = (letter: Letter): IncomingBox => letter.isIntroduction ? "introduction" : "inbox";

/** The box in which a letter lay before one of the two put it away. */
export const homeBoxFor = (letter: Letter, userId: number): Box =>
  authorIdOf(letter) === userId ? "outbox" : incomingBoxOf(letter);

/** Whether a letter is one of somebody's own: written, or received and delivered. */
export const letterHasComeTo = (letter: Letter, userId: number): boolean =>
  authorIdOf(letter) === userId || (recipientIdOf(letter) === userId && letter.deliveredAt !== null);

export const deletedAtFor = (letter: Letter, userId: number): number | null =>
  letter.manId === userId ? letter.deletedAt.man : letter.deletedAt.lady;

/** Where a letter stands in the thread of one of the two. Throws where it has not come to her or him yet. */
export function placeFor(letter: Letter, userId: number): ThreadPlace {
  const at = authorIdOf(letter) === userId ? letter.sentAt : letter.deliveredAt;
  if (at === null) throw new Error(`letter ${letter.id} has not come to user ${userId}`);
  return { userId, partnerId: partnerIdFor(letter, userId), at, letterId: letter.id };
}

export async function letterById(store: Store, letterId: number): Promise<Letter | null> {
  if (!Number.isSafeInteger(letterId)) return null;
  return (await store.kv.get<Letter>(keys.letter(letterId))).value;
}

/** Letters in the order of the ids; those that vanished in the meantime are left out. */
export async function lettersByIds(store: Store, letterIds: number[]): Promise<Letter[]> {
  const letters = await getAll<Letter>(store, letterIds.map(keys.letter));
  return letters.filter((letter) => letter !== null);
}

/**
 * A letter of one's own, sent or received; anybody else's is null, and so is one that has not come yet. Who asks for
 * somebody else's leaves a line in the audit log.
 */
export async function letterOf(store: Store, userId: number, letterId: number): Promise<Letter | null> {
  const letter = await letterById(store, letterId);
  if (!letter) return null;
  if (letterHasComeTo(letter, userId)) return letter;
  if (recipientIdOf(letter) !== userId) {
    await noteDenial(store, { action: "letter_denied", actorId: userId, subject: `letter:${letterId}`, details: {} });
  }
  return null;
}

/** The texts that this reader may see, by letter id; a locked letter has none. */
export async function textsFor(store: Store, readerId: number, letters: Letter[]): Promise<Map<number, LetterText>> {
  const readable = letters.filter((letter) => authorIdOf(letter) === readerId || !isLocked(letter));
  const texts = await getAll<LetterText>(store, readable.map((letter) => keys.letterText(letter.id)));
  return new Map(readable.flatMap((letter, position) => {
    const text = texts[position];
    return text ? [[letter.id, text] as const] : [];
  }));
}
