/**
 * The chat's screen as one state and everything that changes it: what the server says and what is done here. Pure: what
 * has to be sent is decided by control.ts.
 */
import type { ChatMessage, PastChat, ServerEventName, ServerEvents } from "../../chat/shared/server_events.ts";
import { type CallAction, noCall, reduceCall } from "./call/call_state.ts";
import {
  change,
  changePending,
  withMessages,
  withoutPending,
  withPastChats,
  withPending,
  withTranslation,
  withViewed,
} from "./conversation/conversations.ts";
import { flashes, withFlash } from "./flash_state.ts";
import * as people from "./people/people_state.ts";
import * as session from "./session_state.ts";
import type { ChatState, Link, Me, NewFlash, OwnSwitch, Pending, Tab } from "./types.ts";

export type Heard = { [Name in ServerEventName]: { event: Name; data: ServerEvents[Name] } }[ServerEventName];

/** `atMs` is server time. */
export type Action =
  | { type: "heard"; frame: Heard; atMs: number }
  | { type: "link"; link: Link }
  | { type: "tab"; tab: Tab }
  | { type: "select"; userId: number }
  | { type: "lists" }
  | { type: "guard"; untilMs: number }
  | { type: "loading"; userId: number }
  | { type: "unloaded"; userId: number }
  | { type: "history"; userId: number; messages: ChatMessage[]; chats?: PastChat[]; hasOlder: boolean | null }
  | { type: "write"; userId: number; pending: Pending }
  | { type: "pending"; userId: number; clientId: string; to: Partial<Pending> }
  | { type: "discard"; userId: number; clientId: string }
  | { type: "translated"; translation: ServerEvents["message-translated"] }
  | { type: "viewed"; userId: number; upToSeq: number; count: number }
  | { type: "give_up_asking" }
  | { type: "put_invitation_away"; fromId: number }
  | { type: "away"; atMs: number }
  | { type: "put_summary_away" }
  | { type: "writing_over"; writing: ChatState["writing"] }
  | { type: "blocked"; userId: number; isBlocked: boolean }
  | { type: "wished"; of: OwnSwitch; flag: boolean | null }
  | { type: "call"; action: CallAction }
  | { type: "flash"; flash: NewFlash }
  | { type: "dismiss"; flashId: number };

export const initialState = (me: Me, blockedIds: readonly number[] = []): ChatState => ({
  me,
  link: "connecting",
  tab: "recent",
  people: new Map(),
  online: null,
  recent: null,
  requests: null,
  acceptedAtMs: new Map(),
  unread: new Map(),
  unreadAtMs: new Map(),
  selectedId: null,
  isReading: false,
  conversations: new Map(),
  chat: null,
  meter: null,
  balanceSeq: 0,
  over: null,
  askingId: null,
  invitations: new Map(),
  writing: null,
  call: noCall,
  blockedIds: new Set(blockedIds),
  guardUntilMs: 0,
  flashes: [],
  lastFlashId: 0,
});

export function reduce(state: ChatState, action: Action): ChatState {
  switch (action.type) {
    case "heard":
      return hear(state, action.frame, action.atMs);
    case "link":
      return linked(state, action.link);
    case "tab":
      return { ...state, tab: action.tab };
    case "select":
      return { ...state, selectedId: action.userId, isReading: true };
    case "lists":
      return { ...state, isReading: false };
    case "guard":
      return { ...state, guardUntilMs: action.untilMs };
    case "loading":
      return change(state, action.userId, (now) => ({ ...now, isLoading: true }));
    case "unloaded":
      return change(state, action.userId, (now) => ({ ...now, isLoading: false }));
    case "history":
      return historyCame(state, action);
    case "write":
      return change(state, action.userId, (now) => withPending(now, action.pending));
    case "pending":
      return change(state, action.userId, (now) => changePending(now, action.clientId, action.to));
    case "discard":
      return change(state, action.userId, (now) => withoutPending(now, action.clientId));
    case "translated":
      return translated(state, action.translation);
    case "viewed":
      return viewed(state, action);
    case "give_up_asking":
      return { ...state, askingId: null };
    case "put_invitation_away":
      return session.withoutInvitation(state, action.fromId);
    case "away":
      return session.endedAway(state, action.atMs);
    case "writing_over":
      return state.writing === action.writing ? { ...state, writing: null } : state;
    case "put_summary_away":
      return { ...state, over: null };
    case "blocked":
      return people.blocked(state, action.userId, action.isBlocked);
    case "wished":
      return people.wished(state, action.of, action.flag);
    case "call":
      return withCall(state, action.action);
    case "flash":
      return withFlash(state, action.flash);
    case "dismiss":
      return { ...state, flashes: state.flashes.filter(({ id }) => id !== action.flashId) };
  }
}

function withCall(state: ChatState, action: CallAction): ChatState {
  const call = reduceCall(state.call, action);
  return call === state.call ? state : { ...state, call };
}

