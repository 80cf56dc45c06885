/** Whose call is shown on the screen. */
import { expect } from "expect";
import { dariaId, known, olenaId } from "../testing/state.ts";
import type { ChatState } from "../types.ts";
import { calledId } from "./call_place.tsx";
import { type CallAction, noCall, reduceCall } from "./call_state.ts";

/** The state with Olena's conversation open, after these actions of calls. */
const seen = (...actions: CallAction[]): ChatState => ({
  ...known,
  selectedId: olenaId,
  call: actions.reduce(reduceCall, noCall),
});
const ask: CallAction = { type: "ask", partnerId: olenaId, untilMs: 0 };
const failed: CallAction[] = [ask, { type: "over", kind: "relay" }];
const rings = (partnerId: number): CallAction => ({ type: "invited", partnerId, untilMs: 0 });

Deno.test("a call that one asks for stands there, whoever is read; one that rings has a dialog of its own", () => {
  expect(calledId(seen(ask), false)).toBe(olenaId);
  expect(calledId({ ...seen(ask), selectedId: dariaId }, false)).toBe(olenaId);
  expect(calledId(seen(rings(olenaId)), false)).toBeNull();
  expect(calledId(seen(rings(olenaId), { type: "problem", kind: "busy" }), false)).toBeNull();
});

Deno.test("why a call failed stands with whom it was, and stays while somebody else rings", () => {
  expect(calledId(seen(...failed), false)).toBe(olenaId);
  expect(calledId({ ...seen(...failed), selectedId: dariaId }, false)).toBeNull();
  expect(calledId(seen(...failed, rings(dariaId)), false)).toBe(olenaId);
});
