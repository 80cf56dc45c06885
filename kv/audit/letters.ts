/** The audit of the letters: each has its text, its charge, its place in both people's boxes and its unread mark. */
import { keys, prefixes } from "../keys.ts";
import {
  authorIdOf,
  type Box,
  incomingBoxOf,
  isLocked,
  type Letter,
  type LetterText,
  recipientIdOf,
} from "../letters.ts";
import type { Charged } from "./ledgers.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditLetters(reader: Reader, charged: Charged, report: Report): Promise<void> {
  const nextId = await reader.valueAt<number>(keys.counter("letter")) ?? 0;
  await reader.walk<Letter>(prefixes.letters(), async (letter, key) => {
    const fault: Report = (sentence) => report(`letter ${Number(key[1])} ${sentence}`);
    if (letter.id !== Number(key[1])) fault(`calls itself ${letter.id}`);
    if (letter.id >= nextId) fault("has an id that will be given again");
    auditCharge(letter, charged, fault);
    const text = await reader.valueAt<LetterText>(keys.letterText(letter.id));
    if (!text?.body) fault("has no text");
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

/** From the letter to its indexes: one place with its author, one with its recipient, one in the dialogue. */
async function auditPlaces(reader: Reader, letter: Letter, fault: Report): Promise<void> {
  const { id, manId, ladyId, sentAt } = letter;
  const incoming = incomingBoxOf(letter);
  const isIn = (userId: number, box: Box) => reader.isThere(keys.box(userId, box, sentAt, id));
  const people: [number, Box][] = [[authorIdOf(letter), "outbox"], [recipientIdOf(letter), incoming]];
  for (const [userId, box] of people) {
    const places = Number(await isIn(userId, box)) + Number(await isIn(userId, "deleted"));
    if (places !== 1) fault(`lies ${places} times in the boxes of user ${userId}`);
  }
  const isMarked = await reader.isThere(keys.unread(recipientIdOf(letter), incoming, id));
  if (letter.readAt === null && !isMarked && await isIn(recipientIdOf(letter), incoming)) {
    fault("is unread but not marked so");
  }
  if (!await reader.isThere(keys.dialogueLetter(manId, ladyId, sentAt, id))) fault("is not in its dialogue");
}

async function auditBoxes(reader: Reader, report: Report): Promise<void> {
  await reader.walk<null>(prefixes.allBoxes(), async (_, key) => {
    const [userId, box, sentAt, id] = [Number(key[1]), String(key[2]), Number(key[3]), Number(key[4])];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isTheirs = letter?.sentAt === sentAt && (
      (box === "outbox" && authorIdOf(letter) === userId) ||
      (box === incomingBoxOf(letter) && recipientIdOf(letter) === userId) ||
      (box === "deleted" && (letter.manId === userId || letter.ladyId === userId))
    );
    if (!isTheirs) report(`the ${box} of user ${userId} lists letter ${id}, which does not belong there`);
  });
}

async function auditUnread(reader: Reader, report: Report): Promise<void> {
  await reader.walk<null>(prefixes.allUnread(), async (_, key) => {
    const [userId, box, id] = [Number(key[1]), String(key[2]), Number(key[3])];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isUnread = letter?.readAt === null && recipientIdOf(letter) === userId && incomingBoxOf(letter) === box &&
      await reader.isThere(keys.box(userId, box, letter.sentAt, id));
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
