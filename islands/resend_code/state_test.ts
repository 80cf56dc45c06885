import { expect } from "expect";
import { clockText, secondsLeft } from "./state.ts";

Deno.test("what is left is shown as a clock, and never below zero", () => {
  expect([75, 60, 59.2, 9, 0, -3].map(clockText)).toEqual(["1:15", "1:00", "1:00", "0:09", "0:00", "0:00"]);
});

Deno.test("a rest ends exactly when its time is over", () => {
  expect(secondsLeft(61_000, 1000)).toBe(60);
  expect(secondsLeft(61_000, 60_001)).toBe(1);
  expect(secondsLeft(61_000, 61_000)).toBe(0);
  expect(secondsLeft(61_000, 99_000)).toBe(0);
});
