import { expect } from "expect";
import { stillLeftMs } from "./standing_still.ts";

Deno.test("the time of a chat may stand still for a minute and a fifth of what counted, all times together", () => {
  expect([stillLeftMs(0, 0), stillLeftMs(20_000, 0), stillLeftMs(60_000, 0)]).toEqual([60_000, 40_000, 0]);
  expect([stillLeftMs(60_000, 300_000), stillLeftMs(200_000, 300_000)]).toEqual([60_000, 0]);
});
