import { expect } from "expect";
import { base32Of, codeAt, otpAddress, stepOfCode } from "./totp.ts";

const secret = new TextEncoder().encode("12345678901234567890");

/** RFC 6238, appendix B, SHA-1: the time in seconds, and the last six of the eight digits of its code. */
const vectors: [number, string][] = [
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
];

Deno.test("codes are those of RFC 6238", () => {
  for (const [seconds, digits] of vectors) {
    const code = digits.slice(-6);
    expect([seconds, codeAt(secret, seconds * 1000)]).toEqual([seconds, code]);
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  }
});

Deno.test("a code holds one step before and after its own, and no further", () => {
  const atMs = 1234567890_000;
  const step = Math.floor(1234567890 / 30);
  for (const aside of [-2, -1, 0, 1, 2]) {
    const found = stepOfCode(secret, codeAt(secret, atMs + aside * 30_000), atMs);
    expect([aside, found]).toEqual([aside, Math.abs(aside) <= 1 ? step + aside : null]);
  }
});

Deno.test("what is no code belongs to no step", () => {
  for (const odd of ["", "00592", "0059244", "89005924", "00592a", "-05924", "５９２４００"]) {
    expect(stepOfCode(secret, odd, 1234567890_000)).toBe(null);
  }
});

Deno.test("an app is told whose secret it is", () => {
  expect(base32Of(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const address = new URL(otpAddress(secret, "admin@demo.test", "春信"));
  expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(["otpauth:", "/春信:admin@demo.test"]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: "春信",
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
