/** The wire: known frames are read with their types, others are refused with a reason, and no input can throw. */
import { expect } from "expect";
import fc from "fast-check";
import { claimsAnother, clientEvents } from "./client_events.ts";
import { readFrame, writeFrame } from "./frames.ts";
import { frameBytesMax, messageLengthMax } from "./limits.ts";
import { serverEvents } from "./server_events.ts";

const read = (text: string) => readFrame(text, clientEvents);
const frameOf = (event: string, data: object, id?: string) => read(writeFrame(event, data, id));

Deno.test("a message to Olena is read with its id, its line breaks made one kind", () => {
  expect(frameOf("ChatNewMessage", { to: 2, message: " Good evening.\r\nIt rains. ", clientId: "c-1" }, "7")).toEqual({
    ok: true,
    frame: {
      event: "ChatNewMessage",
      data: { to: 2, message: "Good evening.\nIt rains.", clientId: "c-1" },
      id: "7",
    },
  });
});

Deno.test("an id with a suffix is the person before the dash", () => {
  const found = frameOf("text-request", { to: "17-tab2", from: "4" });
  expect(found.ok && found.frame.data).toEqual({ to: 17, from: 4 });
});

Deno.test("what is wrong with a frame is said, with the id to answer to", () => {
  const faults: [text: string, fault: string, id?: string][] = [
    ["", "malformed"],
    ["null", "malformed"],
    ["[]", "malformed"],
    ['{"event":5}', "malformed"],
    ['{"data":{}}', "malformed"],
    ['{"event":"text-request","data":[]}', "malformed"],
    ['{"event":"text-request","data":null,"id":"a"}', "malformed", "a"],
    ['{"event":5,"id":"a"}', "malformed", "a"],
    ['{"id":"a"}', "malformed", "a"],
    ['{"event":5,"id":7}', "malformed"],
    ['{"event":"no-such-event","id":"a"}', "unknown_event", "a"],
    ['{"event":"toString","id":"a"}', "unknown_event", "a"],
    ['{"event":"__proto__","id":"a"}', "unknown_event", "a"],
    ['{"event":"","id":"a"}', "unknown_event", "a"],
    [JSON.stringify({ event: "x".repeat(101), id: "a" }), "unknown_event", "a"],
    [JSON.stringify({ event: "text-request", id: "a".repeat(101) }), "malformed"],
    ['{"event":"text-request","id":"b"}', "invalid", "b"],
    ['{"event":"text-request","data":{"to":-1},"id":"b"}', "invalid", "b"],
    ['{"event":"text-request","data":{"to":1.5},"id":"b"}', "invalid", "b"],
    ['{"event":"do-reserve-chat-time","data":{"chatID":"c","minutes":2},"id":"b"}', "invalid", "b"],
    ['{"event":"ChatNewMessage","data":{"to":2,"message":" \\n ","clientId":"c"},"id":"b"}', "invalid", "b"],
    ['{"event":"ChatNewMessage","data":{"to":2,"message":"\u3164\u200b","clientId":"c"},"id":"b"}', "invalid", "b"],
  ];
  for (const [text, fault, id] of faults) expect([text, read(text)]).toEqual([text, { ok: false, fault, id }]);
});

Deno.test("a message may have 4096 units and not one more, however many bytes they are", () => {
  const message = (length: number) => frameOf("ChatNewMessage", { to: 2, message: "信".repeat(length), clientId: "c" });
  expect(message(messageLengthMax).ok).toBe(true);
  expect(message(messageLengthMax + 1)).toEqual({ ok: false, fault: "invalid", id: undefined });
});

Deno.test("a frame is measured in bytes", () => {
  const padded = (sign: string, count: number) => read(`{"event":"getAllRequests","x":"${sign.repeat(count)}"}`);
  const around = '{"event":"getAllRequests","x":""}'.length;
  expect(padded("x", frameBytesMax - around).ok).toBe(true);
  expect(padded("x", frameBytesMax - around + 1)).toEqual({ ok: false, fault: "too_large" });
  expect(padded("信", Math.ceil(frameBytesMax / 3))).toEqual({ ok: false, fault: "too_large" });
});

