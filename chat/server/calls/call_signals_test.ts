/** Signals between two browsers come after the answer and in order, are bounded, and show no hidden address. */
import { expect } from "expect";
import { answerTo, offer, type TestClient } from "../testing/server.ts";
import { world } from "../testing/world.ts";
import type { Signal } from "./addresses.ts";

const turn = { urls: ["turn:turn.example.org:3478"], secret: "north" };
const relays = { callServers: { turn, stunUrls: ["stun:stun.example.org"] } };
const candidate = (kind: "host" | "relay", number = 1): Signal => ({
  type: "candidate",
  candidate: {
    candidate: `candidate:${number} 1 udp 41 198.51.100.9 49160 typ ${kind}`,
    sdpMLineIndex: 0,
    sdpMid: "0",
  },
});
const withHost = (type: "offer" | "answer") => ({
  type,
  sdp: "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=candidate:7 1 udp 41 192.168.1.20 50000 typ host\r\na=mid:0\r\n",
});
const signalsOf = (client: TestClient): Signal[] =>
  client.heard.filter(({ event }) => event === "video-signal").map(({ data }) => data.signal);

Deno.test("what comes before the answer waits behind it, in order, and what comes after passes", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  const signal = (number: number) => ({ type: "candidate", candidate: { candidate: "", number } });
  for (let at = 0; at < 40; at++) james.say("video-signal", { to: w.olena.id, signal: signal(at) });
  // Her signal is too early: it waits until she has answered.
  olena.say("video-signal", { to: w.james.id, signal: signal(100) });
  await olena.ask("latency-start", { startTimeLatency: 1 });
  await james.ask("latency-start", { startTimeLatency: 1 });
  expect([olena.count("video-signal"), james.count("video-signal")]).toEqual([0, 0]);
  olena.say("video-request-accept", { to: w.james.id, answer: answerTo });
  for (let at = 101; at < 104; at++) olena.say("video-signal", { to: w.james.id, signal: signal(at) });
  for (let at = 40; at < 45; at++) james.say("video-signal", { to: w.olena.id, signal: signal(at) });
  await olena.until(() => signalsOf(olena).length === 45 ? true : undefined, "his signals");
  await james.until(() => signalsOf(james).length === 4 ? true : undefined, "her signals");
  expect(signalsOf(olena)).toEqual(Array.from({ length: 45 }, (_, at) => signal(at)));
  expect(signalsOf(james)).toEqual([100, 101, 102, 103].map(signal));
  const events = james.heard.map(({ event }) => event);
  expect(events.indexOf("video-request-accept")).toBeLessThan(events.indexOf("video-signal"));
});

