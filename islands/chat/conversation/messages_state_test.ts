/** Messages in the state of the chat's screen: pending, in order, counted, seen. */
import { expect } from "expect";
import { after, at, dariaId, hears, jamesId, keysOf, lastFlash, message, olenaId, open } from "../testing/state.ts";
import { conversationWith, resumeSeq } from "./conversations.ts";

Deno.test("a message takes the place of its pending one, whichever way it comes first", () => {
  const pending = { clientId: "c1", body: "line 1", atMs: at, isFailed: false };
  const written = after(open, { type: "write", userId: olenaId, pending });
  expect(conversationWith(written, olenaId).pending).toEqual([pending]);
  const failed = after(written, {
    type: "pending",
    userId: olenaId,
    clientId: "c1",
    to: { isFailed: true, reason: "no" },
  });
  expect(conversationWith(failed, olenaId).pending).toEqual([{ ...pending, isFailed: true, reason: "no" }]);
  const sent = after(failed, hears("NewMessage", { message: message(1, jamesId, olenaId) }));
  expect(conversationWith(sent, olenaId)).toMatchObject({ pending: [], messages: [{ seq: 1 }] });
  const again = after(sent, hears("NewMessage", { message: message(1, jamesId, olenaId) }));
  expect(conversationWith(again, olenaId).messages.length).toBe(1);
  expect(conversationWith(after(written, { type: "discard", userId: olenaId, clientId: "c1" }), olenaId).pending)
    .toEqual([]);
});

Deno.test("messages stand in the order of their numbers, each once, however they come", () => {
  const hersAt = (seq: number) => message(seq, olenaId, jamesId);
  const state = after(
    open,
    hears("NewMessage", { message: hersAt(5) }),
    { type: "history", userId: olenaId, messages: [hersAt(3), hersAt(4), hersAt(5)], hasOlder: true },
    hears("NewMessage", { message: hersAt(7) }),
    { type: "history", userId: olenaId, messages: [hersAt(1), hersAt(2)], hasOlder: false },
  );
  const conversation = conversationWith(state, olenaId);
  expect(conversation.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 7]);
  expect(conversation).toMatchObject({ isLoaded: true, hasOlder: false });
  // Missing messages are asked for from here.
  expect(resumeSeq(conversation)).toBe(5);
  const whole = after(state, { type: "history", userId: olenaId, messages: [hersAt(6)], hasOlder: null });
  expect(resumeSeq(conversationWith(whole, olenaId))).toBe(7);
});

Deno.test("what another writes is counted until it is seen, and told of where one reads somebody else", () => {
  const selected = after(open, hears("NewMessage", { message: message(1, olenaId, jamesId) }));
  expect(selected.unread.get(olenaId)).toBe(1);
  expect(keysOf(selected)).toEqual(["accepted"]);
  const elsewhere = after(
    open,
    { type: "select", userId: dariaId },
    hears("NewMessage", { message: message(1, olenaId, jamesId) }),
    hears("NewMessage", { message: message(2, olenaId, jamesId) }),
    hears("NewMessage", { message: message(2, olenaId, jamesId) }),
  );
  expect(elsewhere.unread.get(olenaId)).toBe(2);
  expect(lastFlash(elsewhere)).toMatchObject({
    key: "newMessage",
    seconds: 10,
    action: { kind: "open", userId: olenaId },
  });
  const seen = after(elsewhere, { type: "viewed", userId: olenaId, upToSeq: 1, count: 1 });
  expect(seen.unread.get(olenaId)).toBe(1);
  expect(conversationWith(seen, olenaId).messages.map(({ viewed }) => viewed)).toEqual([true, false]);
});

Deno.test("one's own messages show that they were seen, and stay so", () => {
  const sent = after(open, hears("NewMessage", { message: message(1, jamesId, olenaId) }));
  const seen = after(sent, hears("your-message-viewed", { ids: [message(1, jamesId, olenaId)._id] }));
  expect(conversationWith(seen, olenaId).messages[0]!.viewed).toBe(true);
  const stale = after(seen, {
    type: "history",
    userId: olenaId,
    messages: [message(1, jamesId, olenaId)],
    hasOlder: null,
  });
  expect(conversationWith(stale, olenaId).messages[0]!.viewed).toBe(true);
  // A late version from before it was seen adds the translation, and leaves the message seen.
  const translation = { language: "uk", body: "рядок 1", by: "machine" };
  const translated = message(1, jamesId, olenaId, { translation });
  const late = after(seen, { type: "history", userId: olenaId, messages: [translated], hasOlder: null });
  expect(conversationWith(late, olenaId).messages[0]).toMatchObject({ viewed: true, translation });
});
