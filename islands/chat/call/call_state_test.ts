/** The state of a call: every way from asking to the end, for both sides. */
import { expect } from "expect";
import * as fc from "fast-check";
import {
  type CallAction,
  type CallPhase,
  type CallState,
  isInCall,
  noCall,
  reduceCall,
  switchedOf,
} from "./call_state.ts";

const at = Date.parse("2026-03-14T18:00:00Z");
const olenaId = 2;
const after = (...actions: CallAction[]): CallState => actions.reduce(reduceCall, noCall);
const ask: CallAction = { type: "ask", partnerId: olenaId, untilMs: at };
const invited: CallAction = { type: "invited", partnerId: olenaId, untilMs: at };
const asked: CallAction[] = [ask, { type: "prepared", hasRelay: true }, { type: "waiting", untilMs: at + 900 }];
const running: CallAction[] = [...asked, { type: "connecting" }, { type: "running" }];
const phase = (...actions: CallAction[]) => after(...actions).now?.phase;

Deno.test("who asks opens devices, waits, connects and runs", () => {
  expect(phase(ask)).toBe("opening");
  const waiting = after(...asked);
  expect(waiting.now).toMatchObject({
    phase: "waiting",
    isAsker: true,
    partnerId: olenaId,
    hasRelay: true,
    untilMs: at + 900,
  });
  expect(isInCall(waiting)).toBe(false);
  expect(phase(...asked, { type: "connecting" })).toBe("connecting");
  expect(phase(...running)).toBe("running");
  expect(isInCall(after(...running))).toBe(true);
});

Deno.test("who is asked sees it, answers, connects and runs", () => {
  const state = after(invited, { type: "previewed", isPreviewed: true });
  expect(state).toMatchObject({ isPreviewed: true, now: { phase: "invited", isAsker: false, untilMs: at } });
  expect(phase(invited, { type: "answering" }, { type: "connecting" }, { type: "running" })).toBe("running");
});

Deno.test("without a relay nothing is asked before the question is answered", () => {
  const question: CallAction[] = [ask, { type: "prepared", hasRelay: false }, { type: "question" }];
  expect(phase(...question)).toBe("question");
  expect(phase(...question, { type: "waiting", untilMs: at })).toBe("question");
  expect(phase(...question, { type: "opening" }, { type: "waiting", untilMs: at })).toBe("waiting");
});

Deno.test("who asks somebody that asks as well answers that one, and stays the one who asked", () => {
  const state = after(...asked, { type: "answering" });
  expect(state.now).toMatchObject({ phase: "answering", isAsker: true });
});

Deno.test("a second wish or invitation changes nothing while there is one", () => {
  for (const first of [ask, invited]) {
    const before = after(first);
    expect(reduceCall(before, { ...invited, partnerId: 3 })).toBe(before);
    expect(reduceCall(before, { ...ask, partnerId: 3 })).toBe(before);
  }
});

Deno.test("a path that is lost is found again, as often as it happens", () => {
  expect(phase(...running, { type: "lost" })).toBe("lost");
  expect(phase(...running, { type: "lost" }, { type: "running" }, { type: "lost" })).toBe("lost");
  expect(phase(...asked, { type: "connecting" }, { type: "lost" })).toBe("connecting");
});

Deno.test("what comes too late changes nothing", () => {
  expect(after({ type: "running" })).toBe(noCall);
  expect(after(...running, { type: "waiting", untilMs: at }).now?.phase).toBe("running");
  expect(after(...running, { type: "over" }, { type: "running" })).toEqual(noCall);
  expect(after({ type: "problem", kind: "busy" })).toBe(noCall);
  expect(after({ type: "own", own: { camera: "off", microphone: "on" } })).toBe(noCall);
});

