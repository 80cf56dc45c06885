/** A small storm over the chat; the large one is `deno task soak`. */
import { expect } from "expect";
import { runChaos } from "./chat/chaos.ts";

Deno.test("in a storm no message is lost, doubled or reordered, and no minute is charged that was not shared", async () => {
  const report = await runChaos({ chats: 60, pairs: 12, kills: 2, steps: 3, rate: 60, seed: 20260301 });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(2);
  expect(report.opened).toBeGreaterThan(20);
  expect(report.calls).toBeGreaterThan(10);
  expect(report.messages).toBeGreaterThan(100);
});
