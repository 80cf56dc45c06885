/** A small storm over the chat; the large one is `deno task soak`. */
import { expect } from "expect";
import { runChaos } from "./chat/chaos.ts";

Deno.test("in a storm no message is lost, doubled or reordered, and no minute is charged that was not shared", async () => {
  // The storm's clock runs sixty times as fast as the machine's: on a busy machine less happens in one round.
  const sum = { opened: 0, calls: 0, messages: 0 };
  for (let round = 0; sum.opened <= 20 || sum.calls <= 10 || sum.messages <= 100; round++) {
    expect(round).toBeLessThan(6);
    const report = await runChaos({ chats: 60, pairs: 12, kills: 2, steps: 3, rate: 60, seed: 20260301 + round });
    expect(report.faults).toEqual([]);
    expect(report.kills).toBe(2);
    for (const name of ["opened", "calls", "messages"] as const) sum[name] += report[name];
  }
});
