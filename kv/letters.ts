/**
 * Letters between one man and one lady: sending, opening, reading (design, sections 4 and 5).
 * The text lies apart from the letter, so that nothing that lists letters can show a word of a locked one.
 */
import { transact } from "./commit.ts";
import { addToDialogue, type Dialogue, dialogueBetween, nextSentAt } from "./dialogues.ts";
import { keys } from "./keys.ts";
import { balanceOf, post } from "./ledger.ts";
import type { Store } from "./open.ts";
import { letterLengthMax, prices } from "./prices.ts";
import { type Refusal, refuse, type Result } from "./refusals.ts";
import { getAll, lady, man, usersByIds } from "./users.ts";

export interface Letter {
  id: number;
  manId: number;
  ladyId: number;
  author: "man" | "lady";
  sentAt: number;
  /** Her first letter where no dialogue exists: free to read. */
  isIntroduction: boolean;
  /** What opening costs the man; 0 for his own letters and for introductions. */
  openingPriceCredits: number;
  /** When the man's credits opened it; letters that cost nothing are never locked. */
  paidAt: number | null;
  /** When the recipient read it. */
  readAt: number | null;
}

export interface LetterText {
  body: string;
  translation: { body: string; language: string; author: string } | null;
  attachments: never[];
}

export type Box = "inbox" | "introduction" | "outbox" | "deleted";
/** The boxes that hold letters one has received, with their unread marks. */
export type IncomingBox = "inbox" | "introduction";

export const introductionsPerDay = 20;
/** A longer one would not fit into a key of the store. */
const sendKeyLengthMax = 256;

export const authorIdOf = (letter: Letter): number => letter.author === "man" ? letter.manId : letter.ladyId;
export const recipientIdOf = (letter: Letter): number => letter.author === "man" ? letter.ladyId : letter.manId;

/** A letter is locked only for the man who received it and has not paid. */
export const isLocked = (letter: Letter): boolean => letter.openingPriceCredits > 0 && letter.paidAt === null;

export const incomingBoxOf = (letter: Letter): IncomingBox => letter.isIntroduction ? "introduction" : "inbox";

export interface WantedLetter {
  authorId: number;
  recipientId: number;
  body: string;
  /** The form's fresh id: the same one is the same letter, however often it is sent. */
  sendKey: string;
}

export type Sent = Result<{ letter: Letter; balanceCredits: number | null; isRepeat: boolean }>;

/** Text as it is counted and kept: CRLF is one line break, the ends carry no blank lines. */
export const normaliseBody = (body: string): string => body.replace(/\r\n?/g, "\n").trim();

/**
 * Sends a letter; a man's costs 10 credits in the same commit.
 * Refuses `invalid` (empty or over 6000 UTF-16 units), `not_found` (no such correspondent), `not_published`,
 * `insufficient_credits`, `credits_owed`, `too_many_introductions`, and `idempotency_key_reused` when the form's id
 * already became another letter: answering the first one would lose the second.
 */
export async function sendLetter(store: Store, wanted: WantedLetter): Promise<Sent> {
  const isSendKey = wanted.sendKey.length > 0 && wanted.sendKey.length <= sendKeyLengthMax;
  if (!isSendKey) return refuse("invalid", { fields: { sendKey: "wrong_value" } });
  const body = normaliseBody(wanted.body);
  if (body.length === 0) return refuse("invalid", { fields: { body: "required" } });
  if (body.length > letterLengthMax) return refuse("invalid", { fields: { body: "too_long" } });
  const { authorId, recipientId } = wanted;
  const [author, recipient] = await usersByIds(store, [authorId, recipientId]);
  if (author?.groupId === man && recipient?.groupId === lady) {
    return store.ladies.has(recipientId) ? await sendFromMan(store, wanted, body) : refuse("not_found");
  }
  if (author?.groupId === lady && recipient?.groupId === man) {
    return store.ladies.has(authorId) ? await sendFromLady(store, wanted, body) : refuse("not_published");
  }
  return refuse("not_found");
}

