/** What each event of a client leads to: one short entry each, the work is done by the part that it belongs to. */
import { paidUntilOf, thresholdCredits } from "../../kv/chats/chats.ts";
import { conversationsOf, unreadIn } from "../../kv/chats/conversations.ts";
import type { Side } from "../../kv/chats/pairs.ts";
import { changeChatSettings } from "../../kv/chats/settings.ts";
import { balanceOf } from "../../kv/credits/ledger.ts";
import { changeFirstName } from "../../kv/ladies/first_names.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import type { ClientEventName, ClientEvents } from "../shared/client_events.ts";
import type { ServerEventName, ServerEvents } from "../shared/server_events.ts";
import { summaryFor } from "./chat_news.ts";
import type { Connection } from "./connection.ts";
import type { Person } from "./hub.ts";
import { problemOf, type Room } from "./room.ts";

/** One frame with whoever sent it. */
export interface Ask {
  room: Room;
  connection: Connection;
  person: Person;
  isMan: boolean;
  /** Whether the frame carries an id, and so wants an answer. */
  wantsAnswer: boolean;
  /** The one frame that carries the id of the question. */
  reply: <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => void;
}

export type Answer<Name extends ClientEventName> = (
  ask: Ask,
  data: ClientEvents[Name],
) => Promise<Refusal | void> | Refusal | void;

/** Requests to other people, of which there are so many a minute. */
export const countedEvents = new Set<ClientEventName>([
  "text-request",
  "video-request",
  "video-prepare",
  "conversation-request",
  "do-start-chat-session",
  "GetAllConnectedUsers",
  "setUserName",
  "change-allow-chat",
  "change-allow-video-chat",
  "change-relay-only",
]);

const sideOfPerson = ({ gender }: Person): Side => gender === "man" ? "man" : "lady";
/** No more are listed: the list is one frame. */
const dialogsMax = 200;

