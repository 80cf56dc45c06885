/**
 * Chats: one paid session between a man and a lady. A person is in at most one chat; an index that the commit checks
 * makes sure of it. Time counts while both are connected, and stands still while either is not.
 */
import { requestSeconds } from "../../chat/shared/limits.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { type ActPrices, prices as firstPrices } from "../credits/prices/prices.ts";
import { pricesAt } from "../credits/prices/tariffs.ts";
import type { Store } from "../open.ts";
import { blockKeys } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { isRecent } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type Conversation, touchConversation } from "./conversations.ts";
import type { Pair, Side } from "./pairs.ts";

export type ChatKind = "text" | "video";
export type EndedReason =
  | "stopped"
  | "left"
  | "time_over"
  | "not_paid"
  | "blocked"
  /** Video: the two never saw each other, or no longer do. */
  | "not_connected"
  | "lost"
  | "restart"
  | "crash";

export interface Chat extends Pair {
  id: string;
  kind: ChatKind;
  /** Created while nothing is paid, open from the first paid minute on. */
  state: "created" | "open" | "ended";
  startedBy: number;
  /** The instance that meters the chat. */
  instanceId: string;
  createdAt: number;
  /** Credits for a minute, from its beginning to its end. */
  prices: MinutePrices;
  /** The number of the last message before this chat. */
  firstSeq: number;
  openedAt: number | null;
  /** How many minutes were charged, including those that were given back. */
  minutes: number;
  /** One letter per charged minute: t for text, v for video, upper case if it was given back. */
  charges: string;
  costCredits: number;
  refundedCredits: number;
  /** How much served time is paid for. */
  paidMs: number;
  /** How long both were connected in paid time, up to `resumedAt`. */
  servedMs: number;
  /** Since when both are connected, in a video chat to each other; null while time stands still. */
  resumedAt: number | null;
  /** The text minutes that were given back when this became a video chat, and the served time at which they began. */
  beforeVideo: { fromMs: number; minutes: number } | null;
  /** In a video chat: whether each lets the other see her or his network address. */
  directAgreed: Record<Side, boolean> | null;
  /** When it turned into a call and back, in order; absent if it never did. */
  turns?: Turn[];
  /** When the two of a call first saw each other; absent if they never did. */
  connectedAt?: number;
  /** Rises with each change: an older state never replaces a newer one. */
  revision: number;
  endedAt: number | null;
  endedBy: Side | "server" | null;
  endedReason: EndedReason | null;
}

/** That a chat became one of another kind, and after which message. */
export interface Turn {
  kind: ChatKind;
  at: number;
  afterSeq: number;
}

/** That two agreed to talk, and when. */
export interface Acceptance {
  kind: ChatKind;
  at: number;
}

export const acceptanceMs = requestSeconds * 1000;
export const minuteMs = 60_000;

/** Credits for a minute of each kind. */
export type MinutePrices = Record<ChatKind, number>;
export const minutePricesOf = ({ textMinute, videoMinute }: ActPrices): MinutePrices => ({
  text: textMinute,
  video: videoMinute,
});

/** Credits for a minute of the chat that a man is in, or of one that began now. */
export const minutePricesFor = async (store: Store, manId: number): Promise<MinutePrices> =>
  (await chatOfPerson(store, manId))?.prices ?? minutePricesOf(await pricesAt(store, store.now()));

/** Whether a man was shown other prices than these; false if it is not known what he was shown. */
export const isOtherPrice = (prices: MinutePrices, quoted: MinutePrices | undefined): boolean =>
  quoted !== undefined && (quoted.text !== prices.text || quoted.video !== prices.video);

/** How long both have been connected in paid time; a clock that jumped back takes nothing away. */
export function servedMsAt(chat: Chat, nowMs: number): number {
  const running = chat.resumedAt === null ? 0 : Math.max(0, nowMs - chat.resumedAt);
  return Math.min(chat.paidMs, chat.servedMs + running);
}

/** Until when a chat is paid, if it goes on from now without a break. */
export const paidUntilOf = (chat: Chat, nowMs: number): number =>
  (chat.resumedAt ?? nowMs) + chat.paidMs - chat.servedMs;

/** Whether the two may write to each other: paid, and not used up. */
export const isOpen = (chat: Chat, nowMs: number): boolean =>
  chat.state === "open" && servedMsAt(chat, nowMs) < chat.paidMs;

