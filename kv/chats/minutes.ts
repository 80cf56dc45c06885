/**
 * The minutes of a chat: each is paid before it begins, by one entry of the ledger in the commit that prolongs the chat.
 * One that was not delivered is given back in the commit that ends the chat (design, sections 4 and 5).
 */
import { askBeforeEndSeconds } from "../../chat/shared/limits.ts";
import { balanceOf, post } from "../credits/ledger/ledger.ts";
import { postTogether } from "../credits/ledger/ledger_together.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { noteOnDay } from "../store/daily/day_index.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { changeAtEnd, changeToNext, type MinuteChange, postingsOf, withChange } from "./charges.ts";
import {
  type Chat,
  chatEntry,
  type EndedReason,
  isOpen,
  isOtherPrice,
  type MinutePrices,
  servedMsAt,
} from "./chats.ts";
import { type Belief, beliefIn, type ContradictedLoss } from "./contradicted_losses.ts";
import { conversationOf, setConversation } from "./conversations.ts";
import type { Side } from "./pairs.ts";

/** How long before the paid time ends the next minute may be paid. */
const askBeforeMs = askBeforeEndSeconds * 1000;

const attemptsAtMost = 40;

export type Reserved = Result<{ chat: Chat; balanceCredits: number; isCharged: boolean }>;

/**
 * Pays the next minute of a man's chat. Before it is due, or while time stands still, nothing is charged and the present
 * state is returned. The caller makes sure that both are connected.
 * `quoted` is the prices that he was shown, if he tells them. Refuses `not_found` for a chat that is not his,
 * `chat_not_open` for one that has ended or is used up, `quote_changed` if the chat costs something else, and what the
 * ledger refuses.
 */
export async function reserveMinute(
  store: Store,
  manId: number,
  chatId: string,
  quoted?: MinutePrices,
): Promise<Reserved> {
  return await store.mutexes.run(`chat:${chatId}`, async (): Promise<Reserved> => {
    for (let tries = 0; tries < attemptsAtMost; tries++) {
      const read = await chatEntry(store, chatId);
      const chat = read.value;
      if (!chat || chat.manId !== manId) return refuse("not_found");
      const now = store.now();
      if (chat.state === "ended" || (chat.state === "open" && !isOpen(chat, now))) return refuse("chat_not_open");
      if (!isDue(chat, now)) {
        return { ok: true, chat, balanceCredits: await balanceOf(store, manId), isCharged: false };
      }
      if (isOtherPrice(chat.prices, quoted)) return refuse("quote_changed");
      const change = changeToNext(chat);
      const next: Chat = {
        ...withChange(chat, change),
        state: "open",
        openedAt: chat.openedAt ?? now,
        // Stores what was served up to here, so that it need not be guessed if the server dies later.
        servedMs: servedMsAt(chat, now),
        // The first minute of video begins when the two see each other.
        resumedAt: chat.state === "created" && chat.kind === "video" ? null : now,
      };
      const posted = await post(store, postingsOf(chat, change)[0]!, {
        read: () => chatEntry(store, chatId),
        add(op, _entry, current) {
          if (current.versionstamp !== read.versionstamp) return refuse("conflict");
          op.check(current).set(current.key, next);
        },
      });
      if (posted.ok && !posted.isRepeat) {
        return { ok: true, chat: next, balanceCredits: posted.entry.balanceAfter, isCharged: true };
      }
      // Another instance was faster: the chat is read again.
      if (!posted.ok && posted.reason !== "conflict") return posted;
    }
    throw new Error(`a minute of chat ${chatId} could not be paid`);
  });
}

export const isDue = (chat: Chat, nowMs: number): boolean =>
  chat.state === "created" ||
  (chat.resumedAt !== null && chat.paidMs - servedMsAt(chat, nowMs) <= askBeforeMs);

export interface Ending {
  by: Side | "server";
  reason: EndedReason;
  /** Until when the chat was served, if not until now: an instance died, or a connection broke. */
  servedUntilMs?: number;
  /** That it is a call which the man alone lost: then it is his doing only if he is not believed. */
  contradicted?: ContradictedLoss;
}

/**
 * Ends a chat, exactly once; a repeat returns how it ended. What was not delivered is given back in the same commit. Null
 * if there is no such chat, or if `reason` does not hold any more because a minute was paid meanwhile.
 */
