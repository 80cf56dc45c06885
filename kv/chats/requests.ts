/** Conversation requests: unlike invitations, they wait until they are answered; at most one between two people. */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Acceptance, isFresh, setAcceptance } from "./chats.ts";
import { type Conversation, touchConversation } from "./conversations.ts";
import { type Pair, partnerIn } from "./pairs.ts";

export interface ChatRequest extends Pair {
  id: string;
  askerId: number;
  at: number;
  state: "waiting" | "accepted" | "declined";
  answeredAt: number | null;
}

export type Asked =
  | { outcome: "new"; request: ChatRequest }
  /** The asker waits already. */
  | { outcome: "exists" }
  /** Accepted within the last 60 s. */
  | { outcome: "exists_accepted" }
  /** The other asked first, and waits. */
  | { outcome: "need_accept" };

/** Asks for a conversation, or returns what stands between the two already. An acceptance that is too old counts no more. */
export function requestConversation(store: Store, pair: Pair, askerId: number): Promise<Asked> {
  return transact<Asked>(async () => {
    const [entry, acceptance] = await store.kv.getMany<[ChatRequest, Acceptance]>([
      keys.chatRequest(pair.manId, pair.ladyId),
      keys.chatAcceptance(pair.manId, pair.ladyId),
    ]);
    const now = store.now();
    const before = entry.value;
    if (before?.state === "waiting") {
      return { done: { outcome: before.askerId === askerId ? "exists" : "need_accept" } };
    }
    // An acceptance that a chat has used up must be asked for anew as well.
    if (before?.state === "accepted" && isFresh(acceptance.value, "text", now)) {
      return { done: { outcome: "exists_accepted" } };
    }
    const id = store.randomToken();
    const request: ChatRequest = { ...pair, id, askerId, at: now, state: "waiting", answeredAt: null };
    const op = store.kv.atomic().check(entry).set(entry.key, request)
      .set(keys.chatRequestTo(partnerIn(pair, askerId), askerId), null);
    if (before && before.askerId !== askerId) op.delete(keys.chatRequestTo(askerId, before.askerId));
    return { commit: op, result: { outcome: "new", request } };
  });
}

/**
 * Accepts or declines the other's request; a repeat changes nothing. Accepting gives the two a conversation, and lets
 * them begin a text chat for 60 s, unless the request is then declined after all. Refuses `request_over` if the other
 * asked nothing, or the request was declined before.
 */
export function answerRequest(
  store: Store,
  pair: Pair,
  answererId: number,
  accepts: boolean,
): Promise<Result<{ request: ChatRequest; isRepeat: boolean }>> {
  return transact<Result<{ request: ChatRequest; isRepeat: boolean }>>(async () => {
    const [entry, conversation] = await store.kv.getMany<[ChatRequest, Conversation]>([
      keys.chatRequest(pair.manId, pair.ladyId),
      keys.conversation(pair.manId, pair.ladyId),
    ]);
    const before = entry.value;
    const state = accepts ? "accepted" : "declined";
    if (!before || before.askerId === answererId) return { done: refuse("request_over") };
    if (before.state === state) return { done: { ok: true, request: before, isRepeat: true } };
    // An accepted request may still be declined, and then leaves the list; a declined one stays so.
    if (before.state === "declined") return { done: refuse("request_over") };
    const now = store.now();
    const request: ChatRequest = { ...before, state, answeredAt: now };
    const op = store.kv.atomic().check(entry).set(entry.key, request);
    if (accepts) {
      setAcceptance(op, pair, { kind: "text", at: now });
      touchConversation(op, pair, conversation, now);
    } else {
      op.delete(keys.chatRequestTo(answererId, before.askerId));
      if (before.state === "accepted") op.delete(keys.chatAcceptance(pair.manId, pair.ladyId));
    }
    return { commit: op, result: { ok: true, request, isRepeat: false } };
  });
}

/** The requests to a person, waiting and accepted, latest first. */
export async function requestsTo(store: Store, userId: number, isMan: boolean): Promise<ChatRequest[]> {
  const askers: number[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.chatRequestsTo(userId) }, { batchSize: 500 })) {
    askers.push(Number(key[2]));
  }
  const found = await getAll<ChatRequest>(
    store,
    askers.map((askerId) => isMan ? keys.chatRequest(userId, askerId) : keys.chatRequest(askerId, userId)),
  );
  return found.filter((request) => request !== null).sort((a, b) => b.at - a.at);
}