/** Adds the messages and chats that were loaded. If they say that an unconfirmed chat has ended, it ends here as well. */
function historyCame(state: ChatState, { userId, messages, chats = [], hasOlder }: Action & { type: "history" }) {
  const next = change(state, userId, (now) => ({
    ...withPastChats(withMessages(now, messages), chats),
    isLoaded: true,
    isLoading: false,
    hasOlder: hasOlder ?? now.hasOlder,
  }));
  const over = chats.find(({ id, endedAt }) => id === state.chat?.id && endedAt !== null);
  if (!over || state.chat?.isConfirmed) return next;
  return withFlash(session.ended(next, over, over.endedAt!), flashes.endedAway(state.me));
}

/** After a lost connection the chat is unconfirmed until the server tells of it again. */
const linked = (state: ChatState, link: Link): ChatState => ({
  ...state,
  link,
  chat: state.chat && link !== "open" ? { ...state.chat, isConfirmed: false } : state.chat,
});

function viewed(state: ChatState, { userId, upToSeq, count }: { userId: number; upToSeq: number; count: number }) {
  const seen = change(
    state,
    userId,
    (now) => withViewed(now, ({ from, seq }) => from === userId && seq <= upToSeq),
  );
  return people.withUnread(seen, userId, Math.max(0, (seen.unread.get(userId) ?? 0) - count), 0);
}

/** Adds a translation to its message; ignored if the message is not loaded. */
function translated(state: ChatState, { id, ...translation }: ServerEvents["message-translated"]): ChatState {
  for (const [userId, { messages }] of state.conversations) {
    if (messages.some(({ _id }) => _id === id)) {
      return change(state, userId, (now) => withTranslation(now, id, translation));
    }
  }
  return state;
}

/** Shows what the server says of an invitation to somebody who is not online. */
const saying = (state: ChatState, message: string | undefined): ChatState =>
  message ? withFlash(state, flashes.ofServer(message, 10)) : state;

function hear(state: ChatState, { event, data }: Heard, atMs: number): ChatState {
  switch (event) {
    case "conn-good":
      return { ...state, link: "open" };
    case "error-event":
      return withFlash(state, flashes.ofServer(data.message, 3));
    case "AllConnectedUsers":
      return people.allConnected(state, data, atMs);
    case "update-user-list":
      return people.listChanged(state, data, atMs);
    case "fetchUserData":
      return people.userCame(state, data);
    case "change-allow-chat-result":
      return people.switched(state, "text", data.flag);
    case "change-allow-video-chat-result":
      return people.switched(state, "video", data.flag);
    case "change-relay-only-result":
      return { ...state, me: { ...state.me, relayOnly: data.flag } };
    case "set-chat-translation-result":
      return { ...state, me: { ...state.me, translatesMessages: data.flag } };
    case "languages-changed":
      return { ...state, me: { ...state.me, ...data } };
    case "message-translated":
      return translated(state, data);
    case "dialogsHistoryData":
      return people.dialogsCame(state, data);
    case "allRequests":
      return people.requestsCame(state, data);
    case "request-accept-answer":
      return people.requestAnswered(state, data.to, data.answer);
    case "your-request-accept":
      return withFlash(
        { ...state, acceptedAtMs: new Map(state.acceptedAtMs).set(data.uid, atMs) },
        flashes.requestAccepted(people.nameOf(state, data.uid, data.name), data.uid),
      );
    case "your-request-decline":
      return withFlash(state, flashes.requestDeclined(people.nameOf(state, data.uid, data.name)));
    case "conversation":
      return withFlash(state, flashes.requestSent(people.nameOf(state, data.to, data.name)));
    case "conversation-exists":
      return withFlash(state, flashes.requestExists());
    case "conversation-need-accept":
      return withFlash(state, flashes.requestWaits());
    case "conversation-error":
      return withFlash(state, flashes.ofServer(data.message, 3));
    case "balance-is":
      return data.error === 402 && state.me.gender === "man" ? withFlash(state, flashes.lowCredits()) : state;
    case "balance-changed":
      return session.balanceChanged(state, data);
    case "chat-meter":
      return session.metered(state, data);
    case "text-request-sent":
      return saying({ ...state, askingId: data.to, over: null }, data.message);
    case "video-request-sent":
      return saying(state, data.message);
    case "already-request":
      return withFlash(state, flashes.alreadySent());
    case "request-timeout":
      return session.timedOut(state, data.senderId);
    case "text-request":
      return session.invited(state, data, atMs);
    case "video-request":
      return people.withUsers(state, [data.from]);
    case "text-request-answer":
      return session.answered(state, data);
    case "chat-session-create":
      return session.created(state, data);
    case "chat-open":
      return session.opened(state, data, atMs);
    case "reserve-time-error":
      return session.notReserved(state, data);
    case "chat-session-end":
      return session.ended(state, data, atMs);
    case "stop-text-chat":
      return session.partnerLeft(state, data);
    case "NewMessage":
      return session.messageCame(state, data.message, atMs);
    case "typing":
      return { ...state, writing: data.isTyping ? { userId: data.from } : null };
    case "your-message-viewed":
      return ownViewed(state, data.ids);
    default:
      // Answers that only the asker needs, and events of calls, which call/call_hearing.ts handles.
      return state;
  }
}

function ownViewed(state: ChatState, ids: readonly string[]): ChatState {
  const seen = new Set(ids);
  let next = state;
  for (const userId of state.conversations.keys()) {
    next = change(next, userId, (now) => withViewed(now, ({ _id }) => seen.has(_id)));
  }
  return next;
}
