/** The audit of pictures: each is loose and waits in its list, or belongs to the one letter that encloses it. */
import { type Attachment, attachmentsPerLetter } from "../../../letters/attachments.ts";
import { authorIdOf, type Letter, type LetterText } from "../../../letters/letter.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditAttachments(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Attachment>(prefixes.attachments(), async (attachment, key) => {
    const fault: Report = (sentence) => report(`picture ${String(key[1])} ${sentence}`);
    if (attachment.id !== key[1]) fault(`calls itself ${attachment.id}`);
    const { id, ownerId, createdAt, letterId } = attachment;
    const isListed = await reader.isThere(keys.looseAttachment(ownerId, createdAt, id));
    if (letterId === null) {
      if (!isListed) fault("is loose but not listed so");
      return;
    }
    if (isListed) fault("is listed as loose although a letter has it");
    const letter = await reader.valueAt<Letter>(keys.letter(letterId));
    const text = await reader.valueAt<LetterText>(keys.letterText(letterId));
    if (!letter) fault(`belongs to letter ${letterId}, which is not there`);
    else if (authorIdOf(letter) !== ownerId) fault(`belongs to letter ${letterId}, which its owner did not write`);
    else if (!text?.attachments.includes(id)) fault(`belongs to letter ${letterId}, which does not enclose it`);
  });
  await reader.walk<LetterText>(prefixes.allLetterTexts(), async ({ attachments }, key) => {
    const letterId = Number(key[1]);
    const isPossible = attachments.length <= attachmentsPerLetter && new Set(attachments).size === attachments.length;
    if (!isPossible) report(`letter ${letterId} encloses too many pictures, or one twice`);
    for (const id of attachments) {
      const attachment = await reader.valueAt<Attachment>(keys.attachment(id));
      if (attachment === null && await isAuthorLeaving(reader, letterId)) continue;
      if (attachment?.letterId !== letterId) report(`letter ${letterId} encloses picture ${id}, which is not its own`);
    }
  });
  await reader.walk<null>(prefixes.allLooseAttachments(), async (_, key) => {
    const [ownerId, createdAt, id] = [Number(key[1]), Number(key[2]), String(key[3])];
    const attachment = await reader.valueAt<Attachment>(keys.attachment(id));
    const isLoose = attachment?.letterId === null && attachment.ownerId === ownerId &&
      attachment.createdAt === createdAt;
    if (!isLoose) report(`user ${ownerId} has picture ${id} listed as loose, which it is not`);
  });
}

/** Whether the author is being erased: pictures go before the words that enclosed them. */
async function isAuthorLeaving(reader: Reader, letterId: number): Promise<boolean> {
  const letter = await reader.valueAt<Letter>(keys.letter(letterId));
  return letter !== null && reader.isLeaving(authorIdOf(letter));
}
