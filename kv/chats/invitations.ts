/**
 * Invitations to a chat: each person waits for one at a time, for a minute. Two who invite each other have agreed.
 * An answer after the minute is refused.
 */
import { requestSeconds } from "../../chat/shared/limits.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import type { AskedFor } from "../store/jobs/work.ts";
import { isRecent } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { forgiveAttempt, limits, takeAttempt } from "../store/limits.ts";
import { listKeys } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { blockKeys } from "../safety/blocks.ts";
import { addAsked, addEnded } from "./invitation_news.ts";
import { type Acceptance, chatById, type ChatKind, type MinutePrices, setAcceptance } from "./chats.ts";
import type { Pair } from "./pairs.ts";

export interface Invitation {
  id: string;
  askerId: number;
  toId: number;
  kind: ChatKind;
  at: number;
  /** To a call: whether the asker lets the other see her or his network address. */
  directAgreed?: boolean;
  /** To a call, from a man: the prices of a minute that he was shown, if he tells them. */
  quoted?: MinutePrices;
  /** The instance on which the invitation was made, which ends it if nobody answers. */
  instanceId?: string;
}

/** The topic of the invitations to a person: published when one came, was answered or is over. */
export const invitationsTopic = (userId: number): string => `invitations:${userId}`;

export const invitationMs = requestSeconds * 1000;

/** Whether an invitation still waits for its answer; pure. */
export const isWaiting = (invitation: Invitation | null, nowMs: number): invitation is Invitation =>
  invitation !== null && isRecent(nowMs, invitation.at, invitationMs);

/** How much longer an invitation waits for its answer; pure. */
export const leftMsOf = ({ at }: Pick<Invitation, "at">, nowMs: number): number =>
  Math.min(invitationMs, Math.max(0, at + invitationMs - nowMs));

export type Invited = Result<
  | { outcome: "sent"; invitation: Invitation }
  /** The asker has an invitation that waits already, to `toId`. */
  | { outcome: "already"; toId: number }
  /** The other asked first, so both have agreed. */
  | { outcome: "agreed"; invitation: Invitation }
  /** The other asked for a call first; the asker is to answer that offer. */
  | { outcome: "crossed"; invitation: Invitation }
  /** The other is in a chat, or the two are in a call. */
  | { outcome: "busy" }
>;

type More = Pick<Invitation, "directAgreed" | "quoted" | "instanceId">;

/**
 * Invites a person to a chat; to a call also from within the open text chat of the two. Refuses `chat_busy` if the asker
 * is in another chat, `blocked` if one of the two blocked the other, and `too_many_requests` if the other did not accept the
 * last ones.
 */
export async function invite(
  store: Store,
  pair: Pair,
  askerId: number,
  toId: number,
  kind: ChatKind,
  more: More = {},
): Promise<Invited> {
  const attempt = await takeAttempt(store, limits.rings, ringOf({ askerId, toId }));
  if (!attempt.ok) return attempt;
  const invited = await addInvitation(store, pair, askerId, toId, kind, more);
  if (!invited.ok || invited.outcome !== "sent") await forgiveAttempt(store, limits.rings, ringOf({ askerId, toId }));
  if (!invited.ok) return invited;
  // Asking back accepts what the other has asked.
  if (invited.outcome === "agreed") await forgiveAttempt(store, limits.rings, ringOf(invited.invitation));
  if (invited.outcome === "sent" || invited.outcome === "agreed") publish(store, invited.invitation);
  return invited;
}

/** Who asks whom, as the subject of a limit. */
const ringOf = ({ askerId, toId }: Pick<Invitation, "askerId" | "toId">): string => `${askerId}:${toId}`;

