/**
 * Where chats stand among the messages of two people. Each message was written in one chat, so a chat lies between the
 * last message before it and the first message of the next chat. All else about a chat is read from its own record.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { type Chat, chatById } from "./chats.ts";
import { conversationOf } from "./conversations.ts";
import type { Pair } from "./pairs.ts";

export interface ChatMark {
  chat: Chat;
  /** The number of the last message that was written before the chat ended. */
  untilSeq: number;
}

/** At most so many chats are returned for a page of messages: the newest ones. */
const marksMax = 50;

/**
 * The paid chats that cover the messages from `fromSeq` up to, but without, `beforeSeq` (Infinity for the end), in their
 * order; also chats in which nothing was written.
 */
export async function chatMarks(
  store: Store,
  pair: Pair,
  { fromSeq, beforeSeq }: { fromSeq: number; beforeSeq: number },
): Promise<ChatMark[]> {
  const { manId, ladyId } = pair;
  const end = Math.min(beforeSeq, Number.MAX_SAFE_INTEGER);
  const [conversation, nextSeq, found] = await Promise.all([
    conversationOf(store, pair),
    firstSeqFrom(store, pair, end),
    placesBefore(store, pair, fromSeq, end),
  ]);
  const chats = (await Promise.all(found.map((chatId) => chatById(store, chatId))))
    .filter((chat) => chat !== null)
    .sort((one, other) => one.firstSeq - other.firstSeq || Number(one.id) - Number(other.id));
  const last = nextSeq ?? conversation.value?.lastSeq ?? 0;
  return chats.map((chat, at) => ({ chat, untilSeq: chats[at + 1]?.firstSeq ?? last }))
    .filter(({ chat }) => chat.manId === manId && chat.ladyId === ladyId && chat.minutes > 0);
}

/** The ids of the chats before `end`, back to the one in which the message `fromSeq` was written. */
async function placesBefore(store: Store, { manId, ladyId }: Pair, fromSeq: number, end: number): Promise<string[]> {
  const selector = { start: keys.chatMark(manId, ladyId, 0, ""), end: keys.chatMark(manId, ladyId, end, "") };
  const chatIds: string[] = [];
  let containsFrom: number | null = null;
  for await (const { key } of store.kv.list(selector, { reverse: true, limit: marksMax })) {
    const firstSeq = Number(key[3]);
    if (containsFrom !== null && firstSeq !== containsFrom) break;
    chatIds.push(String(key[4]));
    if (firstSeq < fromSeq) containsFrom = firstSeq;
  }
  return chatIds;
}

async function firstSeqFrom(store: Store, { manId, ladyId }: Pair, seq: number): Promise<number | null> {
  if (seq === Number.MAX_SAFE_INTEGER) return null;
  const selector = {
    start: keys.chatMark(manId, ladyId, seq, ""),
    end: keys.chatMark(manId, ladyId, Number.MAX_SAFE_INTEGER, ""),
  };
  for await (const { key } of store.kv.list(selector, { limit: 1 })) return Number(key[3]);
  return null;
}
