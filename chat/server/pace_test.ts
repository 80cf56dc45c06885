import { expect } from "expect";
import { Pace } from "./pace.ts";

const mega = 1024 * 1024;

Deno.test("a second has room for so much; then whoever said much waits for the next, and nobody else", () => {
  const pace = new Pace();
  expect(pace.take(4 * mega, 4 * mega, 100)).toBe(0);
  expect(pace.take(60_000, 60_000, 400)).toBe(700);
  // A message among the flood of others.
  expect(pace.take(200, 200, 500)).toBe(0);
  expect(pace.take(60_000, 120_000, 1100)).toBe(0);
});
