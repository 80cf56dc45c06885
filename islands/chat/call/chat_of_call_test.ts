/** The chat around a call: its time, its marks, its end, and what each side hears of it. */
import { expect } from "expect";
import type { ServerEventName, ServerEvents } from "../../../chat/shared/server_events.ts";
import { conversationWith } from "../conversation/conversations.ts";
import { type Heard, reduce } from "../state.ts";
import { at, dariaId, james, jamesId, olenaId } from "../testing/state.ts";
import type { ChatState } from "../types.ts";
import type { CallController } from "./call_controller.ts";
import { hearOfCall } from "./call_hearing.ts";
import { type CallAction, isInCall, reduceCall } from "./call_state.ts";

const frame = <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => ({ event, data }) as Heard;
const hears = <Name extends ServerEventName>(state: ChatState, event: Name, data: ServerEvents[Name], atMs = at) =>
  reduce(state, { type: "heard", frame: frame(event, data), atMs });
const open = (facts: Partial<ServerEvents["chat-open"]> = {}) => ({
  id: "chat-1",
  paidUntil: at + 60_000,
  partnerId: olenaId,
  video: true,
  running: true,
  ...facts,
});
const created = (state: ChatState) =>
  hears(state, "chat-session-create", { id: "chat-1", error: null, partnerId: olenaId, video: true, iceServers: [] });
const marks = (state: ChatState) => conversationWith(state, olenaId).marks.map(({ kind, ended }) => kind ?? ended);

Deno.test("a call that begins and its way back to text stand between the messages, each once", () => {
  const running = hears(hears(created(james), "chat-open", open({ running: false })), "chat-open", open());
  expect(marks(running)).toEqual(["video"]);
  expect(running.flashes).toEqual([]);
  const text = hears(running, "chat-open", open({ video: false, running: undefined }));
  expect(marks(text)).toEqual(["video", "back"]);
  expect(text.chat).toMatchObject({ isVideo: false, isOpen: true });
});

Deno.test("from text to a call it stays the same chat", () => {
  const video = hears(hears(james, "chat-open", open({ video: false })), "chat-open", open({ running: false }));
  expect(video.chat).toMatchObject({ id: "chat-1", isVideo: true, isOpen: true });
});

/** Returns a function that hears an event after these actions of calls, and returns what it tells the controller. */
const listening = (...actions: CallAction[]) => listeningBy({}, ...actions);
/** The same with a link to the other, or in a text chat. */
function listeningBy(
  { link = null, inChat = james }: { link?: object | null; inChat?: ChatState },
  ...actions: CallAction[]
) {
  const told: string[] = [];
  const word = (name: string) => (...args: unknown[]) =>
    void told.push([name, ...args.filter((arg) => typeof arg === "string")].join(" "));
  const words = (...names: string[]) => Object.fromEntries(names.map((name) => [name, word(name)]));
  const path = words("runs", "lostThere", "saidLostHere");
  const session = words("connectionIsBack", "signalCame");
  const controller = {
    session: { ...session, path, link, leaving: { answered: word("answered after leaving") } },
    invited: word("invited"),
    asksNoMore: () => {},
    answered: word("answered"),
    over: word("over"),
  } as unknown as CallController;
  const call = actions.reduce(reduceCall, james.call);
  // A call is a chat too: while there is a call, the chat is open.
  const state: ChatState = { ...(isInCall(call) ? hears(created(james), "chat-open", open()) : inChat), call };
  const hear = <Name extends ServerEventName>(event: Name, data: ServerEvents[Name]) => {
    told.length = 0;
    hearOfCall(controller, frame(event, data), {
      state,
      before: state,
      flash: ({ key }) => void told.push(`flash ${key}`),
    });
    return [...told];
  };
  return hear;
}
const ask: CallAction = { type: "ask", partnerId: olenaId, untilMs: at };
const waiting: CallAction[] = [ask, { type: "waiting", untilMs: at }];
const running: CallAction[] = [...waiting, { type: "connecting" }, { type: "running" }];
const invited: CallAction = { type: "invited", partnerId: olenaId, untilMs: at };

Deno.test("who asked hears no, busy and silence in their own words", () => {
  const hear = listening(...waiting);
  expect(hear("your-video-request-decline", { name: "Olena", userId: olenaId, ev: "decline" }))
    .toEqual(["over", "flash declinedVideo"]);
  expect(hear("your-video-request-decline", { name: "Olena", userId: olenaId, ev: "busy" })).toEqual([
    "over",
    "flash busy",
  ]);
  expect(hear("request-timeout", { senderId: jamesId })).toEqual(["over", "flash noAnswer"]);
  expect(hear("request-timeout", { senderId: 3 })).toEqual([]);
  const another = { id: "chat-1", from: 3, answer: { type: "answer" } };
  expect(hear("video-request-accept", another)).toEqual(["answered after leaving"]);
  expect(hear("video-request-accept", { answer: { type: "answer" } })).toEqual(["answered"]);
});

Deno.test("who waits for a call is not told to try again where a chat with somebody else ends the waiting", () => {
  const within = (partnerId: number) => ({ inChat: hears(james, "chat-open", open({ video: false, partnerId })) });
  const timeout = (partnerId: number) =>
    listeningBy(within(partnerId), ...waiting)("request-timeout", { senderId: jamesId });
  expect(timeout(dariaId)).toEqual(["over"]);
  expect(timeout(olenaId)).toEqual(["over", "flash noAnswer"]);
});

