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
  const read = async () => (await store.kv.get<Letter>(keys.letter(letterId))).value;
  return await store.memory.recall(["letter", letterId], read);
}

/** Letters in the order of the ids; those that vanished in the meantime are left out. */
export async function lettersByIds(store: Store, letterIds: readonly number[]): Promise<Letter[]> {
  const letters = await store.memory.recallMany(
    "letter",
    letterIds,
    (missing) => getAll<Letter>(store, missing.map(keys.letter)),
  );
  return letters.filter((letter) => letter !== null);
}

/**
 * A letter that this person has sent or received; null for the letters of others, and for one that has not come yet.
 * Asking for a letter of others leaves a record in the audit log.
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
  const texts = await readTexts(store, readable.map(({ id }) => id));
  return new Map(readable.flatMap((letter, position) => {
    const text = texts[position];
    return text ? [[letter.id, text] as const] : [];
  }));
}

/** Begins to read letters and, beside them, their texts, which `textsFor` then gives only to those who may read them. */
export function expectLetters(store: Store, letterIds: readonly number[]): void {
  store.memory.expect(() => Promise.all([lettersByIds(store, letterIds), readTexts(store, letterIds)]));
}

const readTexts = (store: Store, letterIds: readonly number[]): Promise<(LetterText | null)[]> =>
  store.memory.recallMany(
    "letter_text",
    letterIds,
    (missing) => getAll<LetterText>(store, missing.map(keys.letterText)),
  );
