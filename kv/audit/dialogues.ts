/** The audit of the dialogues: their counts and times, and their places in both people's lists. */
import type { Dialogue } from "../dialogues.ts";
import { keys, prefixes } from "../keys.ts";
import type { Letter } from "../letters.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditDialogues(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Dialogue>(prefixes.allDialogues(), async (dialogue, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the dialogue of man ${manId} and lady ${ladyId} ${sentence}`);
    if (dialogue.manId !== manId || dialogue.ladyId !== ladyId) fault("names other people");
    await auditLettersOf(reader, dialogue, fault);
    const places = [
      keys.recentDialogue(manId, dialogue.lastAt, ladyId),
      keys.recentDialogue(ladyId, dialogue.lastAt, manId),
    ];
    for (const place of places) {
      if (!await reader.isThere(place)) fault(`is not in the list of user ${Number(place[1])}`);
    }
  });
  await reader.walk<null>(prefixes.allDialogueLetters(), async (_, key) => {
    const [manId, ladyId, sentAt, id] = key.slice(1).map(Number) as [number, number, number, number];
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    const isTheirs = letter?.manId === manId && letter.ladyId === ladyId && letter.sentAt === sentAt;
    const name = `the dialogue of man ${manId} and lady ${ladyId}`;
    if (!isTheirs) report(`${name} lists letter ${id}, which does not belong there`);
    if (!await reader.isThere(keys.dialogue(manId, ladyId))) report(`${name} has letter ${id} but is not there itself`);
  });
  await reader.walk<null>(prefixes.allRecentDialogues(), async (_, key) => {
    const [userId, lastAt, partnerId] = key.slice(1).map(Number) as [number, number, number];
    const dialogue = await reader.valueAt<Dialogue>(keys.dialogue(userId, partnerId)) ??
      await reader.valueAt<Dialogue>(keys.dialogue(partnerId, userId));
    if (dialogue?.lastAt === lastAt) return;
    report(`the list of user ${userId} has a dialogue with ${partnerId} at ${lastAt}, where there was none`);
  });
}

async function auditLettersOf(reader: Reader, dialogue: Dialogue, fault: Report): Promise<void> {
  let letterCount = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  await reader.walk<null>(prefixes.dialogueLetters(dialogue.manId, dialogue.ladyId), (_, key) => {
    letterCount++;
    lastAt = Number(key[3]);
    firstAt ??= lastAt;
  });
  if (letterCount !== dialogue.letterCount) fault(`counts ${dialogue.letterCount} letters and lists ${letterCount}`);
  if (firstAt !== dialogue.firstAt || lastAt !== dialogue.lastAt) fault("does not begin and end when its letters do");
  const last = keys.dialogueLetter(dialogue.manId, dialogue.ladyId, dialogue.lastAt, dialogue.lastLetterId);
  if (!await reader.isThere(last)) fault(`ends with letter ${dialogue.lastLetterId}, which is not its last`);
}
