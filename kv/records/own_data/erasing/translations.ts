/** Erases what translators had of somebody's letters and profile. A letter that waits goes back, with the credits. */
import { translationStateOf } from "../../../letters/translating/asked_translations.ts";
import { keepLettersBack } from "../../../letters/kept_back.ts";
import { authorIdOf } from "../../../letters/letter.ts";
import { letterById } from "../../../letters/letters.ts";
import type { Translation } from "../../../letters/translating/translations.ts";
import type { Store } from "../../../open.ts";
import { transact } from "../../../store/commit.ts";
import { deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { letterIdsOf } from "./letters.ts";
import type { Step } from "./step.ts";

export const eraseTranslations: Step = async ({ store, deletion: { userId } }) => {
  await keepLettersBack(store, userId, null);
  for await (const letterId of letterIdsOf(store, userId)) {
    const letter = await letterById(store, letterId);
    if (!letter || authorIdOf(letter) !== userId || translationStateOf(letter) === null) continue;
    await deleteUnder(store, prefixes.translationDraftsOf(letterId));
    await store.kv.delete(keys.machineDraft(letterId));
    await forgetNote(store, letterId);
  }
  await deleteUnder(store, prefixes.profileTranslationQueue(), ({ key }) => key[2] === userId);
  await deleteUnder(store, prefixes.profileTranslationsOf(userId));
  await deleteUnder(store, prefixes.profileTranslationDraftsOf(userId));
  await deleteUnder(store, prefixes.allGlossaries(), ({ key }) => key[1] === userId || key[2] === userId);
};

/** Erases the reason why a letter went back: it may repeat words of the letter. */
async function forgetNote(store: Store, letterId: number): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Translation>(keys.translation(letterId));
    if (!entry.value?.note) return { done: undefined };
    const op = store.kv.atomic().check(entry).set(entry.key, { ...entry.value, note: erasedNote });
    return { commit: op, result: undefined };
  });
}

const erasedNote = "account_deleted";
