/**
 * Letters whose two people were parted, by a block, a suspension, a deletion or her refusal of contact, or whose reader
 * ended introductions, while the letter waits for a translator: they never come.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { listKeys } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { keepBackIfParted } from "./translating/translation_ends.ts";
import { isOpen, type Translation } from "./translating/translations.ts";

/** The letters from or to somebody that wait for a translator; with `otherId`, only those between the two. */
export async function waitingLettersOf(store: Store, userId: number, otherId: number | null): Promise<Translation[]> {
  const ids = (await listKeys(store, prefixes.translationQueue())).map((key) => Number(key[2]));
  const found = await getAll<Translation>(store, ids.map(keys.translation));
  return found.filter((each) => each !== null).filter(isOpen).filter(({ manId, ladyId }) =>
    [manId, ladyId].includes(userId) && (otherId === null || [manId, ladyId].includes(otherId))
  );
}

/** Returns to their authors the waiting letters that may not come any more; all others keep waiting. */
export async function keepLettersBack(store: Store, userId: number, otherId: number | null): Promise<void> {
  for (const translation of await waitingLettersOf(store, userId, otherId)) await keepBackIfParted(store, translation);
}
