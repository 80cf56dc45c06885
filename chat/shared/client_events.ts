/** What a client may say. Nobody says who she or he is: the session knows, and a claim that differs is refused. */
import * as z from "zod/mini";
import { historyPageMax, messageLengthMax, nameLengthMax, signalLevelsMax } from "./limits.ts";
import { isNestedDeeper } from "./nesting.ts";
import { trimText } from "./text.ts";

/** An id may carry a suffix after a dash ("17-tab2"); only what stands before the dash counts. */
const personId = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}(-.{0,40})?$/), z.maxLength(60))]),
  z.pipe(
    z.transform((id: number | string) => typeof id === "number" ? id : Number(id.split("-")[0])),
    z.int().check(z.positive()),
  ),
);
/** Names of the speaker that older clients send along; compared with the session and used for nothing else. */
const claims = {
  uid: z.optional(personId),
  userId: z.optional(personId),
};
const claimsAndFrom = { ...claims, from: z.optional(personId) };
const chatId = z.string().check(z.minLength(1), z.maxLength(100));
const credits = z.int().check(z.positive());
/** The credits for a minute of each kind that the page showed the man. */
const quoted = z.optional(z.object({ text: credits, video: credits }));
const seq = z.int().check(z.nonnegative());
const clientId = z.string().check(z.minLength(1), z.maxLength(64));
/** A message as it is counted and kept: line breaks as LF, trimmed, not empty. */
const messageText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(4 * messageLengthMax)),
    z.transform(trimText),
  ),
  z.string().check(z.minLength(1), z.maxLength(messageLengthMax)),
);
/**
 * What two browsers tell each other about a call. The server looks only for network addresses in it, and for `isFresh`,
 * by which an offer says that somebody comes back into a call. The store, which carries it between instances, takes none that
 * is nested some thousand levels deep.
 */
const signal = z.union([
  z.string().check(z.minLength(1)),
  z.record(z.string(), z.unknown()).check(z.refine((value) => !isNestedDeeper(value, signalLevelsMax))),
]);
/** Whether the speaker lets the other see her or his network address in this call, where there is no relay. */
const directAgreed = z.optional(z.boolean());
const nothing = z.object({ ...claimsAndFrom });
const toSomebody = z.object({ ...claimsAndFrom, to: personId });
/** An answer to the invitation that `requestId` names, if given: a late answer is not meant for a newer invitation. */
const ofRequest = z.object({
  ...claimsAndFrom,
  to: personId,
  requestId: z.optional(z.string().check(z.maxLength(64))),
});

export const clientEvents = {
  GetAllConnectedUsers: nothing,
  GetAllUnreadMessagesForOnlineUsers: nothing,
  getAllRequests: nothing,
  getDialogsHistory: nothing,
  "check-balance": z.object({ ...claimsAndFrom, video: z._default(z.boolean(), false) }),

  "text-request": toSomebody,
  "text-request-answer": z.object({
    ...claimsAndFrom,
    to: personId,
    ev: z.enum(["accept", "decline", "busy"]),
    status: z.optional(z.boolean()),
  }).check(z.refine(({ ev, status }) => ev !== "accept" || status !== false)),
  "conversation-request": z.object({
    ...claimsAndFrom,
    to: personId,
    section: z.optional(z.string().check(z.maxLength(40))),
  }),
  "accept-request": toSomebody,
  "decline-request": toSomebody,

  "do-start-chat-session": z.object({ ...claims, targetID: personId, video: z._default(z.boolean(), false) }),
  "do-reserve-chat-time": z.object({ ...claims, chatID: chatId, minutes: z.literal(1), quoted }),
  "do-end-chat-session": z.object({ ...claims, manId: z.optional(personId), girlId: z.optional(personId) }),
  "stop-text-chat": z.object({ ...claims, targetId: personId, myId: z.optional(personId) }),

  ChatNewMessage: z.object({ ...claimsAndFrom, to: personId, message: messageText, clientId }),
  /** The speaker is writing, or no longer is; kept nowhere, and without an answer of its own. */
  typing: z.object({ ...claimsAndFrom, to: personId, isTyping: z._default(z.boolean(), true) }),
  getChatHistory: z.object({
    ...claimsAndFrom,
    to: personId,
    afterSeq: z.optional(seq),
    beforeSeq: z.optional(seq),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(historyPageMax)), 50),
  }),
  "message-set-viewed": z.object({ ...claims, message: z.object({ id: z.string().check(z.maxLength(100)) }) }),
  /** Here `from` is the other person, whose messages were seen. */
  setAllUnreadMsgToViewed: z.object({ ...claims, from: personId }),

  "change-allow-chat": z.object({ ...claimsAndFrom, flag: z.boolean() }),
  "change-allow-video-chat": z.object({ ...claimsAndFrom, flag: z.boolean() }),
  "set-chat-translation": z.object({ ...claimsAndFrom, flag: z.boolean() }),
  /** Asks again for the translation of a message that has none yet. */
  "translate-message": z.object({ ...claims, id: z.string().check(z.maxLength(100)) }),
  setUserName: z.object({
    ...claimsAndFrom,
    name: z.pipe(
      z.pipe(z.string().check(z.maxLength(200)), z.transform((name: string) => name.trim())),
      z.string().check(z.minLength(1), z.maxLength(nameLengthMax)),
    ),
  }),
  /** Here `uid` is the person asked about. */
  "fetch-user-data": z.object({ uid: personId }),

  /** Asks for relays before an offer or an answer is made; without `to`, for a check of one's own devices. */
  "video-prepare": z.object({ ...claimsAndFrom, to: z.optional(personId) }),
  "video-request": z.object({ ...claimsAndFrom, to: personId, offer: signal, directAgreed, quoted }),
  "video-request-accept": z.object({ ...ofRequest.shape, answer: signal, directAgreed, quoted }),
  "video-request-decline": ofRequest,
  "video-request-cancel": ofRequest,
  "video-signal": z.object({ ...claimsAndFrom, to: personId, signal }),
  /** The speaker sees and hears the other, for the first time or again. */
  "video-connected": z.object({ ...claims, chatID: chatId }),
  /** The path is lost, and the browser looks for a new one. */
  "video-lost": z.object({ ...claims, chatID: chatId }),
  /** Back to text inside the same chat. */
  "video-end": z.object({ ...claims, chatID: chatId }),
  "change-relay-only": z.object({ ...claimsAndFrom, flag: z.boolean() }),

  "latency-start": z.object({ ...claimsAndFrom, startTimeLatency: z.number() }),
  latency: z.object({ ...claimsAndFrom, latency: z.number() }),
};

/** What a man alone may say, because he alone pays. */
export const onlyMenMay: ReadonlySet<string> = new Set<keyof typeof clientEvents>(["do-reserve-chat-time"]);

export type ClientEvents = { [Name in keyof typeof clientEvents]: z.infer<typeof clientEvents[Name]> };
export type ClientEventName = keyof ClientEvents;

/** Events whose `from` or `uid` names another person and is no claim about the speaker. */
const namesAnother: Partial<Record<ClientEventName, string[]>> = {
  setAllUnreadMsgToViewed: ["from"],
  "fetch-user-data": ["uid"],
};

/** Whether a frame claims to come from somebody else than the session says. */
export function claimsAnother(event: ClientEventName, data: Record<string, unknown>, userId: number): boolean {
  const names = ["uid", "userId", "from", "myId"].filter((name) => !namesAnother[event]?.includes(name));
  return names.some((name) => data[name] !== undefined && data[name] !== userId);
}
