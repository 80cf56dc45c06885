/** A conversation keeps the marks of where chats began and ended, however the page learns of them. */
import { expect } from "expect";
import type { PastChat } from "../../../chat/shared/server_events.ts";
import type { Action } from "../state.ts";
import { after, at, hears, james, olenaId } from "../testing/state.ts";
import type { ChatState } from "../types.ts";
import { conversationWith } from "./conversations.ts";

const past = (facts: Partial<PastChat> = {}): PastChat => ({
  id: "c1",
  video: false,
  turns: [],
  beganAt: at,
  endedAt: at + 90_000,
  afterSeq: 0,
  untilSeq: 3,
  minutes: 2,
  kept: 1,
  cost: 2,
  refunded: 1,
  ...facts,
});
const history = (chats: PastChat[], hasOlder: boolean | null = false): Action => ({
  type: "history",
  userId: olenaId,
  messages: [],
  chats,
  hasOlder,
});
const marksIn = (state: ChatState) => conversationWith(state, olenaId).marks;
const summary = { minutes: 1, chargedCredits: 2, refundedCredits: 1 };
const inChat: Action[] = [
  {
    type: "heard",
    frame: { event: "chat-session-create", data: { id: "c1", error: null, partnerId: olenaId } },
    atMs: at,
  },
  {
    type: "heard",
    frame: { event: "chat-open", data: { id: "c1", paidUntil: at + 60_000, partnerId: olenaId } },
    atMs: at,
  },
];

Deno.test("a page that is loaded again has the chats of before, with what each came to, in their order", () => {
  const later = past({ id: "c2", beganAt: at + 200_000, endedAt: null, afterSeq: 3, untilSeq: 4 });
  const state = after(james, history([later]), history([past()]));
  expect(marksIn(state)).toEqual([
    { chatId: "c1", atMs: at, afterSeq: 0, kind: "text" },
    { chatId: "c1", atMs: at + 90_000, afterSeq: 3, ended: summary },
    { chatId: "c2", atMs: at + 200_000, afterSeq: 3, kind: "text" },
  ]);
});

Deno.test("what was seen to begin and end is not said a second time, and is put where the server has it", () => {
  const end = { id: "c1", minutes: 2, kept: 1, cost: 2, refunded: 1 };
  const seen = after(
    james,
    ...inChat,
    { type: "heard", frame: { event: "chat-session-end", data: end }, atMs: at - 500 },
  );
  expect(marksIn(seen).length).toBe(2);
  const again = after(seen, history([past()]));
  expect(marksIn(again)).toEqual(marksIn(after(james, history([past()]))));
  expect(marksIn(after(again, history([past()], null)))).toBe(marksIn(again));
});

Deno.test("a chat that ended while the connection was away ends here with its figures, once", () => {
  const away = after(
    james,
    ...inChat,
    { type: "link", link: "lost" },
    { type: "link", link: "open" },
    history([past()], null),
    { type: "away", atMs: at + 120_000 },
  );
  expect(away.chat).toBeNull();
  expect(away.over).toEqual({ partnerId: olenaId, summary });
  expect(away.flashes.map(({ key }) => key)).toContain("endedAway.man");
  expect(marksIn(away).filter(({ ended }) => ended)).toEqual([
    { chatId: "c1", atMs: at + 90_000, afterSeq: 3, ended: summary },
  ]);
});

Deno.test("a chat that goes on is not ended by a page that was read while it began", () => {
  const state = after(james, ...inChat, history([past({ endedAt: null })]));
  expect(state.chat).toMatchObject({ id: "c1", isOpen: true });
  expect(marksIn(state).length).toBe(1);
});

Deno.test("of what was only known to be over the figures are put in when they come", () => {
  const state = after(
    james,
    ...inChat,
    { type: "link", link: "lost" },
    { type: "away", atMs: at + 120_000 },
    history([past()], null),
  );
  expect(marksIn(state).map(({ ended }) => ended)).toEqual([undefined, summary]);
});

Deno.test("what a chat turned into stands where it did, when the page is loaded again as when it was seen", () => {
  const turns = [
    { video: true, at: at + 10_000, afterSeq: 1 },
    { video: false, at: at + 20_000, afterSeq: 2 },
    { video: true, at: at + 30_000, afterSeq: 2 },
  ];
  const told = history([past({ video: true, turns, endedAt: null, untilSeq: 2 })]);
  const loaded = after(james, told);
  expect(marksIn(loaded).map(({ kind, atMs, afterSeq }) => [kind, atMs - at, afterSeq])).toEqual([
    ["text", 0, 0],
    ["video", 10_000, 1],
    ["back", 20_000, 2],
    ["video", 30_000, 2],
  ]);
  const open = (video: boolean): Action => hears("chat-open", { id: "c1", paidUntil: at, partnerId: olenaId, video });
  const seen = after(james, ...inChat, open(true), open(false), open(true));
  expect(marksIn(seen).map(({ kind }) => kind)).toEqual(["text", "video", "back", "video"]);
  expect(marksIn(after(seen, told))).toEqual(marksIn(loaded));
  // A page that was loaded in the middle counts on from there.
  const later = after(loaded, hears("chat-open", { id: "c1", paidUntil: at, partnerId: olenaId, video: true }));
  const back = { video: false, at: at + 40_000, afterSeq: 2 };
  const both = history([past({ video: true, turns: [...turns, back], endedAt: null, untilSeq: 2 })]);
  expect(marksIn(after(later, open(false), both))).toEqual(marksIn(after(james, both)));
});
