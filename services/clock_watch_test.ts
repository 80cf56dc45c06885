import { expect } from "expect";
import { ClockWatch, type ClockWord, doubtMs } from "./clock_watch.ts";

const dayMs = 24 * 3600_000;

function world(rate = 1) {
  const told: ClockWord[] = [];
  const w = {
    told,
    real: 0,
    /** By how much the clock is wrong. */
    wrongMs: 0,
    pass(ms: number) {
      w.real += ms;
      return watch.isInDoubt();
    },
  };
  const watch = new ClockWatch(() => 1e12 + w.real * rate + w.wrongMs, rate, (word) => told.push(word), () => w.real);
  return w;
}

Deno.test("a year ahead for three seconds is doubted for three seconds", () => {
  const w = world();
  expect(w.pass(1000)).toBe(false);
  w.wrongMs = 365 * dayMs;
  for (let seconds = 0; seconds < 3; seconds++) expect(w.pass(1000)).toBe(true);
  w.wrongMs = 0;
  expect(w.pass(1000)).toBe(false);
  expect(w.told).toEqual(["jumped", "put right"]);
});

Deno.test("a jump that stands for ten minutes is taken for the truth, and the next one doubted anew", () => {
  const w = world();
  w.wrongMs = 3 * dayMs;
  expect(w.pass(0)).toBe(true);
  expect(w.pass(doubtMs - 1)).toBe(true);
  expect(w.pass(1)).toBe(false);
  expect(w.pass(doubtMs)).toBe(false);
  w.wrongMs = 6 * dayMs;
  expect(w.pass(1000)).toBe(true);
  expect(w.told).toEqual(["jumped", "taken", "jumped"]);
});

Deno.test("hours ahead, days back, slow drift and a fast clock of the demo are no jumps", () => {
  const w = world(5000);
  for (const wrongMs of [20 * 3600_000, -5 * dayMs, -5 * dayMs + 3600_000]) {
    w.wrongMs = wrongMs;
    expect(w.pass(60_000)).toBe(false);
  }
  for (let days = 0; days < 30; days++) {
    w.wrongMs += dayMs / 2;
    expect(w.pass(60_000)).toBe(false);
  }
  expect(w.told).toEqual([]);
});
