import { expect } from "expect";
import { isRotating, nextIndex } from "./state.ts";

Deno.test("promotions follow one another and begin again", () => {
  const seen = [0];
  for (let step = 0; step < 4; step++) seen.push(nextIndex(seen.at(-1)!, 3));
  expect(seen).toEqual([0, 1, 2, 0, 1]);
});

Deno.test("a single promotion stays, and so does an empty banner", () => {
  expect(nextIndex(0, 1)).toBe(0);
  expect(nextIndex(0, 0)).toBe(0);
});

Deno.test("the banner holds still for a reader, for one promotion and for reduced motion", () => {
  expect(isRotating({ count: 2, isHeld: false, isStill: false })).toBe(true);
  expect(isRotating({ count: 2, isHeld: true, isStill: false })).toBe(false);
  expect(isRotating({ count: 2, isHeld: false, isStill: true })).toBe(false);
  expect(isRotating({ count: 1, isHeld: false, isStill: false })).toBe(false);
});