export const answers: { [Name in ClientEventName]?: Answer<Name> } = {
  async GetAllConnectedUsers({ room, person, reply, isMan }) {
    person.unread = await room.conversations.unreadOf(person.userId, isMan);
    reply("AllConnectedUsers", { users: room.presence.listFor(person) });
  },

  async GetAllUnreadMessagesForOnlineUsers({ room, person, reply, isMan }) {
    person.unread = await room.conversations.unreadOf(person.userId, isMan);
    const users = room.presence.listFor(person).filter(({ unread }) => unread.length > 0);
    reply("update-user-list", { users, gone: [] });
  },

  async "check-balance"({ room, person, reply, isMan }, { video }) {
    if (!isMan) return reply("balance-is", { balance: 0, error: null });
    const balance = await balanceOf(room.store, person.userId);
    const isEnough = balance > thresholdCredits[video ? "video" : "text"];
    reply("balance-is", { balance, error: isEnough ? null : 402 });
  },

  "text-request": ({ room, connection, reply }, { to }) =>
    room.requests.invite(connection, to, (event, toId) => reply(event, { to: toId })),

  "text-request-answer": ({ room, connection, reply }, { to, ev }) =>
    room.requests.answer(connection, to, ev, () => reply("text-request-answer", { status: ev === "accept", ev })),

  async "do-start-chat-session"({ room, connection, person, reply, isMan }, { targetID, video }) {
    const refusedBy = (refusal: Refusal) => {
      // Of credits she hears nothing.
      const shown = refusal.reason === "insufficient_credits" && !isMan ? refuse("partner_not_accepting") : refusal;
      reply("chat-session-create", { id: null, error: problemOf(room, connection.locale, shown) });
    };
    const paired = await room.requests.pair(person.userId, targetID);
    if (!paired.ok) return refusedBy(paired);
    const iceServers = video ? await room.calls.servers() : undefined;
    const starting = { starterId: person.userId, kind: video ? "video" : "text" } as const;
    const started = await room.meter.start(paired.pair, starting, connection, (id) => {
      reply("chat-session-create", { id, error: null, ...(video && { video, iceServers }) });
    });
    if (!started.ok) refusedBy(started);
  },

  async "do-reserve-chat-time"({ room, connection, person, reply }, { chatID }) {
    const reserved = await room.meter.reserve(person.userId, chatID);
    if (reserved.ok) {
      const { chat, balanceCredits } = reserved;
      reply("reserve-time-done", {
        minutes: chat.minutes,
        cost: chat.costCredits,
        balance: balanceCredits,
        paidUntil: paidUntilOf(chat, room.store.now()),
        error: null,
      });
    } else if (reserved.reason === "not_found") {
      return refuse("forbidden");
    } else {
      const balance = await balanceOf(room.store, person.userId);
      const error = problemOf(room, connection.locale, reserved, { name: "" });
      reply("reserve-time-done", { minutes: 0, cost: 0, balance, paidUntil: null, error });
    }
    await room.meter.reserved(person.userId, chatID, reserved);
  },

  "do-end-chat-session": (ask, { manId, girlId }) => {
    const { isMan, person } = ask;
    const mine = isMan ? manId : girlId;
    if (mine !== undefined && mine !== person.userId) return refuse("forbidden");
    return stop(ask, (isMan ? girlId : manId) ?? null);
  },

  "stop-text-chat": (ask, { targetId }) => stop(ask, targetId),

  ChatNewMessage: ({ room, connection, reply }, { to, message: body, clientId }) =>
    room.conversations.write(connection, { to, body, clientId }, (message) => reply("NewMessage", { message })),

  typing: ({ room, connection }, { to, isTyping }) => room.typing.say(connection.userId, to, isTyping),

  async getChatHistory({ room, person, reply, isMan }, { to, ...wanted }) {
    reply("chatHistory", await room.conversations.history(person.userId, isMan, to, wanted));
  },

  async "message-set-viewed"({ room, connection, reply }, { message }) {
    const viewed = await room.conversations.viewedOne(connection, message.id);
    if (!viewed.ok) return viewed;
    reply("message-set-viewed", { count: viewed.count });
  },

  async setAllUnreadMsgToViewed({ room, connection, reply, isMan }, { from }) {
    const viewed = await room.conversations.viewedAll(connection, isMan, from);
    if (!viewed.ok) return viewed;
    reply("setAllUnreadMsgToViewed", { count: viewed.count });
  },

  async "conversation-request"({ room, connection, reply }, { to }) {
    const refused = await room.requests.requestConversation(connection, to, reply);
    if (!refused) return;
    const name = await room.people.nameOf(to);
    reply("conversation-error", problemOf(room, connection.locale, refused, { name }));
  },

  async getAllRequests({ room, person, reply }) {
    reply("allRequests", { requests: await room.requests.requestsTo(person.userId) });
  },

  "accept-request": ({ room, connection, reply }, { to }) =>
    room.requests.answerRequest(connection, to, true, () => reply("request-accept-answer", { answer: true, to })),

  "decline-request": ({ room, connection, reply }, { to }) =>
    room.requests.answerRequest(connection, to, false, () => reply("request-accept-answer", { answer: false, to })),

  async getDialogsHistory({ room, person, reply, isMan }) {
    const conversations = (await conversationsOf(room.store, person.userId, isMan)).slice(0, dialogsMax);
    const dialogs = await Promise.all(conversations.map(async (conversation) => {
      const { manId, ladyId, updatedAt } = conversation;
      const found = await room.people.find(isMan ? ladyId : manId);
      if (!found) return null;
      const user = person.apart.has(found.userId) ? { ...found, userPhoto: room.options.noPhoto } : found;
      const { userId, profileId, userName, birth: userBirth, userPhoto, userGender, allowChat, allowVideoChat } = user;
      const seen = { userId, profileId, userName, userBirth, userPhoto, userGender, allowChat, allowVideoChat };
      const unread = unreadIn(conversation, person.userId);
      return { ...seen, updatedAt: new Date(updatedAt).toISOString(), unread };
    }));
    reply("dialogsHistoryData", { dialogs: dialogs.filter((dialog) => dialog !== null) });
  },

  async "change-allow-chat"({ room, connection, person, reply }, { flag }) {
    await changeChatSettings(room.store, person.userId, { allowChat: flag });
    reply("change-allow-chat-result", { flag });
    room.hub.send(person.userId, "change-allow-chat-result", { flag }, connection);
    await personChanged(room, person.userId);
  },

  async "change-allow-video-chat"({ room, connection, person, reply }, { flag }) {
    await changeChatSettings(room.store, person.userId, { allowVideoChat: flag });
    reply("change-allow-video-chat-result", { flag });
    room.hub.send(person.userId, "change-allow-video-chat-result", { flag }, connection);
    await personChanged(room, person.userId);
  },

  async setUserName({ room, person, reply }, { name }) {
    const changed = await changeFirstName(room.store, person.userId, name);
    if (!changed.ok) return changed;
    reply("fetchUserData", { user: await room.people.find(person.userId) });
    if (!changed.isPending) await personChanged(room, person.userId);
  },

  async "fetch-user-data"({ room, person, reply }, { uid }) {
    const user = await room.people.find(uid);
    const isVisible = user !== null &&
      (uid === person.userId || (user.userGender !== person.gender && !person.apart.has(uid)));
    reply("fetchUserData", { user: isVisible ? user : null });
  },

  async "video-prepare"({ room, connection, reply }, { to }) {
    const prepared = await room.calls.prepare(connection, to);
    if (!prepared.ok) return prepared;
    const { iceServers, relayOnly, hasRelay } = prepared;
    reply("video-prepared", { iceServers, relayOnly, hasRelay });
  },

  "video-request": ({ room, connection, reply }, { to: toId, offer, directAgreed }) =>
    room.calls.invite(connection, { toId, offer, directAgreed }, (event, to) => reply(event, { to })),

  "video-request-accept": ({ room, connection, reply }, { to: askerId, answer, directAgreed }) =>
    room.calls.accept(connection, { askerId, answer, directAgreed }, (told) => reply("video-request-accept", told)),

  "video-request-decline": ({ room, connection, reply }, { to }) =>
    room.calls.decline(connection, to, () => reply("video-request-decline", { to })),

  async "video-request-cancel"({ room, person, reply }, { to }) {
    if (!await room.requests.withdraw(person.userId, to)) return refuse("request_over");
    reply("video-request-cancel", { to });
  },

  "video-signal": ({ room, connection }, { to, signal }) => room.calls.signals.signal(connection, to, signal),

  "video-connected": ({ room, connection, reply }, { chatID }) =>
    room.meter.calls.connected(connection, chatID, (told) => reply("video-connected", told)),

  "video-lost": ({ room, connection, reply }, { chatID }) =>
    room.meter.calls.lost(connection, chatID, (told) => reply("video-lost", told)),

  "video-end": ({ room, connection, reply }, { chatID }) =>
    room.meter.calls.stop(connection, chatID, (told) => reply("video-end", told)),

  async "change-relay-only"({ room, connection, person, reply }, { flag }) {
    await changeChatSettings(room.store, person.userId, { relayOnly: flag });
    reply("change-relay-only-result", { flag });
    room.hub.send(person.userId, "change-relay-only-result", { flag }, connection);
  },

  "latency-start"({ connection, reply }, { startTimeLatency }) {
    connection.pulseBegan = startTimeLatency;
    reply("latency-back", { startTimeLatency });
  },

  latency({ connection, reply, wantsAnswer }) {
    // Unasked it would be taken for another pulse, and be measured and told again without end.
    if (wantsAnswer) reply("latency-back", { startTimeLatency: connection.pulseBegan });
  },
};

/** Ends one's chat, or takes back the invitation that one waits for. */
async function stop({ room, connection, person, reply }: Ask, partnerId: number | null): Promise<Refusal | void> {
  const stopped = await room.meter.stop(person.userId, partnerId, connection);
  if (stopped.ok) return reply("chat-session-end", summaryFor(stopped.chat, sideOfPerson(person)));
  const isWithdrawn = await room.requests.withdraw(person.userId, partnerId ?? undefined);
  if (!isWithdrawn) return stopped;
  reply("chat-session-end", { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 });
}

async function personChanged(room: Room, userId: number): Promise<void> {
  await room.presence.refresh(userId);
  room.relay?.publish({ kind: "person", userId });
}