async function addInvitation(
  store: Store,
  pair: Pair,
  askerId: number,
  toId: number,
  kind: ChatKind,
  more: More,
): Promise<Invited> {
  return await inPair(store, pair, () =>
    transact<Invited>(async () => {
      const [mine, theirs, myChat, theirChat, ...blocks] = await store.kv.getMany<
        [Invitation, Invitation, string, string, number, number]
      >([
        keys.chatInvitation(askerId),
        keys.chatInvitation(toId),
        keys.chatOf(askerId),
        keys.chatOf(toId),
        ...blockKeys(askerId, toId),
      ]);
      if (blocks.some(({ value }) => value !== null)) return { done: refuse("blocked") };
      const at = store.now();
      const common = kind === "video" && myChat.value === theirChat.value ? myChat.value : null;
      const isUpgrade = common !== null && await isOpenText(store, common);
      if (common !== null && !isUpgrade) return { done: { ok: true, outcome: "busy" } };
      if (myChat.value !== null && !isUpgrade) return { done: refuse("chat_busy") };
      if (isWaiting(mine.value, at)) return { done: { ok: true, outcome: "already", toId: mine.value.toId } };
      if (theirChat.value !== null && !isUpgrade) return { done: { ok: true, outcome: "busy" } };
      const op = store.kv.atomic().check(mine, theirs, myChat, theirChat, ...blocks);
      if (isWaiting(theirs.value, at) && theirs.value.toId === askerId && theirs.value.kind === kind) {
        // The asker must answer the other's offer; the asker's own offer is thrown away.
        if (kind === "video") return { done: { ok: true, outcome: "crossed", invitation: theirs.value } };
        setAcceptance(remove(op, theirs.value), pair, { kind, at });
        addEnded(store, op, askedFor(theirs.value));
        return { commit: op, result: { ok: true, outcome: "agreed", invitation: theirs.value } };
      }
      const invitation: Invitation = { id: store.randomToken(), askerId, toId, kind, at, ...more };
      // An invitation whose minute is over may still be stored.
      if (mine.value) remove(op, mine.value);
      op.set(mine.key, invitation, { expireIn: invitationMs });
      op.set(keys.chatInvitationTo(toId, askerId), null, { expireIn: invitationMs });
      addAsked(store, op, askedFor(invitation));
      return { commit: op, result: { ok: true, outcome: "sent", invitation } };
    }));
}

const isOpenText = async (store: Store, chatId: string): Promise<boolean> => {
  const chat = await chatById(store, chatId);
  return chat?.kind === "text" && chat.state === "open";
};

/** The answer to an invitation. */
interface Answer {
  askerId: number;
  answererId: number;
  kind: ChatKind;
  accepts: boolean;
  /** Which invitation of the asker is meant; without it, whichever waits. */
  id?: string | undefined;
}

/**
 * Answers an invitation. Accepting one to a text chat is stored as an acceptance. Accepting a call is not, because the
 * caller begins the call at once: inside the open text chat of the two, `chatId`, if there is one. Refuses `request_over`
 * if the invitation does not wait any more, and `chat_busy` for an acceptance while either is in another chat.
 */
export async function answerInvitation(
  store: Store,
  pair: Pair,
  { askerId, answererId, kind, accepts, id }: Answer,
): Promise<Result<{ invitation: Invitation; chatId: string | null }>> {
  const answered = await inPair(
    store,
    pair,
    () =>
      transact<Result<{ invitation: Invitation; chatId: string | null }>>(async () => {
        const [entry, askersChat, answerersChat] = await store.kv.getMany<[Invitation, string, string]>([
          keys.chatInvitation(askerId),
          keys.chatOf(askerId),
          keys.chatOf(answererId),
        ]);
        const at = store.now();
        const invitation = entry.value;
        const isMeant = invitation?.toId === answererId && invitation.kind === kind &&
          (id ?? invitation.id) === invitation.id;
        if (!isWaiting(invitation, at) || !isMeant) return { done: refuse("request_over") };
        const op = remove(store.kv.atomic().check(entry), invitation);
        addEnded(store, op, askedFor(invitation));
        if (!accepts) return { commit: op, result: { ok: true, invitation, chatId: null } };
        const chatId = askersChat.value === answerersChat.value ? askersChat.value : null;
        const isUpgrade = kind === "video" && chatId !== null && await isOpenText(store, chatId);
        const isBusy = askersChat.value !== null || answerersChat.value !== null;
        if (isBusy && !isUpgrade) return { done: refuse("chat_busy") };
        op.check(askersChat).check(answerersChat);
        if (kind === "text") setAcceptance(op, pair, { kind, at } satisfies Acceptance);
        return { commit: op, result: { ok: true, invitation, chatId } };
      }),
  );
  if (!answered.ok) return answered;
  if (accepts) await forgiveAttempt(store, limits.rings, ringOf(answered.invitation));
  publish(store, answered.invitation);
  return answered;
}

