/** The events of the specification's section 7, as it writes them, with the fields that it gives each. */
import { type Proof, testsOf } from "./row.ts";

export type EventRow = Proof & {
  event: string;
  fields?: string;
};

const inFlows = testsOf("chat/server/flows_test.ts");
const inRequests = testsOf("chat/server/requests/requests_test.ts");
const inMeter = testsOf("chat/server/meter_test.ts");
const inCalls = testsOf("chat/server/calls/calls_test.ts");
const inBadInput = testsOf("chat/server/bad_input_test.ts");

const whoIsOnline = inFlows(
  "who is online is told to the other gender alone, and the list is there for the asking",
);
const wholeChat = inFlows("a whole chat: asked, accepted, started, paid, written, read, ended");
const oneAnswer = inRequests("one waits for one answer, which may be no, or come too late");
const conversationRequests = inRequests("conversation requests are asked, listed, accepted and declined");
const inAnswers = testsOf("chat/server/answers_test.ts");
const answered = inAnswers(
  "each question is answered by the event that is named for it, whatever a client sends along",
);
const endedByNames = inAnswers("a chat ends by naming its two people, and not by naming another man");
const wholeCall = inCalls("a call: asked, accepted, paid before the answer is told, seen by both, ended");
const callEnds = inCalls("an invitation to a call is declined, taken back, or over after a minute");

/**
 * Fields that a client may send and that nothing reads: who speaks is known by the session, and what follows from
 * that is known to the server (design, section 4).
 */
export const unread: Record<string, string[]> = {
  "check-balance": [],
  "do-reserve-chat-time": ["partnerId", "video"],
  "do-start-chat-session": ["manInit"],
  "text-request": ["firstname", "lastname"],
  "text-request-answer": ["answer"],
  ChatNewMessage: ["chat", "type", "partnerId"],
  getChatHistory: ["section"],
  getAllRequests: ["to"],
  setAllUnreadMsgToViewed: ["to"],
  "stop-text-chat": ["targetName"],
  "latency-start": ["name"],
  latency: ["name"],
};

export const sentEvents: EventRow[] = [
  { event: "GetAllConnectedUsers", fields: "uid", by: whoIsOnline },
  { event: "GetAllUnreadMessagesForOnlineUsers", fields: "uid", by: wholeChat },
  { event: "check-balance", fields: "uid userId video", by: wholeChat },
  { event: "do-reserve-chat-time", fields: "uid userId chatID partnerId minutes video", by: wholeChat },
  { event: "do-start-chat-session", fields: "uid userId targetID manInit video", by: wholeChat },
  { event: "do-end-chat-session", fields: "manId girlId", by: [...answered, ...endedByNames] },
  {
    event: "text-request",
    fields: "to from firstname lastname",
    by: [...wholeChat, ...inRequests("an invitation is refused at once where it cannot be")],
  },
  {
    event: "text-request-answer",
    fields: "answer ev status",
    by: [...oneAnswer, ...inRequests("whoever is in a chat is busy for others and asks nobody")],
  },
  { event: "video-request", fields: "offer to from", by: wholeCall },
  { event: "video-request-accept", fields: "answer", by: wholeCall },
  { event: "video-request-decline", by: callEnds },
  {
    event: "ChatNewMessage",
    fields: "message chat type to partnerId from",
    by: [...wholeChat, ...inBadInput("messages go to nobody but the partner of the open chat")],
  },
  { event: "getChatHistory", fields: "from to section", by: wholeChat },
  { event: "conversation-request", fields: "from to section", by: conversationRequests },
  { event: "getAllRequests", fields: "to", by: conversationRequests },
  { event: "accept-request", fields: "from to", by: conversationRequests },
  { event: "decline-request", fields: "from to", by: conversationRequests },
  { event: "getDialogsHistory", fields: "uid", by: wholeChat },
  { event: "setAllUnreadMsgToViewed", fields: "from to", by: wholeChat },
  { event: "message-set-viewed", fields: "message", by: wholeChat },
  { event: "change-allow-chat", fields: "flag uid", by: answered },
  { event: "change-allow-video-chat", fields: "flag uid", by: answered },
  { event: "setUserName", fields: "uid name", by: inFlows("a man's new name is seen at once, a lady's waits") },
  { event: "fetch-user-data", fields: "uid", by: answered },
  { event: "stop-text-chat", fields: "myId targetId targetName", by: wholeChat },
  { event: "latency-start", fields: "uid name startTimeLatency", by: answered },
  { event: "latency", fields: "uid name latency", by: answered },
];