Deno.test("who is asked hears that it is over, taken back or answered in another window, and no words about it", () => {
  const hear = listening(invited);
  expect(hear("request-timeout", { senderId: olenaId })).toEqual(["over"]);
  expect(hear("video-request-decline", { to: olenaId })).toEqual(["over"]);
  expect(hear("video-request-accept", { id: "chat-1", to: olenaId })).toEqual(["over"]);
  expect(hear("video-request-accept", { id: "chat-1", to: 3 })).toEqual([]);
});

Deno.test("who agreed and has no devices yet hears the same; what the server says to the own yes is for nobody else", () => {
  const answering: CallAction[] = [invited, { type: "answering" }];
  const hear = listening(...answering);
  expect(hear("request-timeout", { senderId: olenaId })).toEqual(["over"]);
  expect(hear("request-timeout", { senderId: 3 })).toEqual([]);
  expect(hear("video-request-decline", { to: olenaId })).toEqual(["over"]);
  expect(hear("video-request-accept", { id: "chat-1", to: olenaId })).toEqual(["over"]);
  const withAnswer = listeningBy({ link: {} }, ...answering);
  expect(withAnswer("video-request-accept", { id: "chat-1", to: olenaId })).toEqual([]);
  expect(withAnswer("video-request-decline", { to: olenaId })).toEqual([]);
  expect(withAnswer("request-timeout", { senderId: olenaId })).toEqual(["over"]);
});

Deno.test("who asks for a call is not stopped by the end of what the other asked before", () => {
  expect(listening(ask)("request-timeout", { senderId: olenaId })).toEqual([]);
  expect(listening(...waiting)("request-timeout", { senderId: olenaId })).toEqual([]);
});

Deno.test("a call that is on another device by now is over here, without a word", () => {
  const hear = listeningBy({ link: {} }, ...running);
  expect(hear("video-request-accept", { id: "chat-1", to: olenaId })).toEqual(["over"]);
  expect(hear("video-request-accept", { id: "chat-1", to: 3 })).toEqual([]);
});

Deno.test("a call ends with its chat, with the reason where nobody wished it", () => {
  const hear = listening(...running);
  const end = { id: "chat-1", minutes: 1, kept: 0, cost: 5, refunded: 5 };
  const error = (code: string) => ({ code, message: "", status: 409 });
  expect(hear("chat-session-end", end)).toEqual(["over"]);
  expect(hear("chat-session-end", { ...end, error: error("video_not_connected") })).toEqual(["over no_path"]);
  expect(hear("chat-session-end", { ...end, error: error("video_lost") })).toEqual(["over lost"]);
  expect(hear("video-end", { id: "chat-1", reason: "stopped", by: olenaId, refunded: 0 })).toEqual([
    "over",
    "flash backToText",
  ]);
  expect(hear("video-end", { id: "chat-1", reason: "not_connected", refunded: 0 })).toEqual(["over no_path"]);
  expect(hear("chat-open", open({ video: false }))).toEqual(["over"]);
});

Deno.test("a call goes on when an invitation was taken back, and when another chat ends", () => {
  const hear = listening(...running);
  const nothing = { minutes: 0, kept: 0, cost: 0, refunded: 0 };
  for (const id of ["", "chat-0"]) expect(hear("chat-session-end", { id, ...nothing })).toEqual([]);
});

Deno.test("who looks at a lost connection is told so, whatever the server ends the chat for", () => {
  const end = { id: "chat-1", minutes: 1, kept: 0, cost: 5, refunded: 5 };
  expect(listening(...running, { type: "lost" })("chat-session-end", end)).toEqual(["over lost"]);
  expect(listening(...waiting)("chat-session-end", end)).toEqual([]);
});

Deno.test("a minute that cannot be paid ends what is being agreed, and not the minute that runs", () => {
  const problem = { status: 402, error: { message: "" } };
  expect(listening(...waiting)("reserve-time-error", problem)).toEqual(["over"]);
  expect(listening(...running)("reserve-time-error", problem)).toEqual([]);
});

Deno.test("a call runs or stands still as the last figures of its chat say, though a loss is told before them", () => {
  expect(listening(...running, { type: "lost" })("chat-open", open())).toEqual(["runs"]);
  expect(listening(...running)("chat-open", open({ running: false }))).toEqual(["lostThere"]);
  expect(listening(...waiting)("chat-open", open({ running: false }))).toEqual([]);
});

Deno.test("what is said of others, and without a call, changes nothing", () => {
  const signal = { from: 3, signal: { type: "candidate" } };
  expect(listening(...running)("video-signal", signal)).toEqual([]);
  expect(listening()("video-signal", { ...signal, from: olenaId })).toEqual([]);
  expect(listening(...running)("video-lost", { id: "chat-1", from: jamesId, until: at })).toEqual(["saidLostHere"]);
  expect(listening(...running)("video-lost", { id: "chat-1", from: olenaId, until: at })).toEqual(["lostThere"]);
  expect(listening()("chat-open", open())).toEqual([]);
});