Deno.test("a device that fails is said and mended; the next step puts the words away", () => {
  const failed = after(ask, { type: "problem", kind: "denied" });
  expect(failed.problem).toEqual({ kind: "denied", partnerId: olenaId, device: undefined });
  expect(failed.now?.phase).toBe("opening");
  expect(reduceCall(failed, { type: "put_problem_away" }).problem).toBeNull();
  expect(reduceCall(failed, { type: "waiting", untilMs: at }).problem).toBeNull();
});

Deno.test("a call that fails leaves its reason until it is put away or another begins", () => {
  const failed = after(...running, { type: "problem", kind: "none", device: "camera" }, { type: "over", kind: "lost" });
  expect(failed).toEqual({ now: null, isPreviewed: false, problem: { kind: "lost", partnerId: olenaId } });
  expect(reduceCall(failed, { type: "over" })).toEqual(failed);
  expect(reduceCall(failed, ask).problem).toBeNull();
  expect(after(...running, { type: "problem", kind: "none", device: "camera" }, { type: "over" })).toEqual(noCall);
});

Deno.test("why a call failed is to be read while another rings, and its devices are tried; not once that one is accepted", () => {
  const ringing = after(...running, { type: "over", kind: "relay" }, { ...invited, partnerId: 3 });
  const problem = { kind: "relay", partnerId: olenaId };
  expect(ringing).toMatchObject({ now: { phase: "invited", partnerId: 3 }, problem });
  expect(reduceCall(ringing, { type: "mended" }).problem).toEqual(problem);
  expect(reduceCall(ringing, { type: "over" })).toMatchObject({ now: null, problem });
  expect(reduceCall(ringing, { type: "answering" }).problem).toBeNull();
  expect(after(...running, { type: "over", kind: "relay" }, invited).problem).toBeNull();
});

Deno.test("what is tried anew and works troubles nobody any more", () => {
  const failed = after(...running, { type: "problem", kind: "busy", device: "camera" });
  expect(reduceCall(failed, { type: "mended" }).problem).toBeNull();
});

Deno.test("the same look at the line renders nothing again", () => {
  const before = after(...running, { type: "quality", isWeak: true, way: "relay" });
  expect(before.now).toMatchObject({ isWeak: true, way: "relay" });
  expect(reduceCall(before, { type: "quality", isWeak: true, way: "relay" })).toBe(before);
});

Deno.test("what is on: a device that is there, one that was switched off, one that does not exist", () => {
  const both = switchedOf(() => true, (device) => device === "camera");
  expect(both).toEqual({ camera: "off", microphone: "on" });
  expect(switchedOf((device) => device === "microphone", () => false)).toEqual({ camera: "none", microphone: "on" });
});

const anyAction = fc.oneof(
  ...([
    ask,
    invited,
    { type: "prepared", hasRelay: true },
    { type: "question" },
    { type: "opening" },
    {
      type: "waiting",
      untilMs: at,
    },
    { type: "answering" },
    { type: "connecting" },
    { type: "running" },
    { type: "lost" },
    { type: "over" },
    {
      type: "over",
      kind: "no_path",
    },
    { type: "problem", kind: "busy" },
    { type: "put_problem_away" },
  ] as CallAction[]).map((action) => fc.constant(action)),
);
const follows: Record<CallPhase, CallPhase[]> = {
  opening: ["question", "waiting", "answering", "connecting"],
  question: ["opening", "answering"],
  waiting: ["answering", "connecting"],
  invited: ["answering"],
  answering: ["connecting"],
  connecting: ["running"],
  running: ["lost"],
  lost: ["running"],
};

Deno.test("whatever happens, each step follows from the one before, and nobody but who agreed is in a call", () => {
  fc.assert(fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
    let state = noCall;
    for (const action of actions) {
      const next = reduceCall(state, action);
      const [before, now] = [state.now?.phase, next.now?.phase];
      if (before && now && before !== now) expect(follows[before]).toContain(now);
      if (!before && now) expect(["opening", "invited"]).toContain(now);
      if (isInCall(next)) expect(next.now?.partnerId).toBe(olenaId);
      state = next;
    }
  }));
});
