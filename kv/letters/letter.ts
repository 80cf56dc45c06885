/**
 * A letter between one man and one lady: its record, its text, and what follows from them alone. The text lies apart from
 * the record, so that nothing that lists letters can show any text of a locked one.
 */
import { prices as firstPrices } from "../credits/prices/prices.ts";

export interface Letter {
  id: number;
  manId: number;
  ladyId: number;
  author: "man" | "lady";
  /** When it was sent, which is its place among the letters of the two; later than that if the clock was put back before. */
  sentAt: number;
  /** When it was sent by the clock, if that is before `sentAt`; absent if it is the same. */
  sentByClockAt?: number;
  /** When it came to its recipient; null while a translator has it, and then only its author knows of it. */
  deliveredAt: number | null;
  /** Absent where no translator was ever asked. */
  translationState?: "waiting" | "done" | "untranslated" | "returned";
  /**
   * Where its author lived when it was sent, as the account said; absent if it said nothing, if that city was taken down
   * (places.ts), and in older letters.
   */
  place?: LetterPlace;
  /** The language that it is written in (BCP 47), as its author said or as it was recognised; absent in older letters. */
  language?: string;
  /** The language that a translator put it into (BCP 47); absent if none did. */
  translatedInto?: string;
  /** A translation that one of the two asked for after the letter had come (asked_translations.ts). */
  asked?: AskedTranslation;
  /** Why a translator returned it, for its author. */
  returnReason?: string;
  /** Why the site returned it before it came: the two were parted, or he ended introductions. */
  keptBack?: KeptBack;
  /** Her first letter where no dialogue exists: free to read. */
  isIntroduction: boolean;
  /** What opening costs the man; 0 for his own letters and for introductions. */
  openingPriceCredits: number;
  /** The credits that its man paid for sending it; absent in letters from before prices could change. */
  sentForCredits?: number;
  /** When the man's credits opened it; letters that cost nothing are never locked. */
  paidAt: number | null;
  /** When the recipient read it; what may be told of it: `readAtFor`. */
  readAt: number | null;
  /** It was read while a block kept the two apart: its author is not told. */
  isReadUntold?: true;
  /** When an admin read it, and why (admin_reading.ts); absent where nobody did. */
  looks?: AdminReading[];
  /** When each of the two put it away; the other's letter is untouched by that. */
  deletedAt: { man: number | null; lady: number | null };
  /** When its words and pictures were erased with its author's account (kv/records/own_data/erasing/letters.ts). */
  erasedAt?: number;
}

/** A city as its inhabitant spelt it, and the country in which to look it up (cities.ts). */
export interface LetterPlace {
  city: string;
  countryId: number;
}

export type KeptBack = "blocked" | "refused" | "suspended" | "deleted" | "introductions";

/** Who asked for a translation of a letter that had come, when, and what became of it. */
export interface AskedTranslation {
  by: number;
  at: number;
  state: "waiting" | "done" | "untranslated" | "returned";
}

/** A letter in another language, and who translated it. */
export interface LetterTranslation {
  body: string;
  language: string;
  /** The translator's name. */
  author: string;
  /** Absent in older translations. */
  authorId?: number;
  /** When it was finished (ms since the epoch); absent in older translations. */
  at?: number;
  /** If a machine made a draft: whether the translator changed it, or found it right. Absent if no machine did. */
  machine?: "revised" | "checked";
}

export interface LetterText {
  body: string;
  translation: LetterTranslation | null;
  /** Ids of the pictures that are enclosed, in their order. */
  attachments: string[];
}

/** One reading by an admin; kept in the letter's own record, which a page of letters reads anyway. */
export interface AdminReading {
  /** Ms since the epoch. */
  at: number;
  /** The admin; told to nobody. */
  by: number;
  /** As both correspondents read it. */
  reason: string;
}

/** When a letter was sent by the clock, wherever its place is: for everything that counts the time since then. */
export const sentByClockAtOf = ({ sentAt, sentByClockAt }: Letter): number => sentByClockAt ?? sentAt;

/** Where a letter stands in somebody's thread: `at` is when it was sent, for its author, or came, for its recipient. */
export interface ThreadPlace {
  userId: number;
  partnerId: number;
  at: number;
  letterId: number;
}

export type Box = "inbox" | "introduction" | "outbox" | "deleted";
/** The boxes that hold letters one has received, with their unread marks. */
export type IncomingBox = "inbox" | "introduction";

export const authorIdOf = (letter: Letter): number => letter.author === "man" ? letter.manId : letter.ladyId;
export const recipientIdOf = (letter: Letter): number => letter.author === "man" ? letter.ladyId : letter.manId;
export const partnerIdFor = (letter: Letter, userId: number): number =>
  letter.manId === userId ? letter.ladyId : letter.manId;

/** When a letter was read, as far as one of the two may know: its author hears nothing across a block. */
export const readAtFor = (letter: Letter, userId: number): number | null =>
  letter.isReadUntold && authorIdOf(letter) === userId ? null : letter.readAt;

export const isReadAndTold = ({ readAt, isReadUntold }: Letter): boolean => readAt !== null && !isReadUntold;

/** The credits that a man paid for sending his letter. */
export const sendingPriceOf = ({ sentForCredits }: Letter): number => sentForCredits ?? firstPrices.sendLetter;

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
