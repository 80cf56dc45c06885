/** Which pages a long list names. */
import { expect } from "expect";
import * as fc from "fast-check";
import { pageWindow } from "./page_window.ts";

Deno.test("a short list names every page", () => {
  expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4]);
  expect(pageWindow(1, 1)).toEqual([1]);
});

Deno.test("a long list names the ends, the current page and its neighbours", () => {
  expect(pageWindow(1, 11)).toEqual([1, 2, "gap", 11]);
  expect(pageWindow(6, 11)).toEqual([1, "gap", 5, 6, 7, "gap", 11]);
  expect(pageWindow(11, 11)).toEqual([1, "gap", 10, 11]);
});

Deno.test("a gap of one number is that number", () => {
  expect(pageWindow(4, 11)).toEqual([1, 2, 3, 4, 5, "gap", 11]);
  expect(pageWindow(8, 11)).toEqual([1, "gap", 7, 8, 9, 10, 11]);
});

Deno.test("a page outside the list is brought inside", () => {
  expect(pageWindow(99, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(0, 0)).toEqual([1]);
});

Deno.test("whatever the numbers, the steps rise, and every gap hides at least two pages", () => {
  fc.assert(fc.property(fc.integer({ min: -5, max: 400 }), fc.integer({ min: 0, max: 300 }), (current, last) => {
    const steps = pageWindow(current, last);
    expect(steps[0]).toBe(1);
    expect(steps.at(-1)).toBe(Math.max(1, last));
    expect(steps.length).toBeLessThanOrEqual(7);
    steps.forEach((step, index) => {
      const before = Number(steps[index - 1]), after = Number(steps[index + 1]);
      if (step === "gap") expect(after - before).toBeGreaterThan(2);
      else if (index > 0 && steps[index - 1] !== "gap") expect(step - before).toBe(1);
    });
  }));
});
