/** What the server says; a client reads it through the same schemas, so that a mistake on either side is found. */
import * as z from "zod/mini";

const userId = z.int();
/** By locale, only where it differs from what the person wrote. */
const byLocale = z.optional(z.record(z.string(), z.string()));
/** A person's name and line in the languages of the readers; absent if there is none. */
const ownWords = {
  /** `userName` as readers of other languages write it. */
  names: byLocale,
  /** The person's own line as it was written, and its translations. */
  quote: z.optional(z.string()),
  quotes: byLocale,
  /** The language that `quote` is in, BCP 47; absent where it cannot be told. */
  quoteLanguage: z.optional(z.string()),
};

const chatUser = z.object({
  userId,
  profileId: userId,
  userName: z.string(),
  ...ownWords,
  userPhoto: z.string(),
  userGender: z.enum(["man", "girl"]),
  /** An age, never a date; 0 where it is not told. */
  birth: z.int(),
  allowChat: z.boolean(),
  allowVideoChat: z.boolean(),
  /** The languages that this person reads, by their codes. */
  languages: z._default(z.array(z.string()), []),
  /** Whether the demo itself speaks for her. */
  companion: z._default(z.boolean(), false),
  /** Messages of this person that the reader has not seen: recipient and count. */
  unread: z.array(z.object({ _id: userId, count: z.int() })),
});
export type ChatUser = z.infer<typeof chatUser>;

const messageTranslation = z.object({ language: z.string(), body: z.string(), by: z.string() });
export type MessageTranslation = z.infer<typeof messageTranslation>;

const chatMessage = z.object({
  _id: z.string(),
  /** Rises by one with each message between the two. */
  seq: z.int(),
  clientId: z.string(),
  from: userId,
  to: userId,
  /** Raw text: it must be escaped where it is shown. */
  body: z.string(),
  /** Its words were erased with its author's account. */
  erased: z.optional(z.boolean()),
  /** The language that it is in, BCP 47; absent where it cannot be told. */
  language: z.optional(z.string()),
  createdAt: z.string(),
  viewed: z.boolean(),
  fromName: z.string(),
  /** For the recipient alone; null until there is one. */
  translation: z._default(z.nullable(messageTranslation), null),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const dialogItem = z.object({
  userId,
  profileId: userId,
  userName: z.string(),
  ...ownWords,
  userBirth: z.int(),
  userPhoto: z.string(),
  userGender: z.enum(["man", "girl"]),
  allowChat: z.boolean(),
  allowVideoChat: z.boolean(),
  updatedAt: z.string(),
  /** Messages that the reader has not seen, also of somebody who is not online. */
  unread: z._default(z.int(), 0),
  companion: z._default(z.boolean(), false),
});
const requestItem = z.object({
  from: chatUser,
  req: z.object({ _id: z.string(), from: userId, accepted: z.boolean() }),
});
/** A paid chat among the messages: after which message it began and ended, and what it came to. */
const pastChat = z.object({
  id: z.string(),
  /** Whether it ever was a call. */
  video: z.boolean(),
  /** Into what it turned, when, and after which message; none if it stayed what it was. */
  turns: z._default(z.array(z.object({ video: z.boolean(), at: z.number(), afterSeq: z.int() })), []),
  /** Ms since the epoch; null while it goes on. */
  beganAt: z.number(),
  endedAt: z.nullable(z.number()),
  afterSeq: z.int(),
  untilSeq: z.int(),
  /** Minutes that were charged, and how many of them were not given back. */
  minutes: z.int(),
  kept: z.int(),
  /** In credits, like `refunded`; both are zero for ladies. */
  cost: z.int(),
  refunded: z.int(),
});
export type PastChat = z.infer<typeof pastChat>;
const problem = z.object({ message: z.string(), code: z.string(), status: z.int() });
/** The running chat in figures: all that a screen shows of its time and money comes from here. */
const chatMeter = z.object({
  id: z.string(),
  /** Rises with each change of the chat. */
  revision: z.int(),
  minutes: z.int(),
  kept: z.int(),
  /** Credits that were charged, and how many of them were given back; both are zero for ladies. */
  cost: z.int(),
  refunded: z.int(),
  /** How much time is paid, and how much of it was served at the moment `at` (ms since the epoch). */
  paidMs: z.number(),
  servedMs: z.number(),
  at: z.number(),
  /** Whether time runs on from `at`. */
  running: z.boolean(),
});
export type ChatMeter = z.infer<typeof chatMeter>;
/** A refusal of the meter, or null. */
const maybeProblem = z.nullable(problem);
const users = z.array(chatUser);
const flag = z.object({ flag: z.boolean() });
const toSomebody = z.object({ to: userId });
/** `message` is for the asker, if the person asked is not online and is told on a device instead. */
const sentToSomebody = z.object({ to: userId, message: z.optional(z.string()) });
/** How much longer an invitation waits, ms: a page that hears of it late has less of its minute. */
const leftMs = z.optional(z.number());
/** The invitation that this is, or answers. */
const requestId = z.optional(z.string());
const signal = z.union([z.string(), z.record(z.string(), z.unknown())]);
/** Relays with credentials that expire, as a peer connection takes them. */
const iceServers = z.array(z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
}));
export type IceServers = z.infer<typeof iceServers>;

