import { expect } from "expect";
import { clockText, secondsLeft } from "./state.ts";

Deno.test("what is left is shown as a clock, and never below zero", () => {
  expect([75, 60, 59.2, 9, 0, -3].map(clockText)).toEqual(["1:15", "1:00", "1:00", "0:09", "0:00", "0:00"]);
});

const began = { pageMs: 1000, deviceMs: 5_000_000 };
/** What is left of a minute after these times by the page's clock and by the device's. */
const leftAfter = (pageMs: number, deviceMs: number) =>
  secondsLeft(60, began, { pageMs: began.pageMs + pageMs, deviceMs: began.deviceMs + deviceMs });

Deno.test("a rest ends exactly when its time is over", () => {
  expect([0, 59_001, 60_000, 99_000].map((ms) => leftAfter(ms, ms))).toEqual([60, 1, 0, 0]);
});

Deno.test("a device's clock that is put back makes no rest longer, and a device that sleeps rests meanwhile", () => {
  expect(leftAfter(1000, -3600_000)).toBe(59);
  expect(leftAfter(1000, 600_000)).toBe(0);
});