export async function endChat(
  store: Store,
  chatId: string,
  ending: Ending,
): Promise<{ chat: Chat; isRepeat: boolean } | null> {
  return await store.mutexes.run(`chat:${chatId}`, async () => {
    for (let tries = 0; tries < attemptsAtMost; tries++) {
      const entry = await chatEntry(store, chatId);
      if (!entry.value) return null;
      if (entry.value.state === "ended") return { chat: entry.value, isRepeat: true };
      if (!mayEnd(entry.value, ending.reason, store.now())) return null;
      const ended = await attemptEnd(store, entry as Deno.KvEntry<Chat>, ending);
      if (ended) return { chat: ended, isRepeat: false };
    }
    throw new Error(`chat ${chatId} could not be ended`);
  });
}

const mayEnd = (chat: Chat, reason: EndedReason, nowMs: number): boolean =>
  reason === "time_over" ? !isOpen(chat, nowMs) : reason !== "not_paid" || chat.state === "created";

/** Null if the chat has changed meanwhile, or the conversation by which he is believed. */
async function attemptEnd(store: Store, read: Deno.KvEntry<Chat>, ending: Ending): Promise<Chat | null> {
  const now = store.now();
  const servedMs = servedMsAt(read.value, Math.min(now, ending.servedUntilMs ?? now));
  const belief = ending.contradicted ? await beliefIn(store, read.value, ending.contradicted, servedMs) : null;
  const by = belief ? "server" : ending.by;
  const facts = {
    state: "ended",
    servedMs,
    resumedAt: null,
    endedAt: now,
    endedBy: by,
    endedReason: ending.reason,
  } as const;
  const change = changeAtEnd(read.value, by, servedMs);
  const ended = await commitEnd(store, read, { facts, change, belief });
  if (ended.ok || ended.reason === "conflict" || !change.charged) return ended.ok ? ended.chat : null;
  // The ledger may take no charge, as after a payment went back: the chat ends all the same.
  const uncharged = await commitEnd(store, read, { facts, change: { ...change, charged: null }, belief });
  return uncharged.ok ? uncharged.chat : null;
}

interface End {
  facts: Partial<Chat> & { endedAt: number };
  change: MinuteChange;
  belief: Belief | null;
}

/** Commits an end with its change. Refuses `conflict` if what it rests on has changed, and what the ledger refuses. */
async function commitEnd(
  store: Store,
  read: Deno.KvEntry<Chat>,
  { facts, change, belief }: End,
): Promise<Result<{ chat: Chat }>> {
  const chat: Chat = { ...withChange(read.value, change), ...facts };
  const write = (op: Deno.AtomicOperation) => {
    noteOnDay(op, "chat", facts.endedAt, chat.id);
    if (belief) setConversation(op, belief.next, belief.read);
    return op.check(read).set(read.key, chat).delete(keys.chatOf(chat.manId)).delete(keys.chatOf(chat.ladyId));
  };
  const postings = postingsOf(read.value, change);
  if (postings.length === 0) {
    return await transact<Result<{ chat: Chat }>>(async () => ({
      done: (await write(store.kv.atomic()).commit()).ok ? { ok: true, chat } : refuse("conflict"),
    }));
  }
  const posted = await postTogether(store, chat.manId, postings, {
    // All that was read before is compared anew: a stale check would fail in each of the ledger's attempts.
    read: () => Promise.all([chatEntry(store, chat.id), belief && conversationOf(store, chat)]),
    add(op, [current, conversation]) {
      if (current.versionstamp !== read.versionstamp) return refuse("conflict");
      if (conversation && conversation.versionstamp !== belief?.read.versionstamp) return refuse("conflict");
      write(op);
    },
  });
  return posted.ok ? { ok: true, chat } : posted;
}

/** The ids of the chats that dead instances left behind. */
export async function orphanedChats(store: Store, isDead: (instanceId: string) => boolean): Promise<string[]> {
  const chatIds = new Set<string>();
  for await (const { value } of store.kv.list<string>({ prefix: prefixes.chatsOfPeople() })) chatIds.add(value);
  const orphaned: string[] = [];
  for (const chatId of chatIds) {
    const chat = (await chatEntry(store, chatId)).value;
    if (chat && chat.state !== "ended" && isDead(chat.instanceId)) orphaned.push(chatId);
  }
  return orphaned;
}

/**
 * As `endChat`, for a chat whose instance is dead: the server ends it, and it counts as served until its instance was
 * last seen alive.
 */
export async function endOrphanedChat(store: Store, chatId: string): ReturnType<typeof endChat> {
  const chat = (await chatEntry(store, chatId)).value;
  const servedUntilMs = chat ? (await store.kv.get<number>(keys.chatInstance(chat.instanceId))).value ?? 0 : 0;
  return await endChat(store, chatId, { by: "server", reason: "crash", servedUntilMs });
}
