/** The state of the chat's screen: every event of the server, and what a person does, between James and Olena. */
import { expect } from "expect";
import {
  type ChatUser,
  type ServerEventName,
  type ServerEvents,
  serverEvents,
} from "../../chat/shared/server_events.ts";
import { conversationWith } from "./conversation/conversations.ts";
import { inOrder, mayInvite } from "./people/people_state.ts";
import { firstInvitation } from "./session_state.ts";
import { type Action, reduce } from "./state.ts";
import {
  after,
  agreed,
  at,
  daria,
  dariaId,
  hears,
  james,
  jamesId,
  keysOf,
  known,
  lady,
  lastFlash,
  message,
  meter,
  olena,
  olenaId,
  open,
  user,
} from "./testing/state.ts";

Deno.test("who is online comes as a list and then as differences, unread first and the latest of them before", () => {
  expect(known.online).toEqual([olenaId, dariaId]);
  const unread = (count: number) => ({ unread: [{ _id: jamesId, count }] });
  const changed = after(
    known,
    hears("update-user-list", { users: [{ ...olena, ...unread(1) }], gone: [] }, at + 1),
    hears("update-user-list", { users: [user(9, "Vera"), { ...daria, ...unread(2) }], gone: [] }, at + 2),
  );
  expect(inOrder(changed, changed.online!).map(({ name }) => name)).toEqual(["Daria", "Olena", "Vera"]);
  const left = after(changed, hears("update-user-list", { users: [], gone: [olenaId] }));
  expect(left.online).toEqual([dariaId, 9]);
  expect(left.people.get(olenaId)?.name).toBe("Olena");
});

Deno.test("recent dialogues bring people who are not online, with what is unread of them", () => {
  const { languages: _, ...dialog } = { ...daria, userBirth: 31 };
  const state = after(
    james,
    hears("dialogsHistoryData", { dialogs: [{ ...dialog, updatedAt: "2026-03-13T12:00:00Z", unread: 3 }] }),
  );
  expect(state.recent).toEqual([dariaId]);
  expect(state.people.get(dariaId)?.age).toBe(31);
  expect(state.unread.get(dariaId)).toBe(3);
});

Deno.test("whoever is there, willing and not blocked can be asked, by who is neither in a chat nor waiting for one", () => {
  const may = (...actions: Action[]) => mayInvite(after(known, ...actions), olenaId);
  expect(may()).toBe(true);
  expect(mayInvite(known, 9)).toBe(false);
  expect(may(hears("update-user-list", { users: [], gone: [olenaId] }))).toBe(false);
  expect(may(hears("update-user-list", { users: [{ ...olena, allowChat: false }], gone: [] }))).toBe(false);
  expect(may({ type: "blocked", userId: olenaId, isBlocked: true })).toBe(false);
  expect(may(hears("text-request-sent", { to: dariaId }))).toBe(false);
  expect(may({ type: "call", action: { type: "ask", partnerId: dariaId, untilMs: at } })).toBe(false);
  expect(mayInvite(agreed, olenaId)).toBe(false);
  expect(mayInvite(open, dariaId)).toBe(false);
});

Deno.test("a switch says what holds now, in the words of its kind", () => {
  const off = after(known, hears("change-allow-chat-result", { flag: false }));
  expect(off.me.allowChat).toBe(false);
  expect(keysOf(off)).toEqual(["switched.text.off"]);
  const video = after(off, hears("change-allow-video-chat-result", { flag: true }));
  expect(keysOf(video)).toEqual(["switched.text.off", "switched.video.on"]);
});

Deno.test("one's own name follows the server, another's changes in the lists", () => {
  const state = after(
    known,
    hears("fetchUserData", { user: user(jamesId, "Jim", { userGender: "man" }) }),
    hears("fetchUserData", { user: user(olenaId, "Lena") }),
    hears("fetchUserData", { user: null }),
  );
  expect([state.me.name, state.people.get(olenaId)?.name]).toEqual(["Jim", "Lena"]);
});

Deno.test("an invitation waits, and ends by an answer, by time, or by being declined", () => {
  const asking = after(known, hears("text-request-sent", { to: olenaId }));
  expect(asking.askingId).toBe(olenaId);
  const late = after(asking, hears("request-timeout", { senderId: jamesId }));
  expect([late.askingId, lastFlash(late).key, lastFlash(late).seconds]).toEqual([null, "noAnswer", 10]);
  const no = { status: false, answer: { name: "Olena", userId: olenaId } };
  const declined = after(asking, hears("text-request-answer", { ...no, ev: "decline" }));
  expect([declined.askingId, lastFlash(declined).key, declined.chat]).toEqual([null, "declined", null]);
  const busy = after(asking, hears("text-request-answer", { ...no, ev: "busy" }));
  expect(lastFlash(busy)).toMatchObject({ key: "busy", values: { name: "Olena" } });
  const nameless = after(
    asking,
    hears("text-request-answer", { status: false, ev: "decline", answer: { name: "", userId: olenaId } }),
  );
  expect(lastFlash(nameless).key).toBe("declinedByUser");
  expect(lastFlash(after(asking, hears("already-request", { to: olenaId }))).key).toBe("alreadySent");
  const taken = after(asking, hears("chat-session-end", { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 }));
  expect([taken.askingId, taken.over, taken.flashes]).toEqual([null, null, []]);
});

