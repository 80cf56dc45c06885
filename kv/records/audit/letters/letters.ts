/** The audit of the letters: each has its text, its charge, its places with both people and its unread mark. */
import {
  authorIdOf,
  deletedAtFor,
  homeBoxFor,
  incomingBoxOf,
  isLocked,
  type Letter,
  letterHasComeTo,
  type LetterText,
  placeFor,
  recipientIdOf,
} from "../../../letters/letter.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Charged } from "../money/ledgers.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditLetters(reader: Reader, charged: Charged, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("letter")) ?? 0;
  await reader.walk<Letter>(prefixes.letters(), async (letter, key) => {
    const fault: Report = (sentence) => report(`letter ${Number(key[1])} ${sentence}`);
    if (letter.id !== Number(key[1])) fault(`calls itself ${letter.id}`);
    if (letter.id >= nextId) fault("has an id that will be given again");
    auditCharge(letter, charged, fault);
    const text = await reader.valueAt<LetterText>(keys.letterText(letter.id));
    const isErased = letter.erasedAt !== undefined;
    if (isErased) auditErased(letter, text, fault);
    else if (!text?.body) fault("has no text");
    else if (reader.isErased(authorIdOf(letter))) {
      fault(`has the words of user ${authorIdOf(letter)}, who was erased`);
    }
    if (isErased && !await reader.isThere(keys.deletion(authorIdOf(letter)))) fault("was erased; its writer is here");
    await auditPlaces(reader, letter, fault);
  });
  await reader.walk<LetterText>(prefixes.allLetterTexts(), async (_, key) => {
    if (!await reader.isThere(keys.letter(Number(key[1])))) {
      report(`the text of letter ${Number(key[1])} has no letter`);
    }
  });
  await auditBoxes(reader, report);
  await auditUnread(reader, report);
  await auditSendKeys(reader, report);
}

function auditErased({ place, returnReason }: Letter, text: LetterText | null, fault: Report): void {
  if (!text || text.body !== "" || text.translation || text.attachments.length > 0) {
    fault("was erased and has its text");
  }
  if (place || returnReason) fault("was erased and says where it was written, or why it went back");
}

function auditCharge(letter: Letter, charged: Charged, fault: Report): void {
  if (letter.author === "man") {
    if (!charged.sent.has(letter.id)) fault(`of man ${letter.manId} was sent without a charge`);
    if (letter.openingPriceCredits !== 0 || letter.isIntroduction) {
      fault("is a man's, but has a price or introduces him");
    }
    return;
  }
  if (letter.paidAt !== null && !charged.opened.has(letter.id)) {
    fault(`is open for man ${letter.manId} without a charge`);
  }
  if (letter.isIntroduction && letter.openingPriceCredits !== 0) fault("is an introduction with a price");
  if (isLocked(letter) && letter.readAt !== null) fault("was read although it is locked");
}

/** From the letter to its indexes: for each to whom it has come one place in a box, one in the thread; its unread mark. */
async function auditPlaces(reader: Reader, letter: Letter, fault: Report): Promise<void> {
  const { id, manId, ladyId } = letter;
  for (const userId of [manId, ladyId]) {
    const hasCome = letterHasComeTo(letter, userId);
    if (hasCome && await reader.isThere(keys.deletion(userId))) continue;
    const expected = hasCome ? boxKeyOf(letter, userId) : null;
    if (expected && !await reader.isThere(expected)) fault(`is not in the ${String(expected[2])} of user ${userId}`);
    if (!hasCome || deletedAtFor(letter, userId) !== null) continue;
    const { partnerId, at } = placeFor(letter, userId);
    if (!await reader.isThere(keys.threadLetter(userId, partnerId, at, id))) {
      fault(`is not in the thread of user ${userId}`);
    }
  }
  const recipientId = recipientIdOf(letter);
  const isWaiting = letter.readAt === null && letter.deliveredAt !== null &&
    deletedAtFor(letter, recipientId) === null && !await reader.isThere(keys.deletion(recipientId));
  if (isWaiting && !await reader.isThere(keys.unread(recipientId, incomingBoxOf(letter), id))) {
    fault("is unread but not marked so");
  }
}

/** The one place of a letter in somebody's boxes. */
function boxKeyOf(letter: Letter, userId: number): Deno.KvKey {
  const deletedAt = deletedAtFor(letter, userId);
  return deletedAt === null
    ? keys.box(userId, homeBoxFor(letter, userId), placeFor(letter, userId).at, letter.id)
    : keys.box(userId, "deleted", deletedAt, letter.id);
}

async function auditBoxes(reader: Reader, report: Report): Promise<void> {
  await reader.walk<null>(prefixes.allBoxes(), async (_, key) => {
    const [userId, box, id] = [Number(key[1]), String(key[2]), Number(key[4])];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isTheirs = letter !== null && letterHasComeTo(letter, userId) &&
      boxKeyOf(letter, userId).join() === key.join();
    if (!isTheirs) report(`the ${box} of user ${userId} lists letter ${id}, which does not belong there`);
  });
}

async function auditUnread(reader: Reader, report: Report): Promise<void> {
  await reader.walk<null>(prefixes.allUnread(), async (_, key) => {
    const [userId, box, id] = [Number(key[1]), String(key[2]), Number(key[3])];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isUnread = letter?.readAt === null && recipientIdOf(letter) === userId && incomingBoxOf(letter) === box &&
      letter.deliveredAt !== null && deletedAtFor(letter, userId) === null;
    if (!isUnread) report(`the ${box} of user ${userId} counts letter ${id} as unread, which it is not`);
  });
}

async function auditSendKeys(reader: Reader, report: Report): Promise<void> {
  await reader.walk<number>(prefixes.allSendKeys(), async (id, key) => {
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    if (letter && authorIdOf(letter) === Number(key[1])) return;
    report(`the send key ${String(key[2])} of user ${Number(key[1])} leads to letter ${id}, which is not theirs`);
  });
}
