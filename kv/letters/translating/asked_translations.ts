/** Translations of letters that have come: either of the two may ask for one, once, at no price. */
import { readingOf } from "../../accounts/languages.ts";
import { usersByIds } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isReadBy, languageOf } from "../language.ts";
import {
  type AskedTranslation,
  isLocked,
  type Letter,
  letterHasComeTo,
  type LetterText,
  recipientIdOf,
} from "../letter.ts";
import { addTranslation, type Translation } from "./translations.ts";

export type TranslationState = AskedTranslation["state"];

/** The state of a letter's translation, whether the letter waited for it or somebody asked later; null if neither is so. */
export function translationStateOf({ translationState, asked }: Letter): TranslationState | null {
  return asked?.state ?? translationState ?? null;
}

/**
 * Asks for a translation of a letter that has come, for its author or its reader. Asking again changes nothing and returns
 * the state. Refuses `not_found`, `letter_locked`, and `translation_not_needed` if its recipient reads its language.
 */
export async function askForTranslation(
  store: Store,
  userId: number,
  letterId: number,
  origin?: string,
): Promise<Result<{ letter: Letter; state: TranslationState }>> {
  return await transact<Result<{ letter: Letter; state: TranslationState }>>(async () => {
    const [entry, text, known] = await store.kv.getMany<[Letter, LetterText, Translation]>([
      keys.letter(letterId),
      keys.letterText(letterId),
      keys.translation(letterId),
    ]);
    const letter = entry.value;
    if (!letter || !text.value || letter.erasedAt !== undefined || !letterHasComeTo(letter, userId)) {
      return { done: refuse("not_found") };
    }
    if (userId === letter.manId && isLocked(letter)) return { done: refuse("letter_locked") };
    const recipientId = recipientIdOf(letter);
    const [recipient] = await usersByIds(store, [recipientId]);
    if (!recipient) return { done: refuse("not_found") };
    const state = text.value.translation ? "done" : translationStateOf(letter);
    // A translation that nobody made in time may be asked for again, once the letter has come.
    const isOver = letter.deliveredAt !== null && state === "untranslated";
    if (state !== null && !isOver) return { done: { ok: true, letter, state } };
    const language = letter.language ?? languageOf(text.value.body, []);
    const reading = readingOf(recipient);
    if (isReadBy(reading, language)) return { done: refuse("translation_not_needed") };
    const now = store.now();
    const waiting: Letter = { ...letter, asked: { by: userId, at: now, state: "waiting" } };
    const op = store.kv.atomic().check(entry, text, known).set(entry.key, waiting);
    const wanted = { from: language, to: reading.into };
    // An earlier machine draft is no help for another language.
    if (known.value && known.value.to !== wanted.to) op.delete(keys.machineDraft(letterId));
    addTranslation(store, op, letter, wanted, {
      body: text.value.body,
      charge: null,
      asked: { by: userId, at: now, before: known.value },
      origin,
    });
    return { commit: op, result: { ok: true, letter: waiting, state: "waiting" } };
  });
}
