/**
 * Erases what somebody wrote in chats, and the list of whom to. What the other wrote stays the other's. Messages keep their
 * numbers: where words stood, the other sees that they are erased.
 */
import { man } from "../../../accounts/users.ts";
import { chatOfPerson } from "../../../chats/chats.ts";
import type { Invitation } from "../../../chats/invitations.ts";
import type { Message } from "../../../chats/messages.ts";
import { endChat } from "../../../chats/minutes.ts";
import { type Pair, pairWith, type Side, sideOf } from "../../../chats/pairs.ts";
import type { Store } from "../../../open.ts";
import { commitNow } from "../../../store/commit.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { eraseTalks } from "../../../talks/endings.ts";
import type { Erasing, Step } from "./step.ts";

const messagesInCommit = 100;

export const eraseChats: Step = async (erasing) => {
  const { store, deletion: { userId, groupId }, isSecondPass } = erasing;
  await endOpenChat(erasing);
  await eraseTalks(store, userId, groupId === man);
  await eraseInvitations(store, userId);
  for await (const { key } of store.kv.list({ prefix: prefixes.conversationsOf(userId) }, { batchSize: 500 })) {
    const partnerId = Number(key[2]);
    await eraseMessages(store, pairWith({ id: userId, groupId }, partnerId), userId);
    // Only on the second pass, which finds late messages by this key: a conversation that exists is not listed anew.
    if (isSecondPass) await deleteKeys(store, [key]);
  }
  await deleteKeys(store, [keys.chatSettings(userId)]);
};

/**
 * Ends an open chat as if the person had left it: what was not delivered goes back to the man. Only on the second pass:
 * usually the chat's own server ends it as soon as the sessions end, and also tells the other, which is not done here.
 */
async function endOpenChat({ store, deletion: { userId }, isSecondPass }: Erasing): Promise<void> {
  if (!isSecondPass) return;
  const chat = await chatOfPerson(store, userId);
  if (chat) await endChat(store, chat.id, { by: sideOf(chat, userId), reason: "left" });
}

async function eraseInvitations(store: Store, userId: number): Promise<void> {
  const isAbout = ({ value }: Deno.KvEntry<Invitation>) => value.askerId === userId || value.toId === userId;
  await deleteUnder<Invitation>(store, prefixes.chatInvitations(), isAbout);
  const isTheirs = ({ key }: Deno.KvEntry<unknown>) => key[1] === userId || key[2] === userId;
  for (
    const prefix of [
      prefixes.allChatRequests(),
      prefixes.allChatRequestsTo(),
      prefixes.allChatAcceptances(),
      prefixes.allChatInvitationsTo(),
      prefixes.allInvitationMails(),
      prefixes.allTalks(),
      prefixes.allTalksOf(),
      prefixes.allChatLines(),
    ]
  ) {
    await deleteUnder(store, prefix, isTheirs);
  }
}

/** Takes the words out of one side's messages, and the client ids under which the sender's browser knew them. */
async function eraseMessages(store: Store, pair: Pair, userId: number): Promise<void> {
  const { manId, ladyId } = pair;
  const author: Side = sideOf(pair, userId);
  const all = { start: keys.chatMessage(manId, ladyId, 0), end: keys.chatMessage(manId, ladyId, Infinity) };
  let [op, count] = [store.kv.atomic(), 0];
  const commit = async () => {
    if (count > 0) await commitNow(op);
    [op, count] = [store.kv.atomic(), 0];
  };
  for await (const { key, value } of store.kv.list<Message>(all, { batchSize: 500 })) {
    if (value.author !== author || value.erasedAt !== undefined) continue;
    // No check is needed: the only other change to a stored message adds a translation, and checks that the message was
    // not erased.
    const { translation: _, ...rest } = value;
    op.set(key, { ...rest, body: "", clientId: "", erasedAt: store.now() } satisfies Message);
    op.delete(keys.chatMessageSeqByClientId(manId, ladyId, userId, value.clientId));
    if (++count === messagesInCommit) await commit();
  }
  await commit();
}
