/** Who leaves a call before it is agreed on says so, and says it again where nobody could hear it. */
import { expect } from "expect";
import type { ChatScreen } from "../screen.ts";
import type { Heard } from "../state.ts";
import { CallLeaving } from "./call_leaving.ts";
import type { CallNow, CallPhase } from "./call_state.ts";

const heard = { event: "heard", data: { event: "" } } as Heard;

/** What the server is told, with what it answers; null where there is no connection. */
function leaving(...answers: (Heard | null)[]) {
  const told: string[] = [];
  const screen: Partial<ChatScreen> = {
    ask(event) {
      told.push(event);
      return Promise.resolve(answers.shift() ?? null);
    },
    tell: (event) => void told.push(event),
  };
  return { leaving: new CallLeaving(screen as ChatScreen), told };
}
const at = (phase: CallPhase) => ({ phase, partnerId: 2 }) as CallNow;
const moment = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the own wish is taken back, the other's is declined, and what nobody heard of is left alone", () => {
  const said = (phase: CallPhase) => {
    const { leaving: own, told } = leaving(heard);
    own.giveUp(at(phase));
    return told;
  };
  expect(said("waiting")).toEqual(["video-request-cancel"]);
  for (const phase of ["invited", "answering"] as const) expect(said(phase)).toEqual(["video-request-decline"]);
  for (const phase of ["opening", "question"] as const) expect(said(phase)).toEqual([]);
});

Deno.test("what could not be said without a connection is said when it is back, once, unless another call began", async () => {
  const { leaving: own, told } = leaving(null, heard, null);
  own.giveUp(at("waiting"));
  await moment();
  for (const _ of [1, 2]) {
    own.sayAgain();
    await moment();
    expect(told).toEqual(["video-request-cancel", "video-request-cancel"]);
  }
  own.giveUp(at("invited"));
  await moment();
  own.forget();
  own.sayAgain();
  expect(told).toHaveLength(3);
});

Deno.test("who wrote to each other before a call goes on with that when nothing comes of it", () => {
  const { leaving: own, told } = leaving();
  own.callOff("chat", 2, true);
  own.callOff("chat", 2, false);
  expect(told).toEqual(["video-signal", "video-end", "video-signal", "stop-text-chat"]);
});
