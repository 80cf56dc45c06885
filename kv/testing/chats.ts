/** For tests: two people who agreed to talk, and their chat with its first minute paid. */
import { type Chat, startChat } from "../chats/chats.ts";
import { reserveMinute } from "../chats/minutes.ts";
import type { Pair } from "../chats/pairs.ts";
import { answerRequest, requestConversation } from "../chats/requests.ts";
import type { Store } from "../open.ts";

export async function agree(store: Store, pair: Pair): Promise<void> {
  await requestConversation(store, pair, pair.manId);
  const answered = await answerRequest(store, pair, pair.ladyId, true);
  if (!answered.ok) throw new Error(answered.reason);
}

/** A chat that nobody has paid yet. */
export async function createChat(store: Store, pair: Pair, instanceId = "here"): Promise<Chat> {
  await agree(store, pair);
  const started = await startChat(store, pair, { starterId: pair.manId, kind: "text", instanceId });
  if (!started.ok) throw new Error(started.reason);
  return started.chat;
}

/** A chat in its first minute. */
export async function openChat(store: Store, pair: Pair, instanceId = "here"): Promise<Chat> {
  const { id } = await createChat(store, pair, instanceId);
  const reserved = await reserveMinute(store, pair.manId, id);
  if (!reserved.ok) throw new Error(reserved.reason);
  return reserved.chat;
}

/** A call whose first minute is paid; the two do not see each other yet. */
export async function openCall(store: Store, pair: Pair): Promise<Chat> {
  const call = { directAgreed: { man: true, lady: true } };
  const started = await startChat(store, pair, { starterId: pair.manId, kind: "video", instanceId: "here", call });
  if (!started.ok) throw new Error(started.reason);
  const reserved = await reserveMinute(store, pair.manId, started.chat.id);
  if (!reserved.ok) throw new Error(reserved.reason);
  return reserved.chat;
}