async function sendFromMan(store: Store, wanted: WantedLetter, body: string): Promise<Sent> {
  const { authorId, recipientId, sendKey } = wanted;
  const letterId = await store.ids.next("letter");
  const letterAt = (sentAt: number): Letter => ({
    id: letterId,
    manId: authorId,
    ladyId: recipientId,
    author: "man",
    sentAt,
    isIntroduction: false,
    openingPriceCredits: 0,
    paidAt: null,
    readAt: null,
  });
  let letter: Letter | null = null;
  const posted = await post(store, {
    manId: authorId,
    operation: "sent_letter",
    deltaCredits: -prices.sendLetter,
    reference: { letterId, partnerId: recipientId },
    idempotencyKey: `letter-send:${sendKey}`,
  }, {
    read: () => dialogueBetween(store, authorId, recipientId),
    add(op, entry, dialogue) {
      letter = letterAt(nextSentAt(dialogue.value, entry.at));
      addLetter(op, letter, body, dialogue);
    },
  });
  if (!posted.ok) return posted;
  const { entry, isRepeat } = posted;
  if (isRepeat || !letter) {
    return await repeated(store, entry.reference.letterId!, recipientId, body, await balanceOf(store, authorId));
  }
  return { ok: true, letter, balanceCredits: entry.balanceAfter, isRepeat };
}

/** The letter that a form's id became before; another text or recipient under the same id is refused, not lost. */
async function repeated(
  store: Store,
  letterId: number,
  recipientId: number,
  body: string,
  balanceCredits: number | null,
): Promise<Sent> {
  const [letter, text] = await store.kv.getMany<[Letter, LetterText]>([
    keys.letter(letterId),
    keys.letterText(letterId),
  ]);
  if (!letter.value || !text.value) throw new Error(`letter ${letterId} was sent and is not there`);
  const isSame = recipientIdOf(letter.value) === recipientId && text.value.body === body;
  return isSame ? { ok: true, letter: letter.value, balanceCredits, isRepeat: true } : refuse("idempotency_key_reused");
}

async function sendFromLady(store: Store, wanted: WantedLetter, body: string): Promise<Sent> {
  const { authorId, recipientId } = wanted;
  const letterId = await store.ids.next("letter");
  const sendKey = keys.letterIdBySendKey(authorId, wanted.sendKey);
  // Writers of a man's dialogues queue behind his ledger, whoever of the two writes.
  return await store.mutexes.run(`ledger:${recipientId}`, () =>
    transact<Sent>(async () => {
      const earlierId = (await store.kv.get<number>(sendKey)).value;
      if (earlierId !== null) return { done: await repeated(store, earlierId, recipientId, body, null) };
      const dialogue = await dialogueBetween(store, recipientId, authorId);
      const op = store.kv.atomic().check({ key: sendKey, versionstamp: null }).set(sendKey, letterId);
      const isIntroduction = dialogue.value === null;
      if (isIntroduction) {
        const refusal = await countIntroduction(store, op, authorId);
        if (refusal) return { done: refusal };
      }
      const letter: Letter = {
        id: letterId,
        manId: recipientId,
        ladyId: authorId,
        author: "lady",
        sentAt: nextSentAt(dialogue.value, store.now()),
        isIntroduction,
        openingPriceCredits: isIntroduction ? 0 : prices.openLetter,
        paidAt: null,
        readAt: null,
      };
      addLetter(op, letter, body, dialogue);
      return { commit: op, result: { ok: true, letter, balanceCredits: null, isRepeat: false } };
    }));
}