export async function chatEntry(store: Store, chatId: string): Promise<Deno.KvEntryMaybe<Chat>> {
  const entry = await store.kv.get<Chat>(keys.chat(chatId));
  return entry.value === null ? entry : { ...entry, value: asNow(entry.value) };
}

/**
 * Brings a stored chat into the present form: chats older than video had only text minutes, and chats older than tariffs
 * had the first prices.
 */
export function asNow(read: Chat): Chat {
  const chat: Chat = { ...read, prices: read.prices ?? minutePricesOf(firstPrices) };
  if (chat.charges !== undefined) return chat;
  const { minutes, refundedCredits } = chat;
  const charges = refundedCredits > 0 ? `${"t".repeat(minutes - 1)}T` : "t".repeat(minutes);
  const paidMs = minutes * minuteMs;
  return { ...chat, charges, paidMs, beforeVideo: null, directAgreed: null, revision: 0 };
}

export const chatById = async (store: Store, chatId: string): Promise<Chat | null> =>
  (await chatEntry(store, chatId)).value;

/** The chats with these ids, in the order asked, without those that do not exist. */
export async function chatsByIds(store: Store, chatIds: string[]): Promise<Chat[]> {
  const chats = await getAll<Chat>(store, chatIds.map(keys.chat));
  return chats.filter((chat) => chat !== null).map(asNow);
}

/** The chat that a person is in, paid or not yet; null for none. */
export async function chatOfPerson(store: Store, userId: number): Promise<Chat | null> {
  const chatId = (await store.kv.get<string>(keys.chatOf(userId))).value;
  return chatId === null ? null : await chatById(store, chatId);
}

export interface Starting {
  starterId: number;
  kind: ChatKind;
  instanceId: string;
  /** Present if an invitation to a call is being accepted; no other acceptance is needed then. */
  call?: { directAgreed: Record<Side, boolean> };
}

export type Started = Result<{ chat: Chat; isRepeat: boolean }>;

/**
 * Begins a chat between two who agreed to it within the last 60 s. Nothing is charged yet; the acceptance is used up. A
 * second start, by either, returns the same chat. Refuses `blocked`, `chat_busy` if either is in another chat or the two
 * are in one of another kind, `chat_not_accepted`, `insufficient_credits` if the man cannot pay the first minute, and
 * `store_unavailable` for an instance that was declared dead and does not know it yet.
 */
export async function startChat(
  store: Store,
  pair: Pair,
  { starterId, kind, instanceId, call }: Starting,
): Promise<Started> {
  const { manId, ladyId } = pair;
  return await transact<Started>(async () => {
    const [death, ofMan, ofLady, acceptance, conversation, ...blocks] = await store.kv.getMany<
      [number, string, string, Acceptance, Conversation, number, number]
    >([
      keys.chatInstanceDeath(instanceId),
      keys.chatOf(manId),
      keys.chatOf(ladyId),
      keys.chatAcceptance(manId, ladyId),
      keys.conversation(manId, ladyId),
      ...blockKeys(manId, ladyId),
    ]);
    if (death.value !== null) return { done: refuse("store_unavailable") };
    if (blocks.some(({ value }) => value !== null)) return { done: refuse("blocked") };
    if (ofMan.value !== null && ofMan.value === ofLady.value) {
      const chat = await chatById(store, ofMan.value);
      return { done: chat?.kind === kind ? { ok: true, chat, isRepeat: true } : refuse("chat_busy") };
    }
    if (ofMan.value !== null || ofLady.value !== null) return { done: refuse("chat_busy") };
    const now = store.now();
    if (!call && !isFresh(acceptance.value, kind, now)) return { done: refuse("chat_not_accepted") };
    const [balanceCredits, prices] = await Promise.all([balanceOf(store, manId), pricesAt(store, now)]);
    const minutePrices = minutePricesOf(prices);
    if (balanceCredits < minutePrices[kind]) return { done: refuse("insufficient_credits") };
    const chat: Chat = {
      ...pair,
      id: String(await store.ids.next("chat")),
      kind,
      state: "created",
      startedBy: starterId,
      instanceId,
      createdAt: now,
      prices: minutePrices,
      firstSeq: conversation.value?.lastSeq ?? 0,
      openedAt: null,
      minutes: 0,
      charges: "",
      costCredits: 0,
      refundedCredits: 0,
      paidMs: 0,
      servedMs: 0,
      resumedAt: null,
      beforeVideo: null,
      directAgreed: call?.directAgreed ?? null,
      revision: 1,
      endedAt: null,
      endedBy: null,
      endedReason: null,
    };
    const op = store.kv.atomic().check(death).check(ofMan).check(ofLady).check(acceptance).check(...blocks)
      .check({ key: keys.chat(chat.id), versionstamp: null })
      .set(keys.chat(chat.id), chat)
      .set(ofMan.key, chat.id)
      .set(ofLady.key, chat.id)
      .delete(acceptance.key);
    op.set(keys.chatMark(manId, ladyId, chat.firstSeq, chat.id), null);
    touchConversation(op, pair, conversation, now);
    return { commit: op, result: { ok: true, chat, isRepeat: false } };
  });
}

