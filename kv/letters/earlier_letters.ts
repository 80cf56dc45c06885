/**
 * The letters before a given one between its two people, for the translator who has that one in hand: the last ones that
 * both of them may read and have kept. Every look is written to the audit log first; nobody but that translator is answered.
 */
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isLocked, type Letter, type LetterText } from "./letter.ts";
import { lettersOfThreadBefore } from "./boxes/threads.ts";
import { holderAt, translationOf } from "./translating/translations.ts";

const earlierAtMost = 6;
/** How many letters are looked through to find them. */
const lookedThrough = 30;

export interface EarlierLetter {
  author: Letter["author"];
  sentAt: number;
  text: Pick<LetterText, "body" | "translation">;
}

/** The letters before this one, oldest first. Refuses `not_found`, and `forbidden` if the letter is not in these hands. */
export async function earlierLetters(
  store: Store,
  translatorId: number,
  letterId: number,
): Promise<Result<{ letters: EarlierLetter[] }>> {
  const translation = await translationOf(store, letterId);
  if (!translation) return refuse("not_found");
  if (holderAt(translation, store.now()) !== translatorId) return refuse("forbidden");
  const { manId, ladyId } = translation;
  const letter = (await store.kv.get<Letter>(keys.letter(letterId))).value;
  if (!letter) return refuse("not_found");
  const before = { at: letter.sentAt, id: letterId };
  const thread = await lettersOfThreadBefore(store, manId, ladyId, before, lookedThrough);
  const shown = thread.letters.filter((each) => each.id !== letterId && isReadByBoth(each)).slice(-earlierAtMost);
  const op = store.kv.atomic();
  putAuditRecord(store, op, {
    action: "earlier_letters_read",
    actorId: translatorId,
    subject: `letter:${letterId}`,
    details: { manId, ladyId, letters: shown.map(({ id }) => id).join(", ") },
  });
  await commitNow(op);
  const texts = await getAll<LetterText>(store, shown.map(({ id }) => keys.letterText(id)));
  const letters = shown.flatMap(({ author, sentAt }, at) => {
    const text = texts[at];
    return text ? [{ author, sentAt, text: { body: text.body, translation: text.translation } }] : [];
  });
  return { ok: true, letters };
}

/** Whether the letter has come, is neither locked nor erased, and neither of the two has put it away. */
const isReadByBoth = (letter: Letter): boolean =>
  letter.deliveredAt !== null && !isLocked(letter) && letter.erasedAt === undefined &&
  letter.deletedAt.man === null && letter.deletedAt.lady === null;