Deno.test("no more than so much waits, and nothing is too long", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  await w.join(w.olena);
  await james.ask("video-request", { to: w.olena.id, offer });
  for (let at = 0; at < 64; at++) {
    james.say("video-signal", { to: w.olena.id, signal: { at } });
    if (at !== 40) continue;
    // A connection may send only so many frames a second: the rest is sent when the first have been there for a second.
    await james.ask("latency-start", { startTimeLatency: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  expect((await james.ask("video-signal", { to: w.olena.id, signal: {} })).data).toMatchObject({
    code: "too_many_requests",
  });
  expect((await james.ask("video-signal", { to: w.olena.id, signal: { sdp: "x".repeat(24_000) } })).data)
    .toMatchObject({
      code: "too_large",
    });
  expect((await james.ask("video-signal", { to: w.olena.id })).data).toMatchObject({ code: "invalid" });
  const deep = JSON.parse(`{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`);
  for (const [event, said] of [["video-signal", { signal: deep }], ["video-request", { offer: deep }]] as const) {
    expect((await james.ask(event, { to: w.olena.id, ...said })).data).toMatchObject({ code: "invalid" });
  }
});

Deno.test("with a relay, who hides the address is heard of by relays alone", async () => {
  await using w = await world(relays);
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const prepared = (await james.ask("video-prepare", { to: w.olena.id })).data;
  expect(prepared).toMatchObject({ relayOnly: false, hasRelay: true });
  expect(prepared.iceServers).toEqual([
    { urls: turn.urls, username: expect.stringMatching(/^\d+:token-\d+$/), credential: expect.any(String) },
    { urls: relays.callServers.stunUrls },
  ]);
  await james.ask("video-request", { to: w.olena.id, offer: withHost("offer") });
  expect((await olena.next("video-request")).offer).toEqual(withHost("offer"));
  expect((await olena.ask("video-prepare", { to: w.james.id })).data).toMatchObject({ relayOnly: true });
  await olena.ask("video-request-accept", { to: w.james.id, answer: withHost("answer") });
  expect(JSON.stringify((await james.next("video-request-accept")).answer)).not.toContain("192.168");
  const created = james.heard.find(({ event }) => event === "chat-session-create");
  expect(created?.data.iceServers[0].username).not.toBe(prepared.iceServers[0].username);
  for (const client of [james, olena]) {
    const to = client === james ? w.olena.id : w.james.id;
    for (const kind of ["host", "relay"] as const) await client.say("video-signal", { to, signal: candidate(kind) });
    await client.ask("latency-start", { startTimeLatency: 1 });
  }
  await olena.until(() => signalsOf(olena).length === 2 ? true : undefined, "his two");
  await james.until(() => signalsOf(james).length === 1 ? true : undefined, "her one");
  expect(signalsOf(olena)).toEqual([candidate("host"), candidate("relay")]);
  expect(signalsOf(james)).toEqual([candidate("relay")]);

  // From now on she shows her address, in every tab.
  const second = await w.join(w.olena);
  expect(await olena.ask("change-relay-only", { flag: false })).toMatchObject({
    event: "change-relay-only-result",
    data: { flag: false },
  });
  expect(await second.next("change-relay-only-result")).toEqual({ flag: false });
  await olena.say("video-signal", { to: w.james.id, signal: candidate("host", 2) });
  await james.next("video-signal", ({ signal }) => JSON.stringify(signal).includes("candidate:2"));
});

Deno.test("without a relay a call is direct only after both agreed", async () => {
  for (const herWord of [true, undefined, false]) {
    await using w = await world();
    const james = await w.join(w.james);
    const olena = await w.join(w.olena);
    expect((await james.ask("video-prepare", { to: w.olena.id })).data).toEqual({
      iceServers: [],
      relayOnly: false,
      hasRelay: false,
    });
    await james.ask("video-request", { to: w.olena.id, offer: withHost("offer") });
    await james.say("video-signal", { to: w.olena.id, signal: candidate("host", 2) });
    // Until she has agreed, she learns no address of his.
    expect(JSON.stringify((await olena.next("video-request")).offer)).not.toContain("192.168");
    await olena.ask("video-request-accept", {
      to: w.james.id,
      answer: withHost("answer"),
      ...(herWord !== undefined && { directAgreed: herWord }),
    });
    const { answer } = await james.next("video-request-accept");
    await olena.say("video-signal", { to: w.james.id, signal: candidate("host", 3) });
    await olena.say("video-signal", { to: w.james.id, signal: { type: "renegotiate" } });
    await james.next("video-signal", ({ signal }) => JSON.stringify(signal).includes("renegotiate"));
    const told = JSON.stringify([answer, signalsOf(james), signalsOf(olena)]);
    const numbers = ["candidate:7", "candidate:2", "candidate:3"].filter((name) => told.includes(name));
    expect({ herWord, numbers }).toEqual({
      herWord,
      numbers: herWord ? ["candidate:7", "candidate:2", "candidate:3"] : [],
    });
    if (herWord) {
      expect(signalsOf(olena)[0]).toEqual({
        type: "candidate",
        candidate: { candidate: "candidate:7 1 udp 41 192.168.1.20 50000 typ host", sdpMLineIndex: 0, sdpMid: "0" },
      });
    }
  }
});

Deno.test("relay credentials are for calls that may be, and so many a minute", async () => {
  await using w = await world(relays);
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  expect((await james.ask("video-prepare", { to: w.wei.id })).data).toMatchObject({ code: "not_found" });
  expect((await james.ask("video-prepare", { to: w.daria.id })).data).toMatchObject({ code: "partner_offline" });
  const check = (await olena.ask("video-prepare", {})).data;
  const [until] = check.iceServers[0].username.split(":");
  expect(Number(until) - Date.now() / 1000).toBeLessThan(121);
  for (let at = 0; at < 18; at++) await james.ask("video-prepare", {});
  expect((await james.ask("video-prepare", {})).data).toMatchObject({ code: "too_many_requests", status: 429 });
  expect((await olena.ask("video-prepare", {})).event).toBe("video-prepared");
});
