import { expect } from "expect";
import { dayMs, nextAtHour, secondsLeftOfDay, startOfDay, utcDayOf } from "./days.ts";

const noon = Date.parse("2026-03-14T12:00:00Z");

Deno.test("an hour of the day comes once a day, half hours as well", () => {
  const halfPastThree = Date.parse("2026-03-14T03:30:00Z");
  expect(nextAtHour(halfPastThree - 1, 3.5)).toBe(halfPastThree);
  expect(nextAtHour(halfPastThree, 3.5)).toBe(halfPastThree + dayMs);
  expect(nextAtHour(noon, 3.5)).toBe(halfPastThree + dayMs);
  expect(nextAtHour(noon, 0)).toBe(startOfDay(utcDayOf(noon) + 1));
});

Deno.test("a day has seconds left until the very end, and at midnight all of the next one", () => {
  const midnight = startOfDay(utcDayOf(noon) + 1);
  expect([noon, midnight - 1001, midnight - 1000, midnight - 1, midnight].map(secondsLeftOfDay))
    .toEqual([43_200, 2, 1, 1, 86_400]);
});
