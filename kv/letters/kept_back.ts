/**
 * Letters that wait for a translator while their two people were parted by a block, a suspension or a deletion: they
 * never come.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { listKeys } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { keepBackIfParted } from "./translating/translation_ends.ts";
import { isOpen, type Translation } from "./translating/translations.ts";

/** What waits for a translator of all letters from or to somebody, or of those between two. */
export async function waitingLettersOf(store: Store, userId: number, otherId: number | null): Promise<Translation[]> {
  const ids = (await listKeys(store, prefixes.translationQueue())).map((key) => Number(key[2]));
  const found = await getAll<Translation>(store, ids.map(keys.translation));
  return found.filter((each) => each !== null).filter(isOpen).filter(({ manId, ladyId }) =>
    [manId, ladyId].includes(userId) && (otherId === null || [manId, ladyId].includes(otherId))
  );
}

/** Gives back to their authors what waits between people who are parted now; who is not, keeps what waits. */
export async function keepLettersBack(store: Store, userId: number, otherId: number | null): Promise<void> {
  for (const translation of await waitingLettersOf(store, userId, otherId)) await keepBackIfParted(store, translation);
}
