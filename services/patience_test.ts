import { expect } from "expect";
import { pause } from "./patience.ts";

Deno.test("a pause ends with its time, or with its signal before or during it, and leaves no timer", async () => {
  const never = 1 << 30;
  await pause(1, new AbortController().signal);
  await pause(never, AbortSignal.abort());
  const ended = new AbortController();
  let isOver = false;
  const paused = pause(never, ended.signal).then(() => isOver = true);
  await Promise.resolve();
  expect(isOver).toBe(false);
  ended.abort();
  await paused;
});
