/** What a call's link holds back, sends and tries again, over a fake peer that reports what the test says. */
import { expect } from "expect";
import { until } from "../../../tests/patience.ts";
import { CallLink, type LinkListener } from "./call_link.ts";
import type { OwnMedia } from "./media.ts";
import type { Peer, PeerListener, Servers } from "./peer.ts";
import type { Signal } from "./signals.ts";

class FakePeer {
  static last: FakePeer;
  remote = { getVideoTracks: () => [] };
  isAsker: boolean;
  listener: PeerListener;
  received: Signal[] = [];
  restarts = 0;
  isClosed = false;
  packetsReceived = 100;
  /** Delays reports until it resolves, as a busy browser does. */
  busy: Promise<void> = Promise.resolve();

  constructor({ isAsker, listener }: { isAsker: boolean; listener: PeerListener }) {
    this.isAsker = isAsker;
    this.listener = listener;
    FakePeer.last = this;
  }
  receive(signal: Signal) {
    this.received.push(signal);
  }
  restart() {
    this.restarts++;
    return Promise.resolve();
  }
  async report() {
    await this.busy;
    const { packetsReceived } = this;
    const counted = {
      atMs: 0,
      framesDecoded: 0,
      packetsReceived,
      packetsLost: 0,
      lostThere: null,
      roundTripSeconds: null,
    };
    return { counted, way: null };
  }
  close() {
    this.isClosed = true;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const offer: Signal = { type: "offer", sdp: "v=0" };
const candidate = (name: string): Signal => ({ type: "candidate", candidate: { candidate: name } });

function callLink({ isAsker = true, relayOnly = false } = {}) {
  const said: string[] = [];
  const sent: Signal[] = [];
  const first: Signal[] = [];
  const line = { isOpen: true };
  const note = (word: string) => () => void said.push(word);
  const listener: LinkListener = {
    first: (signal) => first.push(signal),
    send: (signal) => line.isOpen && sent.push(signal) > 0,
    flowing: note("flowing"),
    lost: note("lost"),
    found: note("found"),
    gone: note("gone"),
    told: note("told"),
    open: note("open"),
    quality: note("quality"),
    noRelay: note("noRelay"),
  };
  const servers: Servers = { iceServers: [], relayOnly };
  const link = new CallLink(FakePeer as unknown as typeof Peer, { isAsker, media: {} as OwnMedia, servers, listener });
  const peer = FakePeer.last;
  return { link, peer, said, sent, first, line, [Symbol.dispose]: () => link.close() };
}

Deno.test("the offer goes with the request, what follows it waits and keeps its order", () => {
  using call = callLink();
  for (const signal of [offer, candidate("one"), candidate("two")]) call.peer.listener.signal(signal);
  expect([call.first, call.sent]).toEqual([[offer], []]);
  call.link.startSending();
  call.peer.listener.signal(candidate("three"));
  expect(call.sent).toEqual([candidate("one"), candidate("two"), candidate("three")]);
});

Deno.test("without a connection signals wait for it, in order and each once", () => {
  using call = callLink();
  call.peer.listener.signal(offer);
  call.link.startSending();
  call.line.isOpen = false;
  for (const name of ["one", "two"]) call.peer.listener.signal(candidate(name));
  call.line.isOpen = true;
  call.peer.listener.signal(candidate("three"));
  expect(call.sent).toEqual([]);
  call.link.flush();
  call.link.flush();
  expect(call.sent).toEqual([candidate("one"), candidate("two"), candidate("three")]);
});

Deno.test("a path that is lost is looked for at once, and found only when something comes by it", async () => {
  using call = callLink();
  call.peer.listener.path("connected");
  call.peer.listener.flowing();
  call.peer.listener.path("lost");
  call.peer.listener.path("failed");
  expect(call.said).toEqual(["flowing", "lost"]);
  expect(call.peer.restarts).toBe(1);
  call.peer.listener.path("connected");
  await pause(600);
  expect(call.link.isLost).toBe(true);
  call.peer.packetsReceived++;
  await until(() => call.said.includes("found"));
  expect(call.link.isLost).toBe(false);
});

Deno.test("a path that is lost again while it is being proved is not found, however late the browser answers", async () => {
  for (const lostAfterMs of [0, 600]) {
    using call = callLink();
    const { listener } = call.peer;
    listener.path("connected");
    listener.flowing();
    listener.path("lost");
    const answered = Promise.withResolvers<void>();
    if (lostAfterMs === 0) call.peer.busy = answered.promise;
    listener.path("connected");
    await pause(lostAfterMs);
    call.peer.busy = answered.promise;
    await pause(300);
    call.peer.packetsReceived++;
    listener.path("lost");
    answered.resolve();
    // A proof that has not begun yet must not begin either: after 5 s without packets it would count the path as found.
    await pause(lostAfterMs === 0 ? 5500 : 300);
    expect({ lostAfterMs, said: call.said }).toEqual({ lostAfterMs, said: ["flowing", "lost"] });
  }
});

Deno.test("nothing comes any more by what the other's browser has closed", () => {
  using call = callLink();
  call.peer.listener.flowing();
  call.peer.listener.closed();
  expect(call.link.isLost).toBe(true);
  expect(call.said).toEqual(["flowing", "gone"]);
});

Deno.test("a path that seemed found is not, where the other's browser closes it meanwhile", async () => {
  using call = callLink();
  const { listener } = call.peer;
  listener.flowing();
  listener.path("lost");
  listener.path("connected");
  await pause(50);
  listener.closed();
  call.peer.packetsReceived += 10;
  await pause(600);
  expect([call.said, call.link.isLost]).toEqual([["flowing", "lost", "gone"], true]);
});

Deno.test("a path that never stood is not lost, and nothing is tried before the call has begun", () => {
  using call = callLink();
  call.peer.listener.path("failed");
  dispatchEvent(new Event("online"));
  expect([call.said, call.peer.restarts]).toEqual([[], 0]);
});

Deno.test("another network is tried at once, and wishes close together are one", () => {
  using call = callLink();
  call.peer.listener.flowing();
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("online"));
  call.link.receive({ type: "renegotiate", renegotiate: true });
  expect(call.peer.restarts).toBe(1);
  expect(call.peer.received).toEqual([]);
});

Deno.test("who hides the address and gets no relay hears so; who does not, may go on", () => {
  using hidden = callLink({ relayOnly: true });
  hidden.peer.listener.gathered(0);
  expect(hidden.said).toEqual(["noRelay"]);
  using open = callLink();
  open.peer.listener.gathered(0);
  using relayed = callLink({ relayOnly: true });
  relayed.peer.listener.gathered(2);
  expect([open.said, relayed.said]).toEqual([[], []]);
});

Deno.test("a call that is over tries nothing more and says nothing of its connection", () => {
  const call = callLink();
  call.peer.listener.flowing();
  call.link.close();
  call.peer.listener.closed();
  dispatchEvent(new Event("online"));
  expect([call.peer.isClosed, call.said, call.peer.restarts]).toEqual([true, ["flowing"], 0]);
});
