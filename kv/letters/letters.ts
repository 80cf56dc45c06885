/**
 * Letters between one man and one lady: the record, its text, and who may see what of it (design, section 4).
 * The text lies apart from the letter, so that nothing that lists letters can show any text of a locked one.
 */
import type { Store } from "../open.ts";
import { noteDenial } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { authorIdOf, isLocked, type Letter, letterHasComeTo, type LetterText, recipientIdOf } from "./letter.ts";

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
 * somebody else's leaves a record in the audit log.
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
