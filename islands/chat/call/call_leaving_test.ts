/** The server is told when somebody leaves a call before it is agreed on, and told again if it could not hear it. */
import { expect } from "expect";
import type { ChatScreen } from "../screen.ts";
import type { Heard } from "../state.ts";
import type { PutOff } from "../testing/timers.ts";
import type { ChatState } from "../types.ts";
import { CallLeaving } from "./call_leaving.ts";
import { type CallNow, type CallPhase, noCall } from "./call_state.ts";

const heard = { event: "heard", data: { event: "" } } as Heard;
const refused = (code: string, status: number) =>
  ({ event: "error-event", data: { code, status, message: "" } }) as Heard;

/** Notes what the server is told; `answers` are its answers in order, null without a connection. */
function leaving(...answers: (Heard | null)[]) {
  const told: string[] = [];
  const later: PutOff[] = [];
  const clock = { now: 0 };
  const state = { chat: { id: "chat", isVideo: true }, call: noCall } as ChatState;
  const screen: Partial<ChatScreen> = {
    state,
    ask(event) {
      told.push(event);
      return Promise.resolve(answers.shift() ?? null);
    },
    tell: (event) => void told.push(event),
    get now() {
      return clock.now;
    },
    later(ms, run) {
      later.push({ ms, run });
      return () => {};
    },
  };
  return { leaving: new CallLeaving(screen as ChatScreen), told, later, clock, state };
}
const at = (phase: CallPhase) => ({ phase, partnerId: 2, untilMs: 60_000 }) as CallNow;
const moment = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the own wish is taken back, the other's is declined, and what nobody heard of is left alone", () => {
  const said = (phase: CallPhase) => {
    const { leaving: own, told } = leaving(heard);
    own.giveUp(at(phase), false);
    return told;
  };
  expect(said("waiting")).toEqual(["video-request-cancel"]);
  for (const phase of ["invited", "answering"] as const) expect(said(phase)).toEqual(["video-request-decline"]);
  for (const phase of ["opening", "question"] as const) expect(said(phase)).toEqual([]);
});

Deno.test("what could not be said without a connection is said when it is back, once, unless another call began", async () => {
  const { leaving: own, told } = leaving(null, heard, null);
  own.giveUp(at("waiting"), false);
  await moment();
  for (const _ of [1, 2]) {
    own.sayAgain();
    await moment();
    expect(told).toEqual(["video-request-cancel", "video-request-cancel"]);
  }
  own.giveUp(at("invited"), false);
  await moment();
  own.forget(2);
  own.sayAgain();
  expect(told).toHaveLength(3);
});

Deno.test("what a store that is away refuses is said until it is heard, and nothing of it once another call began", async () => {
  const { leaving: own, told, later } = leaving(refused("internal", 500), refused("store_unavailable", 503), heard);
  own.giveUp(at("waiting"), false);
  for (const times of [1, 2, 3]) {
    await moment();
    expect(told).toHaveLength(times);
    later.splice(0).forEach(({ run }) => run());
  }
  own.giveUp(at("waiting"), false);
  own.forget(2);
  await moment();
  own.sayAgain();
  expect([told.length, later]).toEqual([4, []]);
});

Deno.test("what is over by itself is said no more, and no yes of later ends what another page asked by then", async () => {
  for (const answer of [refused("internal", 500), null]) {
    const { leaving: own, told, later, clock } = leaving(answer);
    own.giveUp(at("waiting"), false);
    await moment();
    clock.now = 60_000;
    later.splice(0).forEach(({ run }) => run());
    own.sayAgain();
    await moment();
    own.answered({ id: "chat", from: 2, answer: "yes" });
    expect([told, later]).toEqual([["video-request-cancel"], []]);
  }
});

Deno.test("a yes to what another page asks stands where this one has asked nothing that it took back", () => {
  for (const phase of ["opening", "question", "invited", "answering"] as const) {
    const { leaving: own, told } = leaving(null);
    own.giveUp(at(phase), false);
    told.splice(0);
    own.answered({ id: "chat", from: 2, answer: "yes" });
    expect(told).toEqual([]);
  }
});

Deno.test("a yes that crosses the taking back ends what began by it: once, not another one's, and not one of later", async () => {
  const yes = { id: "chat", from: 2, answer: "yes" };
  const { leaving: own, told, later } = leaving(refused("request_over", 409), refused("request_over", 409), heard);
  own.giveUp(at("waiting"), true);
  own.answered({ ...yes, from: 3 });
  expect(told.splice(0)).toEqual(["video-request-cancel"]);
  for (const _ of [1, 2]) own.answered(yes);
  expect(told.splice(0)).toEqual(["video-signal", "video-end"]);
  own.giveUp(at("waiting"), false);
  await moment();
  later.splice(0).forEach(({ run }) => run());
  own.answered(yes);
  own.giveUp(at("waiting"), false);
  await moment();
  own.answered(yes);
  expect(told).toEqual(["video-request-cancel", "video-request-cancel"]);
});

Deno.test("what is said to one stands, whatever is said to another meanwhile", async () => {
  const { leaving: own, told } = leaving(null, null, heard, heard);
  own.giveUp(at("waiting"), false);
  own.giveUp({ ...at("invited"), partnerId: 3 }, false);
  await moment();
  own.forget(3);
  own.sayAgain();
  expect(told).toEqual(["video-request-cancel", "video-request-decline", "video-request-cancel"]);
});

Deno.test("of a call that the server could not end it hears that nobody is seen, as long as the call stands and none is here", async () => {
  const { leaving: own, told, later, state } = leaving(refused("store_unavailable", 503), null, heard);
  own.unended("chat", 2);
  await moment();
  later.splice(0).forEach(({ run }) => run());
  await moment();
  own.sayAgain();
  expect(told.splice(0)).toEqual(["video-lost", "video-lost", "video-lost"]);
  await moment();
  own.sayAgain();
  own.unended("another", 2);
  expect(told).toEqual([]);
  state.chat!.isVideo = false;
  own.unended("chat", 2);
  expect(told).toEqual([]);
});

Deno.test("who wrote to each other before a call goes on with that when nothing comes of it", () => {
  const { leaving: own, told } = leaving();
  own.callOff("chat", 2, true);
  own.callOff("chat", 2, false);
  expect(told).toEqual(["video-signal", "video-end", "video-signal", "stop-text-chat"]);
});