Deno.test("an acceptance selects the partner on the first tab, and the chat waits to be paid", () => {
  expect(agreed).toMatchObject({ askingId: null, selectedId: olenaId, tab: "online", isReading: true });
  expect(agreed.chat).toMatchObject({ partnerId: olenaId, id: null, isOpen: false });
});

Deno.test("who is asked sees who asks; another tab's answer puts it away, and so does the end of its minute", () => {
  const from = user(jamesId, "James", { userGender: "man" });
  const asked = after(lady, hears("text-request", { from }));
  expect(firstInvitation(asked)).toEqual([jamesId, at + 60_000]);
  expect(after(asked, hears("request-timeout", { senderId: dariaId }))).toBe(asked);
  const silent = after(asked, hears("request-timeout", { senderId: jamesId }));
  expect([firstInvitation(silent), silent.flashes]).toEqual([undefined, []]);
  const accepted = after(asked, hears("text-request-answer", { status: true, ev: "accept", to: jamesId }));
  expect(accepted).toMatchObject({ selectedId: jamesId, chat: { partnerId: jamesId } });
  expect(accepted.invitations.size).toBe(0);
  const declined = after(asked, hears("text-request-answer", { status: false, ev: "decline", to: jamesId }));
  expect(declined).toMatchObject({ chat: null, flashes: [] });
  expect(declined.invitations.size).toBe(0);
});

Deno.test("nobody is interrupted in a chat by another invitation", () => {
  expect(after(open, hears("text-request", { from: daria })).invitations.size).toBe(0);
});

Deno.test("two who ask each other at once are in one chat", () => {
  const both = after(
    known,
    hears("text-request", { from: olena }),
    hears("text-request-sent", { to: olenaId }),
    hears("text-request-answer", { status: true, ev: "accept", answer: { name: "Olena", userId: olenaId } }),
  );
  expect(both).toMatchObject({ askingId: null, chat: { partnerId: olenaId } });
  expect(both.invitations.size).toBe(0);
});

Deno.test("a paid chat is open and says so once", () => {
  expect(open.chat).toMatchObject({ id: "c1", isOpen: true });
  expect(keysOf(open)).toEqual(["accepted"]);
  expect(conversationWith(open, olenaId).marks).toEqual([{ chatId: "c1", afterSeq: 0, atMs: at, kind: "text" }]);
  const later = after(open, hears("chat-open", { id: "c1", paidUntil: at + 123_000, partnerId: olenaId }));
  expect(keysOf(later)).toEqual(["accepted"]);
});

Deno.test("the figures of a chat are the server's newest, whichever word comes first", () => {
  expect(open.meter).toMatchObject({ id: "c1", revision: 2, minutes: 1, cost: 1 });
  const second = hears("chat-meter", meter({ revision: 4, minutes: 2, kept: 2, cost: 2 }));
  const late = hears("chat-meter", meter({ revision: 3, running: false }));
  expect(after(open, second, late).meter).toMatchObject({ revision: 4, minutes: 2 });
  expect(after(open, hears("chat-meter", meter({ id: "c2", revision: 1 }))).meter).toMatchObject({ id: "c2" });
});

Deno.test("the balance is what the ledger's latest entry says, and nothing is added to it here", () => {
  expect([open.me.balanceCredits, open.balanceSeq]).toEqual([19, 2]);
  const toppedUp = after(open, hears("balance-changed", { balance: 69, seq: 3 }));
  expect(toppedUp.me.balanceCredits).toBe(69);
  for (
    const word of [
      hears("balance-changed", { balance: 19, seq: 2 }),
      hears("balance-is", { balance: 19, error: null }),
      hears("reserve-time-done", { minutes: 2, cost: 2, balance: 18, paidUntil: at, error: null }),
      hears("chat-session-end", { id: "c1", minutes: 1, kept: 0, cost: 1, refunded: 1 }),
    ]
  ) expect(after(toppedUp, word).me.balanceCredits).toBe(69);
  expect(after(lady, hears("balance-changed", { balance: 7, seq: 1 })).me.balanceCredits).toBe(null);
});

