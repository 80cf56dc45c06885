/**
 * Calls that the man alone lost, as far as the two say. Picture and sound pass by the server, so nobody can tell whether
 * her program shows nothing or his denies what it shows. He is believed, and his minute goes back, while all such calls of
 * the two within a day together take no longer than time may stand still in one call (kv/chats/standing_still.ts); beyond
 * that the loss is his.
 */
import type { Store } from "../open.ts";
import { undeliveredMsOf } from "./charges.ts";
import type { Chat } from "./chats.ts";
import { type Conversation, type ConversationEntry, conversationOf, newConversation } from "./conversations.ts";
import { stillLeftMs } from "./standing_still.ts";

const withinMs = 24 * 60 * 60_000;

/** Of a call that he alone lost: how long its time stood still, and how long the two saw each other; ms. */
export interface ContradictedLoss {
  stillMs: number;
  seenMs: number;
}

/** That he is believed: how long he may have seen her in the call for nothing, to be committed with its end. */
export interface Belief {
  /** The conversation that it rests on. Once that has changed, he may be believed no longer. */
  read: ConversationEntry;
  next: Conversation;
}

/** Whether he is believed. Null if the loss is his, or if the same goes back whosever it is. */
export async function beliefIn(
  store: Store,
  chat: Chat,
  { stillMs, seenMs }: ContradictedLoss,
  servedMs: number,
): Promise<Belief | null> {
  const undeliveredMs = undeliveredMsOf(chat, servedMs);
  if (undeliveredMs === null) return null;
  const now = store.now();
  const read = await conversationOf(store, chat);
  const earlier = freeTimeAt(read.value, now);
  const ms = earlier.ms + stillMs + undeliveredMs;
  if (stillLeftMs(ms, seenMs) === 0) return null;
  return { read, next: { ...(read.value ?? newConversation(chat, now)), freeTime: { ...earlier, ms } } };
}

/** What such calls have taken by now; the day begins with the first of them. */
function freeTimeAt(conversation: Conversation | null, now: number): NonNullable<Conversation["freeTime"]> {
  const before = conversation?.freeTime;
  return before && Math.abs(now - before.since) < withinMs ? before : { since: now, ms: 0 };
}
