/** The person that a page about safety speaks of: somebody of the other side whom its reader may know of. */
import { lady, man, type User, userById } from "../../../kv/accounts/users.ts";
import { conversationOf } from "../../../kv/chats/conversations.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { threadBetween } from "../../../kv/letters/threads.ts";
import type { Store } from "../../../kv/open.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import type { MemberContext } from "../../http/env.ts";
import { type Partner, partnersOf } from "../mail/partners.ts";
import { idOf, ladySide, type MailSide, manSide } from "../mail/sides.ts";

export const sideOf = (user: User): MailSide => user.groupId === man ? manSide : ladySide;

/** Of the address, null for whom the reader cannot know: nobody learns a name by counting up. */
export async function personOfAddress(c: MemberContext): Promise<Partner | null> {
  const { user } = c.var.signedIn;
  const id = idOf(c.req.param("id"));
  if (id === null || !await isKnownTo(c.var.deps.store, user, id)) return null;
  return (await partnersOf(c, sideOf(user), [id])).get(id) ?? null;
}

/** Whether somebody is of the other side, and shown to the user, met before, or blocked: on pages and in calls. */
export async function isKnownTo(store: Store, user: User, otherId: number): Promise<boolean> {
  const other = await userById(store, otherId);
  if (!other) return false;
  const wanted = user.groupId === man ? lady : man;
  if (other.groupId !== wanted) return false;
  const herId = user.groupId === man ? other.id : user.id;
  if (await publishedLadyById(store, herId)) return true;
  if ((await blockedBy(store, user.id)).has(other.id)) return true;
  const hisId = user.groupId === man ? user.id : other.id;
  const [thread, conversation] = await Promise.all([
    threadBetween(store, user.id, other.id),
    conversationOf(store, { manId: hisId, ladyId: herId }),
  ]);
  return thread.value !== null || conversation.value !== null;
}