export const isFresh = (acceptance: Acceptance | null, kind: ChatKind, nowMs: number): boolean =>
  acceptance !== null && acceptance.kind === kind && isRecent(nowMs, acceptance.at, acceptanceMs);

/** Adds to a commit that two agreed to talk. */
export function setAcceptance(op: Deno.AtomicOperation, { manId, ladyId }: Pair, acceptance: Acceptance): void {
  op.set(keys.chatAcceptance(manId, ladyId), acceptance, { expireIn: acceptanceMs });
}

/** Takes back the acceptance of a text chat, whichever of the two asks; false if there is none to use any more. */
export const revokeAcceptance = (store: Store, { manId, ladyId }: Pair): Promise<boolean> =>
  transact<boolean>(async () => {
    const entry = await store.kv.get<Acceptance>(keys.chatAcceptance(manId, ladyId));
    if (!isFresh(entry.value, "text", store.now())) return { done: false };
    return { commit: store.kv.atomic().check(entry).delete(entry.key), result: true };
  });

/**
 * Stops or resumes the count of time in an open chat; `atMs` is when one of the two left, or both were there again.
 * Returns the chat as it is then; null if there is none.
 */
export function setRunning(store: Store, chatId: string, isRunning: boolean, atMs: number): Promise<Chat | null> {
  return store.mutexes.run(`chat:${chatId}`, () =>
    transact<Chat | null>(async () => {
      const entry = await chatEntry(store, chatId);
      const chat = entry.value;
      if (!chat || chat.state !== "open" || (chat.resumedAt !== null) === isRunning) return { done: chat };
      const servedMs = servedMsAt(chat, atMs);
      const next: Chat = { ...chat, servedMs, resumedAt: isRunning ? atMs : null, revision: chat.revision + 1 };
      // In a call time runs while the two see each other, and not before.
      if (isRunning && chat.kind === "video") next.connectedAt ??= atMs;
      return { commit: store.kv.atomic().check(entry).set(entry.key, next), result: next };
    }));
}

/** For a clock that jumped back from `untilMs` to `nowMs`: keeps the time up to `untilMs`, and counts on from `nowMs`. */
export const rebase = (store: Store, chatId: string, untilMs: number, nowMs: number): Promise<Chat | null> =>
  countAnew(store, chatId, untilMs, nowMs, (resumedAt) => resumedAt > nowMs);

/** Counts on from `nowMs` in an open chat, and leaves out the time since `sinceMs`. */
export const leaveOut = (store: Store, chatId: string, sinceMs: number, nowMs: number): Promise<Chat | null> =>
  countAnew(store, chatId, sinceMs, nowMs, (resumedAt) => resumedAt < nowMs);

/**
 * Keeps the time up to `countedUntilMs` and counts on from `nowMs`, unless `isDue` says that this was done already.
 * Returns the chat as it is then; null if there is none.
 */
function countAnew(
  store: Store,
  chatId: string,
  countedUntilMs: number,
  nowMs: number,
  isDue: (resumedAt: number) => boolean,
): Promise<Chat | null> {
  return store.mutexes.run(`chat:${chatId}`, () =>
    transact<Chat | null>(async () => {
      const entry = await chatEntry(store, chatId);
      const chat = entry.value;
      if (!chat || chat.state !== "open" || chat.resumedAt === null || !isDue(chat.resumedAt)) return { done: chat };
      const servedMs = servedMsAt(chat, countedUntilMs);
      const next = { ...chat, servedMs, resumedAt: nowMs, revision: chat.revision + 1 };
      return { commit: store.kv.atomic().check(entry).set(entry.key, next), result: next };
    }));
}
