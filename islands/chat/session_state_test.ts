/** Several people ask one person; each answer is for the asker it names. */
import { expect } from "expect";
import { firstInvitation } from "./session_state.ts";
import { after, at, hears, jamesId, lady, user } from "./testing/state.ts";

Deno.test("of several who ask the first is shown, the next when that one is answered, and an answer is to whom it names", () => {
  const weiId = 5;
  const [from, second] = [
    user(jamesId, "James", { userGender: "man" }),
    user(weiId, "Wei", { userGender: "man" }),
  ];
  const asked = after(lady, hears("text-request", { from }), hears("text-request", { from: second }, at + 9000));
  expect(firstInvitation(asked)).toEqual([jamesId, at + 60_000]);
  // Told again after a lost connection, the first stays the first.
  const again = after(asked, hears("text-request", { from, leftMs: 40_000 }, at + 20_000));
  expect(firstInvitation(again)).toEqual([jamesId, at + 60_000]);
  const declined = after(asked, { type: "put_invitation_away", fromId: jamesId });
  expect(firstInvitation(declined)).toEqual([weiId, at + 69_000]);
  const accepted = after(asked, hears("text-request-answer", { status: true, ev: "accept", to: jamesId }));
  expect(accepted.chat?.partnerId).toBe(jamesId);
  expect(firstInvitation(accepted)).toBe(undefined);
  // If the chat does not come about, the next asker who waits is shown.
  const error = { message: "said", code: "chat_busy", status: 409 };
  const failed = after(accepted, hears("chat-session-create", { id: null, error }));
  expect(firstInvitation(failed)).toEqual([weiId, at + 69_000]);
  const late = after(asked, hears("text-request-answer", { status: true, ev: "accept", to: weiId }));
  expect([late.selectedId, [...late.invitations.keys()]]).toEqual([weiId, [jamesId]]);
});
