/** Invitations and the one chat of this person: from asking to the summary. */
import type { ChatMessage, ServerEvents } from "../../chat/shared/server_events.ts";
import { change, nextTurn, partnerOf, summaryOf, withMark, withMessages } from "./conversation/conversations.ts";
import { flashes, withFlash } from "./flash_state.ts";
import { nameOf, withUnread, withUsers } from "./people/people_state.ts";
import { untilOf } from "./times.ts";
import type { ChatNow, ChatState } from "./types.ts";

const nothingYet: ChatNow = {
  id: null,
  partnerId: null,
  isOpen: false,
  isVideo: false,
  wasText: false,
  isConfirmed: true,
};

export function invited(state: ChatState, { from, leftMs }: ServerEvents["text-request"], atMs: number): ChatState {
  const known = withUsers(state, [from]);
  if (state.chat?.isConfirmed) return known;
  // An asker who is told again after a reconnect keeps her or his place.
  return { ...known, invitations: new Map(known.invitations).set(from.userId, untilOf(atMs, leftMs)) };
}

/** The first of the invitations that wait: who asks, and until when; undefined while there is a chat. */
export const firstInvitation = ({ chat, invitations }: ChatState): [fromId: number, untilMs: number] | undefined =>
  chat ? undefined : [...invitations][0];

/** Removes somebody's invitation. */
export function withoutInvitation(state: ChatState, fromId: number): ChatState {
  const invitations = new Map(state.invitations);
  return invitations.delete(fromId) ? { ...state, invitations } : state;
}

/** The other answered this person's invitation, or this person answered the other's, perhaps in another tab. */
export function answered(state: ChatState, { ev, answer, to }: ServerEvents["text-request-answer"]): ChatState {
  const otherId = answer?.userId ?? to;
  if (otherId === undefined) return state;
  const known = withoutInvitation(state, otherId);
  const next = answer ? { ...known, askingId: null } : known;
  if (ev === "accept") return agreed(next, otherId);
  if (!answer) return next;
  const name = answer.name && nameOf(state, answer.userId, answer.name);
  return withFlash(next, ev === "busy" ? flashes.busy(name) : flashes.declined(name));
}

function agreed(state: ChatState, partnerId: number): ChatState {
  const chat = state.chat ?? { ...nothingYet, partnerId };
  return { ...state, chat, tab: "online", selectedId: partnerId, isReading: true, over: null };
}

export function timedOut(state: ChatState, senderId: number): ChatState {
  if (senderId !== state.me.id) {
    return withoutInvitation(state, senderId);
  }
  return state.askingId === null ? state : withFlash({ ...state, askingId: null }, flashes.noAnswer());
}

export function created(state: ChatState, data: ServerEvents["chat-session-create"]): ChatState {
  if (data.error) {
    // The other may have created the chat already, or the agreement was taken back.
    if (state.chat?.id !== null) return state;
    const shown = data.error.status === 402 && state.me.gender === "man"
      ? flashes.lowCredits()
      : flashes.sessionFailed(data.error.message);
    return withFlash({ ...state, chat: null }, shown);
  }
  const partnerId = data.partnerId ?? state.chat?.partnerId ?? null;
  const before = state.chat ?? { ...nothingYet, isVideo: data.video ?? false };
  const chat = { ...before, id: data.id, partnerId, isConfirmed: true };
  return { ...state, chat, askingId: null, over: null };
}

export function opened(state: ChatState, data: ServerEvents["chat-open"], atMs: number): ChatState {
  const before = state.chat ?? nothingYet;
  const partnerId = data.partnerId ?? before.partnerId;
  // If this page knew of the chat before, it begins now; a page that joins later does not know when it began.
  const begins = !before.isOpen && state.chat !== null;
  const isVideo = data.video ?? false;
  const turns = before.isOpen && before.isVideo !== isVideo;
  const chat: ChatNow = {
    ...before,
    id: data.id,
    partnerId,
    isOpen: true,
    isVideo,
    wasText: data.wasText ?? false,
    isConfirmed: true,
  };
  const next: ChatState = { ...state, chat, askingId: null, over: null };
  if (partnerId === null) return next;
  const selected = state.selectedId === null ? { ...next, selectedId: partnerId, isReading: true } : next;
  if (!begins && !turns) return selected;
  const kind = isVideo ? "video" : turns ? "back" : "text";
  const marked = change(
    selected,
    partnerId,
    (now) => withMark(now, { chatId: data.id, turn: begins ? undefined : nextTurn(now, data.id), atMs, kind }),
  );
  return kind === "text" ? withFlash(marked, flashes.accepted()) : marked;
}

