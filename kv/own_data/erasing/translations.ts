/** Erases what translators had of somebody's letters. What waits for them goes back to its author, with the credits. */
import { keys } from "../../keys.ts";
import { authorIdOf, letterById } from "../../letters.ts";
import { keepLettersBack } from "../../letters_kept_back.ts";
import { prefixes } from "../../prefixes.ts";
import type { Translation } from "../../translations.ts";
import { transact } from "../../commit.ts";
import { deleteUnder } from "../../deleting.ts";
import type { Store } from "../../open.ts";
import type { Step } from "./step.ts";
import { letterIdsOf } from "./letters.ts";

export const eraseTranslations: Step = async ({ store, deletion: { userId } }) => {
  await keepLettersBack(store, userId, null);
  for await (const letterId of letterIdsOf(store, userId)) {
    const letter = await letterById(store, letterId);
    if (!letter || authorIdOf(letter) !== userId || letter.translationState === undefined) continue;
    await deleteUnder(store, prefixes.translationDraftsOf(letterId));
    await store.kv.delete(keys.machineDraft(letterId));
    await forgetNote(store, letterId);
  }
  await deleteUnder(store, prefixes.allGlossaries(), ({ key }) => key[1] === userId || key[2] === userId);
};

/** Why a letter went back may repeat words of it. */
async function forgetNote(store: Store, letterId: number): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Translation>(keys.translation(letterId));
    if (!entry.value?.note) return { done: undefined };
    const op = store.kv.atomic().check(entry).set(entry.key, { ...entry.value, note: erasedNote });
    return { commit: op, result: undefined };
  });
}

const erasedNote = "account_deleted";
