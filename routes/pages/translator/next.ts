/** What a translator takes next: of her or his languages, the letter that waits longest, else a profile. */
import { isWorkIn } from "../../../kv/accounts/languages.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { claimProfile, type ProfileItem, profileQueue } from "../../../kv/ladies/profile/profile_translations.ts";
import { claimTranslation, translationQueue } from "../../../kv/letters/translating/translations.ts";
import type { Store } from "../../../kv/open.ts";
import { profilePath, workPath } from "./descriptions.ts";

/** So many are tried: others may take one in the same moment. */
const triesAtMost = 5;

/** Profiles in somebody's languages, and whatever of them is in hand. */
export async function profilesFor(
  store: Store,
  { id, worksIn }: Pick<User, "id" | "worksIn">,
): Promise<{ free: ProfileItem[]; mine: ProfileItem[] }> {
  const { free, mine } = await profileQueue(store, id);
  return { free: free.filter(({ translation: { from, locale } }) => isWorkIn(worksIn, { from, to: locale })), mine };
}

/** Takes it and answers where it is worked on; null where nothing waits, or no more may be held. */
export async function takeNext(store: Store, me: Pick<User, "id" | "worksIn">): Promise<string | null> {
  const isWanted = (each: { from: string; to: string }) => isWorkIn(me.worksIn, each);
  const { items } = await translationQueue(store, { page: 1, limit: triesAtMost }, { isWanted });
  for (const { letterId } of items) {
    if ((await claimTranslation(store, me.id, letterId)).ok) return workPath(letterId);
  }
  const { free } = await profilesFor(store, me);
  for (const { translation } of free.slice(0, triesAtMost)) {
    if ((await claimProfile(store, me.id, translation)).ok) return profilePath(translation);
  }
  return null;
}