Deno.test("a page that comes into a running chat knows the partner and does not say that it began", () => {
  const come = after(known, hears("chat-open", { id: "c1", paidUntil: at + 9000, partnerId: olenaId }));
  expect(come).toMatchObject({ selectedId: olenaId, chat: { isOpen: true }, flashes: [] });
});

Deno.test("low credits have the specified words and a way to buy more; she hears neither", () => {
  for (
    const low of [
      after(agreed, hears("reserve-time-error", { status: 402, error: { message: "said" } })),
      after(known, hears("balance-is", { balance: 1, error: 402 })),
      after(
        agreed,
        hears("chat-session-create", {
          id: null,
          error: { message: "said", code: "insufficient_credits", status: 402 },
        }),
      ),
    ]
  ) expect(lastFlash(low)).toMatchObject({ key: "lowCredits", seconds: 7, tone: "bad", action: { kind: "buy" } });
  const hers = after(lady, hears("reserve-time-error", { status: 402, error: { message: "not paid" } }));
  expect(lastFlash(hers)).toMatchObject({ text: "not paid", seconds: 10 });
  expect(after(lady, hears("balance-is", { balance: 0, error: null })).me.balanceCredits).toBe(null);
});

Deno.test("a chat that could not be made says why, but not to the slower of two who both began it", () => {
  const error = { message: "A chat is already open.", code: "chat_busy", status: 409 };
  const failed = after(agreed, hears("chat-session-create", { id: null, error }));
  expect(failed.chat).toBe(null);
  expect(lastFlash(failed)).toMatchObject({ key: "sessionFailed", values: { error: error.message }, seconds: 7 });
  expect(after(open, hears("chat-session-create", { id: null, error }))).toBe(open);
});

Deno.test("what was agreed on and is taken back before it begins is no chat any more, for either, and nobody is told of an error", () => {
  const nothing = { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 };
  const error = { message: "said", code: "chat_not_accepted", status: 409 };
  const back = after(agreed, hears("chat-session-end", nothing), hears("chat-session-create", { id: null, error }));
  expect([back.chat, back.askingId, back.flashes]).toEqual([null, null, agreed.flashes]);
  const left = after(agreed, hears("stop-text-chat", { targetId: jamesId, myId: olenaId }));
  expect([left.chat, keysOf(left)]).toEqual([null, [...keysOf(agreed), "left"]]);
  // What the two agreed on stands when somebody else leaves.
  expect(after(agreed, hears("stop-text-chat", { targetId: jamesId, myId: 99 })).chat).toBe(agreed.chat);
  // An end without an id is that of one's own invitation to somebody else: the open chat goes on.
  expect(after(open, hears("chat-session-end", nothing)).chat).toBe(open.chat);
});

Deno.test("the end leaves a summary and a line in the conversation", () => {
  const ended = after(
    open,
    hears("stop-text-chat", { targetId: jamesId, myId: olenaId }),
    hears("chat-session-end", { id: "c1", minutes: 1, kept: 0, cost: 1, refunded: 1 }, at + 9000),
  );
  const summary = { minutes: 0, chargedCredits: 1, refundedCredits: 1 };
  expect(ended).toMatchObject({ chat: null, over: { partnerId: olenaId, summary } });
  expect(lastFlash(ended)).toMatchObject({ key: "left", values: { name: "Olena" } });
  expect(conversationWith(ended, olenaId).marks.at(-1)).toEqual({
    chatId: "c1",
    afterSeq: 0,
    atMs: at + 9000,
    ended: summary,
  });
  // An end that is told again, or that of another chat, changes nothing.
  expect(after(ended, hears("chat-session-end", { id: "c1", minutes: 1, kept: 0, cost: 1, refunded: 1 }))).toBe(ended);
  expect(after(open, hears("chat-session-end", { id: "c0", minutes: 1, kept: 1, cost: 1, refunded: 0 }))).toBe(open);
});

Deno.test("a chat that the server does not know any more after a break is over", () => {
  const lost = after(open, { type: "link", link: "lost" });
  expect(lost.chat?.isConfirmed).toBe(false);
  const back = after(lost, hears("conn-good", { uid: jamesId, socketId: "s" }));
  const goesOn = after(back, hears("chat-open", { id: "c1", paidUntil: at + 60_000, partnerId: olenaId }));
  expect([goesOn.chat?.isConfirmed, keysOf(goesOn)]).toEqual([true, ["accepted"]]);
  const over = after(back, { type: "away", atMs: at });
  expect([over.chat, lastFlash(over).key]).toEqual([null, "endedAway.man"]);
  const hers = after({ ...back, me: lady.me }, { type: "away", atMs: at });
  expect(lastFlash(hers).key).toBe("endedAway.girl");
});

