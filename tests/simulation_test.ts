/** Several instances over one store, while everything goes wrong that a seed brings about; more in `deno task soak`. */
import { expect } from "expect";
import { liveThrough } from "./simulation/lives.ts";
import { liveOnce } from "./simulation/simulation.ts";

const operations = 20_000;

Deno.test("a seed goes the same way each time, and another seed another way", async () => {
  const first = await liveOnce(7, 300);
  const again = await liveOnce(7, 300);
  expect(again).toEqual(first);
  expect((await liveOnce(8, 300)).hash).not.toBe(first.hash);
});

Deno.test(`of ${operations} operations in a storm each that was acknowledged is there, once, and every book agrees`, async () => {
  const { faults, counts } = await liveThrough({ operations, seed: 20260301 });
  console.log(JSON.stringify(counts));
  expect(faults).toEqual([]);
  // Everything that may go wrong did.
  for (const [name, count] of Object.entries(counts)) {
    expect({ name, isSeen: count > 0 }).toEqual({ name, isSeen: true });
  }
  expect(counts.granted).toBeGreaterThan(operations / 4);
});
