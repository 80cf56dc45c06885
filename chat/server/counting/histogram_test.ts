import { expect } from "expect";
import { Histogram } from "./histogram.ts";

Deno.test("what took as long as a bound is in its bucket, and what took longer than all is in the last", () => {
  const took = new Histogram([0.01, 0.1]);
  for (const seconds of [0, 0.01, 0.011, 0.1, 5]) took.observe(seconds);
  expect(took.counts).toEqual([2, 2, 1]);
  expect(took.sumSeconds).toBeCloseTo(5.121);
});
