import { expect } from "expect";
import { Trouble } from "./trouble.ts";

Deno.test("pauses grow up to the longest, and only the first failure and the end are to be told", () => {
  let now = 0;
  const trouble = new Trouble({ firstMs: 100, longestMs: 1000 }, () => now);
  expect(trouble.isResting).toBe(false);
  const told: boolean[] = [];
  const pauses: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    told.push(trouble.failed());
    pauses.push(trouble.restMs);
    now += trouble.restMs - 1;
    expect(trouble.isResting).toBe(true);
    now++;
    expect(trouble.isResting).toBe(false);
  }
  expect(pauses).toEqual([100, 200, 400, 800, 1000, 1000]);
  expect(told).toEqual([true, false, false, false, false, false]);
  expect([trouble.worked(), trouble.worked()]).toEqual([true, false]);
  expect([trouble.failed(), trouble.restMs]).toEqual([true, 100]);
});

Deno.test("what works from the start is never told, and a clock that goes back prolongs no pause", () => {
  let now = 10_000;
  const trouble = new Trouble({ firstMs: 100, longestMs: 1000 }, () => now);
  expect(trouble.worked()).toBe(false);
  trouble.failed();
  now = 0;
  expect(trouble.restMs).toBe(100);
});