/** The figures of a chat that has ended. */
type Ended = Pick<ServerEvents["chat-session-end"], "id" | "kept" | "cost" | "refunded">;

/** Takes new figures of a chat; older ones of the same chat that come late change nothing. */
export function metered(state: ChatState, meter: ServerEvents["chat-meter"]): ChatState {
  const { meter: known } = state;
  return known && known.id === meter.id && known.revision > meter.revision ? state : { ...state, meter };
}

/** Takes a new balance, which has no other source; an older one that comes late changes nothing. */
export function balanceChanged(state: ChatState, { balance, seq }: ServerEvents["balance-changed"]): ChatState {
  if (state.me.gender !== "man" || seq < state.balanceSeq) return state;
  return { ...state, balanceSeq: seq, me: { ...state.me, balanceCredits: balance } };
}

export function notReserved(state: ChatState, { status, error }: ServerEvents["reserve-time-error"]): ChatState {
  const isLow = status === 402 && state.me.gender === "man";
  return withFlash(state, isLow ? flashes.lowCredits() : flashes.ofServer(error.message, 10));
}

export function ended(state: ChatState, data: Ended, atMs: number): ChatState {
  // This person's own invitation was taken back, perhaps while it was being accepted; no chat has ended.
  if (data.id === "") return { ...withoutAgreement(state), askingId: null };
  const { chat } = state;
  if (!chat || (chat.id !== null && chat.id !== data.id)) return state;
  const summary = summaryOf(data);
  const over = { partnerId: chat.partnerId, summary };
  const next: ChatState = { ...state, chat: null, askingId: null, writing: null, over };
  if (chat.partnerId === null) return next;
  return change(next, chat.partnerId, (now) => withMark(now, { chatId: data.id, atMs, ended: summary }));
}

/** The chat ended while the connection was lost. */
export function endedAway(state: ChatState, atMs: number): ChatState {
  const { chat } = state;
  if (!chat) return state;
  const next = withFlash({ ...state, chat: null, writing: null }, flashes.endedAway(state.me));
  if (chat.partnerId === null) return next;
  return change(next, chat.partnerId, (now) => withMark(now, { chatId: chat.id ?? undefined, atMs, ended: "away" }));
}

/** Drops a chat that was agreed on and has not begun. */
const withoutAgreement = (state: ChatState): ChatState => state.chat?.id === null ? { ...state, chat: null } : state;

export const partnerLeft = (state: ChatState, { myId }: ServerEvents["stop-text-chat"]): ChatState =>
  withFlash(state.chat?.partnerId === myId ? withoutAgreement(state) : state, flashes.left(nameOf(state, myId)));

export function messageCame(state: ChatState, message: ChatMessage, atMs: number): ChatState {
  const partnerId = partnerOf(state, message);
  const isKnown = state.conversations.get(partnerId)?.messages.some(({ seq }) => seq === message.seq) ?? false;
  const isWritten = message.from === state.writing?.userId;
  const known = isWritten ? { ...state, writing: null } : state;
  const next = change(known, partnerId, (now) => withMessages(now, [message]));
  if (isKnown || message.from === state.me.id) return next;
  const counted = withUnread(next, partnerId, (next.unread.get(partnerId) ?? 0) + 1, atMs);
  if (state.selectedId === partnerId) return counted;
  return withFlash(counted, flashes.newMessage(nameOf(state, partnerId, message.fromName), partnerId));
}
