/** The person whom a page about safety concerns: somebody of the other side of whom its reader may know. */
import { lady, man, type User, userById } from "../../../kv/accounts/users.ts";
import { conversationOf } from "../../../kv/chats/conversations.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { threadBetween } from "../../../kv/letters/boxes/threads.ts";
import type { Store } from "../../../kv/open.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import type { MemberContext } from "../../http/env.ts";
import { type Partner, partnersOf } from "../mail/partners.ts";
import { idOf, ladySide, type MailSide, manSide } from "../mail/sides.ts";

export const sideOf = (user: User): MailSide => user.groupId === man ? manSide : ladySide;

/** The person that the address names; null for one of whom the reader may not know: nobody learns names by counting up. */
export async function personOfAddress(c: MemberContext): Promise<Partner | null> {
  const { user } = c.var.signedIn;
  const id = idOf(c.req.param("id"));
  if (id === null || !await isKnownTo(c.var.deps.store, user, id)) return null;
  return (await partnersOf(c, sideOf(user), [id])).get(id) ?? null;
}

/** Whether a person is of the other side, and shown to the user, met before, or blocked. For pages and calls. */
export async function isKnownTo(store: Store, user: User, otherId: number): Promise<boolean> {
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
