/** What the server is told of a call's path, with a connection between the two that is as the test says. */
import { expect } from "expect";
import type { ClientEventName } from "../../../chat/shared/client_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { ChatState } from "../types.ts";
import type { CallLink } from "./call_link.ts";
import { CallSession } from "./call_session.ts";
import type { CallPhase } from "./call_state.ts";

interface Path {
  isFlowing: boolean;
  isLost: boolean;
}

/** A call of James's in this phase, whose path to Olena is so. */
function callOf(phase: CallPhase, path: Path) {
  const told: ClientEventName[] = [];
  const tell = (event: ClientEventName) => void told.push(event);
  const state = { chat: { id: "chat" }, call: { now: { phase, partnerId: 2 } } };
  const screen: Partial<ChatScreen> = {
    state: state as ChatState,
    tell,
    ask(event) {
      tell(event);
      return Promise.resolve(null);
    },
  };
  const session = new CallSession(screen as ChatScreen, () => {});
  session.link = { ...path, flush() {} } as CallLink;
  return { session, told };
}

Deno.test("who lost the other while the server was away says so when it is back", () => {
  const { session, told } = callOf("lost", { isFlowing: true, isLost: true });
  session.connectionIsBack();
  expect(told).toEqual(["video-lost"]);
});

Deno.test("who sees the other says so again when the server is back", () => {
  const { session, told } = callOf("running", { isFlowing: true, isLost: false });
  session.connectionIsBack();
  expect(told).toEqual(["video-connected"]);
});

Deno.test("who is said to have lost the other contradicts while the picture comes, and only then", () => {
  for (
    const [path, says] of [
      [{ isFlowing: true, isLost: false }, ["video-connected"]],
      [{ isFlowing: true, isLost: true }, []],
      [{ isFlowing: false, isLost: false }, []],
    ] as const
  ) {
    const { session, told } = callOf("running", path);
    session.saidLostHere();
    expect(told).toEqual(says);
  }
});

Deno.test("before anything was seen there is nothing to say", () => {
  const { session, told } = callOf("connecting", { isFlowing: false, isLost: false });
  session.connectionIsBack();
  expect(told).toEqual([]);
});
