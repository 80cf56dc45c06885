/** For tests of the chat's state: James, Olena, Daria, and the states before, at and after an agreement to chat. */
import type {
  ChatMessage,
  ChatMeter,
  ChatUser,
  ServerEventName,
  ServerEvents,
} from "../../../chat/shared/server_events.ts";
import { type Action, type Heard, initialState, reduce } from "../state.ts";
import type { ChatFlash, ChatState } from "../types.ts";

export const jamesId = 1;
export const olenaId = 2;
export const dariaId = 3;
export const at = Date.parse("2026-03-14T18:00:00Z");

export const user = (userId: number, userName: string, facts: Partial<ChatUser> = {}): ChatUser => ({
  userId,
  profileId: userId,
  userName,
  userPhoto: `/${userId}.webp`,
  userGender: "girl",
  birth: 29,
  allowChat: true,
  allowVideoChat: false,
  languages: ["uk", "en"],
  companion: false,
  unread: [],
  ...facts,
});
export const olena = user(olenaId, "Olena");
export const daria = user(dariaId, "Daria");

export const message = (seq: number, from: number, to: number, facts: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: `${from}-${to}-${seq}`,
  seq,
  clientId: `c${seq}`,
  from,
  to,
  body: `line ${seq}`,
  createdAt: new Date(at + seq * 1000).toISOString(),
  viewed: false,
  translation: null,
  fromName: from === jamesId ? "James" : "Olena",
  ...facts,
});

export const james = initialState({
  id: jamesId,
  name: "James",
  locale: "en",
  gender: "man",
  allowChat: true,
  allowVideoChat: true,
  relayOnly: false,
  translatesMessages: true,
  reads: ["en"],
  into: "en",
  hasTranslator: true,
  balanceCredits: 20,
});
export const lady = initialState({ ...james.me, id: olenaId, name: "Olena", gender: "girl", balanceCredits: null });

/** Applies the actions in order. */
export const after = (state: ChatState, ...actions: Action[]): ChatState => actions.reduce(reduce, state);
export const hears = <Name extends ServerEventName>(event: Name, data: ServerEvents[Name], atMs = at): Action => ({
  type: "heard",
  frame: { event, data } as Heard,
  atMs,
});
export const keysOf = (state: ChatState) => state.flashes.map(({ key, text }) => key ?? text);
export const lastFlash = (state: ChatState): Partial<ChatFlash> => state.flashes.at(-1) ?? {};

export const known = after(
  james,
  { type: "link", link: "open" },
  hears("AllConnectedUsers", { users: [olena, daria] }),
);
export const agreed = after(
  known,
  hears("text-request-sent", { to: olenaId }),
  hears("text-request-answer", { status: true, ev: "accept", answer: { name: "Olena", userId: olenaId } }),
);
/** The figures of a chat of one minute that has just been paid. */
export const meter = (facts: Partial<ChatMeter> = {}): ChatMeter => ({
  id: "c1",
  revision: 2,
  minutes: 1,
  kept: 1,
  cost: 1,
  refunded: 0,
  paidMs: 60_000,
  servedMs: 0,
  at,
  running: true,
  ...facts,
});
export const open = after(
  agreed,
  hears("chat-session-create", { id: "c1", error: null }),
  hears("balance-changed", { balance: 19, seq: 2 }),
  hears("chat-meter", meter()),
  hears("reserve-time-done", { minutes: 1, cost: 1, balance: 19, paidUntil: at + 60_000, error: null }),
  hears("chat-open", { id: "c1", paidUntil: at + 60_000, partnerId: olenaId }),
);
