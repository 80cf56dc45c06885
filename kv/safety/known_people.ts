/** Of whom somebody may know: nobody learns who is here by counting up numbers. */
import { lady, man, type User, userById } from "../accounts/users.ts";
import { conversationOf } from "../chats/conversations.ts";
import { publishedLadyById } from "../ladies/ladies.ts";
import { threadBetween } from "../letters/boxes/threads.ts";
import type { Store } from "../open.ts";
import { blockedBy, wasJustUnblocked } from "./blocks.ts";

/**
 * Whether a person is of the other side, and shown to the user, met before, or blocked. Ladies are shown to every man
 * while they are published, and men to a lady while she is.
 */
export async function isKnownTo(
  store: Store,
  user: Pick<User, "id" | "groupId">,
  otherId: number,
): Promise<boolean> {
  const [hisId, herId] = user.groupId === man ? [user.id, otherId] : [otherId, user.id];
  const [other, herProfile, blocked] = await Promise.all([
    userById(store, otherId),
    publishedLadyById(store, herId),
    blockedBy(store, user.id),
  ]);
  if (other?.groupId !== (user.groupId === man ? lady : man)) return false;
  if (herProfile || blocked.has(other.id)) return true;
  const [thread, conversation] = await Promise.all([
    threadBetween(store, user.id, other.id),
    conversationOf(store, { manId: hisId, ladyId: herId }),
  ]);
  return thread.value !== null || conversation.value !== null;
}

/**
 * Whether a person may take back a block of the other: of somebody known, and once more of somebody who was known by that
 * block alone until a moment ago. The second press is so told the same.
 */
export const mayUnblock = async (store: Store, user: Pick<User, "id" | "groupId">, otherId: number): Promise<boolean> =>
  await isKnownTo(store, user, otherId) || await wasJustUnblocked(store, user.id, otherId);
