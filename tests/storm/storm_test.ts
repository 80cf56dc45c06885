/** A small storm over the whole site; the large one is `deno task soak`. */
import { expect } from "expect";
import { smallStorm } from "./plan.ts";
import { runStorm } from "./storm.ts";

Deno.test("in a storm over the whole site everything acknowledged is there once, in every backup as well", async () => {
  const { faults, counts } = await runStorm(smallStorm(20260301, () => {}));
  console.log(JSON.stringify(counts));
  expect(faults).toEqual([]);
  expect(counts).toMatchObject({ kills: 2, backups: 2, men: 14, "sign-ups in the book": "15 (0 unknown, 0 refused)" });
  for (
    const act of [
      "letters of men",
      "letters of ladies",
      "openings",
      "payments by card",
      "payments by PayPal",
      "messages",
      "minutes",
      "accounts deleted",
      "suspensions for fraud",
      "charges given back",
      "rushes for a promo code",
    ]
  ) {
    expect([act, Number(counts[act] ?? 0) > 0]).toEqual([act, true]);
  }
});
