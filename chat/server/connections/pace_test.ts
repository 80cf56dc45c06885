import { expect } from "expect";
import { Pace } from "./pace.ts";

const mega = 1024 * 1024;

Deno.test("a second has room for so much; then whoever says much waits for what it is worth, and nobody else", () => {
  const pace = new Pace();
  expect(pace.take(mega, mega, 100)).toBe(0);
  expect(pace.take(16 * 1024, 16 * 1024, 400)).toBe(2000);
  expect(pace.take(mega, mega, 450)).toBe(10_000);
  // Someone else's message in the middle of the flood.
  expect(pace.take(200, 200, 500)).toBe(0);
  expect(pace.take(60_000, 60_000, 1100)).toBe(0);
});