Deno.test("who claims to be somebody else is found out, and who names another is not", () => {
  expect(claimsAnother("text-request", { to: 2, from: 1 }, 1)).toBe(false);
  expect(claimsAnother("text-request", { to: 2, from: 3 }, 1)).toBe(true);
  expect(claimsAnother("GetAllConnectedUsers", { uid: 3 }, 1)).toBe(true);
  expect(claimsAnother("stop-text-chat", { targetId: 2, myId: 3 }, 1)).toBe(true);
  expect(claimsAnother("setAllUnreadMsgToViewed", { from: 3 }, 1)).toBe(false);
  expect(claimsAnother("fetch-user-data", { uid: 3 }, 1)).toBe(false);
});

Deno.test("no input throws: neither deep nesting nor half a character", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.anything().map((data) => safeJson(data))), (text) => {
    expect(typeof read(text).ok).toBe("boolean");
  }));
  const names = fc.constantFrom(...Object.keys(clientEvents));
  fc.assert(fc.property(names, fc.object(), (event, data) => {
    expect(typeof read(safeJson({ event, data })).ok).toBe("boolean");
  }));
  expect(read(`{"event":"getAllRequests","data":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`).ok).toBe(true);
  expect(read("[".repeat(60_000)).ok).toBe(false);
  expect(frameOf("ChatNewMessage", { to: 2, message: "\ud83d", clientId: "c" }).ok).toBe(true);
});

const safeJson = (value: unknown): string => {
  try {
    return JSON.stringify(value, (_, each) => typeof each === "bigint" ? String(each) : each) ?? "undefined";
  } catch {
    return "{}";
  }
};

Deno.test("what the server writes, a client reads", () => {
  const message = {
    _id: "m1",
    seq: 4,
    clientId: "c-1",
    from: 1,
    to: 2,
    body: "Good evening.",
    createdAt: "2026-03-01T12:00:00.000Z",
    viewed: false,
    fromName: "James",
    translation: null,
  };
  expect(readFrame(writeFrame("NewMessage", { message }), serverEvents))
    .toEqual({ ok: true, frame: { event: "NewMessage", data: { message }, id: undefined } });
  expect(readFrame(writeFrame("NewMessage", { message: { ...message, seq: "4" } }), serverEvents).ok).toBe(false);
});

/** The contract's own list: every event by its name, in its direction. */
const contract = {
  client: "GetAllConnectedUsers GetAllUnreadMessagesForOnlineUsers check-balance text-request text-request-answer " +
    "do-start-chat-session do-reserve-chat-time do-end-chat-session stop-text-chat ChatNewMessage getChatHistory " +
    "message-set-viewed setAllUnreadMsgToViewed conversation-request getAllRequests accept-request decline-request " +
    "getDialogsHistory change-allow-chat change-allow-video-chat setUserName fetch-user-data video-request " +
    "video-request-accept video-request-decline video-signal video-connected latency-start latency set-chat-translation",
  server: "conn-good update-user-list AllConnectedUsers balance-is error-event already-request text-request-sent " +
    "text-request-answer request-timeout text-request chat-session-create reserve-time-done chat-open " +
    "reserve-time-error check-for-reserve-time chat-session-end stop-text-chat NewMessage chatHistory " +
    "message-set-viewed setAllUnreadMsgToViewed your-message-viewed conversation-exists " +
    "conversation-exists-accepted conversation-need-accept conversation conversation-error allRequests " +
    "request-accept-answer your-request-accept your-request-decline dialogsHistoryData change-allow-chat-result " +
    "change-allow-video-chat-result fetchUserData video-request-sent video-request video-request-accept " +
    "video-request-decline your-video-request-decline video-signal video-connected latency-back message-translated " +
    "set-chat-translation-result",
};

/** The events that this site adds; clients that do not know them go on as before. */
const own = {
  client: "typing video-prepare video-request-cancel video-lost video-end change-relay-only translate-message",
  server:
    "typing heard balance-changed chat-meter video-prepared video-request-cancel video-lost video-end change-relay-only-result " +
    "languages-changed",
};

Deno.test("both directions have the contract's events and our own, and no others", () => {
  const names = (...lists: string[]) => lists.join(" ").split(" ").sort();
  expect(Object.keys(clientEvents).sort()).toEqual(names(contract.client, own.client));
  expect(Object.keys(serverEvents).sort()).toEqual(names(contract.server, own.server));
});
