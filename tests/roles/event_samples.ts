/** One well-formed frame of each event, so that what is refused is refused for who says it. */
import type { ClientEventName } from "../../chat/shared/client_events.ts";

/** `to` is the other of the speaker's two; a new event without a sample does not compile. */
export const samplesOf = (to: number, chatID = "no-such-chat"): Record<ClientEventName, Record<string, unknown>> => ({
  GetAllConnectedUsers: {},
  GetAllUnreadMessagesForOnlineUsers: {},
  getAllRequests: {},
  getDialogsHistory: {},
  "check-balance": { video: false },
  "text-request": { to },
  "text-request-answer": { to, ev: "decline" },
  "conversation-request": { to },
  "accept-request": { to },
  "decline-request": { to },
  "do-start-chat-session": { targetID: to },
  "do-reserve-chat-time": { chatID, minutes: 1 },
  "do-end-chat-session": {},
  "stop-text-chat": { targetId: to },
  ChatNewMessage: { to, message: "Good evening", clientId: "sample" },
  typing: { to, isTyping: true },
  getChatHistory: { to },
  "message-set-viewed": { message: { id: "1" } },
  setAllUnreadMsgToViewed: { from: to },
  "change-allow-chat": { flag: true },
  "change-allow-video-chat": { flag: true },
  setUserName: { name: "Somebody" },
  "fetch-user-data": { uid: to },
  "video-prepare": { to },
  "video-request": { to, offer: { type: "offer", sdp: "v=0" } },
  "video-request-accept": { to, answer: { type: "answer", sdp: "v=0" } },
  "video-request-decline": { to },
  "video-request-cancel": { to },
  "video-signal": { to, signal: { candidate: "x" } },
  "video-connected": { chatID },
  "video-lost": { chatID },
  "video-end": { chatID },
  "change-relay-only": { flag: true },
  "latency-start": { startTimeLatency: 1 },
  latency: { latency: 1 },
});

/** Events that are heard and not answered. */
export const silentEvents: ReadonlySet<ClientEventName> = new Set<ClientEventName>([
  "typing",
  "video-signal",
  "latency",
]);
