/** Whether a signal comes from another page of the partner's than the one that this call is with. */
import { expect } from "expect";
import { isOfAnother, type Signal } from "./signals.ts";

const sdp = (print: string, tries = 1) =>
  `v=0\r\no=- 1 ${tries} IN IP4 0.0.0.0\r\na=ice-ufrag:u${tries}\r\na=fingerprint:sha-256 ${print}\r\nm=audio 9 X 0\r\n`;
const again = (print: string): Signal => ({ type: "offer", sdp: sdp(print, 2), turn: 1 });

Deno.test("another try is of the connection that one is joined with, or of nobody's", () => {
  expect(isOfAnother(again("AA:BB"), sdp("AA:BB"))).toBe(false);
  expect(isOfAnother(again("CC:DD"), sdp("AA:BB"))).toBe(true);
  expect(isOfAnother(again("AA:BB"), undefined)).toBe(true);
});

Deno.test("who comes anew, and whatever is no offer, is never taken for another", () => {
  expect(isOfAnother({ type: "offer", sdp: sdp("CC:DD"), isFresh: true }, sdp("AA:BB"))).toBe(false);
  expect(isOfAnother({ type: "answer", sdp: sdp("CC:DD"), turn: 1 }, sdp("AA:BB"))).toBe(false);
  expect(isOfAnother({ type: "renegotiate", renegotiate: true }, sdp("AA:BB"))).toBe(false);
});
