import { expect } from "expect";
import fc from "fast-check";
import { candidatesIn, type Signal, withoutAddresses } from "./addresses.ts";

const host = "candidate:1 1 udp 2122260223 192.168.1.20 50000 typ host generation 0";
const mdns = "candidate:9 1 udp 2122260223 0b1c2d.local 50000 typ host";
const srflx = "candidate:2 1 udp 1686052607 203.0.113.7 50001 typ srflx raddr 192.168.1.20 rport 50000";
const prflx = "candidate:4 1 tcp 1686052607 2001:db8::7 50001 typ prflx raddr 2001:db8::1 rport 9";
const relay = "candidate:3 1 udp 41885695 198.51.100.9 49160 typ relay raddr 203.0.113.7 rport 50001 generation 0";
const relayAlone = "candidate:3 1 udp 41885695 198.51.100.9 49160 typ relay raddr 0.0.0.0 rport 0 generation 0";

const sdpWith = (candidates: string[], address: string) =>
  [
    "v=0",
    `o=- 4611731 2 IN IP4 ${address}`,
    "s=-",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    `c=IN IP4 ${address}`,
    `a=rtcp:9 IN IP4 ${address}`,
    ...candidates.map((text) => `a=${text}`),
    "a=ice-ufrag:abcd",
    "a=mid:0",
    "m=video 9 UDP/TLS/RTP/SAVPF 96",
    `c=IN IP6 2001:db8::7`,
    "a=mid:1",
    ...candidates.slice(0, 1).map((text) => `a=${text}`),
    "",
  ].join("\r\n");

Deno.test("an offer keeps relays and nothing that names the connection of its speaker", () => {
  const offer = { type: "offer", sdp: sdpWith([relay, host, mdns, srflx, prflx], "203.0.113.7") };
  const left = withoutAddresses(offer) as { type: string; sdp: string };
  expect(left.type).toBe("offer");
  for (const secret of ["203.0.113.7", "192.168.1.20", "2001:db8", ".local", "typ host", "typ srflx", "typ prflx"]) {
    expect({ secret, isThere: left.sdp.includes(secret) }).toEqual({ secret, isThere: false });
  }
  expect(left.sdp).toContain(`a=${relayAlone}\r\n`);
  expect(left.sdp).toContain("a=ice-ufrag:abcd\r\n");
  expect(left.sdp.split("\r\n").filter((line) => !line.startsWith("a=candidate"))).toHaveLength(12);
});

Deno.test("a candidate is passed on where it is a relay's, in whatever form it comes", () => {
  const forms: ((text: string) => Signal)[] = [
    (text) => ({ type: "candidate", candidate: { candidate: text, sdpMid: "0", sdpMLineIndex: 0 } }),
    (text) => ({ candidate: text }),
    (text) => ({ candidates: { candidate: { candidate: text } } }),
    (text) => text,
  ];
  for (const form of forms) {
    for (const text of [host, mdns, srflx, prflx]) expect(withoutAddresses(form(text))).toBe(null);
    expect(withoutAddresses(form(relay))).toEqual(form(relayAlone));
    expect(withoutAddresses(form(relay), true)).toBe(null);
  }
  expect(withoutAddresses({ candidates: [host, relay] })).toEqual({ candidates: [relayAlone] });
});

Deno.test("what names no address is left as it is", () => {
  const signals: Signal[] = [
    { type: "offer", sdp: sdpWith([], "0.0.0.0").replaceAll("IP6 2001:db8::7", "IP4 0.0.0.0") },
    { type: "renegotiate", renegotiate: true },
    { type: "transceiverRequest", transceiverRequest: { kind: "video", init: null } },
    { type: "candidate", candidate: { candidate: "", sdpMid: "0" } },
    { sdp: "an offer" },
    "anything",
    {},
  ];
  for (const signal of signals) expect(withoutAddresses(signal)).toEqual(signal);
});

Deno.test("no address of its speaker is left in a signal of another program, in whatever it is wrapped", () => {
  const sdp = sdpWith([host, srflx], "203.0.113.7");
  const forms: Record<string, Signal> = {
    "JSON text": JSON.stringify({ type: "offer", sdp }),
    "JSON text in an offer": { type: "offer", sdp: JSON.stringify(sdp) },
    "JSON text in JSON text": JSON.stringify(JSON.stringify({ sdp })),
    "a description": { description: { type: "offer", sdp } },
    "a signal and candidates": {
      signal: { sdp },
      candidates: [{ candidate: host }, JSON.stringify({ candidate: srflx })],
    },
    "a candidate as JSON text": JSON.stringify({ type: "candidate", candidate: { candidate: srflx } }),
    "an array of its lines": { lines: sdp.split("\r\n") },
    "lines that end otherwise": { sdp: sdp.replaceAll("\r\n", "\r") },
    "no candidates": { type: "offer", sdp: sdpWith([], "203.0.113.7") },
    "what is too deep": JSON.parse("[".repeat(5000) + JSON.stringify(sdp) + "]".repeat(5000)),
    "text that is too deep": "[".repeat(5000) + JSON.stringify(sdp) + "]".repeat(5000),
  };
  for (const [form, signal] of Object.entries(forms)) {
    for (const isAll of [false, true]) {
      const left = JSON.stringify(withoutAddresses(signal, isAll));
      expect([form, /203\.0\.113|192\.168|2001:db8/.test(left)]).toEqual([form, false]);
    }
  }
});

Deno.test("text without an address stays as it is, and so does an address that every device has", () => {
  const texts = ['{"type":"renegotiate"}', '["a",null,1]', '"an offer"', "{not json", "[1"];
  for (const text of texts) expect(withoutAddresses(text)).toBe(text);
  const offer = { type: "offer", sdp: sdpWith([], "127.0.0.1").replaceAll("2001:db8::7", "::") };
  expect(withoutAddresses(offer, true)).toEqual(offer);
});

Deno.test("candidates of an offer are told one by one, each with its place", () => {
  expect(candidatesIn({ type: "offer", sdp: sdpWith([host, srflx], "0.0.0.0") })).toEqual([
    { type: "candidate", candidate: { candidate: host, sdpMLineIndex: 0, sdpMid: "0" } },
    { type: "candidate", candidate: { candidate: srflx, sdpMLineIndex: 0, sdpMid: "0" } },
    { type: "candidate", candidate: { candidate: host, sdpMLineIndex: 1, sdpMid: "1" } },
  ]);
  expect(candidatesIn({ type: "offer" })).toEqual([]);
  const [offer, told] = [{ sdp: sdpWith([host], "0.0.0.0") }, candidatesIn({ sdp: sdpWith([host], "0.0.0.0") })];
  expect(candidatesIn({ description: offer })).toEqual(told);
  expect(candidatesIn(JSON.stringify(offer))).toEqual(told.map((each) => JSON.stringify(each)));
});

Deno.test("nothing that is signalled throws, and no host is left in any place", () => {
  const leaf = fc.oneof(
    fc.constantFrom(host, srflx, mdns, prflx, relay, sdpWith([host, relay], "10.0.0.1")),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie("tree")),
    ),
  }));
  fc.assert(fc.property(fc.dictionary(fc.string(), tree), (signal) => {
    const left = JSON.stringify(withoutAddresses(signal as Signal));
    expect(left).not.toMatch(/typ (host|srflx|prflx)|192\.168|203\.0\.113|10\.0\.0\.1/);
  }));
});