export const serverEvents = {
  /** `at` is server time, ms: it tells a page how much time its clock lost while the device slept. */
  "conn-good": z.object({ uid: userId, socketId: z.string(), at: z.optional(z.number()) }),
  "error-event": problem,

  AllConnectedUsers: z.object({ users }),
  /** People that changed, and ids of those who left. */
  "update-user-list": z.object({ users, gone: z._default(z.array(userId), []) }),
  fetchUserData: z.object({ user: z.nullable(chatUser) }),
  "change-allow-chat-result": flag,
  "change-allow-video-chat-result": flag,

  "balance-is": z.object({ balance: z.int(), error: z.nullable(z.int()) }),
  "text-request-sent": sentToSomebody,
  "already-request": toSomebody,
  "request-timeout": z.object({ senderId: userId }),
  "text-request": z.object({ from: chatUser, leftMs }),
  /** The asker hears `answer`, which says who answered; every page of the answerer hears `to`, which says whom. */
  "text-request-answer": z.object({
    status: z.boolean(),
    ev: z.enum(["accept", "decline", "busy"]),
    answer: z.optional(z.object({ name: z.string(), userId })),
    to: z.optional(userId),
  }),

  "conversation-exists": toSomebody,
  "conversation-exists-accepted": toSomebody,
  "conversation-need-accept": toSomebody,
  conversation: z.object({ name: z.string(), to: userId }),
  "conversation-error": problem,
  allRequests: z.object({ requests: z.array(requestItem) }),
  "request-accept-answer": z.object({ answer: z.boolean(), to: userId }),
  "your-request-accept": z.object({ uid: userId, name: z.string() }),
  "your-request-decline": z.object({ uid: userId, name: z.string() }),
  dialogsHistoryData: z.object({ dialogs: z.array(dialogItem) }),

  "chat-session-create": z.object({
    id: z.nullable(z.string()),
    error: maybeProblem,
    /** The partner, for a tab that did not ask. */
    partnerId: z.optional(userId),
    video: z.optional(z.boolean()),
    /** For video alone. */
    iceServers: z.optional(iceServers),
  }),
  "reserve-time-done": z.object({
    minutes: z.int(),
    cost: z.int(),
    balance: z.int(),
    /** Ms since the epoch until which the chat is paid. */
    paidUntil: z.nullable(z.number()),
    error: maybeProblem,
  }),
  /** `partnerId`: with whom the chat is. */
  "reserve-time-error": z.object({
    status: z.int(),
    error: z.object({ message: z.string() }),
    partnerId: z.optional(userId),
  }),
  "chat-open": z.object({
    id: z.string(),
    /** Ms since the epoch, if the time runs on from now without a break. */
    paidUntil: z.number(),
    partnerId: z.optional(userId),
    video: z.optional(z.boolean()),
    /** Whether the call began as a text chat. */
    wasText: z.optional(z.boolean()),
    /** False while the time stands still: one is not here, or in a video chat the two do not see each other. */
    running: z.optional(z.boolean()),
  }),
  /** To both of an open chat whenever anything in it changes, and to each tab that comes into it. */
  "chat-meter": chatMeter,
  /** To all tabs of a man when they connect and whenever his credits move; `seq` is the number of his last entry. */
  "balance-changed": z.object({ balance: z.int(), seq: z.int() }),
  /** Said again every few seconds while the minute is due, not paid, and both are here. */
  "check-for-reserve-time": z.object({ chatId: z.string() }),
  "chat-session-end": z.object({
    /** Empty if an invitation was taken back: every page of the asker hears that, unless she or he is in a chat. */
    id: z.string(),
    minutes: z.int(),
    kept: z.int(),
    cost: z.int(),
    refunded: z.int(),
    /** Why a call ended that nobody ended: "video_not_connected", "video_lost". */
    error: z.optional(problem),
  }),
  "stop-text-chat": z.object({ targetId: userId, myId: userId }),

  NewMessage: z.object({ message: chatMessage }),
  /** Follows a message whose language its reader does not read. */
  "message-translated": z.object({ id: z.string(), ...messageTranslation.shape }),
  "set-chat-translation-result": flag,
  /** The languages that the reader reads, or the one that messages are translated into, have changed elsewhere. */
  "languages-changed": z.object({ reads: z.array(z.string()), into: z.string() }),
  typing: z.object({ from: userId, isTyping: z.boolean() }),
  chatHistory: z.object({
    messages: z.array(chatMessage),
    more: z.boolean(),
    chats: z._default(z.array(pastChat), []),
  }),
  "message-set-viewed": z.object({ count: z.int() }),
  setAllUnreadMsgToViewed: z.object({ count: z.int() }),
  "your-message-viewed": z.object({ ids: z.array(z.string()) }),

  "video-prepared": z.object({ iceServers, relayOnly: z.boolean(), hasRelay: z.boolean() }),
  "video-request-sent": z.object({ ...sentToSomebody.shape, requestId }),
  "video-request": z.object({ from: chatUser, offer: signal, leftMs, requestId }),
  /**
   * The asker hears `answer` and `from`; the one who accepted hears `to`. A page that hears `to` without having
   * accepted, or once more later, learns that another page of its person has the call.
   */
  "video-request-accept": z.object({
    id: z.optional(z.string()),
    answer: z.optional(signal),
    from: z.optional(userId),
    to: z.optional(userId),
    requestId,
  }),
  "video-request-decline": toSomebody,
  "video-request-cancel": toSomebody,
  "your-video-request-decline": z.object({
    name: z.string(),
    userId: z.optional(userId),
    ev: z.optional(z.enum(["decline", "busy"])),
  }),
  "video-signal": z.object({ from: userId, signal }),
  "video-connected": z.object({ bothConnected: z.boolean(), id: z.optional(z.string()) }),
  /** Somebody's path is lost; time stands still, and the call ends at `until` (ms since the epoch). */
  "video-lost": z.object({ id: z.string(), from: userId, until: z.number() }),
  /** The chat goes on as text. */
  "video-end": z.object({
    id: z.string(),
    reason: z.enum(["stopped", "not_connected"]),
    /** Who wanted it; absent where the server did it. */
    by: z.optional(userId),
    /** Credits of the video minute that went back; for ladies always 0. */
    refunded: z.int(),
    error: z.optional(problem),
  }),
  "change-relay-only-result": flag,

  "latency-back": z.object({ startTimeLatency: z.number() }),
  /** Answers a frame with an id that has no other answer. */
  heard: z.object({ event: z.string() }),
};

export type ServerEvents = { [Name in keyof typeof serverEvents]: z.infer<typeof serverEvents[Name]> };
export type ServerEventName = keyof ServerEvents;
