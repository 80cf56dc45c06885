/** What a translator takes next, in her or his languages: the letter that has waited longest, or else a profile. */
import { isWorkIn } from "../../../kv/accounts/languages.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { claimProfile, type ProfileItem, profileQueue } from "../../../kv/ladies/profile/profile_translations.ts";
import { claimTranslation, translationQueue } from "../../../kv/letters/translating/translations.ts";
import type { Store } from "../../../kv/open.ts";
import { profilePath, workPath } from "./descriptions.ts";

/** How many letters, and then profiles, are tried: others may take one in the same moment. */
const triesAtMost = 5;

/** The free profiles in a translator's languages, and all profiles that this translator holds. */
export async function profilesFor(
  store: Store,
  { id, worksIn }: Pick<User, "id" | "worksIn">,
): Promise<{ free: ProfileItem[]; mine: ProfileItem[] }> {
  const { free, mine } = await profileQueue(store, id);
  return { free: free.filter(({ translation: { from, locale } }) => isWorkIn(worksIn, { from, to: locale })), mine };
}

/** Takes it and returns the path of its work page; null if nothing waits or the translator may hold no more. */
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
