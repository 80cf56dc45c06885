/** The verdict on a connection, and how loud something is. */
import { expect } from "expect";
import { type Found, loudnessOf, toneOf, verdictOf } from "./state.ts";

const found = (types: string[], codes: number[] = []): Found => ({ types: new Set(types), codes: new Set(codes) });

Deno.test("a relay is the best way, whatever else was found", () => {
  expect(verdictOf(found(["host", "srflx", "relay"], [701]), true)).toBe("relay");
  expect(verdictOf(found(["relay"]), true)).toBe("relay");
});

Deno.test("without a relay configured there is the direct way, or none", () => {
  expect(verdictOf(found(["host"]), false)).toBe("direct");
  expect(verdictOf(found([]), false)).toBe("none");
});

Deno.test("a relay that says no is told apart from one that cannot be reached", () => {
  expect(verdictOf(found(["host"], [401]), true)).toBe("refused");
  expect(verdictOf(found(["host"], [701]), true)).toBe("unreachable");
  expect(verdictOf(found(["host"]), true)).toBe("unreachable");
  expect(verdictOf(found([], [701]), true)).toBe("none");
});

Deno.test("who hides the address cannot call without the relay, and is told so as plainly", () => {
  expect(toneOf("refused", true)).toBe("bad");
  expect(toneOf("refused", false)).toBe("attention");
  expect(toneOf("relay", true)).toBe("good");
  expect(toneOf("direct", false)).toBe("attention");
  expect(toneOf("none", false)).toBe("bad");
});

Deno.test("silence is nothing, speech is something, and the loudest is one", () => {
  const tone = (height: number) => Float32Array.from({ length: 1024 }, (_, at) => height * Math.sin(at / 5));
  expect(loudnessOf(new Float32Array(1024))).toBe(0);
  expect(loudnessOf(tone(0.0005))).toBe(0);
  expect(loudnessOf(tone(0.05))).toBeGreaterThan(0.3);
  expect(loudnessOf(tone(0.05))).toBeLessThan(loudnessOf(tone(0.2)));
  expect(loudnessOf(tone(1))).toBe(1);
  expect(loudnessOf(new Float32Array(0))).toBe(0);
});
