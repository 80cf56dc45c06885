/** The audit of dialogues and threads: their counts and times, and their places in people's lists. */
import type { Dialogue } from "../../../letters/boxes/dialogues.ts";
import { deletedAtFor, type Letter, letterHasComeTo, placeFor } from "../../../letters/letter.ts";
import type { Thread } from "../../../letters/boxes/threads.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditDialogues(reader: Reader, report: Report): Promise<void> {
  const letterCounts = await countLetters(reader);
  await reader.walk<Dialogue>(prefixes.allDialogues(), async (dialogue, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the dialogue of man ${manId} and lady ${ladyId} ${sentence}`);
    if (dialogue.manId !== manId || dialogue.ladyId !== ladyId) fault("names other people");
    const last = await reader.valueAt<Letter>(keys.letter(dialogue.lastLetterId));
    const isLast = last?.manId === manId && last.ladyId === ladyId && last.sentAt === dialogue.lastAt;
    if (!isLast) fault(`ends with letter ${dialogue.lastLetterId}, which is not its last`);
    if (dialogue.firstAt > dialogue.lastAt) fault("ends before it begins");
    const { letterCount } = dialogue;
    const counted = letterCounts.get(`${manId} ${ladyId}`) ?? 0;
    if (letterCount !== undefined && letterCount !== counted) {
      fault(`counts ${letterCount} letters that came or may come, where there are ${counted}`);
    }
  });
  await reader.walk<Thread>(prefixes.allThreads(), async (thread, key) => {
    const [userId, partnerId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the thread of user ${userId} with ${partnerId} ${sentence}`);
    if (thread.userId !== userId || thread.partnerId !== partnerId) fault("names other people");
    await auditLettersOf(reader, thread, fault);
    if (!await reader.isThere(keys.recentThread(userId, thread.lastAt, partnerId))) fault("is not in its owner's list");
    const pairs = [keys.dialogue(userId, partnerId), keys.dialogue(partnerId, userId)];
    if (!(await Promise.all(pairs.map((pair) => reader.isThere(pair)))).includes(true)) fault("has no dialogue");
  });
  await reader.walk<null>(prefixes.allThreadLetters(), async (_, key) => {
    const [userId, partnerId, at, id] = key.slice(1).map(Number) as [number, number, number, number];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isTheirs = letter !== null && letterHasComeTo(letter, userId) && deletedAtFor(letter, userId) === null &&
      placeFor(letter, userId).at === at && placeFor(letter, userId).partnerId === partnerId;
    const name = `the thread of user ${userId} with ${partnerId}`;
    if (!isTheirs) report(`${name} lists letter ${id}, which does not belong there`);
    if (!await reader.isThere(keys.thread(userId, partnerId))) {
      report(`${name} has letter ${id} but is not there itself`);
    }
  });
  await reader.walk<null>(prefixes.allRecentThreads(), async (_, key) => {
    const [userId, lastAt, partnerId] = key.slice(1).map(Number) as [number, number, number];
    const thread = await reader.valueAt<Thread>(keys.thread(userId, partnerId));
    if (thread?.lastAt === lastAt) return;
    report(`the list of user ${userId} has a thread with ${partnerId} at ${lastAt}, where there was none`);
  });
}

/** How many letters of each man and lady came or may still come. */
async function countLetters(reader: Reader): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await reader.walkAll<Letter>(prefixes.letters(), ({ manId, ladyId, translationState }) => {
    if (translationState === "returned") return;
    const pair = `${manId} ${ladyId}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  });
  return counts;
}

async function auditLettersOf(reader: Reader, thread: Thread, fault: Report): Promise<void> {
  const { userId, partnerId } = thread;
  let letterCount = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  await reader.walk<null>(prefixes.threadLetters(userId, partnerId), (_, key) => {
    letterCount++;
    lastAt = Number(key[3]);
    firstAt ??= lastAt;
  });
  if (letterCount !== thread.letterCount) fault(`counts ${thread.letterCount} letters and lists ${letterCount}`);
  if (firstAt !== thread.firstAt || lastAt !== thread.lastAt) fault("does not begin and end when its letters do");
  const last = keys.threadLetter(userId, partnerId, thread.lastAt, thread.lastLetterId);
  if (!await reader.isThere(last)) fault(`ends with letter ${thread.lastLetterId}, which is not its last`);
}