Deno.test("conversation requests: who asks, who agreed, and every answer in its words", () => {
  const item = (from: ChatUser, accepted = false) => ({
    from,
    req: { _id: `r${from.userId}`, from: from.userId, accepted },
  });
  const first = after(known, hears("allRequests", { requests: [item(olena)] }));
  expect([first.requests, first.flashes]).toEqual([[{ id: "r2", fromId: olenaId, isAccepted: false }], []]);
  const second = after(first, hears("allRequests", { requests: [item(olena), item(daria)] }));
  expect(lastFlash(second)).toMatchObject({ key: "requestFrom", values: { name: "Daria" } });
  const yes = after(second, hears("request-accept-answer", { answer: true, to: olenaId }));
  expect(yes.requests![0]!.isAccepted).toBe(true);
  const no = after(second, hears("request-accept-answer", { answer: false, to: olenaId }));
  expect(no.requests!.map(({ fromId }) => fromId)).toEqual([dariaId]);
  const told = after(
    known,
    hears("conversation", { name: "Olena", to: olenaId }),
    hears("conversation-exists", { to: olenaId }),
    hears("conversation-need-accept", { to: olenaId }),
    hears("your-request-decline", { uid: olenaId, name: "Olena" }),
  );
  expect(keysOf(told)).toEqual(["requestSent", "requestExists", "requestWaits", "requestDeclined"]);
  const accepted = after(known, hears("your-request-accept", { uid: olenaId, name: "Olena" }));
  expect([accepted.acceptedAtMs.get(olenaId), lastFlash(accepted).key]).toEqual([at, "requestAccepted"]);
});

Deno.test("refusals are said in the server's words for three seconds", () => {
  const problem = { message: "Too many attempts.", code: "too_many_requests", status: 429 };
  for (const event of ["error-event", "conversation-error"] as const) {
    expect(lastFlash(after(known, hears(event, problem)))).toMatchObject({ text: "Too many attempts.", seconds: 3 });
  }
});

Deno.test("the same flash again replaces the older, and four are the most", () => {
  const said = (text: string): Action => ({ type: "flash", flash: { tone: "info", text, seconds: 3 } });
  const state = after(james, ...["a", "b", "a", "c", "d", "e"].map(said));
  expect(keysOf(state)).toEqual(["a", "c", "d", "e"]);
  expect(keysOf(after(state, { type: "dismiss", flashId: state.flashes[0]!.id }))).toEqual(["c", "d", "e"]);
});

Deno.test("that she writes is known until she stops, her message comes, or the chat is over", () => {
  const writes = hears("typing", { from: olenaId, isTyping: true });
  const writing = after(open, writes);
  expect(writing.writing).toEqual({ userId: olenaId });
  const ends: Action[] = [
    hears("typing", { from: olenaId, isTyping: false }),
    hears("NewMessage", { message: message(5, olenaId, jamesId) }),
    hears("chat-session-end", { id: open.chat!.id!, minutes: 1, kept: 1, cost: 1, refunded: 0 }),
    { type: "away", atMs: at },
    { type: "writing_over", writing: writing.writing },
  ];
  expect(ends.map((end) => after(writing, end).writing)).toEqual(ends.map(() => null));
  // His own message does not end it, nor does the timeout of an earlier `typing` once she has said it again.
  const lasting = [hears("NewMessage", { message: message(5, jamesId, olenaId) }), writes];
  for (const action of lasting) expect(after(writing, action).writing).toEqual({ userId: olenaId });
  expect(after(writing, writes, { type: "writing_over", writing: writing.writing }).writing).toEqual({
    userId: olenaId,
  });
});

Deno.test("no event of the server throws, whatever the state", () => {
  const samples: { [Name in ServerEventName]?: ServerEvents[Name] } = {
    "check-for-reserve-time": { chatId: "c1" },
    "stop-text-chat": { targetId: jamesId, myId: 99 },
    "your-message-viewed": { ids: ["unknown"] },
    "chat-open": { id: "c9", paidUntil: at },
    "reserve-time-done": { minutes: 1, cost: 1, balance: 1, paidUntil: null, error: null },
    "chat-session-end": { id: "c9", minutes: 0, kept: 0, cost: 0, refunded: 0 },
    "text-request-answer": { status: true, ev: "accept" },
    "update-user-list": { users: [], gone: [99] },
    "request-accept-answer": { answer: true, to: 99 },
  };
  for (const state of [james, lady, open]) {
    for (const [event, data] of Object.entries(samples)) {
      expect(serverEvents[event as ServerEventName].safeParse(data).success).toBe(true);
      reduce(state, hears(event as ServerEventName, data as never));
    }
  }
});

Deno.test("who reads other languages from now on needs no new page for it", () => {
  const state = after(known, hears("languages-changed", { reads: ["ro", "uk"], into: "ro" }));
  expect([state.me.reads, state.me.into]).toEqual([["ro", "uk"], "ro"]);
  expect(state.me.translatesMessages).toBe(known.me.translatesMessages);
});
