/**
 * Invitations to a chat: each person waits for one at a time, for a minute. Two who invite each other have agreed.
 * An answer after the minute is refused.
 */
import type { Pair } from "./chat_pairs.ts";
import { type Acceptance, type ChatKind, setAcceptance } from "./chats.ts";
import { transact } from "./commit.ts";
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { refuse, type Result } from "./refusals.ts";

export interface Invitation {
  id: string;
  askerId: number;
  toId: number;
  kind: ChatKind;
  at: number;
}

export const invitationMs = 60_000;

const isWaiting = (invitation: Invitation | null, nowMs: number): invitation is Invitation =>
  invitation !== null && Math.abs(nowMs - invitation.at) < invitationMs;

export type Invited = Result<
  | { outcome: "sent"; invitation: Invitation }
  /** One waits already: for whom. */
  | { outcome: "already"; toId: number }
  /** The other asked first: both agreed. */
  | { outcome: "agreed"; invitation: Invitation }
  /** The other is in a chat. */
  | { outcome: "busy" }
>;

/** Asks somebody for a chat. Refuses `chat_busy` where the asker is in one. */
export function invite(store: Store, pair: Pair, askerId: number, toId: number, kind: ChatKind): Promise<Invited> {
  return inPair(store, pair, () =>
    transact<Invited>(async () => {
      const [mine, theirs, myChat, theirChat] = await store.kv.getMany<[Invitation, Invitation, string, string]>([
        keys.chatInvitation(askerId),
        keys.chatInvitation(toId),
        keys.chatOf(askerId),
        keys.chatOf(toId),
      ]);
      const at = store.now();
      if (myChat.value !== null) return { done: refuse("chat_busy") };
      if (isWaiting(mine.value, at)) return { done: { ok: true, outcome: "already", toId: mine.value.toId } };
      if (theirChat.value !== null) return { done: { ok: true, outcome: "busy" } };
      const op = store.kv.atomic().check(mine).check(theirs).check(myChat).check(theirChat);
      if (isWaiting(theirs.value, at) && theirs.value.toId === askerId && theirs.value.kind === kind) {
        setAcceptance(op.delete(theirs.key), pair, { kind, at });
        return { commit: op, result: { ok: true, outcome: "agreed", invitation: theirs.value } };
      }
      const invitation: Invitation = { id: store.randomToken(), askerId, toId, kind, at };
      op.set(mine.key, invitation, { expireIn: invitationMs });
      return { commit: op, result: { ok: true, outcome: "sent", invitation } };
    }));
}

/**
 * Answers an invitation. Refuses `request_over` where none waits any more, and `chat_busy` for an acceptance while
 * either is in a chat.
 */
export function answerInvitation(
  store: Store,
  pair: Pair,
  { askerId, answererId, kind, accepts }: { askerId: number; answererId: number; kind: ChatKind; accepts: boolean },
): Promise<Result<{ invitation: Invitation }>> {
  return inPair(store, pair, () =>
    transact<Result<{ invitation: Invitation }>>(async () => {
      const [entry, askersChat, answerersChat] = await store.kv.getMany<[Invitation, string, string]>([
        keys.chatInvitation(askerId),
        keys.chatOf(askerId),
        keys.chatOf(answererId),
      ]);
      const at = store.now();
      const invitation = entry.value;
      if (!isWaiting(invitation, at) || invitation.toId !== answererId || invitation.kind !== kind) {
        return { done: refuse("request_over") };
      }
      const op = store.kv.atomic().check(entry).delete(entry.key);
      if (accepts) {
        if (askersChat.value !== null || answerersChat.value !== null) return { done: refuse("chat_busy") };
        setAcceptance(op.check(askersChat).check(answerersChat), pair, { kind, at } satisfies Acceptance);
      }
      return { commit: op, result: { ok: true, invitation } };
    }));
}

/** Ends a person's waiting, only for what is named; answers what was waited for, or null. */
export function withdrawInvitation(
  store: Store,
  askerId: number,
  only: Partial<Pick<Invitation, "id" | "toId">> = {},
): Promise<Invitation | null> {
  return transact<Invitation | null>(async () => {
    const entry = await store.kv.get<Invitation>(keys.chatInvitation(askerId));
    const { id, toId } = { ...entry.value, ...only };
    if (!entry.value || id !== entry.value.id || toId !== entry.value.toId) return { done: null };
    return { commit: store.kv.atomic().check(entry).delete(entry.key), result: entry.value };
  });
}

/** Those of a pair ask and answer one after the other, so that nobody's question crosses the other's unseen. */
const inPair = <T>(store: Store, { manId, ladyId }: Pair, work: () => Promise<T>): Promise<T> =>
  store.mutexes.run(`invitation:${manId}:${ladyId}`, work);
