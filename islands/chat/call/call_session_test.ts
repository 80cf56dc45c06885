/** What the server is told of a call's path, over a fake link whose state the test sets. */
import { expect } from "expect";
import type { ClientEventName } from "../../../chat/shared/client_events.ts";
import type { ChatScreen } from "../screen.ts";
import type { Heard } from "../state.ts";
import type { ChatState } from "../types.ts";
import type { CallLink } from "./call_link.ts";
import { CallSession } from "./call_session.ts";
import type { CallPhase } from "./call_state.ts";

interface Path {
  isFlowing: boolean;
  isLost: boolean;
}

/** James's call in this phase, with this path to Olena; `answers` are the server's answers in order. */
function callOf(phase: CallPhase, path: Path, ...answers: (Heard | null)[]) {
  const told: ClientEventName[] = [];
  const tell = (event: ClientEventName) => void told.push(event);
  const waiting: (() => void)[] = [];
  const state = { chat: { id: "chat" }, call: { now: { phase, partnerId: 2 } } };
  const screen: Partial<ChatScreen> = {
    state: state as ChatState,
    tell,
    ask(event) {
      tell(event);
      return Promise.resolve(answers.shift() ?? null);
    },
    do() {},
    select() {},
    later(_ms, work) {
      waiting.push(work);
      return () => {};
    },
  };
  const session = new CallSession(screen as ChatScreen, () => {});
  session.link = { ...path, flush() {}, lostThere() {}, close() {} } as Partial<CallLink> as CallLink;
  const passEach = (count: number) => waiting.splice(0, count).forEach((work) => work());
  const passTime = () => passEach(Infinity);
  return { session, told, passTime, passEach };
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
    session.path.saidLostHere();
    expect(told).toEqual(says);
  }
});

Deno.test("who still sees the other some seconds after the other says that the path is lost says so, and only then", () => {
  for (
    const [phase, path, says] of [
      ["lost", { isFlowing: true, isLost: false }, ["video-connected"]],
      ["lost", { isFlowing: true, isLost: true }, []],
      ["running", { isFlowing: true, isLost: false }, []],
    ] as const
  ) {
    const { session, told, passTime } = callOf(phase, path);
    session.path.lostThere();
    expect(told).toEqual([]);
    passTime();
    expect(told).toEqual(says);
  }
});

Deno.test("of a loss that both noticed she says once that she sees him again, and a later loss has its own eight seconds", () => {
  for (const first of ["his", "hers"] as const) {
    const { session, told, passTime } = callOf("lost", { isFlowing: true, isLost: false });
    const loses = () => {
      session.link!.isLost = true;
      session.path.lost();
    };
    if (first === "hers") loses();
    session.path.lostThere();
    if (first === "his") loses();
    session.link!.isLost = false;
    void session.path.seen();
    passTime();
    expect([first, told]).toEqual([first, ["video-lost", "video-connected"]]);
  }
  const { session, told, passEach } = callOf("lost", { isFlowing: true, isLost: false });
  session.path.lostThere();
  session.path.lostThere();
  passEach(1);
  expect(told).toEqual([]);
  passEach(1);
  expect(told).toEqual(["video-connected"]);
});

Deno.test("what the server could not take, or did not answer, is said again until it is heard", async () => {
  const away = { event: "error-event", data: {} } as Heard;
  const heard = { event: "video-connected", data: { id: "chat", bothConnected: false } } as Heard;
  const path = { isFlowing: true, isLost: false };
  const { session, told, passTime } = callOf("lost", path, away, null, heard);
  session.path.saidLostHere();
  for (const times of [1, 2, 3]) {
    expect(told).toEqual(Array(times).fill("video-connected"));
    await Promise.resolve();
    await Promise.resolve();
    passTime();
  }
  expect(told.length).toBe(3);
});

Deno.test("who does not see the other any more says so until it is heard, unless the picture is back", async () => {
  const away = { event: "error-event", data: {} } as Heard;
  const heard = { event: "video-lost", data: { id: "chat" } } as Heard;
  const path = { isFlowing: true, isLost: true };
  const { session, told, passTime } = callOf("lost", path, away, null, heard, away);
  session.connectionIsBack();
  for (const times of [1, 2, 3]) {
    expect(told).toEqual(Array(times).fill("video-lost"));
    await Promise.resolve();
    await Promise.resolve();
    passTime();
  }
  expect(told.length).toBe(3);
  session.connectionIsBack();
  await Promise.resolve();
  await Promise.resolve();
  session.link!.isLost = false;
  passTime();
  expect(told.length).toBe(4);
});

Deno.test("what cannot be found is left to the server's word, and what can never be found is called off", () => {
  const path = { isFlowing: true, isLost: true };
  for (const kind of ["lost", "no_path", "script"] as const) {
    const { session, told } = callOf("lost", path);
    session.fail(kind);
    expect([kind, session.link, told]).toEqual([kind, null, []]);
  }
  const { session, told } = callOf("connecting", path);
  session.fail("relay");
  expect(told).toEqual(["video-signal", "stop-text-chat"]);
});

Deno.test("before anything was seen there is nothing to say", () => {
  const { session, told } = callOf("connecting", { isFlowing: false, isLost: false });
  session.connectionIsBack();
  expect(told).toEqual([]);
});