/** Everything a new letter writes but its charge. */
function addLetter(
  op: Deno.AtomicOperation,
  letter: Letter,
  body: string,
  dialogue: Deno.KvEntryMaybe<Dialogue>,
): void {
  const text: LetterText = { body, translation: null, attachments: [] };
  op.set(keys.letter(letter.id), letter)
    .set(keys.letterText(letter.id), text)
    .set(keys.box(authorIdOf(letter), "outbox", letter.sentAt, letter.id), null)
    .set(keys.box(recipientIdOf(letter), incomingBoxOf(letter), letter.sentAt, letter.id), null)
    .set(keys.unread(recipientIdOf(letter), incomingBoxOf(letter), letter.id), null);
  addToDialogue(op, letter, dialogue);
}

async function countIntroduction(store: Store, op: Deno.AtomicOperation, ladyId: number): Promise<Refusal | void> {
  const day = new Date(store.now()).toISOString().slice(0, 10);
  const count = await store.kv.get<number>(keys.introductionsOfDay(ladyId, day));
  if ((count.value ?? 0) >= introductionsPerDay) return refuse("too_many_introductions");
  op.check(count).set(count.key, (count.value ?? 0) + 1, { expireIn: 2 * 24 * 3600_000 });
}

export async function letterById(store: Store, letterId: number): Promise<Letter | null> {
  if (!Number.isSafeInteger(letterId)) return null;
  return (await store.kv.get<Letter>(keys.letter(letterId))).value;
}

/** A letter of one's own, sent or received; anybody else's is `not_found`, so that ids tell nothing. */
export async function letterOf(store: Store, userId: number, letterId: number): Promise<Letter | null> {
  const letter = await letterById(store, letterId);
  return letter && (letter.manId === userId || letter.ladyId === userId) ? letter : null;
}

export type Opened = Result<{ letter: Letter; balanceCredits: number | null }>;

/**
 * The recipient reads a letter. A man's `pay` opens a locked one for 5 credits, once, for good.
 * Refuses `letter_locked` when it is locked and nothing was offered, `not_found` for others' letters, and what the ledger refuses.
 */
export async function openLetter(store: Store, readerId: number, letterId: number, pay: boolean): Promise<Opened> {
  const letter = await letterOf(store, readerId, letterId);
  if (!letter) return refuse("not_found");
  if (recipientIdOf(letter) !== readerId) return { ok: true, letter, balanceCredits: null };
  if (!isLocked(letter)) return await markRead(store, letter);
  if (!pay) return refuse("letter_locked");

  const posted = await post(store, {
    manId: readerId,
    operation: "opened_letter",
    deltaCredits: -letter.openingPriceCredits,
    reference: { letterId, partnerId: letter.ladyId },
    idempotencyKey: `letter-open:${letterId}`,
  }, {
    read: () => store.kv.get<Letter>(keys.letter(letterId)),
    add(op, entry, current) {
      if (!current.value || !isLocked(current.value)) return refuse("conflict");
      op.check(current)
        .set(current.key, { ...current.value, paidAt: entry.at, readAt: entry.at })
        .delete(keys.unread(readerId, incomingBoxOf(letter), letterId));
    },
  });
  if (!posted.ok) return posted;
  const opened = (await letterById(store, letterId))!;
  const balanceCredits = posted.isRepeat ? await balanceOf(store, readerId) : posted.entry.balanceAfter;
  return { ok: true, letter: opened, balanceCredits };
}

/** Notes the first reading; of a letter that costs nothing or was paid. */
async function markRead(store: Store, letter: Letter): Promise<Opened> {
  if (letter.readAt !== null) return { ok: true, letter, balanceCredits: null };
  return await transact<Opened>(async () => {
    const current = await store.kv.get<Letter>(keys.letter(letter.id));
    if (!current.value) return { done: refuse("not_found") };
    if (current.value.readAt !== null) return { done: { ok: true, letter: current.value, balanceCredits: null } };
    const read = { ...current.value, readAt: store.now() };
    const op = store.kv.atomic().check(current).set(current.key, read)
      .delete(keys.unread(recipientIdOf(read), incomingBoxOf(read), read.id));
    return { commit: op, result: { ok: true, letter: read, balanceCredits: null } };
  });
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
