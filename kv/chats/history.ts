/** The messages of a conversation in pages, forwards from a number or backwards before one. */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { type Conversation, conversationOf } from "./conversations.ts";
import type { Message } from "./messages.ts";
import type { Pair } from "./pairs.ts";

export interface HistoryPage {
  messages: Message[];
  /** Whether there are more in the direction that was asked for. */
  more: boolean;
  conversation: Conversation | null;
}

/** A page takes no more bytes than this, so that it fits into one frame however long its messages are. */
const pageBytesMax = 48 * 1024;

/**
 * Messages in order: the first ones after `afterSeq`, or else the last ones before `beforeSeq` or the end. At most
 * `limit`, and fewer if they are long, but at least one if there is any.
 */
export async function history(
  store: Store,
  pair: Pair,
  { afterSeq, beforeSeq, limit }: { afterSeq?: number; beforeSeq?: number; limit: number },
): Promise<HistoryPage> {
  const { manId, ladyId } = pair;
  const reverse = afterSeq === undefined;
  const selector = {
    start: keys.chatMessage(manId, ladyId, (afterSeq ?? 0) + 1),
    end: keys.chatMessage(manId, ladyId, beforeSeq ?? Number.MAX_SAFE_INTEGER),
  };
  const messages: Message[] = [];
  let more = false;
  let units = 0;
  if ((afterSeq ?? 0) + 1 < (beforeSeq ?? Infinity)) {
    for await (
      const { value } of store.kv.list<Message>(selector, { reverse, limit: limit + 1, batchSize: limit + 1 })
    ) {
      units += sizeOf(value);
      more = messages.length === limit || (messages.length > 0 && units > pageBytesMax);
      if (more) break;
      messages.push(value);
    }
  }
  if (reverse) messages.reverse();
  return { messages, more, conversation: (await conversationOf(store, pair)).value };
}

/** The bytes of a message in a frame: its body, its translation, and 300 for the names and numbers around them. */
const sizeOf = ({ body, translation }: Message): number =>
  300 + new TextEncoder().encode(JSON.stringify([body, translation])).length;
