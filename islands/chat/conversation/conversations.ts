/** The messages with one person: numbered ones in order and each once, pending ones after them, marks between them. */
import type { ChatMessage, MessageTranslation, PastChat } from "../../../chat/shared/server_events.ts";
import type { ChatState, Conversation, Mark, Pending, Summary } from "../types.ts";

const empty: Conversation = {
  messages: [],
  pending: [],
  marks: [],
  isLoaded: false,
  isLoading: false,
  hasOlder: false,
};

export const conversationWith = (state: ChatState, userId: number): Conversation =>
  state.conversations.get(userId) ?? empty;

export function change(state: ChatState, userId: number, with_: (now: Conversation) => Conversation): ChatState {
  const now = conversationWith(state, userId);
  const next = with_(now);
  if (next === now) return state;
  return { ...state, conversations: new Map(state.conversations).set(userId, next) };
}

export const partnerOf = (state: ChatState, message: ChatMessage): number =>
  message.from === state.me.id ? message.to : message.from;

/** Adds messages in the order of `seq`; own messages take the place of their pending versions. */
export function withMessages(now: Conversation, messages: readonly ChatMessage[]): Conversation {
  if (messages.length === 0) return now;
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  const pending = now.pending.filter(({ clientId }) => !arrived.has(clientId));
  return {
    ...now,
    messages: merged(now.messages, messages),
    pending: pending.length === now.pending.length ? now.pending : pending,
  };
}

function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const lastSeq = known.at(-1)?.seq ?? 0;
  // Nearly always there is one, and it is the newest.
  if (more.length === 1 && more[0]!.seq > lastSeq) return [...known, more[0]!];
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) {
    const there = bySeq.get(message.seq);
    // A version that comes late changes a message only if it says more: that it was seen, or its translation.
    const viewed = there?.viewed || message.viewed;
    const translation = there?.translation ?? message.translation;
    if (viewed !== there?.viewed || translation !== there?.translation) {
      bySeq.set(message.seq, { ...message, viewed, translation });
    }
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The `seq` up to which no message is missing; after a reconnect, all later ones are asked for. */
export function resumeSeq({ messages }: Conversation): number {
  for (let at = 1; at < messages.length; at++) {
    if (messages[at]!.seq !== messages[at - 1]!.seq + 1) return messages[at - 1]!.seq;
  }
  return messages.at(-1)?.seq ?? 0;
}

export const withPending = (now: Conversation, pending: Pending): Conversation => ({
  ...now,
  pending: [...now.pending.filter(({ clientId }) => clientId !== pending.clientId), pending],
});

export const changePending = (now: Conversation, clientId: string, to: Partial<Pending>): Conversation => ({
  ...now,
  pending: now.pending.map((each) => each.clientId === clientId ? { ...each, ...to } : each),
});

export const withoutPending = (now: Conversation, clientId: string): Conversation => ({
  ...now,
  pending: now.pending.filter((each) => each.clientId !== clientId),
});

export const withTranslation = (now: Conversation, id: string, translation: MessageTranslation): Conversation => ({
  ...now,
  messages: now.messages.map((message) => message._id === id ? { ...message, translation } : message),
});

export function withViewed(now: Conversation, isMeant: (message: ChatMessage) => boolean): Conversation {
  let isChanged = false;
  const messages = now.messages.map((message) => {
    if (message.viewed || !isMeant(message)) return message;
    isChanged = true;
    return { ...message, viewed: true };
  });
  return isChanged ? { ...now, messages } : now;
}

/** Adds a mark after the last message, unless the same mark is there already. */
export const withMark = (now: Conversation, mark: Omit<Mark, "afterSeq">): Conversation =>
  now.marks.some((known) => isSameMark(known, mark))
    ? now
    : { ...now, marks: [...now.marks, { ...mark, afterSeq: now.messages.at(-1)?.seq ?? 0 }] };

const isSameMark = (known: Mark, mark: Omit<Mark, "afterSeq">): boolean =>
  mark.chatId !== undefined && known.chatId === mark.chatId && known.turn === mark.turn &&
  Boolean(known.ended) === Boolean(mark.ended);

/** The number of the turn that a chat takes now. */
export const nextTurn = ({ marks }: Conversation, chatId: string): number =>
  1 + marks.filter((mark) => mark.chatId === chatId && mark.turn).length;

/** Marks where and when chats began and ended, as the server says; this replaces the marks that were set here. */
export function withPastChats(now: Conversation, chats: readonly PastChat[]): Conversation {
  const told = chats.flatMap(marksOf).map((mark): Mark => {
    const known = now.marks.find((each) => isSameMark(each, mark));
    return known && JSON.stringify(known) === JSON.stringify(mark) ? known : mark;
  });
  if (told.every((mark) => now.marks.includes(mark))) return now;
  const kept = now.marks.filter((mark) => !told.some((other) => isSameMark(mark, other)));
  const marks = [...kept, ...told].sort((a, b) => a.afterSeq - b.afterSeq || a.atMs - b.atMs);
  return { ...now, marks };
}

/** The summary of a chat, from the server's figures. */
export const summaryOf = ({ kept, cost, refunded }: Pick<PastChat, "kept" | "cost" | "refunded">): Summary => ({
  minutes: kept,
  chargedCredits: cost,
  refundedCredits: refunded,
});

function marksOf({ id: chatId, video, turns = [], beganAt, endedAt, afterSeq, untilSeq, ...sums }: PastChat): Mark[] {
  const wasVideo = turns[0] ? !turns[0].video : video;
  return [
    { chatId, atMs: beganAt, afterSeq, kind: wasVideo ? "video" : "text" },
    ...turns.map(({ video, at, afterSeq }, before): Mark => (
      { chatId, turn: before + 1, atMs: at, afterSeq, kind: video ? "video" : "back" }
    )),
    ...(endedAt === null ? [] : [{ chatId, atMs: endedAt, afterSeq: untilSeq, ended: summaryOf(sums) }]),
  ];
}

/** Whether a message to somebody would be taken now. */
export const canWriteTo = ({ chat, link }: ChatState, userId: number): boolean =>
  link !== "refused" && chat !== null && chat.isOpen && chat.partnerId === userId;
