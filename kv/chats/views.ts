/** What was seen: how far each of the two has read the other's messages. */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Conversation, conversationOf, setConversation } from "./conversations.ts";
import type { Message } from "./messages.ts";
import { isOfPair, otherSide, type Pair, type Side, sideOf } from "./pairs.ts";

/** Whether the other has seen a message, as far as one of the two may know; without `isForReader`, its author. */
export function isViewed(message: Message, { read, told }: Conversation, isForReader = false): boolean {
  const reader = otherSide(message.author);
  return message.nth <= (isForReader ? read[reader] : told?.[reader] ?? read[reader]);
}

/** At most so many messages are named one by one. */
const viewedIdsMax = 1000;

export type Viewed = Result<{ count: number; seqs: number[]; conversation: Conversation | null }>;

/**
 * Marks the other's messages as seen by a reader: all, or those up to the message `upToSeq`. Returns how many were new to
 * the reader, and the numbers of the newest (1,000 at most) of which the author may hear: none if `isUntold`, as across a
 * block, and after that also those that were read meanwhile. Refuses `forbidden` if the message is the reader's own or the
 * reader is not one of the two, and `not_found` if there is no such message.
 */
export async function markViewed(
  store: Store,
  pair: Pair,
  readerId: number,
  upToSeq?: number,
  isUntold = false,
): Promise<Viewed> {
  const { manId, ladyId } = pair;
  if (!isOfPair(pair, readerId)) return refuse("forbidden");
  const reader = sideOf(pair, readerId);
  const author = otherSide(reader);
  const message = upToSeq === undefined
    ? null
    : (await store.kv.get<Message>(keys.chatMessage(manId, ladyId, upToSeq))).value;
  if (upToSeq !== undefined && !message) return refuse("not_found");
  if (message && message.author !== author) return refuse("forbidden");
  let toldFrom = 0;
  const marked = await store.mutexes.run(
    `conversation:${manId}:${ladyId}`,
    () =>
      transact<{ count: number; to: number; conversation: Conversation | null }>(async () => {
        const entry = await conversationOf(store, pair);
        if (!entry.value) return { done: { count: 0, to: 0, conversation: null } };
        const to = message?.nth ?? entry.value.written[author];
        const { told: { [reader]: toldSoFar, ...others } = {}, read, ...rest } = entry.value;
        const from = read[reader];
        toldFrom = toldSoFar ?? from;
        const isNothingNew = to <= from && (toldSoFar === undefined || isUntold);
        if (isNothingNew) return { done: { count: 0, to, conversation: entry.value } };
        const told = isUntold ? { ...others, [reader]: toldFrom } : others;
        const next: Conversation = {
          ...rest,
          read: { ...read, [reader]: Math.max(from, to) },
          ...(Object.keys(told).length > 0 && { told }),
        };
        const op = store.kv.atomic();
        setConversation(op, next, entry);
        return { commit: op, result: { count: Math.max(0, to - from), to: next.read[reader], conversation: next } };
      }),
  );
  const isTold = !isUntold && marked.to > toldFrom;
  const seqs = isTold ? await seqsOfNth(store, pair, author, { from: toldFrom, to: marked.to, upToSeq }) : [];
  return { ok: true, count: marked.count, conversation: marked.conversation, seqs };
}

/** The numbers of an author's messages from the (from + 1)th to the `to`th, in order: the newest 1,000 at most. */
async function seqsOfNth(
  store: Store,
  { manId, ladyId }: Pair,
  author: Side,
  { from, to, upToSeq }: { from: number; to: number; upToSeq: number | undefined },
): Promise<number[]> {
  const seqs: number[] = [];
  const selector = {
    start: keys.chatMessage(manId, ladyId, 0),
    end: keys.chatMessage(manId, ladyId, (upToSeq ?? Number.MAX_SAFE_INTEGER - 1) + 1),
  };
  const all = store.kv.list<Message>(selector, { reverse: true });
  for await (const { value } of all) {
    if (value.author !== author || value.nth > to) continue;
    if (value.nth <= from || seqs.length === viewedIdsMax) break;
    seqs.push(value.seq);
  }
  return seqs.reverse();
}