/** Fields of section 3, under the names that the wire has for them (contract, "Socket"). */
const asker = "userId profileId userName userPhoto userGender";
const connected = `${asker} birth allowChat allowVideoChat unread._id unread.count`;
const dialogue = `${asker} userBirth allowChat allowVideoChat updatedAt`;
const message = "_id from to body createdAt viewed fromName";
const fieldsOf = (name: string, fields: string) => fields.split(" ").map((field) => `${name}.${field}`).join(" ");

/** Answers, which the specification names beside what they answer. */
const replies: EventRow[] = [
  { event: "balance-is", fields: "balance error", by: answered },
  { event: "reserve-time-done", fields: "minutes cost error", by: answered },
  { event: "chat-session-create", fields: "id error", by: wholeChat },
  { event: "chat-session-end", by: wholeChat },
  { event: "text-request-answer", fields: "status answer.name ev", by: oneAnswer },
];

export const receivedEvents: EventRow[] = [
  ...replies,
  { event: "AllConnectedUsers", fields: fieldsOf("users", connected), by: answered },
  { event: "update-user-list", fields: fieldsOf("users", connected), by: whoIsOnline },
  { event: "conn-good", by: answered },
  {
    event: "check-for-reserve-time",
    fields: "chatId",
    by: inMeter("the man is asked before the paid time ends, and the chat ends when he does not answer"),
  },
  { event: "already-request", by: oneAnswer },
  { event: "request-timeout", fields: "senderId", by: oneAnswer },
  {
    event: "reserve-time-error",
    fields: "status error.message",
    by: inMeter("a minute that cannot be paid is told to both, and the chat that was never paid is over"),
  },
  { event: "text-request", fields: fieldsOf("from", asker), by: wholeChat },
  { event: "stop-text-chat", fields: "targetId myId", by: wholeChat },
  { event: "request-accept-answer", fields: "answer", by: conversationRequests },
  { event: "video-request", fields: "from offer", by: wholeCall },
  { event: "your-video-request-decline", fields: "name", by: callEnds },
  { event: "conversation-error", by: conversationRequests },
  { event: "error-event", by: inBadInput("what is not understood is answered and counted, and the connection stays") },
  { event: "dialogsHistoryData", fields: fieldsOf("dialogs", dialogue), by: answered },
  { event: "fetchUserData", fields: fieldsOf("user", connected), by: answered },
  { event: "chatHistory", fields: fieldsOf("messages", message), by: answered },
  { event: "change-allow-chat-result", by: answered },
  { event: "change-allow-video-chat-result", by: answered },
  {
    event: "allRequests",
    fields: "requests.from.userId requests.req._id requests.req.from requests.req.accepted",
    by: conversationRequests,
  },
  { event: "your-request-accept", fields: "uid name", by: conversationRequests },
  { event: "your-request-decline", by: conversationRequests },
  { event: "conversation", fields: "name", by: conversationRequests },
  { event: "conversation-exists", by: conversationRequests },
  { event: "conversation-exists-accepted", by: conversationRequests },
  { event: "conversation-need-accept", by: conversationRequests },
  { event: "NewMessage", fields: fieldsOf("message", message), by: wholeChat },
  { event: "your-message-viewed", by: wholeChat },
  { event: "latency-back", by: answered },
];

/** Events that come by each person's channel, not by the socket. */
export const pushedEvents: EventRow[] = [
  {
    event: "new-message",
    fields: "counter.inbox counter.introduction",
    by: testsOf("routes/live/events_test.ts")(
      "a page hears at once how many letters wait, and again when one comes and when one is read",
    ),
  },
];
