/** The audit of the dialogues: their counts and times, and their places in both people's lists. */
import type { Dialogue } from "../dialogues.ts";
import { keys, prefixes } from "../keys.ts";
import type { Letter } from "../letters.ts";
import type { Store } from "../open.ts";
import { isThere, type Report, valueAt, walk } from "./walk.ts";

export async function auditDialogues(store: Store, report: Report): Promise<void> {
  await walk<Dialogue>(store, prefixes.allDialogues(), async (dialogue, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`the dialogue of man ${manId} and lady ${ladyId} ${sentence}`);
    if (dialogue.manId !== manId || dialogue.ladyId !== ladyId) fault("names other people");
    await auditLettersOf(store, dialogue, fault);
    const places = [
      keys.recentDialogue(manId, dialogue.lastAt, ladyId),
      keys.recentDialogue(ladyId, dialogue.lastAt, manId),
    ];
    for (const place of places) {
      if (!await isThere(store, place)) fault(`is not in the list of user ${Number(place[1])}`);
    }
  });
  await walk<null>(store, prefixes.allDialogueLetters(), async (_, key) => {
    const [manId, ladyId, sentAt, id] = key.slice(1).map(Number) as [number, number, number, number];
    const letter = await valueAt<Letter>(store, keys.letter(id));
    const isTheirs = letter?.manId === manId && letter.ladyId === ladyId && letter.sentAt === sentAt;
    const name = `the dialogue of man ${manId} and lady ${ladyId}`;
    if (!isTheirs) report(`${name} lists letter ${id}, which does not belong there`);
    if (!await isThere(store, keys.dialogue(manId, ladyId))) report(`${name} has letter ${id} but is not there itself`);
  });
  await walk<null>(store, prefixes.allRecentDialogues(), async (_, key) => {
    const [userId, lastAt, partnerId] = key.slice(1).map(Number) as [number, number, number];
    const dialogue = await valueAt<Dialogue>(store, keys.dialogue(userId, partnerId)) ??
      await valueAt<Dialogue>(store, keys.dialogue(partnerId, userId));
    if (dialogue?.lastAt === lastAt) return;
    report(`the list of user ${userId} has a dialogue with ${partnerId} at ${lastAt}, where there was none`);
  });
}

async function auditLettersOf(store: Store, dialogue: Dialogue, fault: Report): Promise<void> {
  let letterCount = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  await walk<null>(store, prefixes.dialogueLetters(dialogue.manId, dialogue.ladyId), (_, key) => {
    letterCount++;
    lastAt = Number(key[3]);
    firstAt ??= lastAt;
  });
  if (letterCount !== dialogue.letterCount) fault(`counts ${dialogue.letterCount} letters and lists ${letterCount}`);
  if (firstAt !== dialogue.firstAt || lastAt !== dialogue.lastAt) fault("does not begin and end when its letters do");
  const last = keys.dialogueLetter(dialogue.manId, dialogue.ladyId, dialogue.lastAt, dialogue.lastLetterId);
  if (!await isThere(store, last)) fault(`ends with letter ${dialogue.lastLetterId}, which is not its last`);
}
