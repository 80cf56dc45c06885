/** Which of several waiting callers rings. */
import { expect } from "expect";
import { AskedCalls } from "./asked_calls.ts";

Deno.test("an invitation that is over rings no more, and hides nobody who asks still", () => {
  const [james, wei] = [1, 2];
  const asked = new AskedCalls();
  asked.keep(wei, { offer: { type: "offer", sdp: "" }, requestId: "w", untilMs: 60_000 });
  // James asked first and rang, but had to wait when a chat began: he is kept last.
  asked.keep(james, { offer: { type: "offer", sdp: "" }, requestId: "j", untilMs: 40_000 });
  expect(asked.latest(() => true, 30_000)).toBe(james);
  expect(asked.latest(() => true, 50_000)).toBe(wei);
  expect(asked.latest(() => true, 60_000)).toBeUndefined();
});