/** The invitation to a call that waits between two, whoever asked; null for none. */
export async function waitingCall(store: Store, oneId: number, otherId: number): Promise<Invitation | null> {
  const entries = await store.kv.getMany<[Invitation, Invitation]>([
    keys.chatInvitation(oneId),
    keys.chatInvitation(otherId),
  ]);
  for (const [at, { value }] of entries.entries()) {
    const toId = at === 0 ? otherId : oneId;
    if (isWaiting(value, store.now()) && value.kind === "video" && value.toId === toId) return value;
  }
  return null;
}

/** Withdraws a person's invitation, only if it is the one that `only` names. Returns the withdrawn invitation, or null. */
export async function withdrawInvitation(
  store: Store,
  askerId: number,
  only: Partial<Pick<Invitation, "id" | "toId">> = {},
): Promise<Invitation | null> {
  const withdrawn = await transact<Invitation | null>(async () => {
    const entry = await store.kv.get<Invitation>(keys.chatInvitation(askerId));
    const { id, toId } = { ...entry.value, ...only };
    if (!entry.value || id !== entry.value.id || toId !== entry.value.toId) return { done: null };
    const op = remove(store.kv.atomic().check(entry), entry.value);
    // An invitation whose minute is over is ended by the job that was written with it.
    if (isWaiting(entry.value, store.now())) addEnded(store, op, askedFor(entry.value));
    return { commit: op, result: entry.value };
  });
  if (withdrawn) publish(store, withdrawn);
  return withdrawn;
}

/** The invitation that a person has sent and that still waits, or null. */
export async function waitingOf(store: Store, askerId: number): Promise<Invitation | null> {
  const { value } = await store.kv.get<Invitation>(keys.chatInvitation(askerId));
  return isWaiting(value, store.now()) ? value : null;
}

/** Whether an invitation still waits for its answer. */
export const isAsking = async (store: Store, { askerId, invitationId }: AskedFor): Promise<boolean> =>
  (await waitingOf(store, askerId))?.id === invitationId;

/** What the jobs of an invitation know of it. */
const askedFor = ({ id, askerId, toId, at }: Invitation): AskedFor => ({
  invitationId: id,
  askerId,
  toId,
  endsAt: at + invitationMs,
});

const publish = (store: Store, { toId }: Invitation): void => store.pubsub.publish([invitationsTopic(toId)]);

const remove = (op: Deno.AtomicOperation, { askerId, toId }: Invitation): Deno.AtomicOperation =>
  op.delete(keys.chatInvitation(askerId)).delete(keys.chatInvitationTo(toId, askerId));

/** The invitations that wait for this person's answer, oldest first. */
export async function invitationsTo(store: Store, userId: number): Promise<Invitation[]> {
  const askers = (await listKeys(store, prefixes.chatInvitationsTo(userId))).map((key) => Number(key[2]));
  const found = await getAll<Invitation>(store, askers.map(keys.chatInvitation));
  const now = store.now();
  return found.filter((each) => isWaiting(each, now)).filter(({ toId }) => toId === userId)
    .toSorted((one, other) => one.at - other.at || one.askerId - other.askerId);
}

/** Runs the work of one pair one after the other, so that two invitations never cross unseen. */
const inPair = <T>(store: Store, { manId, ladyId }: Pair, work: () => Promise<T>): Promise<T> =>
  store.mutexes.run(`invitation:${manId}:${ladyId}`, work);
