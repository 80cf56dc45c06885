/**
 * Conversations: how many messages a man and a lady wrote to each other in chat, and how far each has read. What is
 * unread follows from that and is counted nowhere else.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Pair, type Side, sideOf } from "./pairs.ts";

export interface Conversation extends Pair {
  /** The number of the newest message; 0 before the first. */
  lastSeq: number;
  /** How many messages each of the two wrote. */
  written: Record<Side, number>;
  /** How many of the other's messages each has read, counted from the first one. */
  read: Record<Side, number>;
  /** What the author was told of that, where reading went on across a block: then the author hears nothing. */
  told?: Partial<Record<Side, number>>;
  /** How long calls took whose loss she contradicted and he was believed (kv/chats/contradicted_losses.ts), and since when; ms. */
  freeTime?: { since: number; ms: number };
  createdAt: number;
  updatedAt: number;
}

export type ConversationEntry = Deno.KvEntryMaybe<Conversation>;

export const conversationOf = (store: Store, { manId, ladyId }: Pair): Promise<ConversationEntry> =>
  store.kv.get<Conversation>(keys.conversation(manId, ladyId));

/** How many of the other's messages a person has not read; pure. */
export function unreadIn(conversation: Conversation, readerId: number): number {
  const [mine, theirs] = sideOf(conversation, readerId) === "man" ? ["man", "lady"] as const : ["lady", "man"] as const;
  return conversation.written[theirs] - conversation.read[mine];
}

export const newConversation = ({ manId, ladyId }: Pair, now: number): Conversation => ({
  manId,
  ladyId,
  lastSeq: 0,
  written: { man: 0, lady: 0 },
  read: { man: 0, lady: 0 },
  createdAt: now,
  updatedAt: now,
});

/** Adds a conversation to a commit that fails if `entry` has changed since. A new one enters the lists of both. */
export function setConversation(op: Deno.AtomicOperation, next: Conversation, entry: ConversationEntry): void {
  op.check(entry).set(entry.key, next);
  if (entry.value) return;
  op.set(keys.conversationOf(next.manId, next.ladyId), null).set(keys.conversationOf(next.ladyId, next.manId), null);
}

/** Makes sure that two who agreed to talk have a conversation, with this as its latest event. */
export function touchConversation(op: Deno.AtomicOperation, pair: Pair, entry: ConversationEntry, now: number): void {
  setConversation(op, { ...(entry.value ?? newConversation(pair, now)), updatedAt: now }, entry);
}

/** Everybody with whom a person talked or agreed to talk, latest first. */
export async function conversationsOf(store: Store, userId: number, isMan: boolean): Promise<Conversation[]> {
  const partners: number[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.conversationsOf(userId) }, { batchSize: 500 })) {
    partners.push(Number(key[2]));
  }
  const found = await getAll<Conversation>(
    store,
    partners.map((partnerId) => isMan ? keys.conversation(userId, partnerId) : keys.conversation(partnerId, userId)),
  );
  return found.filter((one) => one !== null).sort((a, b) => b.updatedAt - a.updatedAt);
}
